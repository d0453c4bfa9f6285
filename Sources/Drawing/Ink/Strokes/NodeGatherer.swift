import Geometry
import TouchLog

/// The nodes on which a span's ink depends.
struct NodeWindow {
  /// The span's own nodes among the gathered ones; its ink ends at the node after them. Nil for none.
  var own: Range<Int>?
  /// The planner's reaches for the own nodes and the one after them; nil if the reach is constant.
  var reaches: Range<Int>?
  /// The first sample of the first own node.
  var firstSample = 0
  /// The first sample of the node at which the span's ink ends.
  var lastSample = 0
  /// Whether the first gathered node is the start of the stroke.
  var beginsStroke = false
  /// Whether the last gathered node is the present end of the stroke.
  var endsStroke = false
  /// Whether further samples cannot change these nodes.
  var isComplete = false
  var samples = SpanSamples()
}

/// Gathers the nodes on which a span's ink depends: its own, those within reach of the smoothing kernel, and one more
/// on either side for the tangent.
struct NodeGatherer {
  private let options: ModelOptions
  private let model: StrokeModel
  @safe private unowned(unsafe) let rules: ModelRules
  /// The nodes of the last span.
  private(set) var nodes: [PathNode] = []
  /// The derivatives of the curve at these nodes; empty for a Catmull-Rom curve.
  private(set) var derivatives: [NodeDerivatives] = []
  /// Whether an effect in `nodes` follows from speed.
  private var readsSpeed = false
  private var planner: PathPlanner
  /// The spans that the planner has planned together, and whether further samples cannot change their plan.
  private var planned: (spans: Range<Int>, isComplete: Bool)?

  init(options: ModelOptions) {
    self.options = options
    model = options.model ?? .newest
    rules = model.rules
    planner = PathPlanner(rules.planner)
  }

  /// The planner's reaches, to which `NodeWindow.reaches` refers.
  var reaches: [Double] { planner.reaches }

  /// The number of runs at which the last plan looked.
  var plannedRunCount: Int { planner.window.runs.count }

  // MARK: Planning

  /// Plans several spans together.
  /// - Parameter mustBeComplete: Whether to discard a plan that further samples can change.
  /// - Returns: Whether there is now a plan.
  @discardableResult
  mutating func plan(spans: Range<Int>, of sequence: SampleSequence, _ look: Look, mustBeComplete: Bool) -> Bool {
    guard let (first, end) = sequence.firstRun(ofSpans: spans) else { return false }
    let isComplete = plan(from: first, to: end, of: sequence, look, mustBeComplete: mustBeComplete)
    guard isComplete || !mustBeComplete else { return false }
    planned = (spans, isComplete)
    return true
  }

  mutating func endPlan() { planned = nil }

  private mutating func plan(
    from first: Int, to end: Int, of sequence: SampleSequence, _ look: Look, mustBeComplete: Bool
  ) -> Bool {
    planner.plan(
      sequence, from: first, to: end, smoothing: Swift.min(look.smoothing, Look.strongestSmoothing), grid: look.grid,
      mustBeComplete: mustBeComplete)
  }

  // MARK: Gathering

