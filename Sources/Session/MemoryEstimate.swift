import TouchLog

/// An estimate of the memory that a drawing takes, from the events that were applied to it.
///
/// The figures were measured on recordings of each kind. Single drawings differ by up to a factor of 2, because the
/// memory of a stroke depends on its shape.
struct MemoryEstimate {
  /// For an event: a sample, or a step of the history.
  private static let bytesPerEvent = 100
  /// For an element with its entries in all indices.
  private static let bytesPerElement = 1000
  /// For a letter, which is a path.
  private static let bytesPerLetter = 1000

  private var letters = 0

  /// Counts the letters of an event.
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
