import Geometry
import TouchLog

/// One touch from its beginning to its end, and the ink that it makes.
///
/// The ink is a list of spans. Those that nothing but a revision can change are settled and kept; the rest, the tail,
/// is modelled when a renderer asks for it.
public struct Stroke: Sendable {
  public enum State: Sendable {
    case active, ended
    /// Taken back, a palm say: there is no ink.
    case cancelled
  }

  /// The stroke's place among the drawing's strokes, from 0.
  public let ordinal: StrokeIndex
  public let touch: TouchID
  public internal(set) var style: ToolStyle
  /// Whether the touch draws ink, and nothing else.
  let isInk: Bool
  public internal(set) var state = State.active
  /// The element that the touch makes, or nil if it makes none.
  public internal(set) var element: ElementIndex?
  /// How many events rainbow ink had had when the stroke began.
  public internal(set) var hue = 0
  /// The settled spans in order.
  public internal(set) var spans: [StrokeSpan] = []
  /// What its settled ink covers, in points.
  public var settledBounds: Rect { spans.reduce(into: .empty) { $0.formUnion($1.bounds) } }

  var track: SampleTrack
  /// Where the touch may go, until its next real event.
  var guesses: [Sample] = []
  var vertices: [InkVertex] = []
  /// Revisions of settled spans in their order, so that what changed since a version is found from the end.
  var revisions: [SpanRevision] = []
  /// How many samples around its own any settled span has looked at, and how many of the stroke's first.
  private(set) var widestReach = 0
  private(set) var mostLeading = 0
  /// Settling is not tried before the stroke has so many samples.
  var nextAttempt = 0
  var warnedOfTime = false

  init(ordinal: StrokeIndex, touch: TouchID, style: ToolStyle, isInk: Bool, model: StrokeModel) {
    track = SampleTrack(capsPlaceholders: model != .ink1)
    self.ordinal = ordinal
    self.touch = touch
    self.style = style
    self.isInk = isInk
    if !isInk { nextAttempt = .max }
  }

  /// The real samples. Several in a row at one place may be one.
  public var samples: [Sample] { track.samples }

  /// How many events a span is of.
  public static let samplesPerSpan = StrokeSpan.sampleCount

  /// How many spans the samples make, settled or not.
  var spanCount: Int { (track.samples.count + StrokeSpan.sampleCount - 1) / StrokeSpan.sampleCount }

  /// Whether all its ink is settled.
  public var isSettled: Bool { state != .active && spans.count == spanCount }

