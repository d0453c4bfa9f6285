import Files
import Geometry
import TestSupport
import PNG
import Ink
import Raster
import Rendering
import TouchLog

/// A picture's pixels, drawn from scratch at two pixels a point.
func pixels(_ drawing: Drawing, side: Int = 100) -> [UInt32] {
  let layout = CanvasLayout(
    width: 2 * side, height: 2 * side, transform: Transform(scale: 2),
    background: Pixel(red: 250, green: 250, blue: 240))
  var drawing = drawing
  drawing.refine(tolerance: 0.025)
  return TestSupport.pixels(ScratchRenderer(layout: layout).picture(of: drawing))
}

/// The drawing in a file with these contents.
func opened(_ text: [UInt8], images: [NewImage.Source: any ImageContent] = [:]) throws -> Drawing {
  var drawing = Drawing()
  try drawing.open(SavedDrawing(text, name: "a.json"), images: images)
  return drawing
}

func opened(_ text: String) throws -> Drawing { try opened(Array(text.utf8)) }

extension Drawing {
  /// A copy in which all touches have ended.
  var finished: Drawing {
    var drawing = self
    _ = drawing.finish()
    return drawing
  }

  var saved: [UInt8] { SavedDrawing(self).text }
}

/// The finished drawing of a log, given by its lines.
func drawing(ofLog lines: [String]) throws -> Drawing {
  var reader = LogReader(MemorySource(Array(lines.joined(separator: "\n").utf8)), name: "a.jsonl")
  var drawing = Drawing()
  while let event = try reader.next() { try drawing.apply(event) }
  return drawing.finished
}
