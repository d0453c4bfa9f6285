import Geometry
import TouchLog

extension LogEvent {
  /// An event of touch 1, without a time.
  package static func touch(
    _ phase: TouchEvent.Phase, _ x: Double, _ y: Double, pressure: Double? = nil
  ) -> LogEvent {
    .touch(TouchEvent(phase: phase, touch: .number(1), point: Point(x, y), pressure: pressure))
  }

  /// The events of a touch that moves from the first point to the last.
  package static func drag(_ points: [(x: Double, y: Double)]) -> [LogEvent] {
    points.enumerated().map { index, point in
      .touch(index == 0 ? .began : index == points.count - 1 ? .ended : .moved, point.x, point.y)
    }
  }
}
