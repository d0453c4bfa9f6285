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
    if let size = header.size { object.add("size", size.width, size.height) }
    object.add("scale", header.scale)
    object.add("background", header.background?.text)
    object.add("model", header.model)
    object.add("grid", header.grid)
    for note in header.notes where !LogSlot.keys.contains(where: { $0.name == note.key }) {
      object.add(note.key, note.text)
    }
  }

  private static func write(_ tool: ToolChange, to object: inout JSONObjectWriter) {
    object.add("tool", tool.name)
    object.add("id", tool.id)
    tool.style.write(to: &object)
    object.add("mode", tool.mode)
    object.add("text", tool.text)
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

/// Commands.
extension LogWriter {
  private static func write(_ command: LogCommand, to object: inout JSONObjectWriter) {
    object.add("command", command.name)
    switch command {
    case .undo(let count), .redo(let count): if count != 1 { object.add("count", count) }
    case .clear, .deselect: break
    case .select(.id(let id)): object.add("id", id)
    case .select(.at(let position)): object.add("at", position.x, position.y)
    case .delete(let id), .raise(let id), .lower(let id): object.add("id", id)
    case .duplicate(let id, let copy, let step):
      object.add("id", id)
      object.add("as", copy)
      if step != Vector(0, 0) { object.add("by", step.dx, step.dy) }
    case .move(let id, let step):
      object.add("id", id)
      object.add("by", step.dx, step.dy)
    case .transform(let id, let change):
      object.add("id", id)
      if let step = change.translate { object.add("translate", step.dx, step.dy) }
      object.add("rotate", change.rotate)
      object.add("scale", change.scale)
    case .restyle(let id, let style):
      object.add("id", id)
      style.write(to: &object)
    case .text(let text): write(text, to: &object)
    case .edit(let id, let text):
      object.add("id", id)
      object.add("text", text)
    case .image(let image): write(image, to: &object)
    case .mark(let name): object.add("name", name)
    case .sound(let path): object.add("path", path)
    case .open(let path): object.add("path", path)
    case .page(let page):
      if let size = page.size { object.add("size", size.width, size.height) }
      object.add("background", page.background?.text)
    }
  }

  private static func write(_ text: NewText, to object: inout JSONObjectWriter) {
    object.add("id", text.id)
    object.add("text", text.text)
    object.add("at", text.at.x, text.at.y)
    object.add("wrap", text.wrap)
    text.style.write(to: &object)
  }

  private static func write(_ image: NewImage, to object: inout JSONObjectWriter) {
    object.add("id", image.id)
    switch image.source {
    case .path(let path): object.add("path", path)
    case .data(let text): object.add("data", text)
    }
    object.add("at", image.at.x, image.at.y)
    if let size = image.size { object.add("size", size.width, size.height) }
    object.add("opacity", image.opacity)
    object.add("layer", image.layer)
  }
}
