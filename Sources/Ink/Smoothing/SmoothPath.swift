import TouchLog

/// A path averaged along its length (stage S3) at as many places as arcs between them need.
struct SmoothPath {
  private(set) var places: [SmoothPlace] = []
  /// Where those are, as lengths along the path.
  private var cuts: [Double] = []
  private var radiusOf = StrokeWidth.RadiusRule()

  /// Averages `path` between two of its vertices.
  mutating func average(
    _ path: FlatPath, from first: Int, to last: Int, style: ToolStyle, _ model: StrokeModel, tolerance: Double
  ) {
    radiusOf = StrokeWidth.RadiusRule(style, model)
    cuts.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    cut(path, from: first, to: last, style: style, tolerance: tolerance)
    switch path.kernel {
    case .triangle(let reach)?: addAverages(of: path, reach: reach)
    case .fourthOrder?: addFourthOrderAverages(of: path)
    case nil: addPlaces(of: path, from: first)
    }
    // The average at an end is the end, but for rounding.
    if first == path.first, path.beginsHere { pin(0, to: path.vertices[first].place) }
    if last == path.last, path.endsHere { pin(places.count - 1, to: path.vertices[last].place) }
  }

  /// Puts a disc where the touch was.
  private mutating func pin(_ index: Int, to place: SIMD4<Double>) {
    places[index] = SmoothPlace(
      place.lowHalf, radius: radiusOf(effect: place.z), middle: places[index].middle)
  }

  /// Decides where the path is averaged: at as many places as arcs and tapers need.
  private mutating func cut(_ path: FlatPath, from first: Int, to last: Int, style: ToolStyle, tolerance: Double) {
    let vertices = path.vertices.span
    let stops = path.profile.stops.span
    let taper = style.taper
    let tapers = taper.start > 0 || taper.end > 0
    var turns = TurnCounter(path, smoothing: style.smoothing)
    var edge = first
    while edge < last {
      // Where samples are dense the average needs fewer places than the path has vertices.
      let start = vertices[edge].place.w
      var end = edge + 1
      let dense = turns.reach(stops, at: start) / 2
      if !tapers {
        while end < last, vertices[end + 1].place.w - start <= dense, !path.bends(at: end) { end += 1 }
      }
      let length = vertices[end].place.w - start
      let count =
        path.kernel != nil
        ? turns.stepCount(vertices, stops, edge, end, length, tolerance: tolerance)
        : vertices[edge].stepCount(length, tolerance: tolerance)
      cuts.append(start)
      if count > 1 { for k in 1..<count { cuts.append(start + length * (Double(k) / Double(count))) } }
      if tapers { cut(path, start, vertices[end].place.w, taper) }
      edge = end
    }
    cuts.append(vertices[last].place.w)
    if tapers { cuts.sort() }
  }

  /// Cuts between two lengths where a taper wants discs, twelve to a taper.
  private mutating func cut(_ path: FlatPath, _ start: Double, _ end: Double, _ taper: Taper) {
    let inside = start.nextUp..<Swift.max(start.nextUp, end)
    for i in 1...12 {
      let (first, last) = (taper.start * Double(i) / 12, path.length(at: path.last) - taper.end * Double(i) / 12)
      if path.beginsHere, inside.contains(first) { cuts.append(first) }
      if path.endsHere, inside.contains(last) { cuts.append(last) }
    }
  }

  private mutating func addAverages(of path: FlatPath, reach: Double) {
    let edges = path.integrals.edges.span
    var walk = PathIntegrals.Walk(path, reach: reach)
    addPlaces { walk.average(of: path, edges, at: $0) }
  }

  private mutating func addFourthOrderAverages(of path: FlatPath) {
    let edges = path.integrals.edges.span
    let stops = path.profile.stops.span
    var walk = FourthOrderWalk(path)
    addPlaces { walk.average(of: path, edges, stops, at: $0) }
  }

  /// Adds the places that `average` gives for the cuts in their order.
  @inline(__always)
  private mutating func addPlaces(
    _ average: (Double) -> PathAverage
  ) {
    let cuts = self.cuts
    let radiusOf = self.radiusOf
    places.append(addingCapacity: cuts.count) { places in
      let cuts = cuts.span
      var here = average(cuts[0])
      for i in 1..<cuts.count {
        let next = average(cuts[i])
        // Hermite's cubic at its middle.
        let middle =
          (here.place + next.place) * 0.5 + (here.tangent - next.tangentBefore) * ((cuts[i] - cuts[i - 1]) / 8)
        places.append(
          SmoothPlace(here.place, radius: radiusOf(effect: here.effect), middle: middle))
        here = next
      }
      places.append(
        SmoothPlace(here.place, radius: radiusOf(effect: here.effect), middle: here.place))
    }
  }

  /// Adds the places of the path itself.
  private mutating func addPlaces(of path: FlatPath, from first: Int) {
    var edge = first
    for (i, at) in cuts.enumerated() {
      while edge < path.last, path.length(at: edge + 1) <= at { edge += 1 }
      let place = path.place(at: at, onEdge: edge)
      let next = cuts[Swift.min(i + 1, cuts.count - 1)]
      places.append(
        SmoothPlace(
          place.lowHalf, radius: radiusOf(effect: place.z),
          middle: path.place(at: (at + next) / 2, onEdge: edge).lowHalf))
    }
  }

  /// Narrows the start's discs over `length` points; the first place is `distance` behind the stroke's start.
  mutating func taperStart(over length: Double, from distance: Double) {
    var distance = distance
    for i in places.indices {
      if i > 0 { distance += step(i) }
      places[i].radius *= StrokeWidth.taper(distance: distance, length: length)
    }
  }

  /// Narrows the end's discs over `length` points, down to `rest` of their radius; the last place is `distance` before
  /// the stroke's end.
  mutating func taperEnd(over length: Double, from distance: Double, rest: Double) {
    var distance = distance
    for i in places.indices.reversed() {
      places[i].radius *= rest + (1 - rest) * StrokeWidth.taper(distance: distance, length: length)
      if i > 0 { distance += step(i) }
    }
  }

  /// The distance between places `i - 1` and `i`, in points.
  private func step(_ i: Int) -> Double { (places[i].place - places[i - 1].place).squaredLength.squareRoot() }
}