  /// Gathers the nodes of a span for a kernel of fixed width, which reaches `look.smoothing` points.
  mutating func gatherEvenly(span: Int, of sequence: SampleSequence, _ look: Look) -> NodeWindow {
    guard let (first, end) = beginNodes(span, of: sequence) else { return restWindow(span, of: sequence) }
    var window = NodeWindow()
    window.firstSample = first

    // Backward as far as the kernel reaches, and one more node.
    let reach = Swift.max(look.smoothing, 0)
    var i = first
    var distance = 0.0
    var extra = 1
    while i > 0, extra >= 0 {
      if distance >= reach { extra -= 1 }
      guard extra >= 0 else { break }
      let before = sequence.runStart(before: i)
      distance += sequence[before].point.distance(to: sequence[i].point)
      addNode(at: sequence.run(from: before), of: sequence, look)
      i = before
    }
    nodes.reverse()
    window.beginsStroke = i == 0
    let firstSample = i
    let ownStart = nodes.count

    // The span's own nodes.
    i = first
    while i < end {
      let run = sequence.run(from: i)
      window.lastSample = i
      addNode(at: run, of: sequence, look)
      i = run.samples.upperBound
    }
    window.own = ownStart..<nodes.count
    // The node at which the span's ink ends, then forward as far as the kernel reaches, and one more.
    if i < sequence.count { window.lastSample = i }
    var beyond: Double?
    extra = 1
    var previous = Self.point(nodes[nodes.count - 1].point)
    while i < sequence.count, extra >= 0 {
      let run = sequence.run(from: i)
      let point = Self.point(run.point)
      let distance = beyond.map { $0 + previous.distance(to: point) } ?? 0
      beyond = distance
      previous = point
      addNode(at: run, of: sequence, look)
      i = run.samples.upperBound
      if distance >= Swift.max(reach, look.taper.end) { extra -= 1 }
    }
    window.endsStroke = extra >= 0
    // The last run is complete if a sample follows it, and a speed if the samples after it are known for long enough.
    window.isComplete =
      extra < 0 && i < sequence.samples.count
      && (!readsSpeed
        || sequence.samples[sequence.samples.count - 1].time >= sequence[i - 1].time + SampleSequence.speedReach)
    let samples = Swift.max(0, firstSample - 1)...i
    window.samples = SpanSamples(moving: samples, pressing: samples)
    if readsSpeed { includeSpeeds(of: firstSample..<i, &window.samples, sequence) }
    return window
  }

  private static func point(_ point: SIMD2<Double>) -> Point { Point(point.x, point.y) }

  /// Gathers the nodes of a span for a kernel whose reach the planner decides.
  /// - Parameter mustBeComplete: Whether to stop, and return an incomplete window, once it is known that further
  ///   samples can change the nodes.
  mutating func gatherPlanned(
    span: Int, of sequence: SampleSequence, _ look: Look, _ tapers: Tapers, mustBeComplete: Bool
  ) -> NodeWindow {
    guard let (first, end) = beginNodes(span, of: sequence) else { return restWindow(span, of: sequence) }
    var window = NodeWindow()
    if let planned, planned.spans.contains(span) {
      window.isComplete = planned.isComplete
    } else {
      window.isComplete = plan(from: first, to: end, of: sequence, look, mustBeComplete: mustBeComplete)
      if mustBeComplete, !window.isComplete { return window }
    }
    let plan = planner.window
    let (runs, reaches) = (plan.runs, self.reaches)
    let own = plan.index(ofRunAtOrAfter: first)..<plan.index(ofRunAtOrAfter: end)
    let ownEnd = Swift.min(own.upperBound, runs.count - 1)
    window.firstSample = first
    window.lastSample = runs[ownEnd].samples.lowerBound

    // As far as any kernel reaches, and one more node on either side.
    let reach = reaches[own.lowerBound...ownEnd].max() ?? 0
    var from = own.lowerBound
    var distance = 0.0
    while from > 0, distance < reach {
      distance += planner.chord(before: from)
      from -= 1
    }
    window.beginsStroke = from == 0
    if from > 0 { from -= 1 }
    var to = ownEnd
    distance = 0
    while to + 1 < runs.count, distance < reach {
      distance += planner.chord(before: to + 1)
      to += 1
    }
    window.endsStroke = to + 1 == runs.count
    if !window.endsStroke { to += 1 }
    for run in runs[from...to] { addNode(at: run, of: sequence, look) }
    planner.bend(from...to, &nodes, &derivatives)

    window.own = own.lowerBound - from..<own.upperBound - from
    window.reaches = own.lowerBound..<ownEnd + 1
    var pressed = from...to
    if rules.removesKnobs, !readsSpeed {
      if window.beginsStroke { pressed = from...Swift.max(to, Swift.min(2, runs.count - 1)) }
      if window.endsStroke { pressed = Swift.min(from, Swift.max(0, runs.count - 3))...pressed.upperBound }
      removeKnobs(window, runs, sequence, look)
    }
    let pressing = runs[pressed.lowerBound].samples.lowerBound...runs[pressed.upperBound].samples.upperBound
    window.samples = SpanSamples(moving: plan.samples, pressing: pressing)
    if look.grid == nil { window.samples.include(first: planner.gridSamples) }
    if readsSpeed {
      includeSpeeds(of: pressing.lowerBound..<pressing.upperBound, &window.samples, sequence)
      makeDot(sequence, look)
    }
    if window.isComplete {
      window.isComplete =
        knowsSpeeds(upTo: runs[to], sequence) && tapers.areComplete(for: window, sequence, look)
    }
    return window
  }

