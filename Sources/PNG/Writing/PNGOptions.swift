public import Files

/// How a PNG is written, apart from its pixels.
public struct PNGOptions: Sendable {
  public enum Compression: String, CaseIterable, Sendable {
    /// As much as runs of equal pixels give, in the least time.
    case fast
    case `default`
    /// As small as zlib makes it, in several times the time.
    case small
  }

  public var compression: Compression
  /// How many threads may share the work, at least 1. The bytes are the same for any number.
  public var threads: Int
  /// Dots per inch, stated in the file in whole pixels a metre.
  public var dpi: Double?
  /// Texts beside the picture. Keywords have 1 to 79 characters of Latin-1, values any but NUL.
  public var text: [(key: String, value: String)]

  /// - Parameter threads: As many as there are processors, unless told otherwise.
  public init(
    compression: Compression = .fast, threads: Int = processorCount(), dpi: Double? = nil,
    text: [(key: String, value: String)] = []
  ) {
    self.compression = compression
    self.threads = threads
    self.dpi = dpi
    self.text = text
  }
}
