import Geometry

/// The ink of 32 consecutive samples: the unit in which a stroke is modeled, drawn and versioned.
///
/// A span is a pure function of the samples around it. It is the same bit for bit whether it is modeled while the touch
/// moves, at its end, or again after a revision.
@usableFromInline package struct StrokeSpan: Sendable {
  /// The number of samples per span. The last span of a stroke may have fewer.
  static let sampleCount = 32

  /// The number of spans that `samples` samples make.
  static func count(forSamples samples: Int) -> Int { (samples + sampleCount - 1) / sampleCount }

  /// The drawing's version when this span settled.
  package fileprivate(set) var settledVersion: Int
  /// The drawing's version when this span last changed.
  package fileprivate(set) var version: Int
  /// The bounds of its ink, in points.
  package fileprivate(set) var bounds: Rect
  /// The samples on which its ink depends.
  fileprivate(set) var samples: SpanSamples
  /// The position to which its vertices are relative, in points.
  fileprivate var origin: Point
  /// Indices of its vertices in the stroke.
  fileprivate var vertices: Range<Int>
}

/// The samples on which a span's ink depends: a change to any other sample does not change it.
struct SpanSamples: Hashable, Sendable {
  /// The samples whose positions and times matter.
  private var moving: ClosedRange<Int32> = 0...0
  /// The samples whose pressures matter.
  private var pressing: ClosedRange<Int32> = 0...0
  /// The number of the stroke's first samples whose positions and times matter, too.
  private(set) var leading: Int32 = 0

  init() {}

  /// - Parameters:
  ///   - moving: The samples whose positions and times matter.
  ///   - pressing: The samples whose pressures matter.
  init(moving: ClosedRange<Int>, pressing: ClosedRange<Int>) {
    self.moving = Int32(moving.lowerBound)...Int32(moving.upperBound)
    self.pressing = Int32(pressing.lowerBound)...Int32(pressing.upperBound)
  }

  /// Adds a dependency on the position and time of a sample, and of all between it and the present ones.
  mutating func include(_ sample: Int) {
    moving = Swift.min(moving.lowerBound, Int32(sample))...Swift.max(moving.upperBound, Int32(sample))
  }

  /// Adds a dependency on the positions and times of the stroke's first `count` samples.
  mutating func include(first count: Int) { leading = Swift.max(leading, Int32(count)) }

  /// Adds a dependency on the pressure of a sample, and of all between it and the present ones.
  mutating func includePressure(_ sample: Int) {
    pressing = Swift.min(pressing.lowerBound, Int32(sample))...Swift.max(pressing.upperBound, Int32(sample))
  }

  /// The largest distance, in samples, from the samples of span `span` to one on which it depends, apart from
  /// `leading`.
  func reach(ofSpan span: Int) -> Int {
    let first = span * StrokeSpan.sampleCount
    let (low, high) = (
      Swift.min(moving.lowerBound, pressing.lowerBound), Swift.max(moving.upperBound, pressing.upperBound)
    )
    return Swift.max(0, first - Int(low), Int(high) - (first + StrokeSpan.sampleCount - 1))
  }

  /// Whether a change to `samples` may change the ink.
  /// - Parameter moved: Whether their positions or times changed, not only their pressures.
  func depend(on samples: Range<Int>, moved: Bool) -> Bool {
    moved && samples.lowerBound < Int(leading) || dependNearby(on: samples, moved: moved)
  }

  /// As `depend`, but for the stroke's first samples as such.
  func dependNearby(on samples: Range<Int>, moved: Bool) -> Bool {
    let range = moved ? moving : pressing
    return Int(range.lowerBound) < samples.upperBound && samples.lowerBound <= Int(range.upperBound)
  }
}

/// A settled span that was modeled again.
struct SpanRevision: Sendable {
  var version: Int
  var span: Int
  /// The bounds of its old and its new ink, in points.
  var covered: Rect
}

