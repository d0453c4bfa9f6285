import Geometry

/// Which nodes decide a span's ink (stages S0 to S2).
extension SpanModeler {
  /// Gathers the nodes of a span whose smoothing reaches equally far everywhere: as many points as the style says.
  mutating func gatherEvenNodes(span: Int, of sequence: SampleSequence, style: ToolStyle) -> NodeWindow {
    guard let (first, end) = beginNodes(span, of: sequence) else { return restWindow(span, of: sequence) }
    var window = NodeWindow()
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
      addNode(at: sequence.run(from: before), of: sequence, style)
      i = before
    }
    nodes.reverse()
    window.beginsStroke = i == 0
    let firstSample = i
    let ownStart = nodes.count

    // The span's own, then forward in the same way.
    i = first
    while i < end {
      let run = sequence.run(from: i)
      window.lastSample = i
      addNode(at: run, of: sequence, style)
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
      addNode(at: run, of: sequence, style)
      i = run.range.upperBound
      if distance >= Swift.max(reach, style.taper.end) { extra -= 1 }
    }
    window.endsStroke = extra >= 0
    // Another sample has closed the last run, and its speed looks ahead no further than what is known.
    window.isComplete =
      extra < 0 && i < sequence.samples.count
      && (!readsSpeed
        || sequence.samples[sequence.samples.count - 1].time >= sequence[i - 1].time + SampleSequence.speedReach)
    let samples = Swift.max(0, firstSample - 1)...i
    window.samples = SpanSamples(placing: samples, pressing: samples)
    if readsSpeed { includeSpeeds(of: firstSample..<i, &window.samples, sequence) }
    return window
  }

  /// Gathers the nodes of a span whose smoothing reaches as far as the samples ask for.
  /// - Parameter mustBeComplete: Whether nodes that samples to come may change are of no use.
  mutating func gatherPlannedNodes(
    span: Int, of sequence: SampleSequence, style: ToolStyle, mustBeComplete: Bool
  ) -> NodeWindow {
    guard let (first, end) = beginNodes(span, of: sequence) else { return restWindow(span, of: sequence) }
    var window = NodeWindow()
    if let planned, planned.spans.contains(span) {
      window.isComplete = planned.isComplete
    } else {
      window.isComplete = plan(from: first, to: end, of: sequence, style, mustBeComplete: mustBeComplete)
      if mustBeComplete, !window.isComplete { return window }
    }
    let places = planner.window.places
    let own = planner.window.place(atOrAfter: first)..<planner.window.place(atOrAfter: end)
    let ownEnd = Swift.min(own.upperBound, places.count - 1)
    window.firstSample = first
    window.lastSample = places[ownEnd].samples.lowerBound

    // As far as any kernel reaches, and one more on either side for the tangent.
    let reach = planner.reaches[own.lowerBound...ownEnd].max() ?? 0
    var from = own.lowerBound
    var distance = 0.0
    while from > 0, distance < reach {
      distance += (places[from].point - places[from - 1].point).squaredLength.squareRoot()
      from -= 1
    }
    window.beginsStroke = from == 0
    if from > 0 { from -= 1 }
    var to = ownEnd
    distance = 0
    while to + 1 < places.count, distance < reach {
      distance += (places[to + 1].point - places[to].point).squaredLength.squareRoot()
      to += 1
    }
    window.endsStroke = to + 1 == places.count
    if !window.endsStroke { to += 1 }
    for place in places[from...to] { addNode(at: place, of: sequence, style) }

    window.own = own.lowerBound - from..<own.upperBound - from
    window.reaches = own.lowerBound..<ownEnd + 1
    let pressing = places[from].samples.lowerBound...places[to].samples.upperBound
    window.samples = SpanSamples(placing: planner.window.samples, pressing: pressing)
    if style.grid == nil { window.samples.include(first: ReachPlanner.gridSamples) }
    if readsSpeed {
      includeSpeeds(of: pressing.lowerBound..<pressing.upperBound, &window.samples, sequence)
      makeDot(sequence, style)
    }
    if window.isComplete { window.isComplete = isComplete(window, upTo: places[to], sequence, style) }
    return window
  }

  /// Begins to gather a span's nodes.
  /// - Returns: The first sample of its own that starts one, and where its samples end; nil where none does.
  private mutating func beginNodes(_ span: Int, of sequence: SampleSequence) -> (first: Int, end: Int)? {
    nodes.removeAll(keepingCapacity: true)
    readsSpeed = false
    return sequence.nodes(ofSpans: span..<span + 1)
  }

  /// A span of nothing but a rest that began in an earlier one.
  private func restWindow(_ span: Int, of sequence: SampleSequence) -> NodeWindow {
    let start = span * StrokeSpan.sampleCount
    var window = NodeWindow()
    window.isComplete = start + StrokeSpan.sampleCount < sequence.samples.count
    let samples = Swift.max(0, start - 1)...start + StrokeSpan.sampleCount
    window.samples = SpanSamples(placing: samples, pressing: samples)
    return window
  }

  /// Whether what is still to come changes neither speeds nor tapers.
  private func isComplete(
    _ window: NodeWindow, upTo place: PlaceWindow.Place, _ sequence: SampleSequence, _ style: ToolStyle
  ) -> Bool {
    let last = sequence.samples.count - 1
    if readsSpeed, sequence.samples[last].time < place.departure + SampleSequence.speedReach { return false }
    let taper = taper(style, of: sequence)
    let beforeEnd = sequence.length(from: window.lastSample, to: last, upTo: taper.end)
    guard beforeEnd > taper.end || taper.end == 0 else { return false }
    guard taper.start > 0 else { return true }
    let afterStart = sequence.length(from: 0, to: window.firstSample, upTo: taper.start)
    return afterStart > taper.start || sequence.length(from: 0, to: last, upTo: 3 * taper.start) >= 3 * taper.start
  }

  /// A stroke without pressure that is shorter than its width is a dot: as wide as its widest place all over.
  private mutating func makeDot(_ sequence: SampleSequence, _ style: ToolStyle) {
    guard isDot(sequence, style) else { return }
    let widest = nodes.reduce(0) { Swift.max($0, $1.effect) }
    for i in nodes.indices { nodes[i].effect = widest }
  }

  /// Whether a stroke is so short that neither its speed nor its ends mean anything.
  func isDot(_ sequence: SampleSequence, _ style: ToolStyle) -> Bool {
    sequence.count <= StrokeSpan.sampleCount
      && sequence.length(from: 0, to: sequence.count - 1, upTo: style.width) < style.width
  }

  /// Speeds count what the touch did some time before and after.
  private func includeSpeeds(of range: Range<Int>, _ samples: inout SpanSamples, _ sequence: SampleSequence) {
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
  private mutating func addNode(at place: PlaceWindow.Place, of sequence: SampleSequence, _ style: ToolStyle) {
    addNode(at: place.point, place.samples, pressure: place.pressure, of: sequence, style)
  }

  @inline(always)
  private mutating func addNode(at run: SampleRun, of sequence: SampleSequence, _ style: ToolStyle) {
    addNode(at: SIMD2(run.point.x, run.point.y), run.range, pressure: run.pressure, of: sequence, style)
  }

  @inline(always)
  private mutating func addNode(
    at point: SIMD2<Double>, _ samples: Range<Int>, pressure: Float, of sequence: SampleSequence, _ style: ToolStyle
  ) {
    let effect: Double
    switch options.widthSource {
    case .auto where !pressure.isNaN, .recorded where !pressure.isNaN:
      effect = StrokeWidth.effect(pressure: Double(pressure), model)
    case .auto, .velocity:
      readsSpeed = true
      effect = StrokeWidth.effect(speed: sequence.speed(around: samples), width: style.width, model)
    case .recorded, .none:
      effect = 0.5
    }
    nodes.append(PathNode(point: point, effect: effect))
  }
}
