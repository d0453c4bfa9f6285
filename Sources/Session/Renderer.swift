import Geometry
public import Ink
import Raster
public import Rendering
public import SVG

/// The kinds of output that can be made of a drawing.
public enum RendererKind: String, Hashable, Sendable, CaseIterable {
  /// The picture; each update draws only what has changed.
  case picture
  /// The same picture, fully redrawn each time: slow, and the reference for `picture`.
  case scratch
  /// The picture overlaid with what is known about its ink.
  case debug
  /// A small picture.
  case thumbnail
  /// An SVG document.
  case svg
  /// A pyramid of map tiles.
  case tiles
}

/// What a renderer has made.
public enum RendererOutput: Sendable {
  case picture(Picture)
  /// SVG, in UTF-8.
  case document([UInt8])
  case tiles(MapTilePyramid)
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
    case .svg: self = .svg(SVGRenderer(setup))
    case .tiles: self = .tiles(MapTileRenderer(setup))
    }
  }

  /// Draws what has changed in the drawing.
  /// - Returns: The whole output after the change.
  /// - Throws: `RenderError` if the ink needs more memory than the limit.
  public mutating func output(of drawing: Drawing) throws(RenderError) -> RendererOutput {
    // While a renderer draws, this placeholder keeps it uniquely referenced, so that its pixels are not copied.
    let placeholder = Renderer.scratch(
      ScratchRenderer(layout: CanvasLayout(width: 1, height: 1, transform: Transform(scale: 1), background: .clear)))
    switch self {
    case .picture(var renderer):
      self = placeholder
      try renderer.update(to: drawing)
      self = .picture(renderer)
      return .picture(renderer.picture)
    case .scratch(let renderer): return .picture(renderer.picture(of: drawing))
    case .debug(var renderer):
      self = placeholder
      try renderer.update(to: drawing)
      self = .debug(renderer)
      return .picture(renderer.picture)
    case .thumbnail(var renderer):
      self = placeholder
      let picture = try renderer.picture(of: drawing)
      self = .thumbnail(renderer)
      return .picture(picture)
    case .svg(var renderer):
      self = placeholder
      let document = renderer.document(of: drawing)
      self = .svg(renderer)
      return .document(document)
    case .tiles(var renderer):
      self = placeholder
      try renderer.update(to: drawing)
      self = .tiles(renderer)
      return .tiles(renderer.pyramid)
    }
  }
}

/// Two renderers that follow one drawing and should make the same picture.
public struct RendererComparison: Sendable {
  private var first: Renderer
  private var second: Renderer
  private var version: Int?

  public init(_ first: Renderer, _ second: Renderer) {
    (self.first, self.second) = (first, second)
  }

  /// Updates both renderers.
  /// - Returns: Where their pictures differ; nil if they are equal, or if the drawing has not changed since the last
  ///   call.
  /// - Throws: `RenderError` if a renderer needs more memory than its limit.
  public mutating func difference(at drawing: Drawing) throws(RenderError) -> PixelDifference? {
    if version == drawing.version { return nil }
    version = drawing.version
    let (a, b) = (try first.output(of: drawing), try second.output(of: drawing))
    guard case .picture(let picture) = a, case .picture(let other) = b else { return nil }
    return PixelDifference(picture, other)
  }
}
