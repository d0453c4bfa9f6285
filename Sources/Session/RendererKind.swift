public import Rendering
import SVG

/// The kinds of renderers. A new renderer is a type that conforms to `Renderer`, and a case here.
public enum RendererKind: String, Hashable, Sendable, CaseIterable {
  /// The picture. Each update draws only what has changed.
  case picture
  /// The same picture, fully redrawn each time: slow, and the reference for `picture`.
  case scratch
  /// The picture with marks for what is known about its ink.
  case debug
  /// A small picture.
  case thumbnail
  /// An SVG document.
  case svg
  /// A pyramid of map tiles.
  case tiles

  private var type: any Renderer.Type {
    switch self {
    case .picture: PictureRenderer.self
    case .scratch: ScratchRenderer.self
    case .debug: DebugRenderer.self
    case .thumbnail: ThumbnailRenderer.self
    case .svg: SVGRenderer.self
    case .tiles: MapTileRenderer.self
    }
  }

  /// Whether the renderer's output is a picture.
  public var makesPicture: Bool { type.makesPicture }

  /// Makes a renderer of this kind.
  public func renderer(_ setup: RendererSetup) -> any Renderer { type.init(setup) }
}
