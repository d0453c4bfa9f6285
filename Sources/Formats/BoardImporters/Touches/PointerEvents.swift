import Geometry
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// The events that a web page gets of a pointer, one JSON object each.
  package static let pointerEvents = LogFormat(
    "pointer-events", "PointerEvents of a web page, an array of objects or one a line"
  ) { glimpse in
    guard let json = glimpse.json else { return false }
    let objects = json.isArray ? json.elements : [json] + (json["events"]?.elements ?? []) + glimpse.jsonLines
    return objects.contains { object in
      PointerSlot.names.contains { object[$0]?.text.map(PointerEventName.isEvent) == true }
    }
  } open: { input, name, options in
    TouchReader(PointerEventSource(input, name: name), name: name, options: options)
  }
}

/// Reads the events of a pointer that a web page recorded, with the keys that the DOM gives them.
struct PointerEventSource: TouchSource {
  private var input: JSONObjectInput
  private var fields = ObjectFields(PointerSlot.keys, spansLines: true)
  private var children = ObjectFields(PointerSlot.keys, spansLines: true)
  private var decoder = PointerEventDecoder()
  private var scanner = PointerEventScanner()
  /// The index of the template of the previous event.
  private var recent = 0
  private var family: PointerEventName.Family?
  /// Whether the log has raw updates, which its moves repeat.
  private var hasRawUpdates = false

  /// The touches that are down in a log of TouchEvents that give no `changedTouches`.
  private var down: [TouchID] = []

  // The numbers of objects that were left out.
  private var otherEvents = 0
  private var otherObjects = 0
  private var repeated = 0
  private var predicted = 0
  private var invalid = 0

  /// - Parameter name: The file as the user named it, for messages.
  init(_ input: InputBuffer, name: String) {
    self.input = JSONObjectInput(input, name: name, isArray: false)
  }

  var header: LogHeader { LogHeader() }

  var report: ImportReport {
    var report = ImportReport(
      format: "PointerEvents", ink: "pointerdown events, or pointermove events with a button", unit: decoder.unit,
      timeBase: decoder.timeBase)
    report.omit("events that draw nothing", count: otherEvents, .unseen)
    report.omit("objects without an event", count: otherObjects, .unseen)
    report.omit("events that repeat other events", count: repeated, .unseen)
    report.omit("predicted events", count: predicted, .unseen)
    report.omit("events with numbers that are not finite", count: invalid, .damage)
    return report
  }

  mutating func read(into touches: inout [ImportedTouch]) throws(LogReadError) {
    let count = touches.count
    while touches.count == count {
      do throws(LogReadError) {
        guard try input.findObject() else { return }
        if addScanned(to: &touches) { continue }
        try input.read(&fields)
      } catch {
        guard case .malformed(let fault) = error, case .syntax(.notFinite) = fault.reason else { throw error }
        invalid += 1
        continue
      }
      do throws(Fault) {
        try add(to: &touches)
      } catch {
        throw input.located(error)
      }
    }
  }

  /// Appends the touches of the next objects, as many as fit templates and are in memory.
  /// - Returns: Whether there was one.
  private mutating func addScanned(to touches: inout [ImportedTouch]) -> Bool {
    let (chunk, texts) = (input.bytes, scanner.texts)
    let bytes = chunk.span
    var hasAdded = false
    var values = PointerEventValues()
    repeat {
      guard let end = texts.scan(bytes, from: input.start, recent: &recent, into: &values) else { break }
      let template = texts.templates[recent]
      var touch = template.touch
      guard decoder.apply(values, hasButtons: template.name.family != .touch, to: &touch) else { break }
      (touch.line, touch.column) = (input.line, input.column)
      input.take(to: end, hasNewlines: template.hasNewlines)
      hasAdded = true
      if isRepeated(template.name) { repeated += 1 } else { touches.append(touch) }
    } while input.findNearObject(bytes)
    return hasAdded
  }

