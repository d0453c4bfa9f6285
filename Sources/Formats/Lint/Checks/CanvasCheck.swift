import Geometry
import TouchLog

/// Compares the ink with the canvas.
struct CanvasCheck: LintCheck {
  /// How far a point may lie outside, in points. Screens report points on their edge, and round them.
  private static let tolerance = 2.0
  /// The least number of points outside, and their least share, that are reported. A hand that draws up to the edge
  /// leaves the canvas now and then.
  private static let enough = 3
  private static let share = 0.05

  /// The tools that make no ink.
  private static let inkless: Set<String> = ["eraser", "select"]

  /// A stroke that is down.
  private struct Stroke {
    var location: LogLocation
    var isOutside = true
  }

  private let expectsSize: Bool
  private var size: Size?
  /// Whether a saved drawing was opened, which may have a size.
  private var hasOpened = false
  private var drawsInk = true
  private var strokes = TouchTable<Stroke>()
  private var points = 0
  private var outside = Occurrences()
  /// The strokes that lie outside as a whole.
  private var lost = Occurrences()
  private var bounds = Rect.empty
  private var firstLocation: LogLocation?
  /// The size that the header states under other keys.
  private var stated: Size?

  /// - Parameter expectsSize: Whether the recording can have a header, which should give a size.
  init(expectsSize: Bool) { self.expectsSize = expectsSize }

  mutating func read(_ header: LogHeader, ownMembers: [[UInt8]]) {
    stated = KnownSize(header, ownMembers: ownMembers).size
  }

  /// The size that the header lacks, if the header states it under other keys and all ink lies in it.
  var knownSize: Size? {
    guard expectsSize, size == nil, !hasOpened, firstLocation != nil, let stated, bounds.minX >= 0, bounds.minY >= 0,
      bounds.maxX <= stated.width, bounds.maxY <= stated.height
    else { return nil }
    return stated
  }

  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    if turn.isStart {
      settle(turn.touch)
      if drawsInk {
        let location = locate()
        strokes[turn.touch] = Stroke(location: location)
        if firstLocation == nil { firstLocation = location }
      }
    }
    guard turn.isStart || turn.isSuccessor, strokes[turn.touch] != nil else { return }
    points += 1
    bounds.include(turn.event.point)
    if let size, isOutside(turn.event.point, size) {
      outside.note(at: locate)
    } else {
      strokes[turn.touch]?.isOutside = false
    }
    if turn.event.phase == .cancelled { strokes[turn.touch] = nil }
    if turn.role == .ends { settle(turn.touch) }
  }

  mutating func add(_ event: LogEvent, _ findings: inout FindingList, at locate: () -> LogLocation) {
    switch event {
    case .header(let header): size = header.size
    case .tool(let change): drawsInk = !Self.inkless.contains(change.name)
    case .command(.open, _): hasOpened = true
    case .command(.page(let page), _): size = page.size
    case .command, .touch, .revision: break
    }
  }

  mutating func finish(_ findings: inout FindingList) {
    for touch in strokes.keys { settle(touch) }
    guard let firstLocation else { return }
    guard let size else {
      if expectsSize, !hasOpened {
        let start = LogLocation(file: firstLocation.file, line: 1, column: 1)
        findings.report(
          .sizeMissing, at: start, "the size of the canvas is missing, so the picture is cropped to its ink",
          isFixable: knownSize != nil)
      }
      return
    }
    let isFrequent = outside.count >= Self.enough && Double(outside.count) >= Self.share * Double(points)
    guard isFrequent || lost.count > 0 else { return }
    let strokes = lost.count == 0 ? "" : ", and \(counted(lost.count, "stroke")) as a whole"
    findings.report(.canvasTooSmall, isFrequent ? outside : lost) { _ in
      "\(counted(outside.count, "point"))\(strokes) lie outside the canvas of \(rounded(size.width)) x "
        + "\(rounded(size.height)) points; the ink reaches from \(rounded(bounds.minX)),\(rounded(bounds.minY)) to "
        + "\(rounded(bounds.maxX)),\(rounded(bounds.maxY))"
    }
  }

  private func isOutside(_ point: Point, _ size: Size) -> Bool {
    point.x < -Self.tolerance || point.y < -Self.tolerance || point.x > size.width + Self.tolerance
      || point.y > size.height + Self.tolerance
  }

  private mutating func settle(_ touch: TouchID) {
    if let stroke = strokes.removeValue(forKey: touch), stroke.isOutside { lost.note { stroke.location } }
  }
}

extension LintRule {
  /// At least 3 points and 5 % of all, or a whole stroke, more than 2 points outside; `CanvasCheck` says why.
  package static let canvasTooSmall = LintRule(
    "canvas-too-small", "ink outside the canvas",
    """
    A whole stroke, or at least 3 points and 5 % of all, lie more than 2 points outside the canvas of the header. The \
    size may be that of another window, or in pixels while the points are in points. Which size is right is not known, \
    so there is no fix.
    """,
    example: [
      #"{"doodle":1,"size":[100,100]}"#,
      #"{"phase":"began","point":[120,20],"time":0}"#,
      #"{"phase":"moved","point":[140,20],"time":0.01}"#,
      #"{"phase":"ended","point":[160,20],"time":0.02}"#,
    ])

  /// A log that has ink but no header, or none with a size, is reported at its first line. Other formats are not: most of
  /// them cannot give a size.
  package static let sizeMissing = LintRule(
    "size-missing", "a touch log without the size of its canvas", fix: .changesPicture,
    """
    The picture is then cropped to its ink, and each stroke can change its size. The fix writes the size if the header \
    has it under the app's own keys "width" and "height", all ink lies in it, and no scale makes it doubtful whether \
    it is in points. Otherwise the size is not known, and there is no fix.
    """,
    example: [
      #"{"doodle":1,"width":100,"height":80}"#,
      #"{"phase":"began","point":[20,20],"time":0}"#,
      #"{"phase":"ended","point":[40,20],"time":0.01}"#,
    ])
}
