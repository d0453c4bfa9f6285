import Geometry

/// The keys of styles. Reading, overriding, saving and describing them follows from this table.
public enum StyleKeys {
  public static let color = StyleKey<InkColor>(
    "color", also: ["rainbow"], "the color of the ink; with rainbow, the hue turns with each event",
    default: "black", of: .ink, { $0.color }, { $0.color = $1 }, parse: { InkColor($0) }, text: { $0.text })
  public static let width = StyleKey(
    "width", .positiveLength,
    "the width of the ink; a text without one takes the last of a tool that is neither a marker nor an eraser",
    unit: "points", of: .ink, { $0.width }, { $0.width = $1 })
  public static let opacity = StyleKey(
    "opacity", .unit, "the opacity, from 0 (transparent) to 1 (opaque)", default: "1; 0.47 for the marker",
    of: [.ink, .image], { $0.opacity }, { $0.opacity = $1 })
  public static let thinning = StyleKey(
    "thinning", .unit, "the share of the width that follows pressure or speed; the marker ignores it",
    of: [.stroke, .text, .label], { $0.thinning }, { $0.thinning = $1 })
  public static let smoothing = StyleKey(
    "smoothing", .length,
    "how much the path is smoothed, 0 for not at all; a factor of at most 4, in ink-1 a distance in points",
    default: "1, 6 in ink-1", of: [.stroke, .text, .label], { $0.smoothing }, { $0.smoothing = $1 })
  public static let taper = StyleKey<Taper>(
    FieldSchema(
      "taper", .either([.number(.length), .pair(.length)]),
      "the lengths over which the start and the end of the ink narrow to nothing, each or both",
      unit: "points", default: "0"), of: .stroke, get: { $0.taper }, set: { $0.taper = $1 }
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
    default: "the header's; otherwise estimated from the samples", of: .stroke, { $0.grid }, { $0.grid = $1 })
  package static let brush = StyleKey<Brush>(
    "brush", "which pen a pen is; a width that is not given is the usual one of the brush", of: .stroke,
    { $0.brush }, { $0.brush = $1 })
  package static let tip = StyleKey<TipShape>(
    "tip", "the shape of the tip", default: brushDefault, of: .stroke, { $0.tip }, { $0.tip = $1 })
  package static let tipRatio = StyleKey(
    "tipRatio", .unit, "the extent of the tip across its longest one, as a part of it", default: brushDefault,
    of: .stroke, { $0.tipRatio }, { $0.tipRatio = $1 })
  package static let tipAngle = StyleKey<TipAngle>(
    FieldSchema(
      "tipAngle", .either([.number(.rotation), .names(["azimuth"])]),
      "the direction of the tip's longest extent, counterclockwise from the x axis, at no twist, or as the pen points",
      unit: "degrees", default: brushDefault), of: .stroke, get: { $0.tipAngle }, set: { $0.tipAngle = $1 }
  ) { token, bytes, key throws(Fault) in
    guard token.kind == .string else {
      return .degrees(try token.number(.rotation, in: bytes, key: key, expected: .tipAngle))
    }
    guard try token.string(in: bytes, key: key) == "azimuth" else { throw token.wrongType(.tipAngle, key: key) }
    return .azimuth
  } add: { angle, name, object in
    switch angle {
    case .degrees(let degrees): object.add(name, degrees)
    case .azimuth: object.add(name, "azimuth")
    }
  }
  package static let flow = StyleKey<ByPressure>(
    FieldSchema(
      "flow", .either([.number(.unit), .pair(.unit)]),
      "how much ink there is on the paper, everywhere or [at no pressure,at full pressure]", default: brushDefault),
    of: .stroke, get: { $0.flow }, set: { $0.flow = $1 }
  ) { token, bytes, key throws(Fault) in
    if token.kind == .number {
      let flow = try token.number(.unit, in: bytes, key: key)
      return ByPressure(light: flow, firm: flow)
    }
    let flows = try token.numbers(.unit, counts: 2...2, in: bytes, key: key, expected: .flow)
    return ByPressure(light: flows[0], firm: flows[1])
  } add: { flow, name, object in
    object.add(name, flow.light, flow.firm)
  }
  package static let grain = StyleKey(
    "grain", .unit, "how strongly the grain of the paper shows", default: brushDefault, of: .stroke, { $0.grain },
    { $0.grain = $1 })
  package static let grainSize = StyleKey(
    "grainSize", .positiveLength, "the size of the grain", unit: "points", default: brushDefault, of: .stroke,
    { $0.grainSize }, { $0.grainSize = $1 })
  package static let blend = StyleKey<BlendMode>(
    "blend", "how the ink blends with what lies below it; erasers ignore it",
    allowed: BlendMode.allCases.filter { $0 != .erase }, default: "that of the tool or the brush", of: .stroke,
    { $0.blend }, { $0.blend = $1 })
  private static let brushDefault = "that of the brush"
  public static let fill = StyleKey<Fill>(
    "fill", also: ["none", "transparent"],
    "the fill of a shape, or of a pen's stroke, which the shortest line closes", of: [.shape, .stroke],
    { $0.fill }, { $0.fill = $1 },
    parse: { Fill($0) }, text: { $0.text })
  public static let dash = StyleKey<[Double]>(
    FieldSchema(
      "dash", .array(of: .number(.length)),
      "the lengths of dashes and gaps in turn, not all of them 0; empty for a solid line; pens have their own",
      unit: "points", default: "a solid line"), of: [.shape, .stroke], get: { $0.dash }, set: { $0.dash = $1 }
  ) { token, bytes, key throws(Fault) in
    let lengths = try token.numbers(.length, in: bytes, key: key, expected: .dash)
    if !lengths.isEmpty, lengths.allSatisfy({ $0 == 0 }) { throw token.wrongType(.dash, key: key) }
    return lengths
  } add: { lengths, name, object in
    object.add(name, lengths)
  }
  public static let dashPhase = StyleKey(
    "dashPhase", .coordinate, "the length of the dash pattern that is skipped at the start of a line", unit: "points",
    of: [.shape, .stroke], { $0.dashPhase }, { $0.dashPhase = $1 })
  public static let cap = StyleKey<LineCap>(
    "cap", "the shape of the ends of lines", of: .shape, { $0.cap }, { $0.cap = $1 })
  public static let join = StyleKey<LineJoin>(
    "join", "the shape of the corners of lines", of: .shape, { $0.join }, { $0.join = $1 })
  public static let radius = StyleKey(
    "radius", .length, "the radius of a rectangle's corners", unit: "points", of: .shape,
    { $0.radius }, { $0.radius = $1 })
  public static let sides = StyleKey(
    "sides", integer: .corners, "the number of sides of a polygon; at most \(LogLimits.drawnCorners) are drawn",
    of: .shape, { $0.sides }, { $0.sides = $1 })
  public static let points = StyleKey(
    "points", integer: .corners, "the number of points of a star; at most \(LogLimits.drawnCorners) are drawn",
    of: .shape, { $0.points }, { $0.points = $1 })
  public static let size = StyleKey(
    "size", .positiveLength, "the font size of a text", unit: "points", of: .text, { $0.size }, { $0.size = $1 })
  public static let font = StyleKey<String>(
    FieldSchema(
      "font", .file([Look.builtInFont], endings: FontName.endings),
      "the font of a text: the built-in one, or a TrueType or OpenType file. \"#2\" at its end is the third font of a collection",
      default: "the built-in one"), of: .text,
    get: { $0.font }, set: { $0.font = $1 }
  ) { token, bytes, key throws(Fault) in
    try token.string(in: bytes, key: key)
  } add: { text, name, object in
    object.add(name, text)
  }
  public static let align = StyleKey<TextAlignment>(
    "align", "the horizontal alignment of the lines of a text", of: .text, { $0.align }, { $0.align = $1 })
  package static let layer = StyleKey<String>(
    FieldSchema(
      "layer", .string,
      "the layer of a document to which the element belongs, which programs that read PDF and SVG hide and show",
      default: "\"\", for none"), of: [.ink, .image], get: { $0.layer }, set: { $0.layer = $1 }
  ) { token, bytes, key throws(Fault) in
    try token.string(in: bytes, key: key)
  } add: { text, name, object in
    object.add(name, text)
  }

