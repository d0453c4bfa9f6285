import Geometry
import Lettering
import TouchLog

/// Models the ink of spans from the samples around them.
///
/// The steps, each with the type that explains it:
/// 1. Consecutive samples at one position become one node, whose effect follows from pressure or speed (`SampleRun`,
///    `NodeGatherer`, `StrokeWidth`). Since `ink-3` the hooks at the ends are left out (`StrokeHooks`).
/// 2. `ReachPlanner` decides how far the smoothing kernel reaches at each node (`ink-2`; in `ink-1` the tool does).
///    `HandPlanner` also decides where the nodes are, and how the curve passes them (since `ink-3`).
/// 3. A centripetal Catmull-Rom curve through the nodes is split into flat parabolas (`PathPiece`, `FlatPath`). Since
///    `ink-3` the curve keeps corners and straight sides (`HandCurve`).
/// 4. The curve and the effect are averaged along their length (`PathIntegrals`, `FourthOrderKernel`) at as many points
///    as the tolerance requires (`StepCounter`, `SmoothPath`).
/// 5. The averaged effect gives the radius of the ink, which the tapers narrow at the ends (`StrokeWidth`, `Tapers`).
/// 6. Few circular arcs replace many short steps (`ArcFitter`).
///
/// The modeler holds working memory and a plan only: the ink depends on its arguments alone.
struct SpanModeler {
  private(set) var options: ModelOptions
  let model: StrokeModel
  @safe private unowned(unsafe) let rules: ModelRules
  private var gatherer: NodeGatherer
  private let tapers: Tapers
  private var path = FlatPath()
  private var smooth = SmoothPath()

  /// The discs of the last span that was modeled.
  private(set) var discs: [InkDisc] = []
  /// For a brush, the tips at these discs; empty for other ink.
  private(set) var tips: [InkTip] = []
  /// The samples on which these discs depend.
  private(set) var samples = SpanSamples()

  /// The fraction of the tolerance that flattening the curve may use. The arcs may use the rest.
  private static let flatteningShare = 0.4
  private static let arcShare = 0.6

  init(options: ModelOptions) {
    self.options = options
    model = options.model ?? .newest
    rules = model.rules
    gatherer = NodeGatherer(options: options)
    tapers = Tapers(options: options)
  }

  /// Sets the fonts of texts.
  mutating func use(_ fonts: FontSet) { options.fonts = fonts }

  // MARK: When to settle

  /// Whether modeling several spans together takes less time than one by one.
  var plansAhead: Bool {
    if case .even = rules.planner { false } else { true }
  }

  /// The number of samples to wait for after a span if many samples arrive at once.
  static let samplesAheadOfMany = 96

  /// The least number of samples after a span that may settle it.
  var samplesAhead: Int { rules.samplesAhead }

  /// The number of further samples after which another attempt to settle a span is worthwhile: more after one that had to
  /// look at many samples.
  var samplesBetweenAttempts: Int { rules.samplesBetweenAttempts(gatherer.plannedRunCount) }

  // MARK: Planning

  /// Plans the smoothing of several spans of a stroke at once, which makes modeling them faster. No other stroke may be
  /// modeled before `endPlan`.
  mutating func plan(spans: Range<Int>, of sequence: SampleSequence, look: Look) {
    guard plansAhead, spans.count > 1 else { return }
    gatherer.plan(spans: spans, of: withoutHooks(sequence, look).sequence, look.guide, mustBeComplete: false)
  }

  /// Plans spans from the first one on, most of those that no further samples can change.
  /// - Returns: The spans to model before the plan ends: those that were planned, otherwise all of them.
  mutating func planIfSettled(spans: Range<Int>, of sequence: SampleSequence, look: Look) -> Range<Int> {
    guard plansAhead else { return spans }
    let sequence = withoutHooks(sequence, look).sequence
    let look = look.guide
    var first = spans
    while first.count > 1 {
      if gatherer.plan(spans: first, of: sequence, look, mustBeComplete: true) { return first }
      first = first.lowerBound..<first.upperBound - Swift.max(1, first.count / 4)
    }
    return spans
  }

  /// Discards the plan.
  mutating func endPlan() { gatherer.endPlan() }

  // MARK: Modeling

  /// Models span `span` as the present samples give it, and stores the result in `discs` and `samples`.
  mutating func model(span: Int, of sequence: SampleSequence, look: Look) {
    let (sequence, hooks) = withoutHooks(sequence, look)
    let guide = look.guide
    model(gatherNodes(span: span, of: sequence, look: guide), of: sequence, look: guide, brush: look.recipe)
    samples.include(hooks, of: sequence)
  }

  /// Models span `span` of an active stroke if only revisions can still change its ink.
  /// - Returns: Whether it did; if not, `discs` is meaningless.
  mutating func modelIfSettled(span: Int, of sequence: SampleSequence, look: Look) -> Bool {
    let (sequence, hooks) = withoutHooks(sequence, look)
    let guide = look.guide
    let window = gatherNodes(span: span, of: sequence, look: guide, mustBeComplete: true)
    guard window.isComplete else { return false }
    let recipe = look.recipe
    if let recipe, window.own != nil {
      let undecided = hooks == nil ? 0 : StrokeHooks.mostSamples + 1
      guard
        PenPath.isComplete(
          sequence, after: window.lastSample, readsSpeed: recipe.readsSpeed, undecided: undecided)
      else { return false }
    }
    model(window, of: sequence, look: guide, brush: recipe)
    guard let hooks else { return true }
    samples.include(hooks, of: sequence)
    return hooks.startIsCertain || !samples.dependOnStart(hooks)
  }

