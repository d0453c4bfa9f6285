import Geometry
import TouchLog

/// Turns the samples around a span into the span's ink: stages S2 to S4 of the model.
///
/// Holds working memory only: what it makes depends on nothing that it made before.
struct SpanModeler {
  let options: ModelOptions
  let model: StrokeModel
  var nodes: [PathNode] = []
  /// Whether an effect of `nodes` comes from speed.
  var readsSpeed = false
  var planner = ReachPlanner()
  /// The spans that the planner has planned for, and whether samples that are still to come change nothing of it.
  var planned: (spans: Range<Int>, isComplete: Bool)?
  private var path = FlatPath()
  private var smooth = SmoothPath()

  /// The span's discs, each as x, y and radius in points and the bulge of the arc that leads to it: the result of
  /// `model`.
  private(set) var discs: [SIMD4<Double>] = []
  /// The samples that decided the discs.
  private(set) var samples = SpanSamples()

  /// Whether several spans take less time together.
  var plansAhead: Bool { model != .ink1 }

  /// How many samples there are behind a span when many come in together.
  static let samplesAheadOfMany = 96

  /// How many samples behind a span it takes to settle it, at least.
  var samplesAhead: Int { model == .ink1 ? 2 : 20 }

  /// After how many more samples it is worth trying again to settle a span.
  var samplesBetweenAttempts: Int { model == .ink1 ? 4 : 12 }

  init(options: ModelOptions) {
    self.options = options
    model = options.model ?? .newest
  }

  /// Models span `span` as it is now: `discs` is its ink. A sequence that has ended stays as it is.
  mutating func model(span: Int, of sequence: SampleSequence, style: ToolStyle) {
    model(gatherNodes(span: span, of: sequence, style: style), of: sequence, style: style)
  }

  /// Plans for some spans of a stroke together, which are then modelled one by one, in less time than one by one alone.
  /// No other stroke may be modelled before `endPlan` is called.
  mutating func plan(spans: Range<Int>, of sequence: SampleSequence, style: ToolStyle) {
    guard plansAhead, spans.count > 1 else { return }
    if let isComplete = plan(spans: spans, of: sequence, style, mustBeComplete: false) { planned = (spans, isComplete) }
  }

  /// The same for as many of the spans, from the first on, as samples that are still to come change nothing of.
  mutating func planIfSettled(spans: Range<Int>, of sequence: SampleSequence, style: ToolStyle) {
    guard plansAhead else { return }
    var spans = spans
    while spans.count > 1 {
      if plan(spans: spans, of: sequence, style, mustBeComplete: true) == true {
        planned = (spans, true)
        return
      }
      spans = spans.lowerBound..<spans.upperBound - 1
    }
  }

  /// - Returns: Whether samples that are still to come change nothing of it; nil where there is nothing to be planned.
  private mutating func plan(
    spans: Range<Int>, of sequence: SampleSequence, _ style: ToolStyle, mustBeComplete: Bool
  ) -> Bool? {
    guard let (first, end) = sequence.nodes(ofSpans: spans) else { return nil }
    return plan(from: first, to: end, of: sequence, style, mustBeComplete: mustBeComplete)
  }

  /// Forgets the plan.
  mutating func endPlan() { planned = nil }

  mutating func plan(
    from first: Int, to end: Int, of sequence: SampleSequence, _ style: ToolStyle, mustBeComplete: Bool
  ) -> Bool {
    planner.plan(
      sequence, from: first, to: end, smoothing: Swift.min(style.smoothing, ToolStyle.strongestSmoothing),
      grid: style.grid, mustBeComplete: mustBeComplete)
  }

  /// Models span `span` of a stroke that goes on, if nothing but a revision will change its ink any more.
  /// - Returns: Whether that is so; if not, `discs` is of no use.
  mutating func modelIfSettled(span: Int, of sequence: SampleSequence, style: ToolStyle) -> Bool {
    let window = gatherNodes(span: span, of: sequence, style: style, mustBeComplete: true)
    guard window.isComplete else { return false }
    model(window, of: sequence, style: style)
    return true
  }

  /// Models a span of a stroke whose smoothing reaches equally far everywhere, whatever the model: of a letter, say.
  /// - Parameter style: Its smoothing is the reach, in points.
  mutating func modelEvenly(span: Int, of sequence: SampleSequence, style: ToolStyle) {
    model(gatherEvenNodes(span: span, of: sequence, style: style), of: sequence, style: style)
  }

  private mutating func model(_ window: NodeWindow, of sequence: SampleSequence, style: ToolStyle) {
    discs.removeAll(keepingCapacity: true)
    samples = window.samples
    // Nothing but a rest that began in an earlier span has no nodes of its own.
    guard let own = window.own else { return }
    if nodes.count == 1 {
      let radius = StrokeWidth.radius(effect: nodes[0].effect, style: style, model)
      discs.append(SIMD4(nodes[0].point.x, nodes[0].point.y, radius, 0))
      return
    }
    path.lay(
      through: nodes, beginsHere: window.beginsStroke, endsHere: window.endsStroke, tolerance: options.tolerance * 0.4)
    let ends = taper(of: window, sequence, style, &samples)
    var style = style
    style.taper = Taper(start: ends.taper.start, end: ends.taper.end)
    // The first node only shapes the path, but at the stroke's start.
    let firstNode = own.lowerBound - (window.beginsStroke ? 0 : 1)
    let lastNode = Swift.min(own.upperBound, nodes.count - 1) - (window.beginsStroke ? 0 : 1)
    if let reaches = window.reaches {
      path.measure(
        reaches: planner.reaches[reaches], firstNode: firstNode, growth: style.width * style.thinning,
        beginsHere: window.beginsStroke, endsHere: window.endsStroke)
    } else {
      path.measure(reach: style.smoothing, beginsHere: window.beginsStroke, endsHere: window.endsStroke)
    }
    smooth.average(
      path, from: path.first + path.nodeVertices[firstNode], to: path.first + path.nodeVertices[lastNode], style: style,
      model, tolerance: options.tolerance)
    if style.taper.start > 0 { smooth.taperStart(over: style.taper.start, from: ends.afterStart) }
    if style.taper.end > 0 { smooth.taperEnd(over: style.taper.end, from: ends.beforeEnd, rest: ends.taper.rest) }
    // Flattening used the other 40 % of the tolerance.
    ArcFitter.fit(smooth.places, tolerance: options.tolerance * 0.6, into: &discs)
  }

  private mutating func gatherNodes(
    span: Int, of sequence: SampleSequence, style: ToolStyle, mustBeComplete: Bool = false
  ) -> NodeWindow {
    switch model {
    case .ink1: gatherEvenNodes(span: span, of: sequence, style: style)
    case .ink2: gatherPlannedNodes(span: span, of: sequence, style: style, mustBeComplete: mustBeComplete)
    }
  }
}
