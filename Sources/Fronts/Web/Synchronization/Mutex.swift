/// A value of which only one thread has access. In a browser the engine has one thread.
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let cell: Cell

  /// The value, outside of the mutex, which is not mutated.
  private final class Cell {
    var value: Value
    init(_ value: consuming Value) { self.value = value }
  }

  public init(_ initial: consuming Value) { cell = Cell(initial) }

  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(&cell.value)
  }
}
