import Geometry

/// A key of styles: its description, and how its value is read and written.
///
/// Lines of a log and saved drawings share these keys.
public struct StyleKey<Value: Sendable>: Sendable {
  public let schema: FieldSchema
  /// Converts a value and checks its type and range. The string is the key as it is written.
  let read: @Sendable (JSONToken, Span<UInt8>, String) throws(Fault) -> Value
  private let add: @Sendable (Value, String, inout JSONObjectWriter) -> Void

  fileprivate init(
    _ schema: FieldSchema, read: @escaping @Sendable (JSONToken, Span<UInt8>, String) throws(Fault) -> Value,
    add: @escaping @Sendable (Value, String, inout JSONObjectWriter) -> Void
  ) {
    self.schema = schema
    self.read = read
    self.add = add
  }

  public var name: String { schema.names[0] }

  package func write(_ value: Value, to object: inout JSONObjectWriter) {
    add(value, name, &object)
  }
}

/// The keys of styles. Reader, writer and schema follow from this table.
public enum StyleKeys {
  public static let color = StyleKey<InkColor>(
    "color", also: ["rainbow"], "the color of the ink; with rainbow, the hue turns with each event", default: "black"
  ) {
    InkColor($0)
  } text: {
    $0.text
  }
  public static let width = StyleKey(
    "width", .positiveLength,
    "the width of the ink; a text without one takes the last of a tool that is neither a marker nor an eraser",
    unit: "points", default: "4")
  public static let opacity = StyleKey(
    "opacity", .unit, "the opacity, from 0 (transparent) to 1 (opaque)", default: "1; 0.47 for the marker")
  public static let thinning = StyleKey(
    "thinning", .unit, "the share of the width that follows pressure or speed; the marker ignores it", default: "0.6")
  public static let smoothing = StyleKey(
    "smoothing", .length,
    "how much the path is smoothed, 0 for not at all; in ink-2 a factor of at most 4, in ink-1 a distance in points",
    default: "1 in ink-2, 6 in ink-1")
  public static let taper = StyleKey<Taper>(
    FieldSchema(
      "taper", .either([.number(.length), .pair(.length)]),
      "the lengths over which the start and the end of the ink narrow to nothing, each or both",
      unit: "points", default: "0")
  ) { token, bytes, key throws(Fault) in
    if token.kind == .number {
      let length = try token.number(.length, in: bytes, key: key)
      return Taper(start: length, end: length)
    }
    let lengths = try token.numbers(.length, counts: 2...2, in: bytes, key: key, expected: .taper)
    return Taper(start: lengths[0], end: lengths[1])
  } add: { taper, name, object in
    object.add(name, taper.start, taper.end)
  }
  public static let grid = StyleKey(
    "grid", .positiveLength, "the spacing of the positions that the device reports", unit: "points",
    default: "the header's; otherwise estimated from the samples")
  public static let fill = StyleKey<Fill>(
    "fill", also: ["none", "transparent"], "the fill of a shape", default: "none"
  ) {
    Fill($0)
  } text: {
    $0.text
  }
  public static let dash = StyleKey<[Double]>(
    FieldSchema(
      "dash", .array(of: .number(.length)),
      "the lengths of dashes and gaps in turn, not all of them 0; empty for a solid line", unit: "points",
      default: "a solid line")
  ) { token, bytes, key throws(Fault) in
    let lengths = try token.numbers(.length, in: bytes, key: key, expected: .dash)
    if !lengths.isEmpty, lengths.allSatisfy({ $0 == 0 }) { throw token.wrongType(.dash, key: key) }
    return lengths
  } add: { lengths, name, object in
    object.add(name, lengths)
  }
  public static let dashPhase = StyleKey(
    "dashPhase", .coordinate, "the length of the dash pattern that is skipped at the start of a line", unit: "points",
    default: "0")
  public static let cap = StyleKey<LineCap>("cap", "the shape of the ends of lines", default: "round")
  public static let join = StyleKey<LineJoin>("join", "the shape of the corners of lines", default: "round")
  public static let radius = StyleKey(
    "radius", .length, "the radius of a rectangle's corners", unit: "points", default: "0")
  public static let sides = StyleKey(
    "sides", integer: .corners, "the number of sides of a polygon; at most \(LogLimits.drawnCorners) are drawn",
    default: "5")
  public static let points = StyleKey(
    "points", integer: .corners, "the number of points of a star; at most \(LogLimits.drawnCorners) are drawn",
    default: "5")
  public static let size = StyleKey("size", .positiveLength, "the font size of a text", unit: "points", default: "24")
  /// The drawing defines the names; `LogSchema` lists them.
  public static let font = StyleKey<String>(
    FieldSchema("font", .string, "the font of a text", default: "the only one")
  ) { token, bytes, key throws(Fault) in
    try token.string(in: bytes, key: key)
  } add: { text, name, object in
    object.add(name, text)
  }
  public static let align = StyleKey<TextAlignment>(
    "align", "the horizontal alignment of the lines of a text", default: "left")

