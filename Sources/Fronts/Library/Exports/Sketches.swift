import DataSets
import Geometry
import Raster
import Synchronization
import TouchLog

/// What draws sketches of a form, and its memory.
private struct Drawer {
  let form: PictureForm
  var painter: SketchPainter
  var sketch = Sketch()
}

/// That of the last call, if no call uses it: a program may call for each sketch.
private let idle = Mutex<Drawer?>(nil)

/// Larger ones are not kept.
private let largestKeptSide = 256

@_cdecl("doodle_sketches")
public func sketches(
  _ points: UnsafePointer<Double>?, _ strokeEnds: UnsafePointer<Int64>?, _ sketchEnds: UnsafePointer<Int64>?,
  _ count: Int, _ side: Int, _ sourceSize: Double, _ padding: Double, _ lineWidth: Double,
  _ pixels: UnsafeMutablePointer<UInt8>?
) -> Int32 {
  guard side > 0, side <= 4096, count >= 0, lineWidth >= 0, lineWidth.isFinite, padding >= 0,
    2 * padding < Double(side),
    sourceSize.isNaN || sourceSize > 0 && sourceSize.isFinite, let pixels = unsafe pixels
  else { return 1 }
  var form = PictureForm()
  (form.width, form.height) = (side, side)
  (form.padding, form.lineWidth) = (.pixels(padding), .uniform(.pixels(lineWidth)))
  if !sourceSize.isNaN { (form.fit, form.sourceSize) = (.source, sourceSize) }
  var drawer =
    idle.withLock { idle in
      defer { idle = nil }
      return idle?.form == form ? idle : nil
    } ?? Drawer(form: form, painter: SketchPainter(form))
  defer { if side <= largestKeptSide { idle.withLock { $0 = drawer } } }
  var (point, stroke) = (0, 0)
  // Ends that decrease could lead beyond the last ones.
  let lastStroke = count > 0 ? unsafe sketchEnds?[count - 1] ?? 0 : 0
  let lastPoint = lastStroke > 0 ? unsafe strokeEnds?[Int(lastStroke) - 1] ?? 0 : 0
  for number in 0..<count {
    drawer.sketch.removeAll()
    guard let end = unsafe sketchEnds?[number], end >= Int64(stroke), end <= lastStroke else { return 1 }
    while stroke < end {
      guard let strokeEnd = unsafe strokeEnds?[stroke], strokeEnd >= Int64(point), strokeEnd <= lastPoint,
        let points = unsafe points
      else { return 1 }
      while point < strokeEnd {
        let (x, y) = unsafe (points[2 * point], points[2 * point + 1])
        guard x.magnitude <= LogLimits.coordinate, y.magnitude <= LogLimits.coordinate else { return 1 }
        drawer.sketch.append(Sketch.Point(x: x, y: y))
        point += 1
      }
      drawer.sketch.endStroke()
      stroke += 1
    }
    let target = unsafe UnsafeMutableBufferPointer(start: pixels + number * side * side, count: side * side)
    var samples = unsafe MutableSpan(_unsafeElements: target)
    if drawer.sketch.isEmpty {
      for index in samples.indices { samples[index] = 0 }
    } else {
      drawer.painter.draw(drawer.sketch, form.placement(of: drawer.sketch.bounds), nil, width: 1)
      let plane = drawer.painter.plane
      for row in 0..<side {
        for column in 0..<side { samples[row * side + column] = plane.bytes[row * plane.stride + column] }
      }
    }
  }
  return 0
}
