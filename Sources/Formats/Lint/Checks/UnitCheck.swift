import Geometry
import TouchLog

/// Finds numbers in a wrong unit.
struct UnitCheck: LintCheck {
  /// The least number of points in 0…1 that are taken for shares of the canvas.
  private static let enoughPoints = 12
  /// The least extent of such points, so that a dot in the corner does not count.
  private static let leastExtent = 0.1
  /// The largest angles in radians, with a margin for rounding: π/2 above the surface, and a full turn.
  private static let altitude = 2.0
  private static let azimuth = 7.0

  private var time = TimeUnit()
  private var firstTime: LogLocation?
  private var points = 0
  private var bounds = Rect.empty
  private var firstPoint: LogLocation?
  private var highPressures = Occurrences()
  private var range = PressureRange()
  private var wideAngles = Occurrences()

  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    guard turn.isStart || turn.isSuccessor else { return }
    let event = turn.event
    time.add(event)
    if event.time != nil, firstTime == nil { firstTime = locate() }
    if firstPoint == nil { firstPoint = locate() }
    points += 1
    bounds.include(event.point)
    range.add(turn)
    if (event.pressure ?? 0) > PressureRange.most { highPressures.note(at: locate) }
    if (event.altitude ?? 0) > Self.altitude || (event.azimuth ?? 0).magnitude > Self.azimuth {
      wideAngles.note(at: locate)
    }
  }

  mutating func add(_ event: LogEvent, _ findings: inout FindingList, at locate: () -> LogLocation) {
    guard case .revision(let revision) = event else { return }
    range.add(revision)
    if (revision.pressure ?? 0) > PressureRange.most { highPressures.note(at: locate) }
  }

  mutating func finish(_ findings: inout FindingList) {
    if let unit = time.found, let firstTime { findings.report(.unitUnlikely, at: firstTime, unit.message) }
    let isUnitSquare = bounds.minX >= 0 && bounds.minY >= 0 && bounds.maxX <= 1 && bounds.maxY <= 1
    if isUnitSquare, points >= Self.enoughPoints, max(bounds.width, bounds.height) >= Self.leastExtent, let firstPoint {
      findings.report(
        .unitUnlikely, at: firstPoint, "all points lie in 0 to 1, as shares of the canvas; the unit is points",
        isFixable: false)
    }
    findings.report(.unitUnlikely, highPressures, isFixable: range.sensor != nil) { _ in
      let scale = range.likelySensor.map { "; divide it by the sensor's range, perhaps \(plain($0))" }
      return "the pressure goes to \(rounded(range.highest)); full pressure is 1" + (scale ?? "")
    }
    findings.report(.unitUnlikely, wideAngles, isFixable: false) { _ in
      "the angles of the pen seem to be in degrees; the unit is radians"
    }
  }
}

extension LintRule {
  /// `TimeUnit` and `UnitCheck` give the thresholds and their reasons.
  package static let unitUnlikely = LintRule(
    "unit-unlikely", "numbers in another unit than the log's", fix: .changesPicture,
    """
    Times are taken for milliseconds if at least 12 intervals within strokes, and three quarters of all, are from 2 to \
    200, or all of at least two are from 4 to 200 while the touch moves; in seconds no hand is so slow. Intervals 1,000 or 1,000,000 times as \
    long are microseconds or nanoseconds. Points are taken for shares if at least 12 lie in 0 to 1. Pressures over 8 and \
    angles over 2 (altitude) or 7 (azimuth) are in other units, too; the forces of UIKit go to 6.67. The fix converts \
    the times to seconds, so that the ink gets the width that follows from the right speed. It divides \
    pressures by the sensor's range if all are whole numbers and the highest is such a range: 255, 1023, 2047, 4095 and \
    so on, or one more. There is no fix for the others, whose range is not known.
    """,
    example: [#"{"phase":"began","touch":1,"point":[20,20],"time":0}"#]
      + (1...12).map { #"{"phase":"moved","touch":1,"point":[\#(20 + 3 * $0),20],"time":\#(8 * $0)}"# }
      + [#"{"phase":"ended","touch":1,"point":[60,20],"time":104}"#])
}
