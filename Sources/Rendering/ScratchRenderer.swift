import Geometry
import Ink
import Raster

/// Draws a whole drawing at once from its samples: slow and plain, what the incremental renderer must equal.
public struct ScratchRenderer {
  public let layout: CanvasLayout
  /// Whether the ink goes on to where touches are guessed to go.
  public let showsPredictions: Bool

  public init(layout: CanvasLayout, showsPredictions: Bool = false) {
    self.layout = layout
    self.showsPredictions = showsPredictions
  }

  public func picture(of drawing: Drawing) -> Picture {
    var canvas = Canvas(width: layout.width, height: layout.height)
    for stroke in drawing.strokes {
      var mask = Mask(width: layout.width, height: layout.height)
      for span in stroke.remodelled(predicted: showsPredictions, options: drawing.options) {
        mask.join(span.map(layout.pixels))
      }
      canvas.composite(mask, stroke.style.paint)
    }
    return Picture(canvas: canvas, background: layout.background)
  }
}
