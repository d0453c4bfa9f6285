extension Path {
  /// Adds an arc of an ellipse, behind a line from where the path stands to the arc's start.
  ///
  /// Arcs are kept as cubics, one for every 45° or less, each with its ends and tangents and its middle on the arc
  /// (Riškus, "Approximation of a cubic Bézier curve by circular arcs and vice versa", 2006). Between, they lie
  /// outside by less than 4.3e-6 of the radius.
  /// - Parameters:
  ///   - radii: The half axes, before they are turned by `rotation`.
  ///   - rotation: In degrees, from x towards y.
  ///   - start: Where the arc begins, in degrees from the first half axis towards the second, as a circle's angle
  ///     before it was stretched to the ellipse.
  ///   - sweep: How far it goes, in degrees, in the same direction where positive; at most 360 either way.
  public mutating func arc(
    center: Point, radii: Vector, rotation: Double = 0, from start: Double, sweep: Double
  ) {
    let axis = Vector(degrees: rotation)
    let (x, y) = (axis * radii.dx, Vector(-axis.dy, axis.dx) * radii.dy)
    func place(_ unit: Vector) -> Point { center + x * unit.dx + y * unit.dy }
    let sweep = Swift.max(-360, Swift.min(360, sweep))
    let count = Swift.max(1, (abs(sweep) / 45).rounded(.up))
    let step = sweep / count
    // The tangent of a quarter of the step.
    let half = Vector(degrees: step / 2)
    let handle = 4.0 / 3 * half.dy / (1 + half.dx)
    var from = Vector(degrees: start)
    if currentPoint != place(from) { line(to: place(from)) }
    for i in 1...Int(count) {
      let to = Vector(degrees: start + sweep * (Double(i) / count))
      cubic(
        place(from + Vector(-from.dy, from.dx) * handle), place(to + Vector(to.dy, -to.dx) * handle), to: place(to))
      from = to
    }
  }

  /// An ellipse in a box, from its rightmost point towards y.
  public init(ellipseIn box: Rect) {
    self.init()
    arc(
      center: Point((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2), radii: Vector(box.width / 2, box.height / 2),
      from: 0, sweep: 360)
    close()
  }

  /// A box from its top left corner to the right, its corners rounded by `radius`, as far as the box has room for it.
  public init(_ box: Rect, radius: Double = 0) {
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
