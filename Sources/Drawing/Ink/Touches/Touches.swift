import TouchLog

/// Which touches are down, and which strokes their later events and revisions belong to.
///
/// A touch is in `down` from its begin event to its end. A touch that a command has ended is in `ignored` until the log
/// ends it or begins it again. `latest`, if set, is an entry of `down`.
struct Touches: Sendable {
  private var down: [TouchID: StrokeIndex] = [:]
  private var ignored: Set<TouchID> = []
  /// For each touch, its strokes that have samples which revisions can name, in the order in which they began.
  private var revisable: [TouchID: [StrokeIndex]] = [:]
  /// The copies of each stroke, which its revisions change as well.
  private var copies: [StrokeIndex: [StrokeIndex]] = [:]
  /// The touch that began last, if none was lifted since, and its stroke: most events are of this touch.
  private(set) var latest: (touch: TouchID, stroke: StrokeIndex)?

  /// The stroke of a touch that is down.
  func stroke(of touch: TouchID) -> StrokeIndex? {
    if let latest, latest.touch == touch { return latest.stroke }
    return down[touch]
  }

  /// Whether any touch that is down satisfies a condition on its stroke.
  func areDown(where isMeant: (StrokeIndex) -> Bool) -> Bool { down.values.contains(where: isMeant) }

  /// The strokes of the touches that are down, in ascending order.
  var strokesDown: [StrokeIndex] { down.values.sorted() }

  mutating func begin(_ touch: TouchID, _ stroke: StrokeIndex) {
    ignored.remove(touch)
    down[touch] = stroke
    latest = (touch, stroke)
  }

  mutating func lift(_ touch: TouchID) {
    down[touch] = nil
    latest = nil
  }

  /// Ends all touches that are down. Their events are ignored from now on, up to their end or next begin.
  /// - Returns: The strokes of these touches, in ascending order.
  mutating func endAll() -> [StrokeIndex] {
    let strokes = strokesDown
    ignored.formUnion(down.keys)
    down.removeAll()
    latest = nil
    return strokes
  }

  /// Whether to ignore an event of a touch that is not down.
  mutating func ignores(_ event: TouchEvent) -> Bool {
    guard ignored.contains(event.touch) else { return false }
    if event.phase == .ended || event.phase == .cancelled { ignored.remove(event.touch) }
    return true
  }

  /// Makes revisions of a touch look for their events in a stroke.
  mutating func addRevisable(_ stroke: StrokeIndex, of touch: TouchID) { revisable[touch, default: []].append(stroke) }

  mutating func addCopy(_ copy: StrokeIndex, of stroke: StrokeIndex) { copies[stroke, default: []].append(copy) }

  /// A stroke, its copies and their copies.
  func withCopies(_ stroke: StrokeIndex) -> [StrokeIndex] {
    var strokes = [stroke]
    var next = 0
    while !copies.isEmpty, next < strokes.count {
      strokes += copies[strokes[next]] ?? []
      next += 1
    }
    return strokes
  }

  /// The strokes in which a revision may find its event, the latest first: if an index is used twice, the newer event
  /// is revised.
  func revisableStrokes(of touch: TouchID) -> some Sequence<StrokeIndex> { (revisable[touch] ?? []).reversed() }

  /// All strokes that a revision may name, in ascending order.
  var revisableStrokes: [StrokeIndex] { revisable.values.joined().flatMap(withCopies).sorted() }
}
