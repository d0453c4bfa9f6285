import Geometry

/// Touch and revision lines.
extension LogLine {
  @inline(__always) func touchEvent(_ bytes: Span<UInt8>) throws(Fault) -> TouchEvent {
    try fields.checkConflict()
    let phase = try phase(bytes)
    guard let point = try point(bytes) else { throw missing("\"point\"") }
    return TouchEvent(
      phase: phase, touch: try fields.touch(LogSlot.touch, in: bytes), point: point,
      pressure: try fields.number(LogSlot.pressure, .atLeast(0), in: bytes),
      time: try fields.number(LogSlot.time, in: bytes),
      altitude: try fields.number(LogSlot.altitude, in: bytes),
      azimuth: try fields.number(LogSlot.azimuth, in: bytes),
      pointer: try pointer(bytes),
      predicted: try fields.boolean(LogSlot.predicted) ?? false,
      index: try fields.integer(LogSlot.index, in: bytes),
      expects: try expects(bytes))
  }

  func revision(_ bytes: Span<UInt8>) throws(Fault) -> TouchRevision {
    try fields.checkConflict()
    return TouchRevision(
      index: try fields.integer(kind, in: bytes), touch: try fields.touch(LogSlot.touch, in: bytes),
      point: try point(bytes),
      pressure: try fields.number(LogSlot.pressure, .atLeast(0), in: bytes),
      time: try fields.number(LogSlot.time, in: bytes),
      altitude: try fields.number(LogSlot.altitude, in: bytes),
      azimuth: try fields.number(LogSlot.azimuth, in: bytes),
      expects: try expects(bytes))
  }

  @inline(__always) private func phase(_ bytes: Span<UInt8>) throws(Fault) -> TouchEvent.Phase {
    guard kind.kind == .string else { throw fields.wrongType(kind, .string) }
    if let phase = TouchNames.phase(kind, in: bytes) { return phase }
    let names = TouchEvent.Phase.allCases.map(\.rawValue)
    throw Fault(.unknownName(key: "phase", name: bytes.text(kind.content), allowed: names), at: kind.start)
  }

  /// The point under its own key, or as `x` and `y` of the line.
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
    guard token.kind == .string else { throw fields.wrongType(token, .string) }
    return TouchNames.pointer(token, in: bytes)
  }

  private func expects(_ bytes: Span<UInt8>) throws(Fault) -> TouchProperties {
    guard let token = fields.value(LogSlot.expects) else { return [] }
    guard token.kind == .array else { throw fields.wrongType(token, .names) }
    let (properties, other) = try TouchNames.properties(token, in: bytes)
    guard var other else { return properties }
    other.key = token.key
    throw fields.wrongType(other, .names)
  }
}
