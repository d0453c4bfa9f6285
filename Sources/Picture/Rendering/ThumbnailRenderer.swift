import Ink
import Raster

/// Follows a drawing as a small picture. It is drawn at its own scale, not shrunk, so that lines stay sharp.
package struct ThumbnailRenderer: Sendable {
  package let layout: CanvasLayout
  /// `update` redraws the thumbnail after this many versions of the drawing.
  package var pace = 64

  private var renderer: PictureRenderer
  /// The drawing's version when the thumbnail was drawn last.
  private var version: Int?

  /// - Parameter setup: Its layout is that of the full-size picture.
  package init(_ setup: RendererSetup) {
    layout = setup.layout.scaled(toSide: setup.thumbnailSide)
    renderer = PictureRenderer(setup, at: layout)
  }

  /// The thumbnail as it was drawn last.
  package var picture: Picture { renderer.picture }

  /// Draws the thumbnail of a drawing as it is now.
  /// - Throws: `RenderError` if the ink takes more memory than the limit. The renderer must not be used again.
  package mutating func picture(of drawing: Drawing) throws(RenderError) -> Picture {
    version = drawing.version
    try renderer.drawFrame(drawing)
    return renderer.picture
  }
}

extension ThumbnailRenderer: Renderer {
  /// Draws what has changed, unless fewer than `pace` versions have passed since the last time.
  package mutating func update(to drawing: Drawing) throws(RenderError) {
    if let version, drawing.version - version < pace { return }
    _ = try picture(of: drawing)
  }

  package mutating func output(of drawing: Drawing) throws(RenderError) -> RendererOutput {
    .picture(try picture(of: drawing))
  }
}

extension PictureRenderer {
  /// Draws at another scale than the setup's.
  init(_ setup: RendererSetup, at layout: CanvasLayout) {
    self.init(
      layout: layout, backdrop: setup.backdrop?.scaled(toWidth: layout.width, height: layout.height),
      showsPredictions: setup.showsPredictions, memoryLimit: setup.memoryLimit)
  }
}
