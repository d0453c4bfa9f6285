import Geometry

/// Parses one line of a log: header, touch, revision, tool or command.
struct LineParser {
  /// Where names of touches are stored; nil for the life of the process.
  let names: TouchNameScope?
  /// The value of the key that tells the kind of the last line. The line's event is located there.
  private(set) var kind = JSONToken(.null, start: 0, end: 0)
  private(set) var fields = Self.noFields

  init(names: TouchNameScope?) { self.names = names }

  /// Made once, because a log may be shorter than the list of keys.
  private static let noFields = ObjectFields(LogSlot.keys, spansLines: false)

  /// Scans the line that begins at `offset` and returns the offset of its newline.
  mutating func scan(_ bytes: Span<UInt8>, from offset: Int) throws(Fault) -> Int {
    let json = JSONScanner(spansLines: false)
    var end = offset
    _ = json.skipSpace(bytes, &end)
    do throws(JSONFault) {
      end = try fields.scan(bytes, from: end)
      if json.skipSpace(bytes, &end) != ASCII.newline { throw json.unexpected(bytes, at: end, .endOfLine) }
    } catch {
      throw Fault(error)
    }
    let kinds = fields.firstPresent & LogSlot.kinds
    guard kinds != 0, let kind = fields[UInt8(truncatingIfNeeded: kinds.trailingZeroBitCount)] else {
      throw Fault(.noKind(keys: LogSlot.kindNames), at: fields.start)
    }
    guard kinds & (kinds &- 1) == 0 else { throw twoKinds(kinds) }
    self.kind = kind
    return end
  }

  /// The keys and values of a line that has been scanned without an error, and the offset of its newline.
  static func members(
    _ bytes: Span<UInt8>, from offset: Int
  ) -> (members: [(key: JSONToken, value: JSONToken)], end: Int) {
    var json = JSONScanner(spansLines: false)
    var members: [(key: JSONToken, value: JSONToken)] = []
    // The usual number of keys of a touch.
    members.reserveCapacity(8)
    var offset = offset
    _ = json.skipSpace(bytes, &offset)
    // After the brace. A line that has been scanned has at least one key.
    offset += 1
    _ = json.skipSpace(bytes, &offset)
    repeat {
      guard let key = try? json.scanKey(bytes, &offset), let value = try? json.scanValue(bytes, at: offset, depth: 1)
      else { break }
      members.append((key, value))
      offset = value.end
    } while (try? json.hasNext(bytes, &offset, until: ASCII.closeBrace)) == true
    _ = json.skipSpace(bytes, &offset)
    return (members, offset)
  }

  /// The event of the line that was scanned last.
  ///
  /// - Parameter isFirst: Whether all lines before it were blank.
  func event(_ bytes: Span<UInt8>, isFirst: Bool) throws(Fault) -> LogEvent {
    switch UInt8(truncatingIfNeeded: (fields.firstPresent & LogSlot.kinds).trailingZeroBitCount) {
    case LogSlot.doodle: .header(try header(bytes, isFirst: isFirst))
    case LogSlot.phase: .touch(try touchEvent(bytes))
    case LogSlot.revises: .revision(try revision(bytes))
    case LogSlot.tool: .tool(try toolChange(bytes))
    default: .command(try command(bytes), at: try fields.number(LogSlot.time, in: bytes))
    }
  }

  /// The fault that the line has several kinds; it is at the second one.
  private func twoKinds(_ kinds: UInt64) -> Fault {
    let tokens = (0..<64).filter { kinds & 1 << UInt64($0) != 0 }.compactMap { fields[UInt8($0)] }
    let ordered = tokens.sorted { $0.start < $1.start }
    return Fault(.twoKinds(fields.name(of: ordered[0]), fields.name(of: ordered[1])), at: ordered[1].start)
  }

