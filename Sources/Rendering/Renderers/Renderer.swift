import Geometry
import Ink
import Raster

/// What can be made of a drawing.
public enum RendererKind: String, Hashable, Sendable, CaseIterable {
  /// The picture, of which only what has changed is drawn.
  case picture
  /// The same picture, drawn anew each time: slow, and what the other must equal.
  case scratch
  /// The picture with what is known of its ink.
  case debug
  /// A small picture.
  case thumbnail
  /// A document of shapes.
  case svg
  /// A pyramid of tiles for maps.
  case tiles
}

/// Follows a drawing at its own pace: it asks the drawing what has changed since the version that it drew last, and
/// draws that. The drawing knows no renderer, and several may follow one.
public protocol DrawingRenderer: Sendable {
  /// Draws what has changed since the last time; the first time, everything.
  /// - Throws: `RenderError` where that takes more memory than it may; what was drawn is then of no use.
  mutating func update(to drawing: Drawing) throws(RenderError)
}

/// What a renderer has made.
public enum RendererOutput: Sendable {
  case picture(Picture)
  /// SVG, in UTF-8.
  case document([UInt8])
  case tiles(MapTilePyramid)
}

/// What renderers are made with.
public struct RendererSetup: Sendable {
  public var layout: CanvasLayout
  /// A picture between the background and the ink, of the layout's size.
  public var backdrop: ImageSource?
  /// Whether ink goes on to where touches are guessed to go.
  public var showsPredictions = false
  /// What each renderer's tiles of ink may take, in bytes.
  public var memoryLimit = Int.max
  /// The longest side of a thumbnail, in pixels.
  public var thumbnailSide = 256
  public var debugLayers = Set(DebugLayer.allCases)
  /// What a document notes beside the picture, line by line.
  public var notes: [String] = []

  public init(layout: CanvasLayout, backdrop: ImageSource? = nil) {
    self.layout = layout
    self.backdrop = backdrop
  }
}

/// A renderer of any kind.
public enum Renderer: Sendable {
  case picture(PictureRenderer)
  case scratch(ScratchRenderer)
  case debug(DebugRenderer)
  case thumbnail(ThumbnailRenderer)
  case svg(SVGRenderer)
  case tiles(MapTileRenderer)

  public init(_ kind: RendererKind, _ setup: RendererSetup) {
    switch kind {
    case .picture:
      self = .picture(
        PictureRenderer(
          layout: setup.layout, backdrop: setup.backdrop, showsPredictions: setup.showsPredictions,
          memoryLimit: setup.memoryLimit))
    case .scratch:
      self = .scratch(
        ScratchRenderer(layout: setup.layout, backdrop: setup.backdrop, showsPredictions: setup.showsPredictions))
    case .debug: self = .debug(DebugRenderer(setup))
    case .thumbnail: self = .thumbnail(ThumbnailRenderer(setup))
    case .svg:
      var renderer = SVGRenderer(
        layout: setup.layout, backdrop: setup.backdrop, showsPredictions: setup.showsPredictions)
      renderer.notes = setup.notes
      self = .svg(renderer)
    case .tiles: self = .tiles(MapTileRenderer(setup))
    }
  }

  /// Draws what has changed, and gives what there is then.
  public mutating func output(of drawing: Drawing) throws(RenderError) -> RendererOutput {
    // In the place of the renderer while it draws: what has two owners is copied when it changes.
    let empty = Renderer.scratch(
      ScratchRenderer(layout: CanvasLayout(width: 1, height: 1, transform: Transform(scale: 1), background: .clear)))
    switch self {
    case .picture(var renderer):
      self = empty
      try renderer.update(to: drawing)
      self = .picture(renderer)
      return .picture(renderer.picture)
    case .scratch(let renderer): return .picture(renderer.picture(of: drawing))
    case .debug(var renderer):
      self = empty
      try renderer.update(to: drawing)
      self = .debug(renderer)
      return .picture(renderer.picture)
    case .thumbnail(var renderer):
      self = empty
      let picture = try renderer.picture(of: drawing)
      self = .thumbnail(renderer)
      return .picture(picture)
    case .svg(var renderer):
      self = empty
      let document = renderer.document(of: drawing)
      self = .svg(renderer)
      return .document(document)
    case .tiles(var renderer):
      self = empty
      try renderer.update(to: drawing)
      self = .tiles(renderer)
      return .tiles(renderer.pyramid)
    }
  }
}

extension PictureRenderer: DrawingRenderer {
  public mutating func update(to drawing: Drawing) throws(RenderError) { try drawFrame(drawing) }
}
