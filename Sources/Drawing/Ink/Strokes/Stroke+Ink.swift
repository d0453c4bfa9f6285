import Geometry
import TouchLog

/// The ink of a stroke as a whole: settled spans, and the tail that is modeled anew.
extension Stroke {
  /// The cones that are not settled, in points, by span.
  /// - Parameter predicted: Whether to include the predicted samples.
  package func tail(predicted: Bool = false, options: ModelOptions) -> [[RoundCone]] {
    freshCones(fromSpan: spans.count, predicted: predicted, options: options)
  }

  /// The cones of all spans, in points, span by span: the settled spans, then the tail of an active stroke.
  /// - Parameter predicted: Whether the tail extends to the predicted samples.
  package func spanCones(predicted: Bool = false, options: ModelOptions) -> [[RoundCone]] {
    var result = spans.indices.map { span in
      var cones: [RoundCone] = []
      appendCones(ofSpan: span, to: &cones)
      return cones
    }
    if state == .active { result += tail(predicted: predicted, options: options) }
    return result
  }

  /// The polygon along the axis of the ink, in points, whose last side is the line that closes a filled stroke.
  package func interior(tolerance: Double) -> [Point] {
    var polygon: [Point] = []
    for cone in spanCones(options: ModelOptions()).joined() {
      if polygon.last != cone.start { polygon.append(cone.start) }
      cone.forEachChord(tolerance: tolerance) { polygon.append($0.end) }
    }
    return polygon
  }

  /// All cones of the stroke, in points, by span, modeled from its samples without use of the settled ink: the oracle
  /// for incremental modeling.
  package func remodeled(predicted: Bool = false, options: ModelOptions) -> [[RoundCone]] {
    freshCones(fromSpan: 0, predicted: predicted, options: options)
  }

  /// The tips of a brush that are not settled, in points, by span; empty spans for other ink.
  /// - Parameter area: As of `appendTips`.
  package func tipTail(
    predicted: Bool = false, options: ModelOptions, within area: Rect? = nil
  ) -> [[SweptTip]] {
    freshTips(fromSpan: spans.count, predicted: predicted, options: options, within: area)
  }

  /// All tips, in points, by span: the settled spans, then the tail of an active stroke.
  /// - Parameter area: As of `appendTips`.
  package func spanTips(
    predicted: Bool = false, options: ModelOptions, within area: Rect? = nil
  ) -> [[SweptTip]] {
    let settled = spans.indices.map { span in
      var tips: [SweptTip] = []
      appendTips(ofSpan: span, within: area, to: &tips)
      return tips
    }
    guard state == .active else { return settled }
    return settled + tipTail(predicted: predicted, options: options, within: area)
  }

  /// All tips of a brush, modeled from its samples without use of the settled ink.
  /// - Parameter area: As of `appendTips`.
  package func remodeledTips(
    predicted: Bool = false, options: ModelOptions, within area: Rect? = nil
  ) -> [[SweptTip]] {
    freshTips(fromSpan: 0, predicted: predicted, options: options, within: area)
  }

  private func freshTips(
    fromSpan first: Int, predicted: Bool, options: ModelOptions, within area: Rect?
  ) -> [[SweptTip]] {
    guard state != .cancelled else { return [] }
    var before = first > 0 ? lastTips : []
    let dashes = TipDashes(look)
    return fresh(fromSpan: first, predicted: predicted, options: options) { modeler, isFirst, endsStroke in
      let tips = SettledInk.tips(
        of: modeler.discs, modeler.tips, after: &before, isFirst: isFirst, endsStroke: endsStroke)
      return dashes?.cut(tips[...], within: area) ?? tips
    }
  }

  private func freshCones(fromSpan first: Int, predicted: Bool, options: ModelOptions) -> [[RoundCone]] {
    guard state != .cancelled else { return [] }
    return fresh(fromSpan: first, predicted: predicted, options: options) { modeler, isFirst, endsStroke in
      SettledInk.cones(of: modeler.discs, startsStroke: isFirst, endsStroke: endsStroke)
    }
  }

  /// Models the spans from `first` on anew.
  /// - Parameter ink: Makes the result of the span that was modeled last; whether it is the first, or the last.
  private func fresh<Result>(
    fromSpan first: Int, predicted: Bool, options: ModelOptions, ink: (SpanModeler, Bool, Bool) -> Result
  ) -> [Result] {
    let sequence = sequence(predicted: predicted)
    var modeler = SpanModeler(options: options)
    let fresh = first..<Swift.max(first, StrokeSpan.count(forSamples: sequence.count))
    modeler.plan(spans: fresh, of: sequence, look: look)
    return fresh.map { span in
      modeler.model(span: span, of: sequence, look: look)
      return ink(modeler, span == 0, span + 1 == fresh.upperBound)
    }
  }

  /// Half of the ink's width where the device reports a pressure, in points: that of the tool if it does not, or if the
  /// pressure is not to matter.
  /// - Parameter pressure: 0 or more; NaN if the device reports none.
  package func radius(ofPressure pressure: Float, _ options: ModelOptions, _ model: StrokeModel) -> Double {
    guard !pressure.isNaN, options.widthSource == .auto || options.widthSource == .recorded, look.tool.isNib else {
      return look.width / 2
    }
    let effect = model.effect(pressure: look.pressure(ofReported: Double(pressure)))
    return StrokeWidth.radius(effect: effect, look: look, model)
  }

  /// A point of a stroke's center line.
  public struct CenterlinePoint: Hashable, Sendable {
    /// In points.
    public var center: Point
    /// Half of the ink's width there, in points.
    public var radius: Double
  }

  /// Points along the axis of the ink, settled or not; straight lines between them lie within the tolerance of the
  /// axis.
  /// - Parameter predicted: Whether to include the predicted samples.
  public func centerline(predicted: Bool = false, options: ModelOptions) -> [CenterlinePoint] {
    var modeler = SpanModeler(options: options)
    var result: [CenterlinePoint] = []
    let sequence = sequence(predicted: predicted)
    let count = StrokeSpan.count(forSamples: sequence.count)
    modeler.plan(spans: 0..<count, of: sequence, look: look)
    for span in 0..<count {
      modeler.model(span: span, of: sequence, look: look)
      for disc in modeler.discs {
        guard let last = result.last else {
          result.append(CenterlinePoint(center: disc.center, radius: disc.radius))
          continue
        }
        // A span begins where the previous one ends.
        if disc == modeler.discs[0], last.center == disc.center { continue }
        let cone = RoundCone(
          start: last.center, startRadius: last.radius, end: disc.center, endRadius: disc.radius, bulge: disc.bulge)
        cone.forEachChord(tolerance: options.tolerance / 4) { piece in
          result.append(CenterlinePoint(center: piece.end, radius: piece.endRadius))
        }
      }
    }
    return result
  }
}
