/// The slots for the values of a log line's keys, and the keys that lead there.
///
/// A key whose value can be a pair has two more slots after its own.
enum LogSlot {
  // A line has exactly one of these, which tells its kind.
  static let doodle: UInt8 = 0
  static let phase: UInt8 = 1
  static let revises: UInt8 = 2
  static let tool: UInt8 = 3
  static let command: UInt8 = 4
  /// A bit for each of the slots above.
  static let kinds: UInt64 = 0b11111

  // Touches.
  static let touch: UInt8 = 5
  static let point: UInt8 = 6
  static let x: UInt8 = 9
  static let y: UInt8 = 10
  static let pointer: UInt8 = 11
  static let predicted: UInt8 = 12
  static let index: UInt8 = 13
  static let expects: UInt8 = 14

  /// Those of the sensors begin here, in the order of `PenReading.sensors`.
  static let firstSensor: UInt8 = 96
  static let time = firstSensor + 1

  /// The keys that tell the kind of a line.
  static let kindNames = ["doodle", "phase", "revises", "tool", "command"]

  /// The names of the keys that lead to a slot; the first is the one to write.
  static func names(of slot: UInt8) -> [String] { keys.filter { $0.slot == slot }.map { $0.name } }

  private static let touchNames: [(slot: UInt8, names: [String])] = [
    (touch, ["touch", "id", "touchId", "touchID", "touch_id", "touchIdentifier"]),
    (point, ["point", "position", "location"]), (x, ["x"]), (y, ["y"]), (pointer, ["pointer"]),
    (predicted, ["predicted"]), (index, ["index", "estimationUpdateIndex"]), (expects, ["expects"]),
  ]

  /// All keys of log lines. Those of headers, tools and commands have the slots that are left.
  static var keys: [FieldKey] { table.keys }

  /// The keys and their names. A table of names takes less to make than a dictionary, which takes longer than to read a
  /// small log.
  private static let table: (keys: [FieldKey], names: NameTable) = {
    var keys: [FieldKey] = []
    for (slot, name) in kindNames.enumerated() { keys.append(FieldKey(name: name, slot: UInt8(slot))) }
    for row in touchNames {
      for name in row.names { keys.append(FieldKey(name: name, slot: row.slot, isPair: row.slot == point)) }
    }
    for (row, sensor) in PenReading.sensors.enumerated() {
      for name in sensor.field.schema.names { keys.append(FieldKey(name: name, slot: firstSensor + UInt8(row))) }
    }
    var known = NameTable(keys.map { $0.name })
    var next = expects
    var others = LogHeader.described.map { $0.name }
    for key in LineKeys.tool { others.append(key.name) }
    for row in CommandRow.described { others += row.keys.map { $0.name } }
    for name in others where known.insert(name) {
      next += 1
      keys.append(FieldKey(name: name, slot: next))
    }
    return (keys, known)
  }()

  /// The keys of a kind of line with their slots.
  static func numbered<Owner>(_ fields: [Field<Owner>]) -> [Field<Owner>] {
    let (keys, names) = table
    return fields.map { field in
      var field = field
      field.slot = names.index(of: field.name).map { keys[$0].slot } ?? 0
      return field
    }
  }
}
