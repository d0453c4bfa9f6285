import Ink
import Rendering
import TestSupport
import Testing
import TouchLog

/// Requires that the picture that follows a log, with predictions, equals a full redraw after some of the events and at
/// the end.
/// - Parameter step: How many events there are from one comparison to the next.
func expectFollowing(
  _ events: [LogEvent], _ options: ModelOptions, in layout: CanvasLayout, every step: Int = 1
) throws {
  var drawing = Drawing(options: options)
  var renderer = PictureRenderer(layout: layout, showsPredictions: true)
  let oracle = ScratchRenderer(layout: layout, showsPredictions: true)
  for (number, event) in events.enumerated() {
    try drawing.apply(event)
    try renderer.drawFrame(drawing)
    guard number % step == 0 else { continue }
    try #require(pixels(renderer.picture) == pixels(oracle.picture(of: drawing)), "after event \(number), \(event)")
  }
  _ = drawing.finish()
  try renderer.drawFrame(drawing)
  #expect(pixels(renderer.picture) == pixels(oracle.picture(of: drawing)))
}
