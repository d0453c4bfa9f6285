import Geometry
import Raster

/// Draws sketches, one after another, as polylines in one color.
package struct SketchPainter {
  private let form: PictureForm
  /// The alphas of the sketch that was drawn last.
  package private(set) var plane: AlphaPlane
  private var mask: Mask
  /// The lines of a stroke, if the picture is small enough to be sampled.
  private var lines: SampledLines?
  private var segments = SegmentCones()

  package init(_ form: PictureForm) {
    self.form = form
    lines = SampledLines(width: form.width, height: form.height)
    plane = AlphaPlane(width: form.width, height: form.height)
    mask = Mask(width: form.width, height: form.height, rule: .union)
  }

  /// Draws a sketch; the last one is removed.
  /// - Parameters:
  ///   - map: Changes the pixels of points; nil for none.
  ///   - width: A factor of the width of the lines.
  package mutating func draw(_ sketch: Sketch, _ transform: Transform, _ map: Affine?, width: Double) {
    plane.removeAll()
    for stroke in 0..<sketch.strokeCount {
      segments.load(sketch, stroke, transform, map, radius: (form.radius ?? .nan) * width)
      let erases = !sketch.erasers.isEmpty && sketch.erasers.contains(stroke)
      if lines?.add(segments.cones) == true {
        lines?.draw(onto: &plane, erases: erases)
        continue
      }
      mask.removeAll()
      mask.join(segments.cones)
      plane.composite(mask, erases: erases)
    }
  }
}

/// The lines of a stroke as cones. One value serves many strokes, and reuses its memory.
struct SegmentCones {
  private(set) var cones: [PixelCone] = []
  /// The point at the end of each cone.
  private(set) var ends: [Int] = []

  /// Replaces the cones by those of a stroke.
  /// - Parameters:
  ///   - map: Changes the pixels of points; nil for none.
  ///   - radius: Half the width of lines whose points have no width of their own, in pixels.
  mutating func load(_ sketch: Sketch, _ stroke: Int, _ transform: Transform, _ map: Affine?, radius: Double) {
    cones.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    let points = sketch.points.span
    let range = sketch.stroke(stroke)
    func disc(_ index: Int) -> (center: Point, radius: Double) {
      let point = transform.apply(Point(points[index].x, points[index].y))
      let own = points[index].radius
      return (map?.apply(point) ?? point, own.isNaN ? radius : own * transform.scale)
    }
    var start = disc(range.lowerBound)
    for index in range.dropFirst() {
      let end = disc(index)
      if end.center == start.center { continue }
      cones.append(
        PixelCone(
          RoundCone(
            start: start.center, startRadius: start.radius, end: end.center, endRadius: end.radius,
            continues: !cones.isEmpty)))
      ends.append(index)
      start = end
    }
    if cones.isEmpty {
      cones.append(PixelCone(RoundCone(center: start.center, radius: start.radius)))
      ends.append(range.lowerBound)
    } else {
      cones[cones.count - 1].cone.isLast = true
    }
  }
}