/// A disc on the axis of a stroke's ink, and the arc that leads to it from the previous disc.
struct InkDisc: Hashable {
  /// In points.
  var center: Point
  /// In points.
  var radius: Double
  /// The signed height of the arc, in points, as in `RoundCone`; 0 for a straight line.
  var bulge: Double
}

/// The stored form of `InkDisc`. Positions are relative to the span's origin, so that 24 bits hold them with an error
/// of at most 2⁻²⁴ of the span's size.
private struct InkVertex: Sendable {
  var x: Float
  var y: Float
  /// In points, before a picture's minimum line width applies.
  var radius: Float
  var bulge: Float

  init(_ disc: InkDisc, from origin: Point) {
    x = Float(disc.center.x - origin.x)
    y = Float(disc.center.y - origin.y)
    radius = Float(disc.radius)
    bulge = Float(disc.bulge)
  }

  func center(from origin: Point) -> Point { Point(origin.x + Double(x), origin.y + Double(y)) }
}

/// The settled ink of a stroke: its spans in order, and their vertices.
///
/// The vertex ranges of the spans are consecutive and cover `vertices`.
@usableFromInline
struct SettledInk: Sendable {
  @usableFromInline private(set) var spans: [StrokeSpan] = []
  private var vertices: [InkVertex] = []
  /// For a brush, what its tip at each vertex has besides; otherwise empty.
  private var tips: [InkTip] = []
  /// Changes to settled spans in ascending order of their versions.
  private(set) var revisions: [SpanRevision] = []
  /// The largest `SpanSamples.reach` of any span, past or present.
  private var widestReach = 0
  /// The largest `SpanSamples.leading` of any span, past or present.
  private var mostLeading = 0

  init() {}

  /// Adds a span to the end.
  /// - Parameter tips: For a brush, one for each disc; otherwise empty.
  mutating func append(_ discs: [InkDisc], _ tips: [InkTip], of samples: SpanSamples, version: Int) {
    if !tips.isEmpty { self.tips += tips }
    let span = makeSpan(discs, of: samples, version: version, firstVertex: vertices.count)
    vertices.append(addingCapacity: discs.count) { vertices in
      for disc in discs { vertices.append(InkVertex(disc, from: span.origin)) }
    }
    spans.append(span)
    widen(by: samples, ofSpan: spans.count - 1)
  }

  /// Replaces the ink of some spans in one pass, and records the changes.
  /// - Parameters:
  ///   - stale: The spans.
  ///   - model: Models a range of them, and passes the discs of each, in order, to its second argument.
  mutating func replace(
    _ stale: RangeSet<Int>, version: Int,
    model: (Range<Int>, _ store: ([InkDisc], [InkTip], SpanSamples) -> Void) -> Void
  ) {
    guard let first = stale.ranges.first?.lowerBound else { return }
    let oldSpans = Array(spans[first...])
    let firstVertex = oldSpans[0].vertices.lowerBound
    let oldVertices = Array(vertices[firstVertex...])
    spans.removeSubrange(first...)
    vertices.removeSubrange(firstVertex...)
    // A restyled stroke may have had none.
    let oldTips = tips.isEmpty ? [] : Array(tips[firstVertex...])
    tips.removeSubrange(Swift.min(firstVertex, tips.count)...)

    func keep(upTo end: Int) {
      for old in oldSpans[spans.count - first..<end - first] {
        var span = old
        span.vertices = vertices.count..<vertices.count + old.vertices.count
        let range = old.vertices.lowerBound - firstVertex..<old.vertices.upperBound - firstVertex
        vertices += oldVertices[range]
        if !oldTips.isEmpty { tips += oldTips[range] }
        spans.append(span)
      }
    }
    for run in stale.ranges {
      keep(upTo: run.lowerBound)
      model(run) { discs, tips, samples in
        let old = oldSpans[spans.count - first]
        append(discs, tips, of: samples, version: version)
        let index = spans.count - 1
        spans[index].settledVersion = old.settledVersion
        revisions.append(
          SpanRevision(version: version, span: index, covered: old.bounds.union(spans[index].bounds)))
      }
    }
    keep(upTo: first + oldSpans.count)
  }