  /// The samples that are drawn, and the hooks that are left out; nil if the model looks for none.
  private func withoutHooks(
    _ sequence: SampleSequence, _ look: Look
  ) -> (sequence: SampleSequence, hooks: StrokeHooks?) {
    guard rules.findsHooks, look.smoothing > 0 else { return (sequence, nil) }
    let hooks = StrokeHooks(sequence, width: look.width)
    return (sequence.without(hooks), hooks)
  }

  /// The discs along a complete stroke, in points, smoothed by a kernel of fixed width in every model: a stroke of a
  /// letter. Consecutive ones differ.
  /// - Parameter look: Its `smoothing` is the reach of the kernel, in points.
  mutating func discs(of samples: [Sample], look: Look) -> [InkDisc] {
    let sequence = SampleSequence(samples: samples, guesses: [])
    var stroke: [InkDisc] = []
    for span in 0..<StrokeSpan.count(forSamples: samples.count) {
      model(gatherer.gatherEvenly(span: span, of: sequence, look), of: sequence, look: look)
      for disc in discs where disc != stroke.last { stroke.append(disc) }
    }
    // Appending has left room for more, which texts would keep.
    var exact: [InkDisc] = []
    exact.reserveCapacity(stroke.count)
    exact += stroke
    return exact
  }

  private mutating func gatherNodes(
    span: Int, of sequence: SampleSequence, look: Look, mustBeComplete: Bool = false
  ) -> NodeWindow {
    plansAhead
      ? gatherer.gatherPlanned(span: span, of: sequence, look, tapers, mustBeComplete: mustBeComplete)
      : gatherer.gatherEvenly(span: span, of: sequence, look)
  }

  /// - Parameter brush: The brush whose guide is modeled; nil for other ink.
  private mutating func model(
    _ window: NodeWindow, of sequence: SampleSequence, look: Look, brush: BrushRecipe? = nil
  ) {
    discs.removeAll(keepingCapacity: true)
    tips.removeAll(keepingCapacity: true)
    samples = window.samples
    // The samples of a span may all belong to a run that began in an earlier span. Such a span has no ink.
    guard let own = window.own else { return }
    let nodes = gatherer.nodes
    if nodes.count == 1 {
      let radius = StrokeWidth.radius(effect: nodes[0].effect, look: look, model)
      discs.append(InkDisc(center: Point(nodes[0].point.x, nodes[0].point.y), radius: radius, bulge: 0))
      if let brush { layTips(brush, window, sequence, look, nil) }
      return
    }
    path.lay(
      through: nodes, derivatives: gatherer.derivatives, beginsHere: window.beginsStroke, endsHere: window.endsStroke,
      tolerance: options.tolerance * Self.flatteningShare)
    let ends = tapers.taper(of: window, sequence, look, &samples)
    var look = look
    look.taper = Taper(start: ends.taper.start, end: ends.taper.end)
    // The path begins at the second node, unless the stroke begins here: the first one only shapes the curve.
    let firstNode = own.lowerBound - (window.beginsStroke ? 0 : 1)
    let lastNode = Swift.min(own.upperBound, nodes.count - 1) - (window.beginsStroke ? 0 : 1)
    if let reaches = window.reaches {
      path.measure(
        reaches: gatherer.reaches[reaches], firstNode: firstNode, growth: look.width * look.thinning,
        beginsHere: window.beginsStroke, endsHere: window.endsStroke)
    } else {
      path.measure(reach: look.smoothing, beginsHere: window.beginsStroke, endsHere: window.endsStroke)
    }
    smooth.average(
      path, from: path.first + path.nodeVertices[firstNode], to: path.first + path.nodeVertices[lastNode], look: look,
      model, tolerance: options.tolerance)
    if brush == nil, look.taper.start > 0 { smooth.taperStart(over: look.taper.start, from: ends.afterStart) }
    if brush == nil, look.taper.end > 0 {
      smooth.taperEnd(over: look.taper.end, from: ends.beforeEnd, rest: ends.taper.rest)
    }
    ArcFitter.fit(smooth.points, tolerance: options.tolerance * Self.arcShare, into: &discs)
    if let brush { layTips(brush, window, sequence, look, ends) }
  }

  /// Replaces the discs of a brush's guide by its tips.
  /// - Parameter ends: The tapers of the span; nil for a dot, which has none.
  private mutating func layTips(
    _ brush: BrushRecipe, _ window: NodeWindow, _ sequence: SampleSequence, _ guide: Look, _ ends: Tapers.SpanTaper?
  ) {
    let (first, last) = (window.firstSample, Swift.max(window.firstSample, window.lastSample))
    samples.include(PenPath.start(of: sequence, before: first))
    samples.include(PenPath.end(of: sequence, after: last))
    if brush.readsSpeed { gatherer.includeSpeeds(of: first..<last + 1, &samples, sequence) }
    if guide.readsLength { samples.include(0) }
    if guide.readsLength { samples.includePressure(0) }
    let path = PenPath(
      sequence, from: first, to: last, start: sequence.length(to: first), readsSpeed: brush.readsSpeed)
    // All of a dot is at the end of the stroke.
    let dot = Tapers.SpanTaper(
      taper: Tapers.EndTaper(start: brush.bead, end: brush.bead), afterStart: 0, beforeEnd: 0)
    var modeler = TipModeler(guide, brush, options, path, ends ?? dot)
    (discs, tips) = modeler.lay(along: discs)
  }
}
