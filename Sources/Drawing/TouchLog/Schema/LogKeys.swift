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

  static let touch: UInt8 = 5
  static let point: UInt8 = 6
  static let x: UInt8 = 9
  static let y: UInt8 = 10
  static let pointer: UInt8 = 15
  static let predicted: UInt8 = 16
  static let index: UInt8 = 17
  static let expects: UInt8 = 18

  static let size: UInt8 = 19
  static let scale: UInt8 = 22
  static let background: UInt8 = 23
  static let model: UInt8 = 24

  static let mode: UInt8 = 25
  static let text: UInt8 = 26

  static let count: UInt8 = 27
  static let at: UInt8 = 28
  static let by: UInt8 = 31
  static let translate: UInt8 = 34
  static let rotate: UInt8 = 37
  static let wrap: UInt8 = 38
  static let path: UInt8 = 39
  static let data: UInt8 = 40
  static let name: UInt8 = 41

  static let copy: UInt8 = 11

  /// Those of style keys begin here, in the order of `StyleKeys.all`.
  static let firstStyle: UInt8 = 48

  /// Those of the sensors begin here, in the order of `PenReading.sensors`.
  static let firstSensor: UInt8 = 96
  static let time = firstSensor + 1

  /// The keys that tell the kind of a line.
  static let kindNames = keys.filter { kinds & 1 << UInt64($0.slot) != 0 }.map { $0.name }

  /// The names of the keys that lead to a slot; the first is the one to write.
  static func names(of slot: UInt8) -> [String] { keys.filter { $0.slot == slot }.map { $0.name } }

  /// All keys of log lines. Those of styles are in `StyleKeys`.
  static let keys: [FieldKey] =
    [
      key("doodle", doodle), key("phase", phase), key("revises", revises), key("tool", tool), key("command", command),

      key("touch", touch), key("id", touch), key("touchId", touch), key("touchID", touch), key("touch_id", touch),
      key("touchIdentifier", touch), key("point", point, isPair: true), key("position", point, isPair: true),
      key("location", point, isPair: true), key("x", x), key("y", y), key("pointer", pointer), key("predicted", predicted), key("index", index),
      key("estimationUpdateIndex", index), key("expects", expects),

      key("scale", scale), key("background", background), key("model", model),

      key("mode", mode), key("text", text), key("count", count), key("at", at, isPair: true),
      key("by", by, isPair: true), key("translate", translate, isPair: true), key("rotate", rotate),
      key("wrap", wrap), key("path", path), key("data", data), key("name", name),
      key("as", copy),
    ] + StyleKeys.all.map { key($0.name, $0.slot, isPair: $0.slot == size) }
    + PenReading.sensors.enumerated().flatMap { row, sensor in
      sensor.field.schema.names.map { key($0, firstSensor + UInt8(row)) }
    }

  private static func key(_ name: String, _ slot: UInt8, isPair: Bool = false) -> FieldKey {
    FieldKey(name: name, slot: slot, isPair: isPair)
  }
}
