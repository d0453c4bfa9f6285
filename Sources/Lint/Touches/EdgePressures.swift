import TouchLog

/// Finds touches that begin or end with a pressure of 0 that no sensor measured: programs fill it in where a device
/// reports none, and the ink narrows there.
struct EdgePressures<Place> {
  /// The least pressure beside it. Of 59 times that a pen comes down or lifts in recordings, the first or last pressure is
  /// 0.29 at most: a sensor does not fall from more to 0 between two events.
  private static var least: Double { 0.3 }

  /// A pressure that was not measured, and what stands for it: that of the event beside it, or nil for none.
  typealias Edge = (place: Place, pressure: Double?)

  private var starts: [TouchID: (event: TouchEvent, place: Place)] = [:]
  private var sensors = PressureSensors()

  mutating func add(_ tool: ToolChange) { sensors.add(tool) }

  mutating func add(_ turn: TouchTurn, _ place: Place) -> [Edge] {
    if sensors.statesWidths { return [] }
    if turn.isStart {
      starts[turn.touch] = (turn.event, place)
      return []
    }
    guard turn.isSuccessor, turn.event.phase != .cancelled, let previous = turn.previous else { return [] }
    var edges: [Edge] = []
    if let start = starts.removeValue(forKey: turn.touch), turn.event.expects.isEmpty,
      Self.isUnmeasured(start.event, beside: turn.event)
    {
      edges.append((start.place, turn.event.pressure))
    }
    // Without a pressure, an end has the last one that is known.
    if turn.role == .ends, Self.isUnmeasured(turn.event, beside: previous) { edges.append((place, nil)) }
    return edges
  }

  private static func isUnmeasured(_ edge: TouchEvent, beside neighbor: TouchEvent) -> Bool {
    edge.pressure == 0 && edge.index == nil && edge.expects.isEmpty && neighbor.pressure ?? 1 >= least
  }
}
