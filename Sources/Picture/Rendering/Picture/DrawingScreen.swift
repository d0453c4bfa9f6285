import Ink
import Raster

/// The pixels of a drawing on a screen.
package struct DrawingScreen: Sendable {
  private var renderer: PictureRenderer
  private var buffer: FrameBuffer
  /// Whether there was no update yet.
  package private(set) var isBlank = true

  /// Creates a transparent screen.
  /// - Parameters:
  ///   - showsPredictions: Whether ink goes where touches are predicted to go.
  ///   - memoryLimit: The most bytes for the pixels, and again for the tiles of ink.
  /// - Throws: `RenderError` if the pixels take more memory than that.
  package init(
    _ layout: CanvasLayout, backdrop: ImageSource?, showsPredictions: Bool, memoryLimit: Int = .max
  ) throws(RenderError) {
    buffer = try FrameBuffer(width: layout.width, height: layout.height, memoryLimit: memoryLimit)
    renderer = PictureRenderer(
      layout: layout, backdrop: backdrop, showsPredictions: showsPredictions, memoryLimit: memoryLimit)
  }

  package var layout: CanvasLayout { renderer.layout }

  /// The pixels after the last update.
  package var bitmap: Bitmap { buffer.bitmap }

  /// Draws what has changed since the last update; in the first one, everything.
  /// - Returns: The smallest box that holds all pixels that changed; empty if none did.
  /// - Throws: `RenderError` if the ink takes more memory than the limit.
  package mutating func update(to drawing: Drawing) throws(RenderError) -> PixelRect {
    let tiles = try renderer.drawFrame(drawing)
    if isBlank {
      isBlank = false
      return buffer.fill(with: renderer.picture)
    }
    return tiles.isEmpty ? .none : buffer.update(tiles.sorted(), from: renderer.picture)
  }
}