  /// The fault that the line lacks a key that its kind requires, or has it misspelled.
  /// - Parameter keys: The keys in quotes, of which one is required.
  func missing(_ keys: String, _ bytes: Span<UInt8>) -> Fault {
    let names = keys.split(separator: "\"").enumerated().filter { $0.offset % 2 == 0 }.map { String($0.element) }
    if fields.hasUnknownKeys {
      for (key, _) in Self.members(bytes, from: fields.start).members {
        let name = key.string(in: bytes)
        guard !names.contains(name), let nearest = nearestName(to: name, among: names) else { continue }
        return Fault(.misspelledKey(name, nearest: nearest), at: key.start)
      }
    }
    let name = fields.name(of: kind)
    return Fault(.missingKey(keys, of: name == "command" ? kind.string(in: bytes) : name), at: kind.start)
  }
}

/// Headers.
extension LineParser {
  private func header(_ bytes: Span<UInt8>, isFirst: Bool) throws(Fault) -> LogHeader {
    let version = try kind.integer(in: bytes, key: fields.name(of: kind))
    if !isFirst { throw Fault(.headerNotFirst, at: kind.start) }
    if version < 1 {
      throw Fault(.outOfRange(key: "doodle", value: Double(version), allowed: .atLeast(1)), at: kind.start)
    }
    if version > LogHeader.newestVersion {
      throw Fault(.newerVersion(Int(clamping: version), newest: LogHeader.newestVersion), at: kind.start)
    }
    var header = LogHeader(version: Int(version))
    try read(LogHeader.fields, bytes, into: &header)
    try header.size?.checkCanvas(scale: header.scale ?? 1, at: fields.value(LogHeader.fields[0].slot)?.start ?? 0)
    if fields.hasUnknownKeys { header.notes = notes(bytes) }
    return header
  }

  /// The texts that describe the recording. Values of other types may be the app's own.
  private func notes(_ bytes: Span<UInt8>) -> [LogHeader.Note] {
    Self.members(bytes, from: fields.start).members.compactMap { key, value in
      let name = key.string(in: bytes)
      guard value.kind == .string, LogHeader.noteNames.contains(name) else { return nil }
      return LogHeader.Note(name, value.string(in: bytes))
    }
  }
}

/// Touches and revisions.
extension LineParser {
  @inline(__always) private func touchEvent(_ bytes: Span<UInt8>) throws(Fault) -> TouchEvent {
    try fields.checkConflict()
    let phase = try phase(bytes)
    guard let point = try point(bytes) else { throw missing("\"point\"", bytes) }
    var event = TouchEvent(
      phase: phase, touch: try fields.touch(LogSlot.touch, in: bytes, names: names), point: point)
    event.reading = try reading(bytes)
    event.pointer = try pointer(bytes)
    event.predicted = try fields.boolean(LogSlot.predicted) ?? false
    event.index = try fields.integer(LogSlot.index, in: bytes)
    event.expects = try expects(bytes)
    return event
  }

  private func revision(_ bytes: Span<UInt8>) throws(Fault) -> TouchRevision {
    try fields.checkConflict()
    var revision = TouchRevision(
      index: try kind.integer(in: bytes, key: fields.name(of: kind)),
      touch: try fields.touch(LogSlot.touch, in: bytes, names: names), point: try point(bytes))
    revision.reading = try reading(bytes)
    revision.expects = try expects(bytes)
    return revision
  }

  private func reading(_ bytes: Span<UInt8>) throws(Fault) -> PenReading {
    var reading = PenReading()
    for (row, sensor) in PenReading.sensors.enumerated() {
      guard let token = fields.value(LogSlot.firstSensor + UInt8(row)) else { continue }
      try sensor.field.read(token, bytes, fields.name(of: token), &reading)
    }
    return reading
  }

  @inline(__always) private func phase(_ bytes: Span<UInt8>) throws(Fault) -> TouchEvent.Phase {
    guard kind.kind == .string else { throw kind.wrongType(.string, key: fields.name(of: kind)) }
    if let phase = TouchNames.phase(kind, in: bytes) { return phase }
    let names = TouchEvent.Phase.allCases.map { $0.rawValue }
    throw Fault(.unknownName(key: "phase", name: bytes.text(kind.content), allowed: names), at: kind.start)
  }