  /// All style keys, in the order in which they are read, written and described. Saved drawings leave out rare ones
  /// that have their usual values.
  static let all: [StyleProperty] = numbered([
    StyleProperty(color), StyleProperty(width), StyleProperty(opacity), StyleProperty(thinning),
    StyleProperty(smoothing), StyleProperty(taper, isRare: true), StyleProperty(grid, isRare: true),
    StyleProperty(brush, isRare: true), StyleProperty(tip, isRare: true), StyleProperty(tipRatio, isRare: true),
    StyleProperty(tipAngle, isRare: true), StyleProperty(flow, isRare: true), StyleProperty(grain, isRare: true),
    StyleProperty(grainSize, isRare: true), StyleProperty(blend, isRare: true),
    StyleProperty(fill, isRare: true), StyleProperty(dash, isRare: true), StyleProperty(dashPhase, isRare: true),
    StyleProperty(cap, isRare: true), StyleProperty(join, isRare: true), StyleProperty(radius, isRare: true),
    StyleProperty(sides, isRare: true), StyleProperty(points, isRare: true), StyleProperty(size), StyleProperty(font),
    StyleProperty(align), StyleProperty(layer, isRare: true),
  ])

  /// The properties, each in a slot of its own. The size of a text shares the slot of other sizes.
  private static func numbered(_ properties: [StyleProperty]) -> [StyleProperty] {
    var next = LogSlot.firstStyle
    return properties.map { property in
      var property = property
      property.slot = property.name == size.name ? LogSlot.size : next
      if property.slot == next { next += 1 }
      return property
    }
  }

  /// The index in `all` of the key with this name.
  static func row(named name: String) -> Int {
    guard let row = all.firstIndex(where: { $0.name == name }) else { preconditionFailure("a key is not in the table") }
    return row
  }

  /// The slot of log lines for a key.
  static func slot<Value>(of key: StyleKey<Value>) -> UInt8 { all[row(named: key.name)].slot }

  /// The descriptions of the style keys that some kinds of elements have.
  package static func schemas(
    of kinds: StyledKinds = [.stroke, .shape, .text, .image]
  ) -> [FieldSchema] {
    all.filter { !$0.kinds.isDisjoint(with: kinds) }.map { property in
      var schema = property.schema
      schema.defaultValue = schema.defaultValue ?? property.usualValue
      return schema
    }
  }
}
