import Geometry
import TouchLog

/// Tells when the events of a recording came, one after the other.
///
/// A touch comes at its own time. What has none comes with the event before it: tools, commands, revisions, and
/// guesses, whose time is one to come. Time never runs backwards; where a touch begins earlier than the last one ended,
/// the clock was set back, as in a log that was put together from several, and goes on from there.
public struct RecordingClock: Sendable {
  /// Seconds since the first touch that has a time; since the first event, where events without one came before.
  public private(set) var now = 0.0
  /// Whether any event had a time.
  public private(set) var isTimed = false

  /// What events without a time get; nil for 1/120 s after the touch's last event.
  private let synthetic: SyntheticTime?
  /// A touch's time less this is `now`; nil before the first.
  private var origin: Double?
  private var down: [TouchID: (time: Double, point: Point)] = [:]
  private var hasTouches = false

  /// Beyond so many seconds, thirty thousand years, time stands still.
  private static let end = 1e12
  private static let defaultStep = 1.0 / 120

  public init(synthetic: SyntheticTime? = nil) {
    self.synthetic = synthetic
  }

  /// Takes the next event.
  /// - Returns: When it came.
  public mutating func advance(to event: LogEvent) -> Double {
    if case .touch(let touch) = event, !touch.predicted { advance(to: touch) }
    return now
  }

  private mutating func advance(to touch: TouchEvent) {
    let last = down[touch.touch]
    if let time = touch.time {
      isTimed = true
      if touch.phase == .began, down.isEmpty, let origin, time - origin < now { self.origin = nil }
      let origin = self.origin ?? time - now
      self.origin = origin
      pass(until: time - origin)
    } else if let synthetic {
      if let last {
        pass(until: now + last.point.distance(to: touch.point) / synthetic.speed)
      } else if hasTouches, down.isEmpty {
        pass(until: now + synthetic.gap)
      }
    } else if let last {
      pass(until: last.time + Self.defaultStep)
    }
    hasTouches = true
    switch touch.phase {
    case .began, .moved, .stationary: down[touch.touch] = (now, touch.point)
    case .ended, .cancelled: down[touch.touch] = nil
    }
  }

  private mutating func pass(until time: Double) {
    now = Swift.max(now, Swift.min(time, Self.end))
  }
}
