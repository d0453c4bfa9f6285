import Geometry

/// Assigns a time to each event of a recording, in order.
///
/// Touches and commands have their recorded times. Tools, revisions, predictions and events without a time get the time
/// of the event before them; the time of a predicted touch lies in the future. Time never runs backward: if a stroke begins earlier than
/// the last one ended, as in a log joined from several, the times from there on are shifted.
package struct RecordingClock: Sendable {
  /// Seconds since the first touch or command that has a time, or since the first event if touches without times precede
  /// it.
  package private(set) var now = 0.0
  /// Whether any event had a time.
  package private(set) var isTimed = false

  /// How to make up times; nil for 1/120 s after the touch's last event.
  private let synthetic: SyntheticTime?
  /// The recorded time at which `now` is 0; nil before the first event with a time.
  private var origin: Double?
  /// The touches that are down, except the latest one.
  private var others: [TouchID: (time: Double, point: Point)] = [:]
  private var latest: (touch: TouchID, last: (time: Double, point: Point))?
  private var hasTouches = false

  /// Times within this many seconds count as equal, because decimal fractions are not exact in binary.
  package static let tolerance = 1e-6
  /// The largest time in seconds, about thirty thousand years. Later times are clamped to it.
  private static let end = 1e12
  private static let defaultStep = 1.0 / 120

  package init(synthetic: SyntheticTime? = nil) {
    self.synthetic = synthetic
  }

  private var isDown: Bool { latest != nil || !others.isEmpty }

  /// Advances to the next event.
  /// - Returns: Its time in seconds, like `now`.
  package mutating func advance(to event: LogEvent) -> Double {
    switch event {
    case .touch(let touch): if !touch.predicted { advance(to: touch) }
    case .command(_, let time?): advance(to: time, mayRestart: !isDown)
    case .header, .revision, .tool, .command: break
    }
    return now
  }

  /// - Parameter mayRestart: Whether an earlier time than that of the event before is one of another recording.
  private mutating func advance(to time: Double, mayRestart: Bool) {
    isTimed = true
    if mayRestart, let origin, time - origin < now { self.origin = nil }
    let origin = self.origin ?? time - now
    self.origin = origin
    pass(until: time - origin)
  }

  private mutating func advance(to touch: TouchEvent) {
    if let latest, latest.touch != touch.touch {
      others[latest.touch] = latest.last
      self.latest = others.removeValue(forKey: touch.touch).map { (touch.touch, $0) }
    }
    let last = latest?.last
    if let time = touch.time {
      advance(to: time, mayRestart: touch.phase == .began && !isDown)
    } else if let synthetic {
      if let last {
        pass(until: now + last.point.distance(to: touch.point) / synthetic.speed)
      } else if hasTouches, !isDown {
        pass(until: now + synthetic.gap)
      }
    } else if let last {
      pass(until: last.time + Self.defaultStep)
    }
    hasTouches = true
    switch touch.phase {
    case .began, .moved, .stationary: latest = (touch.touch, (now, touch.point))
    case .ended, .cancelled: latest = nil
    }
  }

  private mutating func pass(until time: Double) {
    now = Swift.max(now, Swift.min(time, Self.end))
  }
}

/// How to make up times for touches that were recorded without them.
public struct SyntheticTime: Hashable, Sendable {
  /// Seconds between the end of a stroke and the beginning of the next.
  public var gap: Double
  /// The pen's speed in points per second, positive.
  public var speed: Double

  public init(gap: Double = 0.3, speed: Double = 400) {
    self.gap = gap
    self.speed = speed
  }
}
