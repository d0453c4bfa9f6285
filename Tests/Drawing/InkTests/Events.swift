import Geometry
import Ink
import TouchLog

/// Shorthand for an event of a touch.
func event(
  _ phase: TouchEvent.Phase, _ x: Double, _ y: Double, touch: Int = 0, pressure: Double? = nil, time: Double? = nil,
  predicted: Bool = false, index: Int? = nil, expects: TouchProperties = []
) -> LogEvent {
  .touch(
    TouchEvent(
      phase: phase, touch: .number(touch), point: Point(x, y), pressure: pressure, time: time, predicted: predicted,
      index: index, expects: expects))
}

/// A stroke through `points`, its times `step` seconds apart.
func stroke(_ points: [Point], touch: Int = 0, pressure: Double? = nil, step: Double = 1.0 / 240) -> [LogEvent] {
  points.indices.map { i in
    event(
      i == 0 ? .began : i == points.count - 1 ? .ended : .moved, points[i].x, points[i].y, touch: touch,
      pressure: pressure, time: Double(i) * step)
  }
}

extension Stroke {
  /// The stored ink of a settled span.
  func cones(ofSpan span: SpanIndex) -> [RoundCone] {
    var cones: [RoundCone] = []
    appendCones(ofSpan: span, to: &cones)
    return cones
  }
}

extension Rect {
  /// Whether the box contains `other`, except for the rounding of vertices to 24 bits.
  func holds(_ other: Rect) -> Bool {
    let slack = 1e-6 * (1 + max(width, height))
    return other.isEmpty
      || minX <= other.minX + slack && minY <= other.minY + slack && maxX >= other.maxX - slack
        && maxY >= other.maxY - slack
  }
}