  /// The point, from its own key or from `x` and `y`; nil if the line has neither.
  @inline(__always) private func point(_ bytes: Span<UInt8>) throws(Fault) -> Point? {
    let x = fields[LogSlot.x]
    let y = fields[LogSlot.y]
    if let point = fields[LogSlot.point] {
      if let other = x ?? y {
        let second = max(point.start, other.start)
        let names = (fields.name(of: point), fields.name(of: other))
        let ordered = second == point.start ? (names.1, names.0) : names
        throw Fault(.duplicateProperty(ordered.0, ordered.1), at: second)
      }
      if point.kind == .null { return nil }
      let pair = try fields.pair(point, slot: LogSlot.point, .coordinate, in: bytes, expected: .point)
      return Point(pair.0, pair.1)
    }
    guard let x = try fields.number(LogSlot.x, .coordinate, in: bytes) else {
      if let y, y.kind != .null { throw Fault(.missingKey("\"x\"", of: "y"), at: y.start) }
      return nil
    }
    guard let y = try fields.number(LogSlot.y, .coordinate, in: bytes) else {
      throw Fault(.missingKey("\"y\"", of: "x"), at: fields.value(LogSlot.x)?.start ?? kind.start)
    }
    return Point(x, y)
  }

  private func pointer(_ bytes: Span<UInt8>) throws(Fault) -> TouchEvent.Pointer? {
    guard let token = fields.value(LogSlot.pointer) else { return nil }
    guard token.kind == .string else { throw token.wrongType(.string, key: fields.name(of: token)) }
    return TouchNames.pointer(token, in: bytes)
  }

  private func expects(_ bytes: Span<UInt8>) throws(Fault) -> TouchProperties {
    guard let token = fields.value(LogSlot.expects) else { return [] }
    guard token.kind == .array else { throw token.wrongType(.names, key: fields.name(of: token)) }
    let (properties, other) = TouchNames.properties(token, in: bytes)
    if let other { throw other.wrongType(.names, key: fields.name(of: token)) }
    return properties
  }
}

/// The names that are values in touch lines.
enum TouchNames {
  private static let phases = NameTable(TouchEvent.Phase.allCases.map { $0.rawValue } + ["canceled"])
  private static let pointers = NameTable(TouchEvent.Pointer.allCases.map { $0.rawValue })
  private static let properties = NameTable(TouchProperties.named.flatMap { $0.names })
  /// The property of each of the names above.
  private static let named = TouchProperties.named.flatMap { row in row.names.map { _ in row.property } }

  /// The phase with this name; nil for an unknown name.
  static func phase(_ name: JSONToken, in bytes: Span<UInt8>) -> TouchEvent.Phase? {
    switch phases.index(of: name, in: bytes) {
    case 0: .began
    case 1: .moved
    case 2: .stationary
    case 3: .ended
    case nil: nil
    default: .cancelled
    }
  }

  /// The pointer with this name; nil for an unknown name.
  static func pointer(_ name: JSONToken, in bytes: Span<UInt8>) -> TouchEvent.Pointer? {
    pointers.index(of: name, in: bytes).map { TouchEvent.Pointer.allCases[$0] }
  }

  /// The properties that an array names. Unknown names are ignored, as unknown keys are.
  ///
  /// - Returns: Also the first element that is not a string.
  static func properties(_ array: JSONToken, in bytes: Span<UInt8>) -> (TouchProperties, other: JSONToken?) {
    var found: TouchProperties = []
    for element in array.elements(in: bytes) {
      if element.kind != .string { return (found, element) }
      if let index = properties.index(of: element, in: bytes) { found.insert(named[index]) }
    }
    return (found, nil)
  }
}
