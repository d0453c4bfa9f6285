import DoodleKit

/// What `doodle render` is to make of a drawing.
struct RendererOptions: Hashable, Sendable {
  /// What makes the picture that goes to OUT, unless OUT's format says it.
  var kind = RendererKind.picture
  var layers = Set(DebugLayer.allCases)
  /// The longest side in pixels.
  var thumbnailSide: Int?
  /// Where tiles for a map go, with {stem} in it perhaps.
  var tiles: String?
  var verifies = false

  /// Whether there is something to do where no picture is written.
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

  /// What makes a picture of a format.
  func kind(of format: PictureFormat) throws(CommandError) -> RendererKind {
    switch format {
    case .png: return kind
    case .svg where kind == .picture: return .svg
    case .svg:
      throw .usage(.exclusive(kind == .thumbnail ? "--thumbnail" : "--renderer \(kind.rawValue)", "the format svg"))
    }
  }

  /// Where the tiles of an input go; it ends in no slash.
  func tileFolder(for input: String) -> String? {
    guard var folder = tiles?.replacing("{stem}", with: OutputPlan.stem(of: input)) else { return nil }
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return folder
  }
}
