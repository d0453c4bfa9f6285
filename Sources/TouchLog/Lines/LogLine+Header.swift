/// Header lines.
extension LogLine {
  func header(_ bytes: Span<UInt8>, isFirst: Bool) throws(Fault) -> LogHeader {
    let version = try fields.integer(kind, in: bytes)
    if !isFirst { throw Fault(.headerNotFirst, at: kind.start) }
    if version < 1 {
      throw Fault(.outOfRange(key: "doodle", value: Double(version), allowed: .atLeast(1)), at: kind.start)
    }
    if version > LogHeader.newestVersion {
      throw Fault(.newerVersion(version, newest: LogHeader.newestVersion), at: kind.start)
    }
    let scale = try fields.number(LogSlot.scale, .resolution, in: bytes)
    return LogHeader(
      version: version, size: try size(bytes, scale: scale ?? 1), scale: scale,
      background: try fields.color(LogSlot.background, in: bytes, also: "none", "a .png file") { Background($0) },
      model: try fields.string(LogSlot.model, in: bytes),
      grid: try fields.number(LogSlot.grid, .positiveLength, in: bytes))
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
}
