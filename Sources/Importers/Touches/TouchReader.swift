package import TouchLog

/// Makes events of a log of the touches that a `TouchSource` reads.
///
/// Each pointer's first touches decide whether it has a pressure sensor: the reader looks ahead by `window` touches, so
/// it takes the same memory for a source of any length. Touches of the whole source are decided if it is shorter. Only
/// a source that is written newest first is held as a whole.
package struct TouchReader<Source: TouchSource>: EventReader {
  /// The number of touches that are read ahead.
  private static var window: Int { 1 << 14 }

  private var source: Source
  private let name: String
  private let memoryLimit: Int
  private var isAtEnd = false
  private var hasBegun = false
  /// An error in the source, which follows the touches before it.
  private var failure: LogReadError?
  private var sensors = PressureSensors()
  private var state = TouchState()

  /// The events that are ready, and the tools that are set before some of them.
  private var ready: [ImportedTouch] = []
  private var given = 0
  private var isEraser = false
  /// Touches that have been read but are not ready.
  private var raw: [ImportedTouch] = []
  private var lastLine = 1
  private var lastColumn = 1
  /// The index in `ready` of the first touch that the last call gave.
  private var first = 0

  /// - Parameter name: The file as the user named it, for messages.
  package init(_ source: Source, name: String, options: ImportOptions) {
    self.source = source
    self.name = name
    memoryLimit = options.memoryLimit
  }

  package var report: ImportReport {
    var report = source.report
    for sentence in sensors.assumptions { report.assume(sentence) }
    if state.hovering > 0 { report.omit("hovering events", count: state.hovering) }
    if state.reopened > 0 {
      report.omit("ends that are missing: the touches begin again", count: state.reopened, isDamage: true)
    }
    if state.invalid > 0 { report.omit("points without valid coordinates", count: state.invalid, isDamage: true) }
    return report
  }

  package mutating func next() throws(LogReadError) -> LogEvent? {
    if !hasBegun {
      try fill()
      hasBegun = true
      if source.header != LogHeader() { return .header(source.header) }
    }
    while given == ready.count {
      guard try prepare() else { return nil }
    }
    first = given
    let touch = ready[given]
    if touch.event.phase == .began, touch.isEraser != isEraser {
      isEraser = touch.isEraser
      (lastLine, lastColumn) = (touch.line, touch.column)
      return .tool(ToolChange(name: isEraser ? "eraser" : "pen"))
    }
    given += 1
    return .touch(touch.event)
  }

  package mutating func nextTouches(into touches: inout [TouchEvent]) {
    touches.removeAll(keepingCapacity: true)
    first = given
    let end = min(ready.count, given + 64)
    while given < end {
      let touch = ready[given]
      if touch.event.phase == .began, touch.isEraser != isEraser { break }
      touches.append(touch.event)
      given += 1
    }
  }

  package var line: Int { given > first ? ready[given - 1].line : lastLine }
  package var location: LogLocation { given > first ? location(of: ready[given - 1]) : lastLocation }
  package func line(ofTouch index: Int) -> Int { ready[first + index].line }
  package func location(ofTouch index: Int) -> LogLocation { location(of: ready[first + index]) }

  private var lastLocation: LogLocation { LogLocation(file: name, line: lastLine, column: lastColumn) }

  private func location(of touch: ImportedTouch) -> LogLocation {
    LogLocation(file: name, line: touch.line, column: touch.column)
  }

  /// Reads until the window is full or the source has ended. A source that is written newest first is read to its end.
  private mutating func fill() throws(LogReadError) {
    while !isAtEnd, failure == nil, raw.count < Self.window || !hasBegun && isNewestFirst {
      let count = raw.count
      do throws(LogReadError) {
        try source.read(into: &raw)
        if raw.count == count { isAtEnd = true }
      } catch {
        failure = error
      }
      guard raw.count * MemoryLayout<ImportedTouch>.stride <= memoryLimit else {
        raw = []
        isAtEnd = true
        throw .malformed(LogError(location: lastLocation, reason: .tooMuchMemory("the log", limit: memoryLimit)))
      }
    }
    if !hasBegun, isNewestFirst { raw.reverse() }
  }

  /// Whether the last touch is older than the first.
  private var isNewestFirst: Bool {
    guard let last = raw.last?.event.time, let first = raw.first?.event.time else { return false }
    return last < first
  }

  /// Makes the next touches ready.
  /// - Returns: False at the end.
  private mutating func prepare() throws(LogReadError) -> Bool {
    if given > 0, given == ready.count {
      (lastLine, lastColumn) = (ready[given - 1].line, ready[given - 1].column)
    }
    ready.removeAll(keepingCapacity: true)
    (given, first) = (0, 0)
    try fill()
    sensors.look(at: raw)
    // The rest of the window is looked at again together with what follows it.
    let count = isAtEnd || failure != nil ? raw.count : raw.count - Self.window / 4
    for index in 0..<count {
      state.add(raw[index], sensors, following: raw, after: index, to: &ready)
    }
    raw.removeFirst(count)
    if !ready.isEmpty { return true }
    if let failure {
      self.failure = nil
      throw failure
    }
    return !isAtEnd
  }
}

