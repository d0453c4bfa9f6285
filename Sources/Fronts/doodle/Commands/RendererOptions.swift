import DoodleKit

/// The options of `doodle render` that choose a renderer.
struct RendererOptions: Hashable, Sendable {
  /// The renderer of OUT, unless OUT's format requires another one.
  var kind = RendererKind.picture
  var layers = DebugLayer.allCases
  /// The longer side of a thumbnail in pixels; nil for no thumbnail.
  var thumbnailSide: Int?
  /// The folder for map tiles, which may be an `OutputTemplate`; nil for no tiles.
  var tiles: String?
  var verifies = false

  /// Whether the command makes sense without OUT.
  var isEnough: Bool { tiles != nil || verifies }

  init() {}

  init(_ arguments: Arguments) throws(CommandError) {
    if let renderer = try arguments[OptionTable.renderer] { kind = renderer }
    if let layers = try arguments[OptionTable.layers] {
      if arguments.occurrence(of: OptionTable.renderer) != nil, kind != .debug {
        throw .usage(.exclusive("--layers", "--renderer \(kind.rawValue)"))
      }
      (self.layers, kind) = (layers, .debug)
    }
    thumbnailSide = try arguments[OptionTable.thumbnail]
    if thumbnailSide != nil {
      for other in [OptionTable.renderer as any Option, OptionTable.layers] {
        try arguments.exclude(OptionTable.thumbnail, other)
      }
      for size in [OptionTable.width as any Option, OptionTable.height, OptionTable.scale, OptionTable.dpi] {
        try arguments.exclude(OptionTable.thumbnail, size)
      }
      kind = .thumbnail
    }
    tiles = try arguments[OptionTable.tiles]
    verifies = arguments[OptionTable.verify]
  }

  /// The renderer for a format.
  func kind(of format: PictureFormat) throws(CommandError) -> RendererKind {
    switch format {
    case .png: return kind
    // The pages of a PDF show documents of SVG.
    case .svg where kind == .picture, .pdf where kind == .picture: return .svg
    case .svg, .pdf:
      throw .usage(
        .exclusive(kind == .thumbnail ? "--thumbnail" : "--renderer \(kind.rawValue)", "the format \(format.rawValue)"))
    }
  }

  /// Whether the tiles of each page have a folder of their own.
  var namesPages: Bool { tiles.flatMap { OutputTemplate($0) }?.namesPages ?? false }

  /// The folder for the tiles of an input, without a slash at the end; nil for no tiles.
  func tileFolder(for input: String, page: Int?) throws(CommandError) -> String? {
    guard let tiles else { return nil }
    var folder = try OutputTemplate(tiles)?.name(for: input, page: page) ?? tiles
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return folder
  }
}
