/// Header, tool and command lines.
extension LogLine {
  /// Lengths in points that are larger than any drawing are refused as coordinates are.
  private static let length = LogError.Allowed.between(0, LogLimits.coordinate)
  private static let positiveLength = LogError.Allowed.positive(atMost: LogLimits.coordinate)
  private static let unit = LogError.Allowed.between(0, 1)

  func header(_ bytes: Span<UInt8>, isFirst: Bool) throws(Fault) -> LogHeader {
    let version = try fields.integer(kind, in: bytes)
    if !isFirst { throw Fault(.headerNotFirst, at: kind.start) }
    if version < 1 {
      throw Fault(.outOfRange(key: "doodle", value: Double(version), allowed: .atLeast(1)), at: kind.start)
    }
    if version > LogHeader.newestVersion {
      throw Fault(.newerVersion(version, newest: LogHeader.newestVersion), at: kind.start)
    }
    let scale = try fields.number(LogSlot.scale, .positive(atMost: Double(LogLimits.canvasSide)), in: bytes)
    return LogHeader(
      version: version, size: try size(bytes, scale: scale ?? 1), scale: scale,
      background: try fields.color(LogSlot.background, in: bytes, also: "none") { Background($0) },
      model: try fields.string(LogSlot.model, in: bytes))
  }

  /// - Parameter scale: In pixels a point.
  private func size(_ bytes: Span<UInt8>, scale: Double) throws(Fault) -> Size? {
    guard let token = fields.value(LogSlot.size) else { return nil }
    let (width, height) = try fields.pair(
      token, slot: LogSlot.size, .positive(atMost: .greatestFiniteMagnitude), in: bytes, expected: .size)
    let side = max(width, height) * scale
    if side > Double(LogLimits.canvasSide) {
      throw Fault(.canvasTooLarge(side: side, limit: LogLimits.canvasSide), at: token.start)
    }
    return Size(width: width, height: height)
  }

  func toolChange(_ bytes: Span<UInt8>) throws(Fault) -> ToolChange {
    ToolChange(
      name: try fields.string(kind, in: bytes),
      color: try fields.color(LogSlot.color, in: bytes, also: "rainbow") { InkColor($0) },
      width: try fields.number(LogSlot.width, Self.positiveLength, in: bytes),
      opacity: try fields.number(LogSlot.opacity, Self.unit, in: bytes),
      thinning: try fields.number(LogSlot.thinning, Self.unit, in: bytes),
      smoothing: try fields.number(LogSlot.smoothing, Self.length, in: bytes),
      taper: try taper(bytes),
      mode: try fields.string(LogSlot.mode, in: bytes))
  }

  /// `[start,end]`, or one number for both.
  private func taper(_ bytes: Span<UInt8>) throws(Fault) -> Taper? {
    guard let token = fields.value(LogSlot.taper) else { return nil }
    if token.kind == .number {
      let length = try fields.number(token, Self.length, in: bytes)
      return Taper(start: length, end: length)
    }
    let (start, end) = try fields.pair(token, slot: LogSlot.taper, Self.length, in: bytes, expected: .taper)
    return Taper(start: start, end: end)
  }

  func command(_ bytes: Span<UInt8>) throws(Fault) -> LogCommand {
    LogCommand(name: try fields.string(kind, in: bytes))
  }
}
