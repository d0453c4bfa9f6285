/// A format that drawings are converted to. Each format's file declares one as a static constant; `allCases` is the
/// table of all.
public struct ExportFormat: Sendable {
  /// The name for `--to`.
  public let rawValue: String
  /// What the format is, for help texts, such as "InkML, with x, y, pressure and time".
  public let summary: String
  /// The extension of its files, without a dot.
  public let fileExtension: String
  /// Whether a file holds several pages, each a drawing.
  public let holdsPages: Bool
  private let write: @Sendable ([ExportedDrawing], inout Losses) -> [UInt8]

  /// - Parameters:
  ///   - write: Makes the file's bytes, and adds the properties of strokes that the format does not hold.
  package init(
    _ name: String, _ summary: String, fileExtension: String,
    write: @escaping @Sendable (ExportedDrawing, inout Losses) -> [UInt8]
  ) {
    (rawValue, self.summary, self.fileExtension, holdsPages) = (name, summary, fileExtension, false)
    self.write = { pages, losses in write(pages[0], &losses) }
  }

  /// A format whose files hold pages.
  /// - Parameters:
  ///   - writePages: Makes the file's bytes, and adds the properties of strokes that the format does not hold.
  package init(
    _ name: String, _ summary: String, fileExtension: String,
    writePages: @escaping @Sendable ([ExportedDrawing], inout Losses) -> [UInt8]
  ) {
    (rawValue, self.summary, self.fileExtension, holdsPages) = (name, summary, fileExtension, true)
    write = writePages
  }

  /// Makes a file of a drawing. Points that a move has brought beyond `LogLimits.coordinate` are left out, and wider
  /// ink is narrowed to it, because logs may not have them.
  /// - Returns: The file's bytes, and what they lack of the drawing.
  public func file(of drawing: ExportedDrawing) -> (bytes: [UInt8], losses: Losses) { file(of: [drawing]) }

  /// Makes a file of pages.
  /// - Parameter pages: One, unless the format holds more.
  public func file(of pages: [ExportedDrawing]) -> (bytes: [UInt8], losses: Losses) {
    precondition(pages.count == 1 || holdsPages, "the format holds one page")
    var pages = pages
    var losses = Losses()
    for index in pages.indices {
      pages[index].keepLimits()
      losses.add(pages[index].losses)
    }
    let bytes = write(pages, &losses)
    return (bytes, losses)
  }
}

/// Formats are equal if their names are.
extension ExportFormat: Hashable, RawRepresentable, CaseIterable {
  /// The table of formats.
  public static let allCases: [ExportFormat] = [
    .inkml,
    .xopp,
    .excalidraw,
    .pointerEvents,
    .webdriver,
    .svc,
    .quickdraw,
    .quickdrawSimplified,
    .csv,
    .stroke3,
    .stroke5,
  ]

  public init?(rawValue name: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = format
  }

  public static func == (one: ExportFormat, other: ExportFormat) -> Bool { one.rawValue == other.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
