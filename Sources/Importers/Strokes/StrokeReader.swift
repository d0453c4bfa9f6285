import Geometry
package import TouchLog

/// Gives the events of strokes that were read from a file as a whole.
package struct StrokeReader: EventReader {
  private let ink: ImportedInk
  private let name: String
  /// The event to give next.
  private var stroke = 0
  private var point = 0
  /// What precedes the first point of the stroke.
  private var stage = Stage.header
  private var tool: ToolChange?
  /// The stroke of the event given last.
  private var last = 0

  private enum Stage {
    case header, tool, points
  }

  /// - Parameter name: The file as the user named it, for messages.
  package init(_ ink: ImportedInk, name: String) {
    var ink = ink
    ink.complete()
    self.ink = ink
    self.name = name
  }

  package var report: ImportReport { ink.report }

  package mutating func next() -> LogEvent? {
    if stage == .header {
      stage = .tool
      if ink.header != LogHeader() { return .header(ink.header) }
    }
    guard stroke < ink.strokes.count else { return nil }
    last = stroke
    if stage == .tool {
      stage = .points
      if let next = ink.strokes[stroke].tool, next != tool {
        tool = next
        return .tool(next)
      }
    }
    return .touch(nextTouch())
  }

  package mutating func nextTouches(into touches: inout [TouchEvent]) {
    touches.removeAll(keepingCapacity: true)
    guard stage == .points, stroke < ink.strokes.count else { return }
    last = stroke
    while stage == .points, touches.count < 64 { touches.append(nextTouch()) }
  }

  /// A stroke of one point begins and ends there.
  private mutating func nextTouch() -> TouchEvent {
    let current = ink.strokes[stroke]
    let count = current.points.count
    let source = current.points[min(point, count - 1)]
    var event = TouchEvent(
      phase: point == 0 ? .began : .moved, point: Point(source.x, source.y), pressure: source.pressure,
      time: source.time, altitude: source.altitude, azimuth: source.azimuth, pointer: current.pointer)
    if point > 0, point >= count - 1 {
      event.phase = .ended
      (stroke, point, stage) = (stroke + 1, 0, .tool)
    } else {
      point += 1
    }
    return event
  }

  package var line: Int { ink.strokes.isEmpty ? 1 : ink.strokes[last].line }

  package var location: LogLocation {
    guard !ink.strokes.isEmpty else { return LogLocation(file: name, line: 1, column: 1) }
    return LogLocation(file: name, line: ink.strokes[last].line, column: ink.strokes[last].column)
  }
}
