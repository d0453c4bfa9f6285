import Geometry
import Raster

/// Paints what channels show: each line of a stroke with its values, later ones over earlier ones.
struct ChannelPainter {
  private let form: PictureForm
  private(set) var planes: ValuePlanes
  private var mask: Mask
  private var segments = SegmentCones()

  init(_ form: PictureForm) {
    self.form = form
    planes = ValuePlanes(width: form.width, height: form.height, count: form.channels.count)
    mask = Mask(width: form.width, height: form.height, rule: .union)
  }

  /// Paints a sketch; the last one is removed. For the parameters see `SketchPainter.draw`.
  mutating func draw(_ sketch: Sketch, _ transform: Transform, _ map: Affine?, width: Double) {
    planes.removeAll()
    let side = Double(min(form.width, form.height))
    let values = ChannelValues(form.channels, of: sketch, sides: side / transform.scale)
    for stroke in 0..<sketch.strokeCount where !sketch.erasers.contains(stroke) {
      segments.load(sketch, stroke, transform, map, radius: (form.radius ?? .nan) * width)
      let pause = values.pause(before: stroke)
      var start = sketch.stroke(stroke).lowerBound
      for (cone, end) in zip(segments.cones, segments.ends) {
        mask.removeAll()
        // Each line is drawn by itself, so it has both round ends.
        var cone = cone
        (cone.cone.continues, cone.cone.isLast) = (false, true)
        mask.join([cone])
        planes.paint(mask, values.values(from: start, to: end, stroke: stroke, pause: pause))
        start = end
      }
    }
  }
}
