import CLock

/// A value to which one thread at a time has access.
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let cell: Cell

  /// The value, outside of the mutex, which is not mutated.
  @safe private final class Cell {
    var value: Value
    private let lock: UnsafeMutableRawPointer

    init(_ value: consuming Value) {
      guard let lock = unsafe lock_new() else { fatalError("there is no memory for a lock") }
      self.value = value
      unsafe self.lock = lock
    }

    deinit { unsafe lock_delete(lock) }

    func acquire() { unsafe lock_lock(lock) }
    func release() { unsafe lock_unlock(lock) }
  }

  public init(_ initial: consuming Value) { cell = Cell(initial) }

  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    cell.acquire()
    defer { cell.release() }
    return try body(&cell.value)
  }
}
