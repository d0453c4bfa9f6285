import Geometry

/// Tool lines, and the style keys of others.
extension LogLine {
  func toolChange(_ bytes: Span<UInt8>) throws(Fault) -> ToolChange {
    ToolChange(
      name: try fields.string(kind, in: bytes), style: try style(bytes),
      mode: try fields.string(LogSlot.mode, in: bytes), text: try fields.string(LogSlot.text, in: bytes),
      id: try elementID(bytes))
  }

  func style(_ bytes: Span<UInt8>) throws(Fault) -> StyleChange {
    var style = StyleChange()
    style.color = try fields.color(LogSlot.color, in: bytes, also: "rainbow") { InkColor($0) }
    style.width = try fields.number(LogSlot.width, .positiveLength, in: bytes)
    style.opacity = try fields.number(LogSlot.opacity, .unit, in: bytes)
    style.thinning = try fields.number(LogSlot.thinning, .unit, in: bytes)
    style.smoothing = try fields.number(LogSlot.smoothing, .length, in: bytes)
    style.taper = try taper(bytes)
    style.grid = try fields.number(LogSlot.grid, .positiveLength, in: bytes)
    style.fill = try fields.color(LogSlot.fill, in: bytes, also: "none") { Fill($0) }
    style.dash = try dash(bytes)
    style.dashPhase = try fields.number(LogSlot.dashPhase, .coordinate, in: bytes)
    style.cap = try fields.choice(LogSlot.cap, in: bytes)
    style.join = try fields.choice(LogSlot.join, in: bytes)
    style.radius = try fields.number(LogSlot.radius, .length, in: bytes)
    style.sides = try fields.count(LogSlot.sides, atLeast: 3, in: bytes)
    style.points = try fields.count(LogSlot.points, atLeast: 3, in: bytes)
    style.size = try fields.number(LogSlot.size, .positiveLength, in: bytes)
    style.font = try fields.string(LogSlot.font, in: bytes)
    style.align = try fields.choice(LogSlot.align, in: bytes)
    return style
  }

  /// `[start,end]`, or one number for both.
  private func taper(_ bytes: Span<UInt8>) throws(Fault) -> Taper? {
    guard let token = fields.value(LogSlot.taper) else { return nil }
    if token.kind == .number {
      let length = try fields.number(token, .length, in: bytes)
      return Taper(start: length, end: length)
    }
    let (start, end) = try fields.pair(token, slot: LogSlot.taper, .length, in: bytes, expected: .taper)
    return Taper(start: start, end: end)
  }

  /// Lengths of which one at least is not 0, or none.
  private func dash(_ bytes: Span<UInt8>) throws(Fault) -> [Double]? {
    guard let token = fields.value(LogSlot.dash) else { return nil }
    let lengths = try fields.numbers(token, .length, in: bytes, expected: .dash)
    if !lengths.isEmpty, lengths.allSatisfy({ $0 == 0 }) { throw fields.wrongType(token, .dash) }
    return lengths
  }

  /// The name of an element, which may be written as a number.
  func elementID(_ bytes: Span<UInt8>) throws(Fault) -> String? {
    guard let token = fields.value(LogSlot.touch) else { return nil }
    if token.kind == .string { return token.string(in: bytes) }
    return "\(try fields.integer(token, in: bytes, expected: .identifier))"
  }
}
