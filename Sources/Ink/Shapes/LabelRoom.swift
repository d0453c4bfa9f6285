import Geometry

/// The box around a label's ink with some white around it, which keeps off the lines of its shape.
struct LabelRoom {
  /// From its middle to its sides, in points.
  private var half: Vector
  /// Half of the shape's line, in points.
  private var radius: Double

  /// White around the ink, in ems.
  private static let white = 0.25

  init(_ label: ShapeLabel, _ style: ShapeStyle) {
    let layout = TextLayout(label.text, size: label.size, font: .standard(style.marks.hand))
    let middle = Point((layout.bounds.minX + layout.bounds.maxX) / 2, (layout.bounds.minY + layout.bounds.maxY) / 2)
    half = Vector(0, 0)
    for sample in layout.strokes.lazy.flatMap(\.samples) {
      let step = sample.point - middle
      half = Vector(Swift.max(half.dx, abs(step.dx)), Swift.max(half.dy, abs(step.dy)))
    }
    let margin = Swift.min(style.width, label.size * ShapeLabel.heaviestPen) / 2 + label.size * LabelRoom.white
    half = half + Vector(margin, margin)
    radius = style.width / 2
  }

  /// How far from a vertex the box's middle is, so that the box clears the vertex's legs and its mark.
  /// - Parameters:
  ///   - direction: Where it goes from the vertex; of length 1.
  ///   - reach: How far the mark reaches in that direction.
  ///   - legs: From the vertex to their ends.
  func distance(along direction: Vector, behind reach: Double, legs: [Vector]) -> Double {
    legs.reduce(reach + extent(along: direction)) { Swift.max($0, exit(from: $1, along: direction)) }
  }

  /// Half of what the box covers in a direction.
  private func extent(along direction: Vector) -> Double {
    half.dx * abs(direction.dx) + half.dy * abs(direction.dy)
  }

  /// From which distance on the box lies apart from a leg.
  ///
  /// It does as soon as it does along one of the box's sides or across the leg: two convex figures are apart where they
  /// are along the normal of a side of either (Gottschalk, Lin, Manocha, "OBBTree", 1996).
  private func exit(from leg: Vector, along direction: Vector) -> Double {
    let axes = [Vector(1, 0), Vector(0, 1), Vector(-leg.dy, leg.dx) / leg.length]
    return axes.map { axis in
      let pace = direction.dx * axis.dx + direction.dy * axis.dy
      let end = leg.dx * axis.dx + leg.dy * axis.dy
      let reach = extent(along: axis) + radius
      // The leg covers 0...end; what has almost no pace never leaves it.
      guard abs(pace) > 1e-9 else { return Double.infinity }
      return ((pace > 0 ? Swift.max(0, end) : Swift.min(0, end)) / pace) + reach / abs(pace)
    }.min() ?? 0
  }
}