  /// Limits the effects of the first and the last run of a stroke to those of the two beside them: a lone pressure at an
  /// end would make a knob.
  private mutating func removeKnobs(
    _ window: NodeWindow, _ runs: [SampleRun], _ sequence: SampleSequence, _ look: Look
  ) {
    guard runs.count >= 4 else { return }
    func effect(_ run: Int) -> Double { self.effect(of: runs[run], sequence, look) }
    if window.beginsStroke { nodes[0].effect = Swift.min(nodes[0].effect, Swift.max(effect(1), effect(2))) }
    if window.endsStroke {
      let (last, end) = (nodes.count - 1, runs.count - 1)
      nodes[last].effect = Swift.min(nodes[last].effect, Swift.max(effect(end - 1), effect(end - 2)))
    }
  }

  /// Begins to gather a span's nodes.
  /// - Returns: The first sample of the span that starts a run, and the end of its samples; nil if no run starts in it.
  private mutating func beginNodes(_ span: Int, of sequence: SampleSequence) -> (first: Int, end: Int)? {
    nodes.removeAll(keepingCapacity: true)
    derivatives.removeAll(keepingCapacity: true)
    readsSpeed = false
    return sequence.firstRun(ofSpans: span..<span + 1)
  }

  /// The window of a span whose samples all belong to a run that began in an earlier span.
  private func restWindow(_ span: Int, of sequence: SampleSequence) -> NodeWindow {
    let start = span * StrokeSpan.sampleCount
    var window = NodeWindow()
    window.isComplete = start + StrokeSpan.sampleCount < sequence.samples.count
    let samples = Swift.max(0, start - 1)...start + StrokeSpan.sampleCount
    window.samples = SpanSamples(moving: samples, pressing: samples)
    return window
  }

  /// Whether further samples cannot change the speeds of the nodes up to `run`.
  private func knowsSpeeds(upTo run: SampleRun, _ sequence: SampleSequence) -> Bool {
    guard readsSpeed else { return true }
    // The last samples may yet become a hook.
    let last = sequence.samples.count - 1 - (rules.findsHooks ? StrokeHooks.mostSamples + 1 : 0)
    return last >= 0 && sequence.samples[last].time >= run.departure + SampleSequence.speedReach
  }

  /// Gives all nodes of a dot the largest effect: a stroke without pressure that is shorter than its width has one
  /// width.
  private mutating func makeDot(_ sequence: SampleSequence, _ look: Look) {
    guard sequence.isDot(width: look.width) else { return }
    let widest = nodes.reduce(0) { Swift.max($0, $1.effect) }
    for i in nodes.indices { nodes[i].effect = widest }
  }

  /// Adds the dependency of speeds on the samples before and after `range`.
  func includeSpeeds(of range: Range<Int>, _ samples: inout SpanSamples, _ sequence: SampleSequence) {
    var first = range.lowerBound
    let earliest = sequence[first].time - SampleSequence.speedReach
    while first > 0, sequence[first].time > earliest { first -= 1 }
    var last = Swift.min(range.upperBound, sequence.count - 1)
    let latest = sequence[Swift.max(range.lowerBound, range.upperBound - 1)].time + SampleSequence.speedReach
    while last + 1 < sequence.count, sequence[last].time < latest { last += 1 }
    samples.include(first)
    samples.include(last)
  }

  @inline(always)
  private mutating func addNode(at run: SampleRun, of sequence: SampleSequence, _ look: Look) {
    nodes.append(PathNode(point: run.point, effect: effect(of: run, sequence, look)))
  }

  @inline(always)
  private mutating func effect(of run: SampleRun, _ sequence: SampleSequence, _ look: Look) -> Double {
    switch options.widthSource {
    case .auto where !run.pressure.isNaN, .recorded where !run.pressure.isNaN:
      return model.effect(pressure: look.pressure(ofReported: Double(run.pressure)))
    case .auto, .velocity:
      readsSpeed = true
      return rules.effectOfSpeed(rules.speed(sequence, run.samples), look.width)
    case .recorded, .none:
      return 0.5
    }
  }
}
