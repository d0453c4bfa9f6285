import Geometry
import TouchLog

/// Turns the samples around a span into the span's ink: stages S2 to S4 of the model.
///
/// Holds working memory only: what it makes depends on nothing that it made before.
struct SpanModeler {
  let options: ModelOptions
  private var nodes: [PathNode] = []
  /// Whether an effect of `nodes` comes from speed.
  private var readsSpeed = false
  private var path = FlatPath()
  /// The vertex of `path` at each node.
  private var vertexOfNode: [Int] = []
  private var smooth: [SIMD4<Double>] = []
  /// The middles of the steps of `smooth`, as x and y.
  private var middles: [SIMD2<Double>] = []
  /// The length along the path of the last place of `smooth`, and the tangent there.
  private var lastAt = 0.0
  private var lastTangent = SIMD2<Double>.zero
  /// Lengths along the path at which an edge is averaged.
  private var places: [Double] = []
  private var fitter = ArcFitter()

  /// The span's discs, each as x, y and radius in points and the bulge of the arc that leads to it: the result of
  /// `model`.
  private(set) var discs: [SIMD4<Double>] = []

  init(options: ModelOptions) {
    self.options = options
  }

  /// Models span `span` as it is now: `discs` is its ink. A sequence that has ended stays as it is.
  mutating func model(span: Int, of sequence: SampleSequence, style: ToolStyle) {
    model(gatherNodes(span: span, of: sequence, style: style), of: sequence, style: style)
  }

  /// Models span `span` of a stroke that goes on, if nothing but a revision will change its ink any more.
  /// - Returns: Whether that is so; if not, `discs` is of no use.
  mutating func modelIfSettled(span: Int, of sequence: SampleSequence, style: ToolStyle) -> Bool {
    let window = gatherNodes(span: span, of: sequence, style: style)
    guard window.isComplete else { return false }
    model(window, of: sequence, style: style)
    return true
  }

  private mutating func model(_ window: Window, of sequence: SampleSequence, style: ToolStyle) {
    discs.removeAll(keepingCapacity: true)
    // Nothing but a rest that began in an earlier span has no nodes of its own.
    guard let own = window.own else { return }
    if nodes.count == 1 {
      discs.append(disc(at: SIMD4(nodes[0].point.x, nodes[0].point.y, nodes[0].effect, 0), style: style))
      return
    }
    flatten(window)
    let last = Swift.min(own.upperBound, nodes.count - 1)
    smoothen(from: vertexOfNode[own.lowerBound], to: vertexOfNode[last], style: style)
    widen(window, style: style, sequence: sequence)
    // Parabolas have taken the rest.
    fitter.fit(&discs, middles: middles, tolerance: options.tolerance * 0.6)
  }

  /// The nodes that decide a span's ink.
  private struct Window {
    /// The span's own nodes among `nodes`, and the next after them is where its ink ends; nil for none.
    var own: Range<Int>?
    /// The first sample of the first own node, and of the node at which the span's ink ends.
    var firstSample = 0
    var lastSample = 0
    var beginsStroke = false
    var endsStroke = false
    /// Whether nothing that is yet to come changes these nodes.
    var isComplete = false
  }

  private mutating func gatherNodes(span: Int, of sequence: SampleSequence, style: ToolStyle) -> Window {
    nodes.removeAll(keepingCapacity: true)
    readsSpeed = false
    var window = Window()
    let start = span * StrokeSpan.sampleCount
    let end = Swift.min(start + StrokeSpan.sampleCount, sequence.count)
    guard let first = (start..<end).first(where: { sequence.startsNode($0) }) else {
      window.isComplete = start + StrokeSpan.sampleCount < sequence.samples.count
      return window
    }
    window.firstSample = first

    // Back until the smoothing reaches no further, and one more for the tangent.
    let reach = Swift.max(style.smoothing, 0)
    var i = first
    var distance = 0.0
    var extra = 1
    while i > 0, extra >= 0 {
      if distance >= reach { extra -= 1 }
      guard extra >= 0 else { break }
      let before = sequence.runStart(before: i)
      distance += sequence[before].point.distance(to: sequence[i].point)
      nodes.append(node(at: sequence.run(from: before), of: sequence))
      i = before
    }
    nodes.reverse()
    window.beginsStroke = i == 0
    let ownStart = nodes.count

    // The span's own, then forward in the same way.
    i = first
    while i < end {
      let run = sequence.run(from: i)
      window.lastSample = i
      nodes.append(node(at: run, of: sequence))
      i = run.upperBound
    }
    window.own = ownStart..<nodes.count
    // The run that starts at the span's end, then what the smoothing reaches beyond it.
    if i < sequence.count { window.lastSample = i }
    distance = -1
    extra = 1
    var previous = nodes[nodes.count - 1].point
    while i < sequence.count, extra >= 0 {
      let run = sequence.run(from: i)
      let point = sequence[i].point
      distance = distance < 0 ? 0 : distance + previous.distance(to: point)
      previous = point
      nodes.append(node(at: run, of: sequence))
      i = run.upperBound
      if distance >= Swift.max(reach, style.taper.end) { extra -= 1 }
    }
    window.endsStroke = extra >= 0
    // Another sample has closed the last run, and its speed looks ahead no further than what is known.
    window.isComplete =
      extra < 0 && i < sequence.samples.count
      && (!readsSpeed
        || sequence.samples[sequence.samples.count - 1].time >= sequence[i - 1].time + SampleSequence.speedReach)
    return window
  }

