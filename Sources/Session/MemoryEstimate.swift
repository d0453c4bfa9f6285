import TouchLog

/// An estimate of the memory that a drawing takes, from what was applied to it.
///
/// The figures are those of recordings of each kind. They differ by up to a factor of 2, because how much a stroke keeps
/// depends on its shape.
struct MemoryEstimate {
  /// Of an event: a sample, or a step of the history.
  private static let bytesPerEvent = 100
  /// Of an element with its entries in all indices.
  private static let bytesPerElement = 1000
  /// Of a letter, which is a path.
  private static let bytesPerLetter = 1000

  private var letters = 0

  /// Counts what an event brings beyond itself and its element.
  mutating func add(_ event: LogEvent) {
    switch event {
    case .command(.text(let text)): letters += text.text.utf8.count
    case .command(.edit(_, let text)): letters += text.utf8.count
    default: break
    }
  }

  /// The memory of a drawing, in bytes.
  func bytes(events: Int, elements: Int) -> Int {
    Self.bytesPerEvent * events + Self.bytesPerElement * elements + Self.bytesPerLetter * letters
  }
}
