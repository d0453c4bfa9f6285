import TouchLog

/// A point of the averaged path, and the middle of the curve from there to the next one.
struct SmoothPoint {
  /// The x coordinates of the point and of the middle, then the y coordinates, in points: `ArcFitter` takes both at
  /// once.
  let x: SIMD2<Double>
  let y: SIMD2<Double>
  /// The radius of the ink in points.
  var radius: Double

  init(_ point: SIMD2<Double>, radius: Double, middle: SIMD2<Double>) {
    x = SIMD2(point.x, middle.x)
    y = SIMD2(point.y, middle.y)
    self.radius = radius
  }

  @inline(always) var point: SIMD2<Double> { SIMD2(x.x, y.x) }
  @inline(always) var middle: SIMD2<Double> { SIMD2(x.y, y.y) }
}

/// A path averaged along its length, at as many points as arcs between them need.
struct SmoothPath {
  private(set) var points: [SmoothPoint] = []
  /// The lengths along the path at which it is averaged.
  private var cuts: [Double] = []
  private var radiusOf = StrokeWidth.RadiusRule()

  /// The number of points that a taper gets.
  private static let pointsPerTaper = 12

  /// Averages `path` between two of its vertices.
  mutating func average(
    _ path: FlatPath, from first: Int, to last: Int, look: Look, _ model: StrokeModel, tolerance: Double
  ) {
    radiusOf = StrokeWidth.RadiusRule(look, model)
    cuts.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    cut(path, from: first, to: last, look: look, tolerance: tolerance)
    switch path.kernel {
    case .triangle(let reach)?: addAverages(of: path, reach: reach)
    case .fourthOrder?: addFourthOrderAverages(of: path)
    case nil: addPoints(of: path, from: first)
    }
    // The average at an end of the stroke is the end itself, except for rounding errors.
    if first == path.first, path.beginsHere { pin(0, to: path.vertices[first].position) }
    if last == path.last, path.endsHere { pin(points.count - 1, to: path.vertices[last].position) }
  }

  /// Moves a point to where the touch was.
  private mutating func pin(_ index: Int, to position: PathPosition) {
    points[index] = SmoothPoint(
      position.point, radius: radiusOf(effect: position.effect), middle: points[index].middle)
  }

  /// Decides at which lengths the path is averaged: as many as arcs and tapers need.
  private mutating func cut(_ path: FlatPath, from first: Int, to last: Int, look: Look, tolerance: Double) {
    let vertices = path.vertices.span
    let stops = path.profile.stops.span
    let taper = look.taper
    let tapers = taper.start > 0 || taper.end > 0
    var counter = StepCounter(path, smoothing: look.smoothing)
    var edge = first
    while edge < last {
      // Where samples are dense, the average needs fewer points than the path has vertices.
      let start = vertices[edge].position.length
      var end = edge + 1
      let reach = counter.reach(stops, at: start)
      let dense = reach / 2
      if !tapers {
        while end < last, vertices[end + 1].position.length - start <= dense, !path.bends(at: end) { end += 1 }
      }
      let length = vertices[end].position.length - start
      let count =
        path.kernel != nil
        ? counter.stepCount(vertices, stops, edge, end, length, reach, tolerance: tolerance)
        : vertices[edge].stepCount(length, tolerance: tolerance)
      cuts.append(start)
      if count > 1 { for k in 1..<count { cuts.append(start + length * (Double(k) / Double(count))) } }
      if tapers { cut(path, start, vertices[end].position.length, taper) }
      edge = end
    }
    cuts.append(vertices[last].position.length)
    if tapers { cuts.sort() }
  }

  /// Adds the cuts of the tapers that lie between two lengths.
  private mutating func cut(_ path: FlatPath, _ start: Double, _ end: Double, _ taper: Taper) {
    let inside = start.nextUp..<Swift.max(start.nextUp, end)
    let count = Double(Self.pointsPerTaper)
    for i in 1...Self.pointsPerTaper {
      let first = taper.start * Double(i) / count
      let last = path.length(at: path.last) - taper.end * Double(i) / count
      if path.beginsHere, inside.contains(first) { cuts.append(first) }
      if path.endsHere, inside.contains(last) { cuts.append(last) }
    }
  }

  private mutating func addAverages(of path: FlatPath, reach: Double) {
    let edges = path.integrals.edges.span
    var kernel = TriangleKernel(path, reach: reach)
    addPoints { kernel.average(of: path, edges, at: $0) }
  }

  private mutating func addFourthOrderAverages(of path: FlatPath) {
    let edges = path.integrals.edges.span
    let stops = path.profile.stops.span
    var kernel = FourthOrderKernel(path)
    addPoints { kernel.average(of: path, edges, stops, at: $0) }
  }

  /// Adds the points that `average` gives for the cuts in their order.
  @inline(__always)
  private mutating func addPoints(_ average: (Double) -> PathAverage) {
    let cuts = self.cuts
    let radiusOf = self.radiusOf
    points.append(addingCapacity: cuts.count) { points in
      let cuts = cuts.span
      var here = average(cuts[0])
      for i in 1..<cuts.count {
        let next = average(cuts[i])
        // The middle of the cubic Hermite curve: (A + B)/2 + h(A′ − B′)/8.
        let mean: SIMD2<Double> = (here.point + next.point) * 0.5
        let bulge: SIMD2<Double> = (here.tangent - next.tangentBefore) * ((cuts[i] - cuts[i - 1]) / 8)
        let middle: SIMD2<Double> = mean + bulge
        points.append(SmoothPoint(here.point, radius: radiusOf(effect: here.effect), middle: middle))
        here = next
      }
      points.append(SmoothPoint(here.point, radius: radiusOf(effect: here.effect), middle: here.point))
    }
  }

  /// Adds the points of the path itself, which is not averaged.
  private mutating func addPoints(of path: FlatPath, from first: Int) {
    var edge = first
    for (i, at) in cuts.enumerated() {
      while edge < path.last, path.length(at: edge + 1) <= at { edge += 1 }
      let position = path.position(at: at, onEdge: edge)
      let next = cuts[Swift.min(i + 1, cuts.count - 1)]
      points.append(
        SmoothPoint(
          position.point, radius: radiusOf(effect: position.effect),
          middle: path.position(at: (at + next) / 2, onEdge: edge).point))
    }
  }

  // MARK: Tapers

  /// Narrows the radii at the start of the stroke.
  /// - Parameters:
  ///   - length: The length of the taper, in points.
  ///   - distance: The distance of the first point from the start of the stroke, in points.
  mutating func taperStart(over length: Double, from distance: Double) {
    var distance = distance
    for i in points.indices {
      if i > 0 { distance += step(i) }
      points[i].radius *= StrokeWidth.taper(distance: distance, length: length)
    }
  }

  /// Narrows the radii at the end of the stroke.
  /// - Parameters:
  ///   - length: The length of the taper, in points.
  ///   - distance: The distance of the last point from the end of the stroke, in points.
  ///   - rest: The fraction of the radius that is left at the very end.
  mutating func taperEnd(over length: Double, from distance: Double, rest: Double) {
    var distance = distance
    for i in points.indices.reversed() {
      points[i].radius *= rest + (1 - rest) * StrokeWidth.taper(distance: distance, length: length)
      if i > 0 { distance += step(i) }
    }
  }

  /// The distance between points `i - 1` and `i`, in points.
  private func step(_ i: Int) -> Double { (points[i].point - points[i - 1].point).squaredLength.squareRoot() }
}
