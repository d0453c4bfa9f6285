public import TouchLog

/// Choices for what a file of another format leaves open, and limits.
public struct ImportOptions: Hashable, Sendable {
  /// The direction in which y grows.
  public enum YAxis: String, Hashable, Sendable, CaseIterable {
    case up, down
  }

  /// The page with which reading begins, from 1.
  package var firstPage = 1
  /// The drawing of a file of several drawings, from 0; nil for the first, which the report then mentions.
  public var index: Int?
  /// The size, in points, of the surface of a device that does not report its resolution.
  public var deviceSize: Size?
  /// The direction of y, for formats that do not define it; nil for the usual direction.
  public var yAxis: YAxis?
  /// The pointers whose touches are read; empty for all. A touch that names no pointer is then left out.
  package var pointers: Set<PointerKind> = []
  /// Whether to use pressure that the program stored but does not draw with.
  package var usesStoredPressure = false
  /// Whether links and pictures of formulas that are PDF documents are kept as such, instead of left out and drawn as
  /// their source.
  package var keepsParts = false
  /// Whether the numbers of the pages of a PDF under the ink are kept, too, instead of left out.
  package var keepsPagesBelow = false
  /// The most memory for the file and its points, in bytes.
  public var memoryLimit = 2 << 30

  public init() {}

  /// The largest file that is read as a whole, in bytes. The data that is made from a file takes up to seven times its
  /// size.
  package var fileLimit: Int { min(LogLimits.documentBytes, memoryLimit / 8) }
}
