import Geometry

/// Writes events as lines of a touch log, which read as equal events.
public enum LogWriter {
  /// The event's line, its newline included.
  public static func line(for event: LogEvent) -> [UInt8] {
    var bytes: [UInt8] = []
    append(event, to: &bytes)
    return bytes
  }

  /// Appends the event's line and a newline.
  ///
  /// Numbers are the shortest that read as the same Double; what is absent, or not a finite number, is left out.
  public static func append(_ event: LogEvent, to bytes: inout [UInt8]) {
    var object = JSONObjectWriter(bytes: bytes)
    bytes = []
    switch event {
    case .header(let header): write(header, to: &object)
    case .touch(let touch): write(touch, to: &object)
    case .revision(let revision): write(revision, to: &object)
    case .tool(let tool): write(tool, to: &object)
    case .command(let command): write(command, to: &object)
    }
    bytes = object.close()
  }

  private static func write(_ header: LogHeader, to object: inout JSONObjectWriter) {
    object.add("doodle", header.version)
    if let size = header.size { object.add("size", size.width, size.height) }
    object.add("scale", header.scale)
    switch header.background {
    case .color(let color): object.add("background", color.description)
    case .some(.none): object.add("background", "none")
    case .picture(let path): object.add("background", path)
    case nil: break
    }
    object.add("model", header.model)
    object.add("grid", header.grid)
  }

  private static func write(_ event: TouchEvent, to object: inout JSONObjectWriter) {
    object.add("phase", event.phase.rawValue)
    write(event.touch, to: &object)
    object.add("point", event.point.x, event.point.y)
    object.add("pressure", event.pressure)
    object.add("time", event.time)
    object.add("altitude", event.altitude)
    object.add("azimuth", event.azimuth)
    object.add("pointer", event.pointer?.rawValue)
    if event.predicted { object.add("predicted", true) }
    object.add("index", event.index)
    write(event.expects, to: &object)
  }

  private static func write(_ revision: TouchRevision, to object: inout JSONObjectWriter) {
    object.add("revises", revision.index)
    write(revision.touch, to: &object)
    if let point = revision.point { object.add("point", point.x, point.y) }
    object.add("pressure", revision.pressure)
    object.add("time", revision.time)
    object.add("altitude", revision.altitude)
    object.add("azimuth", revision.azimuth)
    write(revision.expects, to: &object)
  }

  private static func write(_ touch: TouchID, to object: inout JSONObjectWriter) {
    if let name = touch.name {
      object.add("touch", name)
    } else if touch != .number(0) {
      object.add("touch", touch.number)
    }
  }

  private static func write(_ properties: TouchProperties, to object: inout JSONObjectWriter) {
    let named: [(TouchProperties, String)] = [
      (.pressure, "pressure"), (.point, "point"), (.altitude, "altitude"), (.azimuth, "azimuth"),
    ]
    let names = named.filter { properties.contains($0.0) }.map(\.1)
    if !names.isEmpty { object.add("expects", names) }
  }
}