  private mutating func node(at run: Range<Int>, of sequence: SampleSequence) -> PathNode {
    var pressure = Float.nan
    for i in run where !(sequence[i].pressure <= pressure) && !sequence[i].pressure.isNaN {
      pressure = sequence[i].pressure
    }
    let effect: Double
    switch options.widthSource {
    case .auto where !pressure.isNaN, .recorded where !pressure.isNaN:
      effect = StrokeWidth.effect(pressure: Double(pressure))
    case .auto, .velocity:
      readsSpeed = true
      effect = StrokeWidth.effect(speed: sequence.speed(around: run))
    case .recorded, .none:
      effect = 0.5
    }
    return PathNode(point: sequence[run.lowerBound].point, effect: effect)
  }

  /// Lays the curve through the nodes; the outermost ones only shape it, but at the ends of the stroke.
  private mutating func flatten(_ window: Window) {
    path.removeAll()
    vertexOfNode.removeAll(keepingCapacity: true)
    let first = window.beginsStroke ? 0 : 1
    let last = window.endsStroke ? nodes.count - 1 : nodes.count - 2
    path.beginsHere = window.beginsStroke
    path.endsHere = window.endsStroke
    for _ in 0..<first { vertexOfNode.append(0) }
    path.begin(at: nodes[first].point, effect: nodes[first].effect)
    vertexOfNode.append(0)
    guard first < last else { return }
    var chord = PathChord(from: nodes[first].point, to: nodes[first + 1].point)
    // At the ends of the stroke the curve goes on straight.
    var tangent = PathChord.tangent(
      first > 0 ? PathChord(from: nodes[first - 1].point, to: nodes[first].point) : chord, chord)
    for i in first..<last {
      let a = nodes[i]
      let b = nodes[i + 1]
      let next = i + 2 < nodes.count ? PathChord(from: b.point, to: nodes[i + 2].point) : chord
      let nextTangent = PathChord.tangent(chord, next)
      let piece = PathPiece(from: a.point, chord, startTangent: tangent, endTangent: nextTangent)
      (chord, tangent) = (next, nextTangent)
      let parts = piece.partCount(tolerance: options.tolerance * 0.4)
      for k in 0..<parts {
        let middle = piece.point(at: (Double(k) + 0.5) / Double(parts))
        let t = Double(k + 1) / Double(parts)
        path.append(
          through: middle, to: k + 1 < parts ? piece.point(at: t) : b.point,
          effect: a.effect + (b.effect - a.effect) * t)
      }
      vertexOfNode.append(path.vertices.count - 1)
    }
  }

  /// Averages the path between two of its vertices, at as many places as arcs between them need.
  private mutating func smoothen(from first: Int, to last: Int, style: ToolStyle) {
    let reach = style.smoothing
    let tapers = style.taper.start > 0 || style.taper.end > 0
    smooth.removeAll(keepingCapacity: true)
    middles.removeAll(keepingCapacity: true)
    var edge = first
    while edge < last {
      // Where samples are dense the average needs fewer places than the path has vertices.
      let start = path.length(at: edge)
      var end = edge + 1
      if !tapers { while end < last, path.length(at: end + 1) - start <= reach / 2 { end += 1 } }
      addPlace(at: start, onEdge: edge, reach: reach)
      let length = path.length(at: end) - start
      let count = reach > 0 ? stepCount(onEdges: edge..<end, length, reach) : stepCount(onEdge: edge, length)
      places.removeAll(keepingCapacity: true)
      for k in 1..<Swift.max(2, count) where k < count { places.append(start + length * (Double(k) / Double(count))) }
      if tapers {
        places += taperPlaces(onEdge: edge, style.taper)
        places.sort()
      }
      for at in places {
        while path.length(at: edge + 1) < at { edge += 1 }
        addPlace(at: at, onEdge: edge, reach: reach)
      }
      edge = end
    }
    addPlace(at: path.length(at: last), onEdge: Swift.max(0, last - 1), reach: reach)
    // The average at an end is the end, but for rounding.
    if last == path.vertices.count - 1, path.endsHere { smooth[smooth.count - 1] = path.vertices[last] }
    if first == 0, path.beginsHere { smooth[0] = path.vertices[0] }
  }

