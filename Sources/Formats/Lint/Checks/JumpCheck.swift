import Geometry
import TouchLog

/// Finds points that no hand can have reached.
struct JumpCheck: LintCheck {
  /// The highest speed of a hand, in points per second: 8 meters per second, at 96 points per inch. The fastest swings of
  /// a pen reach half of it.
  private static let speed = 30_000.0
  /// The shortest time that is trusted, in seconds. Clocks are coarse, so that events often have nearly equal times.
  private static let shortestTime = 0.004
  /// The least length of a step that may be a spike, in points, and how many times shorter its surroundings are. A
  /// scribble that turns back has long steps on both sides.
  private static let spike = (length: 100.0, ratio: 8.0)

  private struct Track {
    /// The length of the last step; nil if there is none.
    var lastStep: Double?
    /// A step that was much longer than the one before.
    var suspect: (location: LogLocation, start: Point, length: Double)?
    var isReported = false
  }

  private var tracks = TouchTable<Track>()
  private var zeros = ZeroPoints<LogLocation?>()
  /// The touches with a point at the origin that was reported.
  private var reported: Set<TouchID> = []

  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    guard turn.isStart || turn.isSuccessor else { return }
    if turn.isStart { reported.remove(turn.touch) }
    if zeros.isEmpty, turn.event.point != Point(0, 0) { return check(turn, &findings, at: locate) }
    // Few events need their location.
    let (passed, wrong) = zeros.add(turn, turn.event.point == Point(0, 0) ? locate() : nil)
    if let location = wrong.first ?? nil, reported.insert(turn.touch).inserted {
      findings.report(
        .coordinateJump, at: location, "touch \(turn.touch) is at 0,0 for a moment, far from its stroke",
        isFixable: true)
    }
    for (turn, place) in passed { check(turn, &findings) { place ?? locate() } }
  }

  private mutating func check(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    if turn.isStart { tracks[turn.touch] = Track() }
    guard turn.isSuccessor, let previous = turn.previous, var track = tracks[turn.touch] else { return }
    tracks[turn.touch] = turn.role == .ends ? nil : track
    guard !track.isReported else { return }
    let event = turn.event
    let step = event.point.distance(to: previous.point)
    if let time = event.time, let last = previous.time, time >= last,
      step > Self.speed * max(time - last, Self.shortestTime)
    {
      let milliseconds = rounded((time - last) * 1000)
      findings.report(
        .coordinateJump, at: locate(),
        "touch \(turn.touch) jumps by \(rounded(step)) points in \(milliseconds) ms, faster than any hand",
        isFixable: false)
      track.isReported = true
    } else if let suspect = track.suspect, step > Self.spike.length,
      event.point.distance(to: suspect.start) * Self.spike.ratio < suspect.length
    {
      findings.report(
        .coordinateJump, at: suspect.location,
        "touch \(turn.touch) jumps by \(rounded(suspect.length)) points and back",
        isFixable: false)
      track.isReported = true
    }
    track.suspect = nil
    if let lastStep = track.lastStep, step > Self.spike.length, step > lastStep * Self.spike.ratio {
      track.suspect = (locate(), previous.point, step)
    }
    track.lastStep = step
    if turn.role != .ends { tracks[turn.touch] = track }
  }
}

extension LintRule {
  /// More than 30,000 points per second, or one point over 100 points away from its neighbors; `JumpCheck` says why.
  package static let coordinateJump = LintRule(
    "coordinate-jump", "a point that no hand reached", fix: .changesPicture,
    """
    The touch moves by more than 30,000 points per second (8 meters at 96 points per inch), or one point lies more \
    than 100 points away, and 8 times as far as the points around it from each other. Two touches may share an id, or \
    coordinates of another view were mixed in. The fix drops events at 0,0 if the events before and after them are more \
    than 100 points away, and 8 times as far as from each other: a program did not know where the touch was. There is no \
    fix for other points.
    """,
    example: [
      #"{"phase":"began","touch":1,"point":[120,120],"time":0}"#,
      #"{"phase":"moved","touch":1,"point":[124,120],"time":0.01}"#,
      #"{"phase":"moved","touch":1,"point":[0,0],"time":0.02}"#,
      #"{"phase":"ended","touch":1,"point":[128,120],"time":0.03}"#,
    ])
}
