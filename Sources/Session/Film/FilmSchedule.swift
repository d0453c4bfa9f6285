public import PNG

/// How fast a film goes through a recording.
public struct FilmPace: Hashable, Sendable {
  public var rate: FrameRate
  /// Seconds of the recording in a second of the film, positive.
  public var speed = 1.0
  /// In seconds of the recording: nothing happens for no longer than this. Nil for no limit.
  public var idleLimit: Double?
  /// How long the last frame is shown, in seconds of the film; it is shown for one frame at least.
  public var lastFrameDuration = 0.0

  public init(rate: FrameRate) {
    self.rate = rate
  }

  /// The first frame that shows what comes so many seconds of the recording after its beginning.
  fileprivate func frame(at time: Double) -> Int {
    let place = (time / speed - RecordingTimeline.tolerance) * rate.perSecond
    return place > 0 ? Int(Swift.min(place, 1e15).rounded(.up)) : 0
  }
}

/// Which events each frame of a film shows: frame k all that has come k frames after the film's beginning.
public struct FilmSchedule: Sendable {
  /// A frame that shows more than the one before it.
  public struct Frame: Hashable, Sendable {
    /// From 0.
    public var number: Int
    /// How many of the recording's events it shows.
    public var events: Int
  }

  /// The first one has number 0; frames between two of these show what the first of the two does.
  public let frames: [Frame]
  /// How many there are in all, those counted that show nothing new.
  public let count: Int

  /// The most frames that a film may have.
  public static let limit = 10_000_000

  /// - Parameter times: When each event of the recording came, in seconds, never falling.
  /// - Throws: `FilmError` where the end comes before the start, or the film has more frames than it may.
  public init(
    times: [Double], from start: RecordingTimeline.Position, to end: RecordingTimeline.Position, pace: FilmPace
  ) throws(FilmError) {
    guard start.events <= end.events, start.time <= end.time else { throw .endsBeforeStart }
    var frames = [Frame(number: 0, events: start.events)]
    var last = start.time
    // Seconds that the limit on idle time leaves out.
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
    let lasting = Swift.min(pace.lastFrameDuration * pace.rate.perSecond, 1e15)
    count = lastNumber + Swift.max(1, Int(lasting.rounded()))
    guard count <= Self.limit else { throw .tooLong(frames: count, limit: Self.limit) }
    self.frames = frames
  }
}

/// Why there is no film of a recording.
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
      "the film would have \(frames) frames; the limit is \(limit), and --idle-time-limit, a larger --speed or, of what "
        + "has frames, a smaller --fps keeps to it"
    }
  }
}