  /// Appends the touches of an object.
  private mutating func add(to touches: inout [ImportedTouch]) throws(Fault) {
    guard let name = eventName() else { return }
    if isRepeated(name) {
      repeated += 1
      return
    }
    if let token = fields.value(PointerSlot.predicted) {
      if token.kind == .array {
        predicted += Int(truncatingIfNeeded: token.word)
      } else if token.kind == .boolean, token.word != 0 {
        predicted += 1
        return
      }
    }
    var touch = ImportedTouch(
      TouchEvent(phase: name.phase, point: Point(.nan, .nan)), line: input.line, column: input.column)
    switch name.family {
    case .mouse: touch.event.pointer = .mouse
    case .touch: touch.event.pointer = .finger
    case .pointer, .other: break
    }
    if name.family == .touch, try addTouches(of: touch, to: &touches) { return }
    let chunk = input.bytes
    try decoder.decode(fields, in: chunk.span, hasButtons: name.family != .touch, to: &touch)
    guard let token = fields.value(PointerSlot.coalesced), token.kind == .array, token.word > 0 else {
      touches.append(touch)
      scanner.learn(input.object, of: chunk.span, fields: fields, touch: touch, name: name, slots: decoder.slots)
      return
    }
    try addChildren(of: touch, token, hasButtons: name.family != .touch, to: &touches)
  }

  /// Appends the touches that a TouchEvent lists: those that have changed, or else all that are down.
  /// - Returns: False if it lists none: then it is itself a touch.
  private mutating func addTouches(of event: ImportedTouch, to touches: inout [ImportedTouch]) throws(Fault) -> Bool {
    let changed = fields.value(PointerSlot.changedTouches)
    guard let list = changed ?? fields.value(PointerSlot.touches), list.kind == .array else { return false }
    let chunk = input.bytes
    var event = event
    try decoder.decode(fields, in: chunk.span, hasButtons: false, to: &event)
    // Some logs add the position of the first touch to the event.
    guard event.event.point.x.isNaN else { return false }
    let first = touches.count
    var offset = list.start
    for _ in 0..<Int(truncatingIfNeeded: list.word) {
      try scanChild(&offset, in: chunk.span)
      var touch = event
      try decoder.decode(children, in: chunk.span, hasButtons: false, to: &touch)
      touches.append(touch)
    }
    guard changed == nil else { return true }
    let last = down
    down = touches[first...].prefix(64).map(\.event.touch)
    for index in first..<touches.count {
      touches[index].event.phase = last.contains(touches[index].event.touch) ? .moved : .began
    }
    for id in last where !down.contains(id) {
      var end = event
      (end.event.touch, end.event.point) = (id, Point(.nan, .nan))
      end.event.phase = event.event.phase == .cancelled ? .cancelled : .ended
      touches.append(end)
    }
    return true
  }

  /// Appends the events that a browser has combined into one, instead of that one.
  private mutating func addChildren(
    of parent: ImportedTouch, _ array: JSONToken, hasButtons: Bool, to touches: inout [ImportedTouch]
  ) throws(Fault) {
    let chunk = input.bytes
    var offset = array.start
    var left = Int(truncatingIfNeeded: array.word)
    var isFirst = true
    while left > 0 {
      left -= 1
      try scanChild(&offset, in: chunk.span)
      var child = parent
      switch parent.event.phase {
      case .began: child.event.phase = isFirst ? .began : .moved
      case .ended, .cancelled: child.event.phase = left == 0 ? parent.event.phase : .moved
      case .moved, .stationary: break
      }
      isFirst = false
      try decoder.decode(children, in: chunk.span, hasButtons: hasButtons, to: &child)
      // Firefox reports no pressure for these.
      if child.event.pressure == 0 { child.event.pressure = parent.event.pressure }
      touches.append(child)
    }
  }

  /// Reads the values of an object of an array.
  /// - Parameter offset: Of the bracket or comma before the object; moved to the one after it.
  private mutating func scanChild(_ offset: inout Int, in bytes: Span<UInt8>) throws(Fault) {
    let json = JSONScanner(spansLines: true)
    offset += 1
    _ = json.skipSpace(bytes, &offset)
    do throws(JSONFault) {
      offset = try children.scan(bytes, from: offset)
    } catch {
      throw Fault(error)
    }
    _ = json.skipSpace(bytes, &offset)
  }

  /// The event that an object names; nil if it names none with a pointer's position.
  @inline(__always) private mutating func eventName() -> PointerEventName? {
    var isOther = false
    for slot in PointerSlot.type...PointerSlot.name {
      guard let token = fields[slot] else { continue }
      if let event = PointerEventName.event(token, in: input.bytes.span) { return event }
      isOther = isOther || token.kind == .string
    }
    if isOther { otherEvents += 1 } else { otherObjects += 1 }
    return nil
  }

  /// Whether an event is of another family than the log's. Pointer events come before other events of the same move and
  /// have more samples.
  @inline(__always) private mutating func isRepeated(_ name: PointerEventName) -> Bool {
    if name.isRaw { hasRawUpdates = true }
    if family == nil || name.family == .pointer { family = name.family }
    return name.family != family || hasRawUpdates && name.phase == .moved && !name.isRaw
  }
}
