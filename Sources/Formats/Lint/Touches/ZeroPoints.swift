import Geometry
import TouchLog

/// Finds events at the origin in strokes elsewhere: the program did not know the position of the touch.
///
/// A candidate is held back until the touch's next event decides.
struct ZeroPoints<Place> {
  /// How far the stroke must be from the origin, in points, and how many times nearer its own points to each other.
  private static var distance: Double { 100 }
  private static var ratio: Double { 8 }

  private var held = TouchTable<[(turn: TouchTurn, place: Place)]>()

  /// Whether no event is held back. Then any event elsewhere passes.
  var isEmpty: Bool { held.isEmpty }

  /// Adds an event of a touch that begins or continues.
  /// - Returns: The events that are no longer held back, and the indices of those that are at the origin by mistake.
  mutating func add(_ turn: TouchTurn, _ place: Place) -> (passed: [(turn: TouchTurn, place: Place)], wrong: [Place]) {
    let waiting = turn.isStart ? [] : held.removeValue(forKey: turn.touch) ?? []
    let event = turn.event
    if turn.isStart { held[turn.touch] = nil }
    if turn.role == .continues, event.point == Point(0, 0), event.index == nil, event.expects.isEmpty {
      held[turn.touch] = waiting + [(turn, place)]
      return ([], [])
    }
    guard let first = waiting.first, let before = first.turn.previous else { return (waiting + [(turn, place)], []) }
    let away = min(before.point.distance(to: Point(0, 0)), event.point.distance(to: Point(0, 0)))
    guard away > Self.distance, event.point.distance(to: before.point) * Self.ratio < away else {
      return (waiting + [(turn, place)], [])
    }
    var turn = turn
    turn.previous = before
    return ([(turn, place)], waiting.map(\.place))
  }
}
