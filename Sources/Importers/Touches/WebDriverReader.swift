import Geometry
import JSON
import TouchLog

extension LogFormat {
  /// The actions of a pointer that WebDriver performs.
  package static let webdriver = LogFormat("webdriver", "pointer actions of WebDriver") { glimpse in
    guard let json = glimpse.json, json.isObject else { return false }
    let actions = json["actions"] ?? json["params"]?["actions"]
    return actions?.elements.contains { source in
      ["pointer", "key", "wheel", "none"].contains(source["type"]?.text) && source["actions"]?.isArray != false
    } == true
  } open: { input, name, options throws(LogReadError) in
    let bytes = try input.readAll(name: name, options: options)
    var performer = WebDriverPerformer(lines: LineTable(JSONDocument.withoutMark(bytes)))
    do throws(LogError) {
      try performer.perform(JSONDocument(bytes, name: name).root)
    } catch {
      throw .malformed(error)
    }
    return TouchReader(WebDriverSource(performer), name: name, options: options)
  }
}

/// The touches that actions make.
private struct WebDriverSource: TouchSource {
  private let touches: [ImportedTouch]
  private var given = 0
  let report: ImportReport

  init(_ performer: WebDriverPerformer) {
    (touches, report) = (performer.touches, performer.report)
  }

  var header: LogHeader { LogHeader() }

  mutating func read(into touches: inout [ImportedTouch]) {
    let next = self.touches[given...].prefix(1024)
    touches += next
    given += next.count
  }
}

/// Performs actions of several sources (W3C WebDriver, section 17): tick by tick, each source one action per tick. A
/// tick is as long as its longest action.
private struct WebDriverPerformer {
  /// A source of actions.
  private struct Source {
    /// The actions after the next tick.
    var rest: JSONElements
    /// The action of the next tick; nil after the last one.
    var next: JSONValue?
    /// Nil for keys, wheels and pauses.
    var pointer: Pointer?
  }

  private struct Pointer {
    let id: TouchID
    let kind: TouchEvent.Pointer?
    var point = Point(0, 0)
    var isEraser = false
  }

  private let lines: LineTable
  private(set) var touches: [ImportedTouch] = []
  private(set) var report = ImportReport(format: "WebDriver", ink: "pointerDown actions", unit: "CSS pixels")
  /// The time at which the tick begins, in milliseconds.
  private var clock = 0.0
  private var tilt = PenTilt()

  init(lines: LineTable) { self.lines = lines }

  mutating func perform(_ root: JSONValue) throws(LogError) {
    try root.checkIsObject()
    let list = root["actions"] ?? root["params"]?["actions"]
    guard let list else { throw root.error(.missingKey("\"actions\"", of: "the object")) }
    var sources: [Source] = []
    try list.checkIsArray()
    for (index, value) in list.elementSequence.enumerated() {
      if let source = try source(value, id: index) { sources.append(source) }
    }
    while !sources.isEmpty {
      try performTick(&sources)
      // Sources that have ended take no more time, however many there are.
      if sources.contains(where: { $0.next == nil }) { sources.removeAll { $0.next == nil } }
    }
    if clock > 0 {
      report.timeBase = "milliseconds, duration, per action"
    } else {
      report.timeBase = ImportRules.noTimes
      for index in touches.indices { touches[index].event.time = nil }
    }
  }

  /// - Returns: Nil for a source without actions.
  private func source(_ value: JSONValue, id: Int) throws(LogError) -> Source? {
    try value.checkIsObject()
    let isPointer = try value.required("type", of: "the source").string() == "pointer"
    guard let actions = value["actions"] else { return nil }
    try actions.checkIsArray()
    var rest = actions.elementSequence
    guard let first = rest.next() else { return nil }
    var source = Source(rest: rest, next: first)
    guard isPointer else { return source }
    let kind: TouchEvent.Pointer? =
      switch try value["parameters"]?["pointerType"]?.string() {
      case "mouse", nil: .mouse
      case "pen": .pencil
      case "touch": .finger
      default: nil
      }
    source.pointer = Pointer(id: .number(id), kind: kind)
    return source
  }

  /// Performs the next action of each source.
  private mutating func performTick(_ sources: inout [Source]) throws(LogError) {
    let first = touches.count
    var length = 0.0
    for index in sources.indices {
      guard let action = sources[index].next else { continue }
      sources[index].next = sources[index].rest.next()
      try action.checkIsObject()
      let duration = try action["duration"]?.number(.atLeast(0)) ?? 0
      length = max(length, duration)
      try perform(action, duration, &sources[index].pointer)
    }
    if touches.count > first + 1 {
      touches[first...].sort { $0.event.time ?? 0 < $1.event.time ?? 0 }
    }
    clock += length
  }

  /// Performs an action of a pointer; other sources do nothing but take time.
  private mutating func perform(_ action: JSONValue, _ duration: Double, _ source: inout Pointer?) throws(LogError) {
    guard var pointer = source else { return }
    let type = try action.required("type", of: "the action")
    let phase: TouchEvent.Phase
    var time = clock
    switch try type.string() {
    case "pause": return
    case "pointerDown":
      phase = .began
      pointer.isEraser = try action["button"]?.integer() == 5
    case "pointerUp": phase = .ended
    case "pointerCancel": phase = .cancelled
    case "pointerMove":
      phase = .moved
      pointer.point = try point(of: action, from: pointer.point)
      time += duration
    case let name:
      throw type.error(
        .unknownName(
          key: "type", name: name,
          allowed: ["pointerDown", "pointerMove", "pointerUp", "pointerCancel", "pause"]))
    }
    source = pointer
    var event = TouchEvent(
      phase: phase, touch: pointer.id, point: pointer.point, pressure: try action["pressure"]?.number(.unit),
      time: time / 1000, pointer: pointer.kind)
    event.details.setTangentialPressure(ofPointer: try action["tangentialPressure"]?.number(.signedUnit) ?? 0)
    event.details.setContact(
      ofPointer: try action["width"]?.number(.atLeast(0)) ?? 1, try action["height"]?.number(.atLeast(0)) ?? 1)
    try setTilt(of: &event, action)
    let (line, column) = lines.location(of: action.start)
    touches.append(ImportedTouch(event, isEraser: pointer.isEraser, line: line, column: column))
  }

  /// The point to which an action moves.
  private mutating func point(of action: JSONValue, from point: Point) throws(LogError) -> Point {
    let x = try action.required("x", of: "pointerMove").number(.coordinate)
    let y = try action.required("y", of: "pointerMove").number(.coordinate)
    guard let origin = action["origin"] else { return Point(x, y) }
    if origin.kind == .object {
      report.assume("the positions in an element are those in the page")
      return Point(x, y)
    }
    switch try origin.string() {
    case "viewport": return Point(x, y)
    case "pointer": return Point(point.x + x, point.y + y)
    case let name: throw origin.error(.unknownName(key: "origin", name: name, allowed: ["viewport", "pointer"]))
    }
  }

  private mutating func setTilt(of event: inout TouchEvent, _ action: JSONValue) throws(LogError) {
    // Pens that do not measure it report 0.
    if let twist = try action["twist"]?.number(), twist != 0 { event.twist = twist }
    if let altitude = try action["altitudeAngle"]?.number() {
      (event.altitude, event.azimuth) = (altitude, try action["azimuthAngle"]?.number() ?? 0)
      return
    }
    let x = try action["tiltX"]?.number()
    let y = try action["tiltY"]?.number()
    if x != nil || y != nil { (event.altitude, event.azimuth) = tilt.angles(x: x ?? 0, y: y ?? 0) }
  }
}