  private mutating func widen(by samples: SpanSamples, ofSpan span: Int) {
    widestReach = Swift.max(widestReach, samples.reach(ofSpan: span))
    mostLeading = Swift.max(mostLeading, Int(samples.leading))
  }

  /// The spans that depend on some samples, with no need to check all spans of a long stroke.
  func spans(dependingOn samples: Range<Int>, moved: Bool) -> RangeSet<Int> {
    var candidates = spans.indices
    if !moved || samples.lowerBound >= mostLeading {
      let first = Swift.max(0, samples.lowerBound - widestReach) / StrokeSpan.sampleCount
      let last = (samples.upperBound - 1 + widestReach) / StrokeSpan.sampleCount
      candidates = (first..<last + 1).clamped(to: candidates)
    }
    var result = RangeSet<Int>()
    for index in candidates where spans[index].samples.depend(on: samples, moved: moved) {
      result.insert(index, within: spans)
    }
    return result
  }

  /// Releases the spare capacity of the vertices: a stroke that has ended seldom grows.
  mutating func trim() {
    vertices.trim()
    tips.trim()
  }

  private func makeSpan(
    _ discs: [InkDisc], of samples: SpanSamples, version: Int, firstVertex: Int
  ) -> StrokeSpan {
    var bounds = Rect.empty
    for disc in discs { bounds.include(disc.center, radius: disc.radius) }
    // An arc between two discs extends beyond their bounds by at most its bulge.
    let bulge = discs.reduce(0) { Swift.max($0, Swift.abs($1.bulge)) }
    if bulge > 0 {
      bounds = Rect(
        minX: bounds.minX - bulge, minY: bounds.minY - bulge, maxX: bounds.maxX + bulge, maxY: bounds.maxY + bulge)
    }
    return StrokeSpan(
      settledVersion: version, version: version, bounds: bounds, samples: samples,
      origin: discs.first?.center ?? Point(0, 0), vertices: firstVertex..<firstVertex + discs.count)
  }

  // MARK: Cones

  /// Appends the cones of span `index`, in points.
  /// - Parameter endsStroke: Whether it is the last span of a stroke that has ended.
  func appendCones(ofSpan index: Int, endsStroke: Bool, to cones: inout [RoundCone]) {
    let span = spans[index]
    Self.append(
      vertices[span.vertices], from: span.origin, startsStroke: index == 0, endsStroke: endsStroke, to: &cones)
  }

  /// The cones of a span that is not settled, rounded as settled ones are.
  static func cones(of discs: [InkDisc], startsStroke: Bool, endsStroke: Bool) -> [RoundCone] {
    var cones: [RoundCone] = []
    guard let origin = discs.first?.center else { return cones }
    let vertices = discs.map { InkVertex($0, from: origin) }
    append(vertices[...], from: origin, startsStroke: startsStroke, endsStroke: endsStroke, to: &cones)
    return cones
  }

  // MARK: Tips

  /// Appends the tips of span `index`, in points; none if the ink is not that of a brush.
  /// - Parameter endsStroke: Whether it is the last span of a stroke that has ended.
  func appendTips(ofSpan index: Int, endsStroke: Bool, to swept: inout [SweptTip]) {
    guard !tips.isEmpty else { return }
    let own = spans[index].vertices
    var chain = TipChain(after: lastTips(before: index))
    for vertex in own { chain.append(tip(vertex, of: spans[index]), to: &swept) }
    chain.finish(isFirst: index == 0, endsStroke: endsStroke, &swept)
  }

  private func tip(_ vertex: Int, of span: StrokeSpan) -> PenTip {
    tips[vertex].tip(at: vertices[vertex].center(from: span.origin), radius: Double(vertices[vertex].radius))
  }

