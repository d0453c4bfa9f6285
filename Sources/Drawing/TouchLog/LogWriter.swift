import Geometry

/// Writes events as lines of a touch log. Reading them gives equal events.
public enum LogWriter {
  /// The event's line, with its newline.
  public static func line(for event: LogEvent) -> [UInt8] {
    var bytes: [UInt8] = []
    append(event, to: &bytes)
    return bytes
  }

  /// Appends the event's line and a newline.
  ///
  /// Numbers have the fewest digits that read as the same Double. Absent values and numbers that are not finite are
  /// left out.
  package static func append(_ event: LogEvent, to bytes: inout [UInt8]) {
    // Moved, not shared: appending to shared bytes would copy them all.
    let before = bytes
    bytes = []
    var object = JSONObjectWriter(bytes: consume before)
    switch event {
    case .header(let header): write(header, to: &object)
    case .touch(let touch): write(touch, to: &object)
    case .revision(let revision): write(revision, to: &object)
    case .tool(let tool): write(tool, to: &object)
    case .command(let command, let time):
      write(command, to: &object)
      object.add("time", time)
    }
    bytes = object.close()
  }

  /// Appends the event's line with the app's own keys, and a newline.
  /// - Parameter members: The keys and their values as JSON; see `LineKey.member`.
  package static func append(_ event: LogEvent, members: [[UInt8]], to bytes: inout [UInt8]) {
    append(event, to: &bytes)
    guard !members.isEmpty else { return }
    // Every line has at least one key before its closing brace and newline.
    bytes.removeLast(2)
    for member in members { bytes += [ASCII.comma] + member }
    bytes += [ASCII.closeBrace, ASCII.newline]
  }

  private static func write(_ header: LogHeader, to object: inout JSONObjectWriter) {
    object.add("doodle", header.version)
    object.add(LogHeader.fields, of: header)
    for note in header.notes where !LogSlot.keys.contains(where: { $0.name == note.key }) {
      object.add(note.key, note.text)
    }
  }

  private static func write(_ tool: ToolChange, to object: inout JSONObjectWriter) {
    object.add("tool", tool.name)
    object.add(LineKeys.tool, of: tool.values)
  }

  private static func write(_ command: LogCommand, to object: inout JSONObjectWriter) {
    let (row, values) = CommandRow.line(of: command)
    object.add("command", row.name)
    object.add(row.keys, of: values)
  }
}

/// Touches and revisions.
extension LogWriter {
  private static func write(_ event: TouchEvent, to object: inout JSONObjectWriter) {
    object.add("phase", event.phase.rawValue)
    write(event.touch, to: &object)
    object.add("point", event.point.x, event.point.y)
    write(event.reading, to: &object)
    object.add("pointer", event.pointer?.rawValue)
    if event.predicted { object.add("predicted", true) }
    object.add("index", event.index)
    write(event.expects, to: &object)
  }

  private static func write(_ revision: TouchRevision, to object: inout JSONObjectWriter) {
    object.add("revises", revision.index)
    write(revision.touch, to: &object)
    if let point = revision.point { object.add("point", point.x, point.y) }
    write(revision.reading, to: &object)
    write(revision.expects, to: &object)
  }

  private static func write(_ touch: TouchID, to object: inout JSONObjectWriter) {
    if let name = touch.name {
      object.add("touch", name)
    } else if touch != .number(0) {
      object.add("touch", touch.number)
    }
  }

  private static func write(_ reading: PenReading, to object: inout JSONObjectWriter) {
    for sensor in PenReading.sensors { sensor.field.write(reading, &object) }
  }

  private static func write(_ properties: TouchProperties, to object: inout JSONObjectWriter) {
    if properties.isEmpty { return }
    let names = TouchProperties.named.filter { properties.contains($0.property) }.map { $0.names[0] }
    if !names.isEmpty { object.add("expects", names) }
  }
}
