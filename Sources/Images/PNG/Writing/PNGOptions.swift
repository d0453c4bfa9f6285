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
  /// Dots per inch, stated in the file in whole pixels a metre.
  public var dpi: Double?
  /// Texts beside the picture. Keywords have 1 to 79 characters of Latin-1, values any but NUL.
  public var text: [(key: String, value: String)]

  public init(compression: Compression = .fast, dpi: Double? = nil, text: [(key: String, value: String)] = []) {
    self.compression = compression
    self.dpi = dpi
    self.text = text
  }
}
