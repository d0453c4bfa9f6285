import Geometry

/// The speed at which a film plays a recording.
package struct FilmPace: Hashable, Sendable {
  /// Frames per second of the film.
  package var rate: Double
  /// Seconds of the recording per second of the film, positive.
  package var speed = 1.0
  /// The longest pause in seconds of the recording: longer pauses are shortened to it. Nil for no limit.
  package var idleLimit: Double?
  /// How long the last frame is shown, in seconds of the film. It lasts at least one frame.
  package var lastFrameDuration = 0.0

  /// How long the last frame is shown if nobody says how long, in seconds of the film.
  package static let usualLastFrameDuration = 1.0
  /// The range of `speed`.
  package static let speeds = 0.001...1_000_000
  /// The range of `idleLimit`, in seconds of the recording.
  package static let idleLimits = 0.0...1_000_000

  package init(rate: Double) {
    self.rate = rate
  }

  /// The first frame that shows an event at `time`, in seconds of the recording since the beginning of the film.
  fileprivate func frame(at time: Double) -> Int {
    let place = (time / speed - RecordingClock.tolerance) * rate
    return place > 0 ? Int(saturating: Swift.min(place, FilmSchedule.largestNumber).rounded(.up)) : 0
  }
}

/// A point in a recording: a number of events and a time.
package struct RecordingPosition: Hashable, Sendable {
  /// The number of events up to this point.
  package var events: Int
  /// Seconds since the beginning.
  package var time: Double

  package init(events: Int, time: Double) {
    self.events = events
    self.time = time
  }
}

/// Which events each frame of a film shows: frame k shows all events up to its time, k frames after the start.
package struct FilmSchedule: Sendable {
  /// A frame that shows more events than the one before it.
  package struct Frame: Hashable, Sendable {
    /// The frame's number, from 0.
    package var number: Int
    /// The number of the recording's events that it shows.
    package var events: Int
  }

  /// The frames that show new events, the first of which has number 0. The frames between two of them repeat the
  /// earlier one.
  package let frames: [Frame]
  /// The number of all frames, including repeated ones.
  package let count: Int

  /// The largest number of frames of a film.
  package static let limit = 10_000_000
  /// Larger numbers of frames are clamped to it. Two of them fit into the 32 bits of an `Int` in browsers.
  fileprivate static let largestNumber = 1e9

  /// - Parameter times: The time of each event of the recording in seconds, never decreasing.
  /// - Throws: `FilmError` if the end precedes the start, or if the film has more than `limit` frames.
  package init(
    times: [Double], from start: RecordingPosition, to end: RecordingPosition, pace: FilmPace
  ) throws(FilmError) {
    guard start.events <= end.events, start.time <= end.time else { throw .endsBeforeStart }
    var frames = [Frame(number: 0, events: start.events)]
    var last = start.time
    // Seconds that `idleLimit` has cut from pauses.
    var omitted = 0.0
    func frame(at time: Double) -> Int {
      if let limit = pace.idleLimit, time - last > limit { omitted += time - last - limit }
      last = Swift.max(last, time)
      return pace.frame(at: time - start.time - omitted)
    }
    for event in start.events..<end.events {
      let number = frame(at: times[event])
      if number == frames[frames.count - 1].number {
        frames[frames.count - 1].events = event + 1
      } else {
        frames.append(Frame(number: number, events: event + 1))
      }
    }
    let lastNumber = Swift.max(frames[frames.count - 1].number, frame(at: end.time))
    let lasting = Swift.min(pace.lastFrameDuration * pace.rate, Self.largestNumber)
    count = lastNumber + Swift.max(1, Int(saturating: lasting.rounded()))
    guard count <= Self.limit else { throw .tooLong(frames: count, limit: Self.limit) }
    self.frames = frames
  }
}

/// Why a film cannot be made.
public enum FilmError: Error, Hashable, Sendable {
  case endsBeforeStart
  case tooLong(frames: Int, limit: Int)
}

extension FilmError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .endsBeforeStart:
      "the part to replay ends before it starts"
    case .tooLong(let frames, let limit):
      "the film would have \(frames) frames, and the limit is \(limit)"
    }
  }
}
