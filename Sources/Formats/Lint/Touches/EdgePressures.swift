import TouchLog

/// Finds touches that begin or end with a pressure of 0 that no sensor measured: programs fill it in where a device
/// reports none, and the ink narrows there.
struct EdgePressures<Place> {
  /// The least pressure of the event beside it. In 59 cases of a pen that came down or lifted, the first or last
  /// pressure was at most 0.29: a sensor does not go between 0 and more than that within one event.
  private static var least: Double { 0.3 }

  /// A pressure that was not measured, and its replacement: the pressure of the event beside it, or nil.
  typealias Edge = (place: Place, pressure: Double?)

  private var starts = TouchTable<(event: TouchEvent, place: Place)>()
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
    // An end without a pressure takes the last known one.
    if turn.role == .ends, Self.isUnmeasured(turn.event, beside: previous) { edges.append((place, nil)) }
    return edges
  }

  private static func isUnmeasured(_ edge: TouchEvent, beside neighbor: TouchEvent) -> Bool {
    edge.pressure == 0 && edge.index == nil && edge.expects.isEmpty && neighbor.pressure ?? 1 >= least
  }
}