  /// Appends the cones of settled span `index`, in points, in order along the stroke.
  ///
  /// The first of a stroke has both its caps; each other one continues where the one before it ended.
  public func appendCones(ofSpan index: Int, to cones: inout [RoundCone]) {
    let span = spans[index]
    Self.append(
      vertices[span.firstVertex..<span.firstVertex + span.vertexCount], from: span.origin, startsStroke: index == 0,
      endsStroke: state == .ended && index + 1 == spans.count, to: &cones)
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

  /// Discs along the ink in their order, settled or not, each as its centre and radius in points: straight lines
  /// between them are within the tolerance of the options of its axis.
  /// - Parameter predicted: Whether the ink goes on to where the touch is guessed to go.
  public func centerline(predicted: Bool = false, options: ModelOptions) -> [(center: Point, radius: Double)] {
    var modeler = SpanModeler(options: options)
    var result: [(center: Point, radius: Double)] = []
    let count = modelledCount(predicted: predicted)
    modeler.plan(spans: 0..<count, of: sequence(predicted: predicted), style: style)
    for span in 0..<count {
      model(span: span, predicted: predicted, with: &modeler)
      for disc in modeler.discs {
        let center = Point(disc.x, disc.y)
        guard let last = result.last else {
          result.append((center, disc.z))
          continue
        }
        // A span begins where the one before it ends.
        if disc == modeler.discs[0], last.center == center { continue }
        let cone = RoundCone(
          start: last.center, startRadius: last.radius, end: center, endRadius: disc.z, bulge: disc.w)
        for piece in cone.chords(tolerance: options.tolerance / 4) { result.append((piece.end, piece.endRadius)) }
      }
    }
    return result
  }

  /// The cones that are not settled, in points, span by span: the tail.
  /// - Parameter predicted: Whether it goes on to where the touch is guessed to go.
  public func tail(predicted: Bool = false, options: ModelOptions) -> [[RoundCone]] {
    freshCones(fromSpan: spans.count, predicted: predicted, options: options)
  }

  /// The cones of all spans, in points, span by span: the settled spans, then the tail of an active stroke.
  /// - Parameter predicted: Whether the tail extends to the predicted samples.
  public func spanCones(predicted: Bool = false, options: ModelOptions) -> [[RoundCone]] {
    var result = spans.indices.map { span in
      var cones: [RoundCone] = []
      appendCones(ofSpan: span, to: &cones)
      return cones
    }
    if state == .active { result += tail(predicted: predicted, options: options) }
    return result
  }

  /// All cones of the stroke, in points, span by span, modelled from its samples without what is kept of it: the
  /// oracle of the incremental way.
  public func remodelled(predicted: Bool = false, options: ModelOptions) -> [[RoundCone]] {
    freshCones(fromSpan: 0, predicted: predicted, options: options)
  }

  private func freshCones(fromSpan first: Int, predicted: Bool, options: ModelOptions) -> [[RoundCone]] {
    guard state != .cancelled else { return [] }
    var modeler = SpanModeler(options: options)
    let spans = first..<Swift.max(first, modelledCount(predicted: predicted))
    modeler.plan(spans: spans, of: sequence(predicted: predicted), style: style)
    return spans.map { span in
      model(span: span, predicted: predicted, with: &modeler)
      var cones: [RoundCone] = []
      if let start = modeler.discs.first {
        // Rounded as settled ones are.
        let origin = Point(start.x, start.y)
        let vertices = modeler.discs.map { InkVertex($0, from: origin) }
        Self.append(
          vertices[...], from: origin, startsStroke: span == 0, endsStroke: span + 1 == spans.upperBound, to: &cones)
      }
      return cones
    }
  }

  private func modelledCount(predicted: Bool) -> Int {
    let count = track.samples.count + (predicted ? guesses.count : 0)
    return (count + StrokeSpan.sampleCount - 1) / StrokeSpan.sampleCount
  }

  private func model(span: Int, predicted: Bool, with modeler: inout SpanModeler) {
    modeler.model(span: span, of: sequence(predicted: predicted), style: style)
  }

  private func sequence(predicted: Bool) -> SampleSequence {
    SampleSequence(samples: track.samples, guesses: predicted ? guesses : [])
  }

  /// Keeps a span's ink behind those kept so far.
  mutating func appendSpan(_ discs: [SIMD4<Double>], of samples: SpanSamples, version: Int) {
    let span = makeSpan(discs, of: samples, version: version, firstVertex: vertices.count)
    vertices.append(addingCapacity: discs.count) { vertices in
      for disc in discs { vertices.append(InkVertex(disc, from: span.origin)) }
    }
    spans.append(span)
    note(samples, ofSpan: spans.count - 1)
  }

  private mutating func note(_ samples: SpanSamples, ofSpan span: Int) {
    widestReach = Swift.max(widestReach, samples.reach(ofSpan: span))
    mostLeading = Swift.max(mostLeading, Int(samples.leading))
  }

  /// Puts a span's new ink in the place of its old.
  mutating func replaceSpan(_ index: Int, by discs: [SIMD4<Double>], of samples: SpanSamples, version: Int) {
    let old = spans[index]
    var span = makeSpan(discs, of: samples, version: version, firstVertex: old.firstVertex)
    span.settledVersion = old.settledVersion
    vertices.replaceSubrange(
      old.firstVertex..<old.firstVertex + old.vertexCount, with: discs.map { InkVertex($0, from: span.origin) })
    spans[index] = span
    note(samples, ofSpan: index)
    let shift = span.vertexCount - old.vertexCount
    if shift != 0 {
      for later in spans.indices.dropFirst(index + 1) { spans[later].firstVertex += shift }
    }
  }

  /// Gives memory back that growing arrays hold in advance: a stroke that has ended seldom grows.
  mutating func trim() {
    vertices.trim()
    track.trim()
  }

  private func makeSpan(
    _ discs: [SIMD4<Double>], of samples: SpanSamples, version: Int, firstVertex: Int
  ) -> StrokeSpan {
    var bounds = Rect.empty
    // Between two discs an arc lies no further outside their bounds than its bulge.
    for disc in discs { bounds.include(Point(disc.x, disc.y), radius: disc.z) }
    let bulge = discs.reduce(0) { Swift.max($0, Swift.abs($1.w)) }
    if bulge > 0 {
      bounds = Rect(
        minX: bounds.minX - bulge, minY: bounds.minY - bulge, maxX: bounds.maxX + bulge, maxY: bounds.maxY + bulge)
    }
    let origin = discs.first.map { Point($0.x, $0.y) } ?? Point(0, 0)
    return StrokeSpan(
      settledVersion: version, version: version, bounds: bounds, samples: samples, origin: origin,
      firstVertex: firstVertex, vertexCount: discs.count)
  }
}

extension Array {
  /// Takes no more memory than its elements need.
  mutating func trim() {
    guard capacity > count else { return }
    var exact: [Element] = []
    exact.reserveCapacity(count)
    exact.append(contentsOf: self)
    self = exact
  }
}

extension InkVertex {
  fileprivate init(_ disc: SIMD4<Double>, from origin: Point) {
    self.init(x: Float(disc.x - origin.x), y: Float(disc.y - origin.y), radius: Float(disc.z), bulge: Float(disc.w))
  }
}
