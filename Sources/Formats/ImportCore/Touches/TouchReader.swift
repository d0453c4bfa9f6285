import TouchLog

/// Converts the touches that a `TouchSource` reads to events of a log.
///
/// The first touches of each kind of pointer decide whether it has sensors for pressure and tilt. The reader keeps
/// `lookahead` touches after the one that it gives, so it takes the same memory for a source of any length. Only a
/// source that is written newest first is held as a whole.
package struct TouchReader: EventReader {
  /// The number of touches to hold when more are read.
  private static var window: Int { 1 << 13 }
  /// The number of touches after the next one that are known, unless the source has ended.
  private static var lookahead: Int { 1 << 11 }
  /// The most errors that wait for the touches before them to be given.
  private static var failureLimit: Int { 256 }

  private var source: any TouchSource
  private let name: String
  private let memoryLimit: Int
  private var isAtEnd = false
  private var hasBegun = false
  private var isReversed = false
  private var sequence = TouchSequence()
  private var sensors = TouchSensors()

  /// The touches that the source gave and `sequence` has not taken yet, and its errors, each with the number of touches
  /// before it.
  private var raw: [ImportedTouch] = []
  private var rawFailures: [Failure] = []
  /// The errors to throw, each after the touches up to an index in `sequence`, counted from its first touch ever.
  private var failures: [Failure] = []
  private typealias Failure = (index: Int, error: LogReadError)

  /// The index in `sequence.touches` of the next touch to give.
  private var following = 0
  /// The index of the first touch that the last call gave.
  private var first = 0
  /// The location of the event before that.
  private var last = (line: 1, column: 1)
  private var isEraser = false

  /// - Parameter name: The file as the user named it, for messages.
  package init(_ source: any TouchSource, name: String, options: ImportOptions) {
    self.source = source
    self.name = name
    memoryLimit = options.memoryLimit
  }

  package var report: ImportReport {
    var report = source.report
    if isReversed { report.assume("the log is written newest first") }
    for sentence in sensors.assumptions { report.assume(sentence) }
    report.omit("hovering events", count: sequence.hovering, .unseen)
    report.omit("values of sensors that seemed to be absent", count: sensors.lateValues, .unseen)
    report.omit("missing ends of touches", count: sequence.missingEnds, .damage)
    report.omit("points without valid coordinates", count: sequence.invalid, .damage)
    return report
  }

  package mutating func next() throws(LogReadError) -> LogEvent? {
    if !hasBegun {
      try begin()
      if source.header != LogHeader() { return .header(source.header) }
    }
    forget()
    while following == available {
      if let failure = failures.first, failure.index == sequence.start + following {
        failures.removeFirst()
        throw failure.error
      }
      if isAtEnd { return nil }
      try fill()
    }
    let touch = sequence.touches[following]
    if changesTool(touch) {
      isEraser = touch.isEraser
      last = (touch.line, touch.column)
      return .tool(ToolChange(name: isEraser ? "eraser" : "pen"))
    }
    following += 1
    var event = touch.event
    sensors.complete(&event)
    if touch.isEraser { event.pointer = .eraser }
    return .touch(event)
  }

  package mutating func nextTouches(into touches: inout [TouchEvent]) {
    touches.removeAll(keepingCapacity: true)
    forget()
    let end = min(available, following + 64)
    while following < end, !changesTool(sequence.touches[following]) {
      touches.append(sequence.touches[following].event)
      sensors.complete(&touches[touches.count - 1])
      if sequence.touches[following].isEraser { touches[touches.count - 1].pointer = .eraser }
      following += 1
    }
  }

  /// Clears the touches of the last call.
  private mutating func forget() {
    if following > first { last = (sequence.touches[following - 1].line, sequence.touches[following - 1].column) }
    first = following
  }

  private func changesTool(_ touch: ImportedTouch) -> Bool {
    touch.event.phase == .began && touch.isEraser != isEraser
  }

  /// The index after the last touch that can be given: no error precedes it, and enough touches, or the end, follow it.
  private var available: Int {
    let count = sequence.touches.count
    let known = isAtEnd || !mayRead ? count : max(following, count - Self.lookahead)
    return failures.isEmpty ? known : min(known, failures[0].index - sequence.start)
  }

  /// Whether more errors may be held back until the touches before them have been given.
  private var mayRead: Bool { failures.count + rawFailures.count < Self.failureLimit }
}

/// Locations.
extension TouchReader {
  package var line: Int { following > first ? sequence.touches[following - 1].line : last.line }

  package var location: LogLocation {
    following > first
      ? location(of: sequence.touches[following - 1]) : LogLocation(file: name, line: last.line, column: last.column)
  }

  package func line(ofTouch index: Int) -> Int { sequence.touches[first + index].line }

  package func location(ofTouch index: Int) -> LogLocation { location(of: sequence.touches[first + index]) }

  private func location(of touch: ImportedTouch) -> LogLocation {
    LogLocation(file: name, line: touch.line, column: touch.column)
  }
}

/// Reading from the source.
extension TouchReader {
  /// Reads the first touches, and all others if these are in reverse order.
  private mutating func begin() throws(LogReadError) {
    hasBegun = true
    while !isAtEnd, mayRead, raw.count < Self.window { try read() }
    isReversed = TouchSequence.isReversed(raw)
    if isReversed {
      while !isAtEnd { try read() }
      raw.reverse()
      rawFailures = rawFailures.reversed().map { (raw.count - $0.index, $0.error) }
    }
    addTouches()
    raw = []
  }

  /// Reads until the window is full.
  private mutating func fill() throws(LogReadError) {
    sequence.drop(following)
    (following, first) = (0, 0)
    while !isAtEnd, mayRead, sequence.touches.count < Self.window {
      try read()
      addTouches()
    }
  }

  /// Reads once from the source.
  private mutating func read() throws(LogReadError) {
    let count = raw.count
    do throws(LogReadError) {
      try source.read(into: &raw)
      if raw.count == count { isAtEnd = true }
    } catch {
      rawFailures.append((raw.count, error))
      if case .file = error { isAtEnd = true }
    }
    // In reverse order, the touches are in memory twice for a moment.
    let touches = 2 * raw.count + sequence.touches.count
    guard touches * MemoryLayout<ImportedTouch>.stride + rawFailures.count << 10 <= memoryLimit else {
      (raw, rawFailures) = ([], [])
      isAtEnd = true
      throw .malformed(
        LogError(
          location: LogLocation(file: name, line: last.line, column: last.column),
          reason: .tooMuchMemory("the log", limit: memoryLimit)))
    }
  }

  /// Adds the touches in `raw` to the sequence.
  private mutating func addTouches() {
    var begin = 0
    for failure in rawFailures {
      for index in begin..<failure.index { sequence.add(raw[index], &sensors) }
      begin = failure.index
      failures.append((sequence.start + sequence.touches.count, failure.error))
    }
    for index in begin..<raw.count { sequence.add(raw[index], &sensors) }
    raw.removeAll(keepingCapacity: true)
    rawFailures.removeAll()
  }
}