  /// Into how many steps some edges are cut so that an arc follows the average in each.
  ///
  /// The second derivative of the average is about half the turning within reach by d, and its third at most that
  /// turning by d². A cubic is within √3/216 of its third derivative of an arc, and a step turns by half a radian.
  private func stepCount(onEdges edges: Range<Int>, _ length: Double, _ reach: Double) -> Int {
    let turning = path.turning(around: edges, reach: reach) / reach
    let turn = turning * length
    let miss = turn / reach * (length * length) * 0.00802
    var count = 1.0
    while count < 64, count < turn || miss > options.tolerance * (count * count * count) { count += 1 }
    return Int(count)
  }

  /// The same where nothing is averaged and the edge's parabola is followed: of height h over a chord of 2c it is
  /// within 0.19·h³/c² of an arc.
  private func stepCount(onEdge edge: Int, _ length: Double) -> Int {
    let bulge = path.bulge(ofEdge: edge)
    guard length > 0, bulge > 0 else { return 1 }
    let miss = 0.19 * 4 * bulge * bulge * bulge / (length * length)
    var count = 1.0
    while count < 64, miss > options.tolerance / 2 * (count * count * count * count) { count += 1 }
    return Int(count)
  }

  /// Adds the average at a length of the path, and the middle of the step that leads there.
  private mutating func addPlace(at length: Double, onEdge edge: Int, reach: Double) {
    guard reach > 0 else {
      if !smooth.isEmpty {
        let middle = (lastAt + length) / 2
        let isBefore = edge > 0 && middle < path.length(at: edge)
        middles.append(path.place(at: middle, onEdge: isBefore ? edge - 1 : edge).lowHalf)
      }
      smooth.append(path.place(at: length, onEdge: edge))
      lastAt = length
      return
    }
    let (place, tangent) = path.average(at: length, onEdge: edge, reach: reach)
    if let last = smooth.last {
      // Hermite's cubic at its middle.
      let bend = (lastTangent - tangent) * ((length - lastAt) / 8)
      middles.append((last.lowHalf + place.lowHalf) * 0.5 + bend)
    }
    smooth.append(place)
    lastAt = length
    lastTangent = tangent
  }

  /// Where on an edge, as lengths of the path, a taper wants discs beside those of the curve: twelve to a taper.
  private func taperPlaces(onEdge edge: Int, _ taper: Taper) -> [Double] {
    var places: [Double] = []
    for i in 1...12 {
      if path.beginsHere { places.append(taper.start * Double(i) / 12) }
      if path.endsHere { places.append(path.length(at: path.vertices.count - 1) - taper.end * Double(i) / 12) }
    }
    return places.filter { $0 > path.length(at: edge) && $0 < path.length(at: edge + 1) }
  }

  /// Gives the smooth path its radii.
  private mutating func widen(_ window: Window, style: ToolStyle, sequence: SampleSequence) {
    for place in smooth { discs.append(disc(at: place, style: style)) }
    let taper = style.taper
    if taper.start > 0 {
      var distance = way(from: 0, to: window.firstSample, of: sequence, atMost: taper.start)
      for i in discs.indices {
        if i > 0 { distance += step(i) }
        discs[i].z *= StrokeWidth.taper(distance: distance, length: taper.start)
      }
    }
    if taper.end > 0 {
      var distance = way(from: window.lastSample, to: sequence.count - 1, of: sequence, atMost: taper.end)
      for i in discs.indices.reversed() {
        discs[i].z *= StrokeWidth.taper(distance: distance, length: taper.end)
        if i > 0 { distance += step(i) }
      }
    }
  }

  /// The distance between discs `i - 1` and `i`, in points.
  private func step(_ i: Int) -> Double {
    Point(discs[i].x, discs[i].y).distance(to: Point(discs[i - 1].x, discs[i - 1].y))
  }

  /// The way through the samples from one to another, in points; where it is longer than `limit`, more than that.
  private func way(from first: Int, to last: Int, of sequence: SampleSequence, atMost limit: Double) -> Double {
    var way = 0.0
    var i = first
    while i < last, way <= limit {
      way += sequence[i].point.distance(to: sequence[i + 1].point)
      i += 1
    }
    return way
  }

  private func disc(at place: SIMD4<Double>, style: ToolStyle) -> SIMD4<Double> {
    let effect = Swift.min(1, Swift.max(0, place.z))
    return SIMD4(place.x, place.y, StrokeWidth.radius(effect: effect, style: style), 0)
  }
}