  /// All style keys, in the order in which they are read, written and described.
  static let all: [StyleProperty] = [
    StyleProperty(color, LogSlot.color, get: { $0.color }, set: { $0.color = $1 }),
    StyleProperty(width, LogSlot.width, get: { $0.width }, set: { $0.width = $1 }),
    StyleProperty(opacity, LogSlot.opacity, get: { $0.opacity }, set: { $0.opacity = $1 }),
    StyleProperty(thinning, LogSlot.thinning, get: { $0.thinning }, set: { $0.thinning = $1 }),
    StyleProperty(smoothing, LogSlot.smoothing, get: { $0.smoothing }, set: { $0.smoothing = $1 }),
    StyleProperty(taper, LogSlot.taper, get: { $0.taper }, set: { $0.taper = $1 }),
    StyleProperty(grid, LogSlot.grid, get: { $0.grid }, set: { $0.grid = $1 }),
    StyleProperty(fill, LogSlot.fill, get: { $0.fill }, set: { $0.fill = $1 }),
    StyleProperty(dash, LogSlot.dash, get: { $0.dash }, set: { $0.dash = $1 }),
    StyleProperty(dashPhase, LogSlot.dashPhase, get: { $0.dashPhase }, set: { $0.dashPhase = $1 }),
    StyleProperty(cap, LogSlot.cap, get: { $0.cap }, set: { $0.cap = $1 }),
    StyleProperty(join, LogSlot.join, get: { $0.join }, set: { $0.join = $1 }),
    StyleProperty(radius, LogSlot.radius, get: { $0.radius }, set: { $0.radius = $1 }),
    StyleProperty(sides, LogSlot.sides, get: { $0.sides }, set: { $0.sides = $1 }),
    StyleProperty(points, LogSlot.points, get: { $0.points }, set: { $0.points = $1 }),
    StyleProperty(size, LogSlot.size, isPair: true, get: { $0.size }, set: { $0.size = $1 }),
    StyleProperty(font, LogSlot.font, get: { $0.font }, set: { $0.font = $1 }),
    StyleProperty(align, LogSlot.align, get: { $0.align }, set: { $0.align = $1 }),
  ]

  /// The descriptions of all style keys.
  /// - Parameter fonts: The names that `font` allows.
  public static func schemas(fonts: [String]) -> [FieldSchema] {
    all.map { property in
      var schema = property.schema
      if schema.names == [font.name] { schema.value = .names(fonts) }
      return schema
    }
  }
}

/// A style key together with the property of `StyleChange` that it sets.
struct StyleProperty: Sendable {
  let schema: FieldSchema
  /// The key of log lines.
  let key: FieldKey
  /// Sets the property to a value of the given key.
  let read: @Sendable (JSONToken, Span<UInt8>, String, inout StyleChange) throws(Fault) -> Void
  /// Whether the property is not nil.
  let isGiven: @Sendable (StyleChange) -> Bool
  /// Adds the property, unless it is nil.
  let write: @Sendable (StyleChange, inout JSONObjectWriter) -> Void

  // Closures rather than a key path, which the runtime builds when it is first used: 40,000 instructions for each.
  init<Value>(
    _ key: StyleKey<Value>, _ slot: UInt8, isPair: Bool = false,
    get: @escaping @Sendable (StyleChange) -> Value?, set: @escaping @Sendable (inout StyleChange, Value) -> Void
  ) {
    schema = key.schema
    self.key = FieldKey(name: key.name, slot: slot, isPair: isPair)
    read = { token, bytes, name, style throws(Fault) in
      set(&style, try key.read(token, bytes, name))
    }
    isGiven = { get($0) != nil }
    write = { style, object in
      if let value = get(style) { key.write(value, to: &object) }
    }
  }
}

extension StyleKey where Value == Double {
  fileprivate init(
    _ name: String, _ range: NumberRange, _ meaning: String, unit: String? = nil, default defaultValue: String
  ) {
    self.init(FieldSchema(name, .number(range), meaning, unit: unit, default: defaultValue)) {
      token, bytes, key throws(Fault) in
      try token.number(range, in: bytes, key: key)
    } add: { number, name, object in
      object.add(name, number)
    }
  }
}

extension StyleKey where Value == Int {
  fileprivate init(_ name: String, integer range: NumberRange, _ meaning: String, default defaultValue: String) {
    self.init(FieldSchema(name, .integer(range), meaning, default: defaultValue)) { token, bytes, key throws(Fault) in
      try token.integer(range, in: bytes, key: key)
    } add: { number, name, object in
      object.add(name, number)
    }
  }
}

extension StyleKey where Value: CaseIterable & RawRepresentable<String> {
  fileprivate init(_ name: String, _ meaning: String, default defaultValue: String) {
    self.init(FieldSchema(name, .names(Value.allCases.map { $0.rawValue }), meaning, default: defaultValue)) {
      token, bytes, key throws(Fault) in
      try token.choice(in: bytes, key: key)
    } add: { value, name, object in
      object.add(name, value.rawValue)
    }
  }
}

extension StyleKey {
  /// A key whose value is a color or one of the words `also`.
  fileprivate init(
    _ name: String, also: [String], _ meaning: String, default defaultValue: String,
    _ parse: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String
  ) {
    self.init(FieldSchema(name, .color(also: also), meaning, default: defaultValue)) {
      token, bytes, key throws(Fault) in
      try token.color(also: also, in: bytes, key: key, parse)
    } add: { value, name, object in
      object.add(name, text(value))
    }
  }
}
