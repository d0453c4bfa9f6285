/// Tools and commands, whose keys are those of a table.
extension LineParser {
  func toolChange(_ bytes: Span<UInt8>) throws(Fault) -> ToolChange {
    let name = try kind.string(in: bytes, key: fields.name(of: kind))
    var values = LineValues()
    try read(Self.tool, bytes, into: &values)
    return ToolChange(name: name, values)
  }

  func command(_ bytes: Span<UInt8>) throws(Fault) -> LogCommand {
    let name = try kind.string(in: bytes, key: fields.name(of: kind))
    var values = LineValues()
    // Also where it means nothing.
    try read(Self.target, bytes, into: &values)
    guard let row = CommandRow.all.first(where: { $0.name == name }) else {
      throw Fault(.unknownName(key: "command", name: name, allowed: LogCommand.names), at: kind.start)
    }
    let alternatives = row.oneOf + row.anyOf.reversed()
    let given = row.keys.filter { alternatives.contains($0.name) && fields.value($0.slot) != nil }
    if given.isEmpty, !alternatives.isEmpty {
      throw missing(alternatives.map { "\"\($0)\"" }.joined(separator: " or "), bytes)
    }
    try read(Array(row.anyOf.isEmpty ? given[...] : given.prefix(1)), bytes, into: &values)
    if given.count > 1, !row.oneOf.isEmpty {
      throw Fault(
        .duplicateProperty(given[0].name, given[1].name), at: fields.value(given[1].slot)?.start ?? kind.start)
    }
    try read(row.keys.filter { !alternatives.contains($0.name) }, bytes, into: &values)
    guard let command = row.make(values) else { throw missing("\"id\"", bytes) }
    return command
  }

  private static let tool = LogSlot.numbered(LineKeys.tool)
  private static let target = LogSlot.numbered([LineKeys.target])

  /// Reads the keys of a table, in their order.
  func read<Owner>(_ keys: [Field<Owner>], _ bytes: Span<UInt8>, into owner: inout Owner) throws(Fault) {
    for key in keys {
      if let token = fields.value(key.slot) {
        try key.read(token, bytes, fields.name(of: token), &owner)
      } else if key.schema.isRequired {
        throw missing("\"\(key.name)\"", bytes)
      }
    }
  }
}
