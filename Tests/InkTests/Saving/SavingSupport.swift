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
  return pixels(ScratchRenderer(layout: layout).picture(of: drawing))
}

func pixels(_ picture: Picture) -> [UInt32] { Bitmap(copying: picture).pixels }

/// The drawing that a file holds.
func opened(_ text: [UInt8], images: [NewImage.Source: any ImageContent] = [:]) throws -> Drawing {
  var drawing = Drawing()
  try drawing.open(SavedDrawing(text, name: "a.json"), images: images)
  return drawing
}

func opened(_ text: String) throws -> Drawing { try opened(Array(text.utf8)) }

extension Drawing {
  /// As it is when all touches have ended.
  var finished: Drawing {
    var drawing = self
    _ = drawing.finish()
    return drawing
  }

  var saved: [UInt8] { SavedDrawing(self).text }
}

/// The drawing of a log as text, "id" and all.
func drawing(ofLog lines: [String]) throws -> Drawing {
  var reader = LogReader(MemorySource(Array(lines.joined(separator: "\n").utf8)), name: "a.jsonl")
  var drawing = Drawing()
  while let event = try reader.next() { try drawing.apply(event) }
  return drawing.finished
}
