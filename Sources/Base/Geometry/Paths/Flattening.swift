extension Path {
  /// Approximates the path by lines within `tolerance` of its curves, one polyline per subpath.
  ///
  /// Omits moves that draw nothing and subpaths with coordinates that are not finite.
  /// - Parameter tolerance: In the path's units, positive.
  package func flattened(tolerance: Double) -> [Polyline] {
    precondition(tolerance > 0)
    var flattener = Flattener(tolerance: tolerance)
    for element in elements { flattener.add(element) }
    flattener.finish()
    return flattener.polylines
  }

  /// The flattened subpaths as polygons for filling: open subpaths are closed.
  package func polygons(tolerance: Double) -> [[Point]] {
    flattened(tolerance: tolerance).map { $0.points }.filter { $0.count > 2 }
  }
}

/// Collects the polylines of a path, element by element.
private struct Flattener {
  let tolerance: Double
  var polylines: [Polyline] = []

  private var line = Polyline()
  private var start = Point(0, 0)
  private var here = Point(0, 0)
  /// Whether the subpath has a segment.
  private var hasBegun = false
  /// The directions in which the subpath begins and, so far, ends.
  private var first: Heading?
  private var last: Heading?

  private struct Heading {
    var direction: Vector
    /// Whether the segment is a curve.
    var isCurve: Bool

    /// Whether the path continues into `next` without a corner, a turn of up to 1/1000 radian. Two lines always have a
    /// corner.
    func runsSmoothly(into next: Heading) -> Bool {
      guard isCurve || next.isCurve else { return false }
      let (a, b) = (direction, next.direction)
      let dot = a.dx * b.dx + a.dy * b.dy
      return dot > 0 && abs(a.dx * b.dy - a.dy * b.dx) <= 0.001 * dot
    }
  }

  init(tolerance: Double) { self.tolerance = tolerance }

  mutating func add(_ element: Path.Element) {
    switch element {
    case .move(let end):
      finish()
      (start, here) = (end, end)
    case .line(let end):
      begin([here, end], isCurve: false)
      advance(to: end)
    case .quadratic(let control, let end):
      begin([here, control, end], isCurve: true)
      let count = pieces((here - control) + (end - control), factor: 0.25)
      for i in 1..<count {
        line.append(Path.point(here, control, end, at: Double(i) / Double(count)), isSmooth: true)
      }
      advance(to: end)
    case .cubic(let one, let two, let end):
      begin([here, one, two, end], isCurve: true)
      let bends = [(here - one) + (two - one), (one - two) + (end - two)]
      let count = pieces(bends[0].length > bends[1].length ? bends[0] : bends[1], factor: 0.75)
      for i in 1..<count { line.append(Path.point(here, one, two, end, at: Double(i) / Double(count)), isSmooth: true) }
      advance(to: end)
    case .close:
      if !hasBegun { line.append(here, isSmooth: false) }
      begin([here, start], isCurve: false)
      advance(to: start)
      let isSmooth = first.flatMap { last?.runsSmoothly(into: $0) } ?? false
      line.close(isSmooth: isSmooth)
      finish()
    }
  }

  /// Begins a segment with these control points.
  private mutating func begin(_ controls: [Point], isCurve: Bool) {
    if !hasBegun { line.append(here, isSmooth: false) }
    hasBegun = true
    func direction(_ points: [Point]) -> Vector? {
      points.dropFirst().lazy.map { $0 - points[0] }.first { $0 != Vector(0, 0) }
    }
    guard let leaving = direction(controls), let arriving = direction(controls.reversed()) else { return }
    let heading = Heading(direction: leaving, isCurve: isCurve)
    if let last { line.setLast(isSmooth: last.runsSmoothly(into: heading)) }
    if first == nil { first = heading }
    last = Heading(direction: arriving * -1, isCurve: isCurve)
  }

  private mutating func advance(to end: Point) {
    line.append(end, isSmooth: false)
    here = end
  }

  mutating func finish() {
    if hasBegun, line.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) { polylines.append(line) }
    line = Polyline()
    hasBegun = false
    (first, last) = (nil, nil)
    here = start
  }

  /// The number of chords, equal in the parameter, that approximate a curve within the tolerance.
  ///
  /// A chord over a parameter step s deviates by at most s²/8 · max |B″|, and |B″| is at most n(n − 1) times the
  /// largest second difference of the control points: 2 times for n = 2, 6 times for n = 3 (Wang's formula; Sederberg,
  /// Computer Aided Geometric Design, 10.6).
  /// - Parameters:
  ///   - bend: The largest second difference.
  ///   - factor: n(n − 1)/8.
  private func pieces(_ bend: Vector, factor: Double) -> Int {
    let count = (bend.length * factor / tolerance).squareRoot().rounded(.up)
    return count > 1 ? Int(saturating: Swift.min(count, 65536)) : 1
  }
}