/// Which kinds of pointers measure pressure.
private struct PressureSensors {
  private enum Finding {
    case constant(Double)
    case measured
    /// The touches were given without pressure.
    case absent(Double)
  }

  /// By `TouchEvent.Pointer`; the last one is for touches that name none.
  private var findings = [Finding?](repeating: nil, count: TouchEvent.Pointer.allCases.count + 1)

  private static func index(_ pointer: TouchEvent.Pointer?) -> Int {
    switch pointer {
    case .finger: 0
    case .pencil: 1
    case .mouse: 2
    case nil: 3
    }
  }

  /// Looks at the pressure of touches that are down. The pressure of the events that end touches tells nothing.
  mutating func look(at touches: [ImportedTouch]) {
    for touch in touches where touch.event.phase != .ended && touch.event.phase != .cancelled {
      guard let pressure = touch.event.pressure else { continue }
      let index = Self.index(touch.event.pointer)
      switch findings[index] {
      case nil: findings[index] = .constant(pressure)
      case .constant(let constant) where constant != pressure: findings[index] = .measured
      case .constant, .measured, .absent: break
      }
    }
    // A decision holds for the rest of the log.
    for index in findings.indices {
      if case .constant(let constant) = findings[index] { findings[index] = .absent(constant) }
    }
  }

  func hasSensor(_ pointer: TouchEvent.Pointer?) -> Bool {
    if case .measured = findings[Self.index(pointer)] { true } else { false }
  }

  var assumptions: [String] {
    findings.compactMap { finding -> String? in
      guard case .absent(let constant) = finding else { return nil }
      return "the pressure is always \(plain(constant)): no sensor measured it"
    }
  }
}

/// The touches that are down, and what was wrong with events.
private struct TouchState {
  private struct Active {
    var event: TouchEvent
    var lastTime: Double
  }

  private var active: [Active] = []
  private var origin: Double?
  private(set) var hovering = 0
  private(set) var reopened = 0
  private(set) var invalid = 0

  /// Appends the event that a touch gives, if any.
  /// - Parameter index: The index of the touch in `all`, whose later touches complete it.
  mutating func add(
    _ touch: ImportedTouch, _ sensors: PressureSensors, following all: [ImportedTouch], after index: Int,
    to ready: inout [ImportedTouch]
  ) {
    var touch = touch
    let known = active.firstIndex { $0.event.touch == touch.event.touch }
    guard touch.event.point.x.magnitude <= LogLimits.coordinate, touch.event.point.y.magnitude <= LogLimits.coordinate
    else {
      invalid += 1
      guard let known, touch.event.phase == .ended || touch.event.phase == .cancelled else { return }
      // The touch ends where it was last.
      touch.event.point = active[known].event.point
      return finish(known, touch, to: &ready)
    }
    if !sensors.hasSensor(touch.event.pointer) { touch.event.pressure = nil }
    switch touch.event.phase {
    case .began:
      if let known {
        reopened += 1
        var end = touch
        end.event = active[known].event
        end.event.phase = .ended
        ready.append(end)
        active.remove(at: known)
      }
      if touch.event.pressure == 0 { touch.event.pressure = pressure(ofNext: touch.event.touch, in: all, after: index) }
      setTime(of: &touch.event, after: nil)
      active.append(Active(event: touch.event, lastTime: touch.event.time ?? 0))
      ready.append(touch)
    case .moved, .stationary:
      guard let known else {
        hovering += 1
        return
      }
      setTime(of: &touch.event, after: active[known].lastTime)
      active[known].lastTime = touch.event.time ?? active[known].lastTime
      active[known].event = touch.event
      ready.append(touch)
    case .ended, .cancelled:
      guard let known else {
        hovering += 1
        return
      }
      finish(known, touch, to: &ready)
    }
  }

  private mutating func finish(_ known: Int, _ touch: ImportedTouch, to ready: inout [ImportedTouch]) {
    var touch = touch
    setTime(of: &touch.event, after: active[known].lastTime)
    if touch.event.pressure == 0 { touch.event.pressure = active[known].event.pressure }
    active.remove(at: known)
    ready.append(touch)
  }

  /// Times count from the first. Within a touch they do not run backward.
  private mutating func setTime(of event: inout TouchEvent, after last: Double?) {
    guard let time = event.time else { return }
    let origin = origin ?? time
    self.origin = origin
    let next = time - origin
    event.time = if let last, next < last { last + ImportRules.timeStep } else { next }
  }

  /// The pressure of the touch's next event.
  private func pressure(ofNext id: TouchID, in all: [ImportedTouch], after index: Int) -> Double? {
    for next in all[(index + 1)...].prefix(256) where next.event.touch == id {
      return next.event.phase == .moved ? next.event.pressure : 0
    }
    return 0
  }
}
