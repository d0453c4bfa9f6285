public import Files

/// The options for writing a PNG.
public struct PNGOptions: Sendable {
  /// The choice between speed and size of the file.
  public enum Compression: String, CaseIterable, Sendable {
    /// One encoding, which takes the least time.
    case fast
    /// The smallest of several encodings, with zlib at its default level.
    case `default`
    /// The smallest of several encodings, with zlib at its highest level.
    case small
  }

  public var compression: Compression
  /// The largest number of threads that share the work, at least 1. The file does not depend on it.
  public var threads: Int
  /// The resolution in dots per inch, which the file stores in whole pixels per meter.
  public var dpi: Double?
  /// Texts that the file stores. Keywords have 1 to 79 Latin-1 characters; values have any characters but NUL.
  public var text: [(key: String, value: String)]

  /// - Parameter threads: By default, the number of processors.
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
