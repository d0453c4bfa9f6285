import Rendering
internal import SVG

/// The kinds of renderers. To add one, write a type that conforms to `Renderer` and add a case here.
package enum RendererKind: String, Hashable, Sendable, CaseIterable {
  /// The picture. An update draws only the changes.
  case picture
  /// The same picture, fully redrawn by each update: slow, and the reference for `picture`.
  case scratch
  /// The picture with layers that show how its ink is made.
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
  package var makesPicture: Bool { type.makesPicture }

  /// Makes a renderer of this kind.
  package func renderer(_ setup: RendererSetup) -> any Renderer { type.init(setup) }
}
