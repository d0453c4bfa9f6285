extension Path {
  /// Adds an arc of an ellipse, preceded by a line from the current point to the start of the arc.
  ///
  /// Each 45° or less of the arc becomes a cubic Bézier curve that has the arc's ends, end tangents and midpoint
  /// (Riškus, "Approximation of a cubic Bézier curve by circular arcs and vice versa", 2006). Elsewhere the curves lie
  /// outside the arc by less than 4.3e-6 of the radius.
  /// - Parameters:
  ///   - radii: The half axes, before the rotation.
  ///   - rotation: The rotation of the ellipse in degrees, from x toward y.
  ///   - start: The angle at which the arc begins, in degrees from the first half axis toward the second, measured on
  ///     the circle before it is stretched to the ellipse.
  ///   - sweep: The angle of the arc in degrees, positive from the first half axis toward the second; clamped to
  ///     −360...360.
  package mutating func arc(
    center: Point, radii: Vector, rotation: Double = 0, from start: Double, sweep: Double
  ) {
    let axis = Vector(degrees: rotation)
    let (x, y) = (axis * radii.dx, Vector(-axis.dy, axis.dx) * radii.dy)
    func point(_ unit: Vector) -> Point { center + x * unit.dx + y * unit.dy }
    let sweep = Swift.max(-360, Swift.min(360, sweep))
    let count = Swift.max(1, (abs(sweep) / 45).rounded(.up))
    let step = sweep / count
    // The handles have 4/3·tan(step/4) of the radius.
    let half = Vector(degrees: step / 2)
    let handle = 4.0 / 3 * half.dy / (1 + half.dx)
    var from = Vector(degrees: start)
    if currentPoint != point(from) { line(to: point(from)) }
    for i in 1...Int(saturating: count) {
      let to = Vector(degrees: start + sweep * (Double(i) / count))
      cubic(
        point(from + Vector(-from.dy, from.dx) * handle), point(to + Vector(to.dy, -to.dx) * handle), to: point(to))
      from = to
    }
  }

  /// The ellipse in a box, from its rightmost point toward y.
  package init(ellipseIn box: Rect) {
    self.init()
    arc(
      center: box.center, radii: Vector(box.width / 2, box.height / 2),
      from: 0, sweep: 360)
    close()
  }

  /// A rectangle, from its top left corner toward the right.
  /// - Parameter radius: The radius of the corners, at most half of the shorter side.
  package init(_ box: Rect, radius: Double = 0) {
    let radius = Swift.min(radius, box.width / 2, box.height / 2)
    guard radius > 0 else {
      self.init(
        [
          Point(box.minX, box.minY), Point(box.maxX, box.minY), Point(box.maxX, box.maxY), Point(box.minX, box.maxY),
        ], isClosed: true)
      return
    }
    self.init()
    move(to: Point(box.minX + radius, box.minY))
    let (left, right) = (box.minX + radius, box.maxX - radius)
    let (top, bottom) = (box.minY + radius, box.maxY - radius)
    let radii = Vector(radius, radius)
    arc(center: Point(right, top), radii: radii, from: -90, sweep: 90)
    arc(center: Point(right, bottom), radii: radii, from: 0, sweep: 90)
    arc(center: Point(left, bottom), radii: radii, from: 90, sweep: 90)
    arc(center: Point(left, top), radii: radii, from: 180, sweep: 90)
    close()
  }
}
