/// What the fields of a log line say.
struct LogLine {
  /// The value of the key that says what the last line read is: the place of its event.
  private(set) var kind = JSONToken(.null, start: 0, end: 0)
  private(set) var fields = ObjectFields(LogSlot.keys, spansLines: false)

  /// Reads the line that begins at `offset`, and returns where its newline is.
  @inline(__always) mutating func scan(_ bytes: Span<UInt8>, from offset: Int) throws(Fault) -> Int {
    let json = JSONScanner(spansLines: false)
    var end = offset
    _ = json.skipSpace(bytes, &end)
    end = try fields.scan(bytes, from: end)
    if json.skipSpace(bytes, &end) != ASCII.newline { throw json.unexpected(bytes, at: end, .endOfLine) }
    let kinds = fields.present & LogSlot.kinds
    guard kinds != 0, let kind = fields[UInt8(truncatingIfNeeded: kinds.trailingZeroBitCount)] else {
      throw noKind(at: fields.start)
    }
    guard kinds & (kinds &- 1) == 0 else { throw twoKinds(kinds) }
    self.kind = kind
    return end
  }

  /// The event of the line read last.
  ///
  /// - Parameter isFirst: Whether all lines before were blank.
  func event(_ bytes: Span<UInt8>, isFirst: Bool) throws(Fault) -> LogEvent {
    switch UInt8(truncatingIfNeeded: (fields.present & LogSlot.kinds).trailingZeroBitCount) {
    case LogSlot.doodle: .header(try header(bytes, isFirst: isFirst))
    case LogSlot.phase: .touch(try touchEvent(bytes))
    case LogSlot.revises: .revision(try revision(bytes))
    case LogSlot.tool: .tool(try toolChange(bytes))
    default: .command(try command(bytes))
    }
  }

  private func noKind(at offset: Int) -> Fault {
    Fault(.noKind(keys: LogSlot.kindNames), at: offset)
  }

  /// The fault of the second, by place, of the keys that cannot stand together.
  private func twoKinds(_ kinds: UInt64) -> Fault {
    let tokens = (0..<64).filter { kinds & 1 << UInt64($0) != 0 }.compactMap { fields[UInt8($0)] }
    let ordered = tokens.sorted { $0.start < $1.start }
    return Fault(.twoKinds(fields.name(of: ordered[0]), fields.name(of: ordered[1])), at: ordered[1].start)
  }

  /// The fault of a key that the line must have; it is reported at the key that wants it.
  func missing(_ key: String) -> Fault {
    Fault(.missingKey(key, of: fields.name(of: kind)), at: kind.start)
  }
}
