/// Where the values of a log line's keys go.
enum LogSlot {
  // What the line is follows from the one of these that it has.
  static let doodle: UInt8 = 0
  static let phase: UInt8 = 1
  static let revises: UInt8 = 2
  static let tool: UInt8 = 3
  static let command: UInt8 = 4
  /// A bit for each of them.
  static let kinds: UInt64 = 0b11111

  static let touch: UInt8 = 5
  static let point: UInt8 = 6
  static let pointX: UInt8 = 7
  static let pointY: UInt8 = 8
  static let x: UInt8 = 9
  static let y: UInt8 = 10
  static let pressure: UInt8 = 11
  static let time: UInt8 = 12
  static let altitude: UInt8 = 13
  static let azimuth: UInt8 = 14
  static let pointer: UInt8 = 15
  static let predicted: UInt8 = 16
  static let index: UInt8 = 17
  static let expects: UInt8 = 18

  static let size: UInt8 = 19
  static let sizeWidth: UInt8 = 20
  static let sizeHeight: UInt8 = 21
  static let scale: UInt8 = 22
  static let background: UInt8 = 23
  static let model: UInt8 = 24

  static let color: UInt8 = 25
  static let width: UInt8 = 26
  static let opacity: UInt8 = 27
  static let thinning: UInt8 = 28
  static let smoothing: UInt8 = 29
  static let taper: UInt8 = 30
  static let taperStart: UInt8 = 31
  static let taperEnd: UInt8 = 32
  static let mode: UInt8 = 33
  static let fill: UInt8 = 34
  static let dash: UInt8 = 35
  static let dashPhase: UInt8 = 36
  static let cap: UInt8 = 37
  static let join: UInt8 = 38
  static let radius: UInt8 = 39
  static let sides: UInt8 = 40
  static let points: UInt8 = 41
  static let font: UInt8 = 42
  static let align: UInt8 = 43
  static let text: UInt8 = 44

  static let count: UInt8 = 45
  static let at: UInt8 = 46
  static let by: UInt8 = 49
  static let translate: UInt8 = 52
  static let rotate: UInt8 = 55
  static let wrap: UInt8 = 56
  static let path: UInt8 = 57
  static let data: UInt8 = 58
  static let name: UInt8 = 59
  static let grid: UInt8 = 60

  /// The keys that say what a line is.
  static var kindNames: [String] { keys.filter { kinds & 1 << UInt64($0.slot) != 0 }.map(\.name) }

  /// The keys that a log line may have, with their other names.
  static let keys: [FieldKey] = [
    FieldKey(name: "doodle", slot: doodle),
    FieldKey(name: "phase", slot: phase),
    FieldKey(name: "revises", slot: revises),
    FieldKey(name: "tool", slot: tool),
    FieldKey(name: "command", slot: command),

    FieldKey(name: "touch", slot: touch),
    FieldKey(name: "id", slot: touch),
    FieldKey(name: "touchId", slot: touch),
    FieldKey(name: "touchID", slot: touch),
    FieldKey(name: "touch_id", slot: touch),
    FieldKey(name: "touchIdentifier", slot: touch),
    FieldKey(name: "point", slot: point, isPair: true),
    FieldKey(name: "position", slot: point, isPair: true),
    FieldKey(name: "location", slot: point, isPair: true),
    FieldKey(name: "x", slot: x),
    FieldKey(name: "y", slot: y),
    FieldKey(name: "pressure", slot: pressure),
    FieldKey(name: "force", slot: pressure),
    FieldKey(name: "time", slot: time),
    FieldKey(name: "t", slot: time),
    FieldKey(name: "timestamp", slot: time),
    FieldKey(name: "altitude", slot: altitude),
    FieldKey(name: "azimuth", slot: azimuth),
    FieldKey(name: "pointer", slot: pointer),
    FieldKey(name: "predicted", slot: predicted),
    FieldKey(name: "index", slot: index),
    FieldKey(name: "estimationUpdateIndex", slot: index),
    FieldKey(name: "expects", slot: expects),

    FieldKey(name: "size", slot: size, isPair: true),
    FieldKey(name: "scale", slot: scale),
    FieldKey(name: "background", slot: background),
    FieldKey(name: "model", slot: model),
    FieldKey(name: "grid", slot: grid),

    FieldKey(name: "color", slot: color),
    FieldKey(name: "width", slot: width),
    FieldKey(name: "opacity", slot: opacity),
    FieldKey(name: "thinning", slot: thinning),
    FieldKey(name: "smoothing", slot: smoothing),
    FieldKey(name: "taper", slot: taper, isPair: true),
    FieldKey(name: "mode", slot: mode),
    FieldKey(name: "fill", slot: fill),
    FieldKey(name: "dash", slot: dash),
    FieldKey(name: "dashPhase", slot: dashPhase),
    FieldKey(name: "cap", slot: cap),
    FieldKey(name: "join", slot: join),
    FieldKey(name: "radius", slot: radius),
    FieldKey(name: "sides", slot: sides),
    FieldKey(name: "points", slot: points),
    FieldKey(name: "font", slot: font),
    FieldKey(name: "align", slot: align),
    FieldKey(name: "text", slot: text),

    FieldKey(name: "count", slot: count),
    FieldKey(name: "at", slot: at, isPair: true),
    FieldKey(name: "by", slot: by, isPair: true),
    FieldKey(name: "translate", slot: translate, isPair: true),
    FieldKey(name: "rotate", slot: rotate),
    FieldKey(name: "wrap", slot: wrap),
    FieldKey(name: "path", slot: path),
    FieldKey(name: "data", slot: data),
    FieldKey(name: "name", slot: name),
  ]
}
