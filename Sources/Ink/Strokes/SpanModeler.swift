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
  private var smooth = SmoothPath()

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
      let radius = StrokeWidth.radius(effect: nodes[0].effect, style: style)
      discs.append(SIMD4(nodes[0].point.x, nodes[0].point.y, radius, 0))
      return
    }
    let (first, last) = path.lay(
      through: nodes, beginsHere: window.beginsStroke, endsHere: window.endsStroke, reach: style.smoothing,
      tolerance: options.tolerance * 0.4, marking: own.lowerBound, Swift.min(own.upperBound, nodes.count - 1))
    smooth.average(path, from: first, to: last, style: style, tolerance: options.tolerance)
    taper(window, style.taper, sequence)
    // Parabolas have taken the rest.
    ArcFitter.fit(smooth.places, tolerance: options.tolerance * 0.6, into: &discs)
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
      addNode(at: sequence.run(from: before), of: sequence)
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
      addNode(at: run, of: sequence)
      i = run.range.upperBound
    }
    window.own = ownStart..<nodes.count
    // The run that starts at the span's end, then what the smoothing reaches beyond it.
    if i < sequence.count { window.lastSample = i }
    distance = -1
    extra = 1
    var previous = Point(nodes[nodes.count - 1].point.x, nodes[nodes.count - 1].point.y)
    while i < sequence.count, extra >= 0 {
      let run = sequence.run(from: i)
      distance = distance < 0 ? 0 : distance + previous.distance(to: run.point)
      previous = run.point
      addNode(at: run, of: sequence)
      i = run.range.upperBound
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

  @inline(always)
  private mutating func addNode(at run: SampleRun, of sequence: SampleSequence) {
    let effect: Double
    switch options.widthSource {
    case .auto where !run.pressure.isNaN, .recorded where !run.pressure.isNaN:
      effect = StrokeWidth.effect(pressure: Double(run.pressure))
    case .auto, .velocity:
      readsSpeed = true
      effect = StrokeWidth.effect(speed: sequence.speed(around: run.range))
    case .recorded, .none:
      effect = 0.5
    }
    nodes.append(PathNode(point: SIMD2(run.point.x, run.point.y), effect: effect))
  }

  private mutating func taper(_ window: Window, _ taper: Taper, _ sequence: SampleSequence) {
    if taper.start > 0 {
      let distance = way(from: 0, to: window.firstSample, of: sequence, atMost: taper.start)
      smooth.taperStart(over: taper.start, from: distance)
    }
    if taper.end > 0 {
      let distance = way(from: window.lastSample, to: sequence.count - 1, of: sequence, atMost: taper.end)
      smooth.taperEnd(over: taper.end, from: distance)
    }
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
}