  /// The last two tips of the spans before span `index`, or fewer.
  func lastTips(before index: Int) -> [PenTip] {
    guard !tips.isEmpty, let span = spans[..<index].last(where: { !$0.vertices.isEmpty }) else { return [] }
    return span.vertices.suffix(2).map { tip($0, of: span) }
  }

  /// The tips of spans that are not settled, rounded as settled ones are.
  /// - Parameters:
  ///   - before: The last two tips before them.
  ///   - isFirst: Whether the first of them begins the stroke.
  static func tips(
    of discs: [InkDisc], _ tips: [InkTip], after before: inout [PenTip], isFirst: Bool, endsStroke: Bool
  ) -> [SweptTip] {
    guard let origin = discs.first?.center, !tips.isEmpty else { return [] }
    let own = zip(discs, tips).map { disc, tip in
      let vertex = InkVertex(disc, from: origin)
      return tip.tip(at: vertex.center(from: origin), radius: Double(vertex.radius))
    }
    var swept: [SweptTip] = []
    var chain = TipChain(after: before)
    for tip in own { chain.append(tip, to: &swept) }
    chain.finish(isFirst: isFirst, endsStroke: endsStroke, &swept)
    before = Array(own.suffix(2))
    return swept
  }

  private static func append(
    _ vertices: ArraySlice<InkVertex>, from origin: Point, startsStroke: Bool, endsStroke: Bool,
    to cones: inout [RoundCone]
  ) {
    guard let first = vertices.first else { return }
    var start = first.center(from: origin)
    var startRadius = Double(first.radius)
    if vertices.count == 1, startsStroke { cones.append(RoundCone(center: start, radius: startRadius)) }
    var continues = !startsStroke
    for vertex in vertices.dropFirst() {
      let end = vertex.center(from: origin)
      let endRadius = Double(vertex.radius)
      cones.append(
        RoundCone(
          start: start, startRadius: startRadius, end: end, endRadius: endRadius, bulge: Double(vertex.bulge),
          continues: continues))
      start = end
      startRadius = endRadius
      continues = true
    }
    if endsStroke, vertices.count > 1 { cones[cones.count - 1].isLast = true }
  }
}

/// Joins tips to the areas that they sweep.
private struct TipChain {
  private var arrival = Vector(0, 0)
  private var narrowing = 0.0
  private var first: PenTip?
  private var last: PenTip?
  private var isEmpty = true

  /// - Parameter before: The last two tips of the ink before.
  init(after before: [PenTip]) {
    if before.count == 2 { turn(before[0], before[1]) }
  }

  private mutating func turn(_ start: PenTip, _ end: PenTip) {
    let step = end.center - start.center
    let length = step.length
    guard length > 0 else { return }
    arrival = step / length
    let sine = (start.radius - end.radius) / length
    narrowing = Swift.abs(sine) < 1 ? sine / (1 - sine * sine).squareRoot() : 0
  }

  mutating func append(_ tip: PenTip, to swept: inout [SweptTip]) {
    defer { last = tip }
    guard let start = last else {
      first = tip
      return
    }
    swept.append(SweptTip(start: start, end: tip, arrival: arrival, narrowing: narrowing))
    isEmpty = false
    turn(start, tip)
  }

  func finish(isFirst: Bool, endsStroke: Bool, _ swept: inout [SweptTip]) {
    if isEmpty, isFirst, let first { swept.append(SweptTip(start: first, end: first)) }
    if endsStroke, !swept.isEmpty, !isEmpty || isFirst { swept[swept.count - 1].isLast = true }
  }
}

extension Array {
  /// Releases spare capacity.
  mutating func trim() {
    guard capacity > count else { return }
    var exact: [Element] = []
    exact.reserveCapacity(count)
    exact.append(contentsOf: self)
    self = exact
  }
}
