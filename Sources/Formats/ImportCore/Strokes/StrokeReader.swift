import Geometry
import TouchLog

/// Gives the events of strokes that were read from a file as a whole, completed by the rules for all formats.
package struct StrokeReader: EventReader {
  private var ink: ImportedInk
  private let name: String
  private var hasBegun = false
  /// The tool that was given last.
  private var tool: ToolChange?
  /// The values of all tools that were given.
  private var given = StyleChange()
  /// The touch to give next.
  private var position = Position()
  /// The first touch of the last call, and the stroke of its last touch.
  private var first = Position()
  private var last = 0
  /// The time of the stroke's touch before `position`, in seconds from the first time of the file.
  private var lastTime = -Double.infinity
  /// The number of commands that were given.
  private var commandCount = 0
  /// Whether the last event was a command.
  private var isAtCommand = false
  /// The touch that `next` gave last.
  private var single: [TouchEvent] = []
  /// The time at which the next stroke begins in a file without times, in seconds.
  private var strokeTime = 0.0

  private struct Position {
    var stroke = 0
    var point = 0
  }

  /// The most touches that `nextTouches` gives.
  private static var batch: Int { 64 }

  /// - Parameter name: The file as the user named it, for messages.
  package init(_ ink: consuming ImportedInk, name: String) {
    ink.complete()
    self.ink = ink
    self.name = name
  }

  package var report: ImportReport { ink.report }
  package var keptParts: [KeptPart] { ink.keptParts }

  /// Continues with another stroke of the same file. The strokes before it must have been given.
  package mutating func replaceStrokes(by stroke: consuming ImportedStroke) throws(LogReadError) {
    try ink.replaceStrokes(by: stroke)
    (position, first, last) = (Position(), Position(), 0)
  }

  package mutating func next() -> LogEvent? {
    if !hasBegun {
      hasBegun = true
      if ink.header != LogHeader() { return .header(ink.header) }
    }
    isAtCommand = isCommandNext
    if isAtCommand {
      commandCount += 1
      return .command(ink.commands[commandCount - 1].command)
    }
    guard position.stroke < ink.strokes.count else { return nil }
    first = position
    last = position.stroke
    if mayChangeTool, let change = toolChange() {
      tool = change
      return .tool(completed(change))
    }
    // A new array for each touch would take most of the time.
    var touches: [TouchEvent] = []
    swap(&touches, &single)
    touches.removeAll(keepingCapacity: true)
    appendTouches(to: &touches, atMost: 1)
    swap(&touches, &single)
    return single.first.map { .touch($0) }
  }

  /// Whether a command comes before the next touch.
  private var isCommandNext: Bool {
    commandCount < ink.commands.count && position.point == 0
      && ink.commands[commandCount].strokeCount <= position.stroke
  }

  package mutating func nextTouches(into touches: inout [TouchEvent]) {
    touches.removeAll(keepingCapacity: true)
    guard hasBegun else { return }
    first = position
    while touches.count < Self.batch, position.stroke < ink.strokes.count, !isCommandNext,
      !mayChangeTool || toolChange() == nil
    {
      last = position.stroke
      isAtCommand = false
      appendTouches(to: &touches, atMost: Self.batch - touches.count)
    }
  }

  /// Whether a stroke begins that may set a tool. Most files have no tools.
  private var mayChangeTool: Bool { position.point == 0 && (tool != nil || ink.strokes[position.stroke].hasTool) }

  /// The tool change for the stroke that begins; nil if its tool is set already.
  private func toolChange() -> ToolChange? {
    let change = ink.strokes[position.stroke].tool ?? ToolChange(name: "pen")
    return change == tool ? nil : change
  }

  /// A tool with the usual values of the keys that those before it gave and it does not: tools keep what they were given
  /// last.
  private mutating func completed(_ change: ToolChange) -> ToolChange {
    var change = change
    let usual = ImportRules.usualLook(change.name == "marker" ? .marker : .pen, change.style[StyleKeys.brush] ?? .ink)
    change.style.complete(given, by: usual)
    given.override(with: change.style)
    return change
  }

  /// Appends the next touches of the stroke. A stroke of one point begins and ends there.
  private mutating func appendTouches(to touches: inout [TouchEvent], atMost limit: Int) {
    let stroke = ink.strokes[position.stroke]
    let points = stroke.points
    let count = max(2, points.count)
    let (start, end) = (position.point, min(count, position.point + limit))
    if start == 0 { lastTime = -.infinity }
    let enlargement = ink.enlargement
    let origin = ink.origin
    var lastTime = lastTime
    let before = touches.count
    touches.append(addingCapacity: end - start) { span in
      var touch = TouchEvent(phase: .moved, touch: stroke.touch, point: Point(0, 0), pointer: stroke.pointer)
      for index in start..<end {
        let point = points[min(index, points.count - 1)]
        touch.point = enlargement(point)
        touch.reading = point.reading
        touch.pressure = nil
        if let origin, let time = point.time {
          // Within a stroke, time does not run backward.
          lastTime = time - origin >= lastTime ? time - origin : lastTime + ImportRules.timeStep
          touch.time = lastTime
        } else {
          touch.time = nil
        }
        span.append(touch)
      }
    }
    self.lastTime = lastTime
    if ink.usesPressure(of: stroke.pointer) {
      for index in start..<end { touches[before + index - start].pressure = pressure(at: index, of: points) }
    }
    if start == 0 { touches[before].phase = .began }
    if end == count { touches[touches.count - 1].phase = .ended }
    if origin == nil {
      if start == 0 { touches[before].time = strokeTime }
      if points.count == 1 { touches[touches.count - 1].time = strokeTime }
    }
    position.point = end
    if end == count {
      strokeTime += Double(points.count - 1) / 120 + 0.2
      position = Position(stroke: position.stroke + 1)
    }
  }

  /// The pressure of a point. Devices report 0 when the pen touches and lifts; the neighbors' pressures are more
  /// accurate.
  private func pressure(at index: Int, of points: [ImportedPoint]) -> Double? {
    if points.count == 1 { return points[0].pressure }
    let first = points[0].pressure == 0 ? points[1].pressure : points[0].pressure
    if index == 0 { return first }
    guard index == points.count - 1, points[index].pressure == 0 else { return points[index].pressure }
    return index == 1 ? first : points[index - 1].pressure
  }

  package var line: Int { location.line }
  package var location: LogLocation {
    guard isAtCommand else { return location(ofStroke: last) }
    let command = ink.commands[commandCount - 1]
    return LogLocation(file: name, line: command.line, column: command.column)
  }
  package func line(ofTouch index: Int) -> Int { location(ofTouch: index).line }
  package func location(ofTouch index: Int) -> LogLocation { location(ofStroke: stroke(ofTouch: index)) }

  /// The stroke of a touch that the last call gave.
  private func stroke(ofTouch index: Int) -> Int {
    var (stroke, rest) = (first.stroke, first.point + index)
    while stroke < last, rest >= max(2, ink.strokes[stroke].points.count) {
      rest -= max(2, ink.strokes[stroke].points.count)
      stroke += 1
    }
    return stroke
  }

  private func location(ofStroke stroke: Int) -> LogLocation {
    guard !ink.strokes.isEmpty else { return LogLocation(file: name, line: 1, column: 1) }
    return LogLocation(file: name, line: ink.strokes[stroke].line, column: ink.strokes[stroke].column)
  }
}
