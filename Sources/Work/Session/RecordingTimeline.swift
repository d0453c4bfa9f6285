internal import Geometry
import TouchLog

/// The times of a recording's events, the ends of its strokes, and its marks.
package struct RecordingTimeline: Sendable {
  /// The time of each event in seconds since the recording's beginning, never decreasing.
  package let times: [Double]
  /// Whether the recording has times or synthetic ones were requested.
  package let isTimed: Bool
  /// For each ended stroke, the number of events up to and including its end, in increasing order.
  private let strokeEnds: [Int]
  /// For each mark, the number of events up to and including it, in order.
  private let marks: [(name: String, events: Int)]

  /// - Parameters:
  ///   - synthetic: How to make up times for touches that have none.
  ///   - countsCancelled: Whether canceled strokes count among those that have ended.
  package init(of events: [LogEvent], synthetic: SyntheticTime? = nil, countsCancelled: Bool = false) {
    var clock = RecordingClock(synthetic: synthetic)
    var times: [Double] = []
    times.reserveCapacity(events.count)
    var strokes = StrokeEnds(countsCancelled: countsCancelled)
    var strokeEnds: [Int] = []
    var marks: [(name: String, events: Int)] = []
    for (number, event) in events.enumerated() {
      times.append(clock.advance(to: event))
      if strokes.end(with: event) { strokeEnds.append(number + 1) }
      if case .command(.mark(let name), _) = event { marks.append((name, number + 1)) }
    }
    // Touches that are still down end with the recording.
    for _ in 0..<strokes.downCount { strokeEnds.append(events.count) }
    self.times = times
    self.strokeEnds = strokeEnds
    self.marks = marks
    isTimed = clock.isTimed || synthetic != nil
  }

  /// The duration of the whole recording in seconds.
  package var duration: Double { times.last ?? 0 }

  package var start: RecordingPosition { RecordingPosition(events: 0, time: 0) }
  package var end: RecordingPosition { RecordingPosition(events: times.count, time: duration) }

  /// Resolves a moment. Times after the end resolve to the end.
  /// - Throws: `MomentError` if there is no such moment.
  package func position(of moment: Moment) throws(MomentError) -> RecordingPosition {
    switch moment {
    case .time(let time):
      guard isTimed else { throw .untimed }
      return position(at: time)
    case .fraction(let fraction):
      return isTimed
        ? position(at: fraction * duration) : position(after: Int(saturating: fraction * Double(times.count)))
    case .event(let number):
      guard number <= times.count else { throw .noEvent(number, count: times.count) }
      return position(after: number)
    case .stroke(let number):
      guard number <= strokeEnds.count else { throw .noStroke(number, count: strokeEnds.count) }
      return position(after: number > 0 ? strokeEnds[number - 1] : 0)
    case .mark(let name):
      guard let mark = marks.first(where: { $0.name == name }) else {
        throw .noMark(name, names: marks.map(\.name))
      }
      return position(after: mark.events)
    }
  }

  private func position(after events: Int) -> RecordingPosition {
    RecordingPosition(events: events, time: events > 0 ? times[events - 1] : 0)
  }

  /// The number of events up to `time`, found by binary search.
  private func position(at time: Double) -> RecordingPosition {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time + RecordingClock.tolerance { low = middle + 1 } else { high = middle }
    }
    return RecordingPosition(events: low, time: Swift.min(time, duration))
  }
}

/// Finds the events that end strokes.
struct StrokeEnds: Sendable {
  let countsCancelled: Bool
  private var down: Set<TouchID> = []

  init(countsCancelled: Bool) { self.countsCancelled = countsCancelled }

  /// The number of touches that are down.
  var downCount: Int { down.count }

  /// Whether the next event ends a stroke that counts.
  mutating func end(with event: LogEvent) -> Bool {
    guard case .touch(let touch) = event, !touch.predicted else { return false }
    switch touch.phase {
    case .began: down.insert(touch.touch)
    case .moved, .stationary: break
    case .ended, .cancelled:
      return down.remove(touch.touch) != nil && (touch.phase == .ended || countsCancelled)
    }
    return false
  }
}

/// Tells, while a recording is read, when later events can no longer change how it looks at a moment.
struct MomentWatch: Sendable {
  private let moment: Moment
  private let isTimed: Bool
  private var clock: RecordingClock
  private var ends: StrokeEnds
  /// The numbers of events and of ended strokes.
  private var (events, strokes) = (0, 0)
  /// Whether the moment is after the last event. Another one must follow: at the end of a recording touches end.
  private var isReached = false

  /// Nil if only the end of the recording tells.
  init?(_ request: MomentRequest, countsCancelled: Bool) {
    if case .fraction = request.moment { return nil }
    (moment, ends) = (request.moment, StrokeEnds(countsCancelled: countsCancelled))
    isTimed = request.syntheticTime != nil
    clock = RecordingClock(synthetic: request.syntheticTime)
  }

  /// Whether the next event is known to come after the moment.
  mutating func hasPassed(after event: LogEvent) -> Bool {
    if isReached { return true }
    events += 1
    let time = clock.advance(to: event)
    if ends.end(with: event) { strokes += 1 }
    switch moment {
    case .time(let wanted): return (isTimed || clock.isTimed) && time > wanted + RecordingClock.tolerance
    case .fraction: return false
    case .event(let number): isReached = events >= number
    case .stroke(let number): isReached = strokes >= number
    case .mark(let name): if case .command(.mark(name), _) = event { isReached = true }
    }
    return false
  }
}

/// A moment in a recording, as a user specifies it.
public enum Moment: Hashable, Sendable {
  /// Seconds since the first event that has a time.
  case time(Double)
  /// A fraction, 0...1, of the recording's duration, or of its events if these have no times.
  case fraction(Double)
  /// A number of events. Every event counts, including headers, tools, commands, predictions and revisions.
  case event(Int)
  /// A number of ended strokes. Canceled ones do not count unless the recording keeps them.
  case stroke(Int)
  /// The first mark with this name.
  case mark(String)
}

/// Why a moment does not exist in a recording.
public enum MomentError: Error, Hashable, Sendable {
  /// The moment is a time, and no event has one.
  case untimed
  /// `count` is the number of events.
  case noEvent(Int, count: Int)
  /// `count` is the number of strokes that end.
  case noStroke(Int, count: Int)
  /// `names` are the recording's marks, in order.
  case noMark(String, names: [String])
}

extension MomentError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .untimed:
      "the recording has no times; use a percentage, event:N or stroke:N, or make up times"
    case .noEvent(let number, let count):
      "there is no event \(number); the recording has \(count)"
    case .noStroke(let number, let count):
      "there is no stroke \(number); \(count) \(count == 1 ? "stroke ends" : "strokes end") in the recording"
    case .noMark(let name, let names):
      "there is no mark \"\(name)\"; the recording has "
        + (names.isEmpty ? "none" : names.map { "\"\($0)\"" }.joined(separator: ", "))
    }
  }
}
