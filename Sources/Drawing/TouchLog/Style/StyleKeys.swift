import Geometry
import JSON

/// The keys of styles. Reading, overriding, saving and describing them follows from this table.
public enum StyleKeys {
  public static let color = StyleKey(
    "color", .color(also: ["rainbow"], parse: { InkColor($0) }, text: { $0.text }),
    "the color of the ink; with rainbow, the hue turns with each event", default: "black", of: .ink, { $0.color },
    { $0.color = $1 })
  public static let width = StyleKey(
    "width", .number(.positiveLength),
    "the width of the ink; a text without one takes the last of a tool that is neither a marker nor an eraser",
    unit: "points", of: .ink, { $0.width }, { $0.width = $1 })
  public static let opacity = StyleKey(
    "opacity", .number(.unit), "the opacity, from 0 (transparent) to 1 (opaque)", default: "1; 0.47 for the marker",
    of: [.ink, .image], { $0.opacity }, { $0.opacity = $1 })
  public static let thinning = StyleKey(
    "thinning", .number(.unit), "the share of the width that follows pressure or speed; the marker ignores it",
    of: [.stroke, .text, .label], { $0.thinning }, { $0.thinning = $1 })
  package static let pressureCurve = StyleKey(
    "pressureCurve", .number(.exponent),
    "the power to which pressures are raised; above 1 a light touch makes finer ink, below 1 heavier ink", of: .stroke,
    { $0.pressureCurve }, { $0.pressureCurve = $1 })
  package static let minWidth = StyleKey(
    "minWidth", .number(.unit),
    "the least width that pressure or speed leaves, as a part of the width; ends that taper are narrower", of: .stroke,
    { $0.minWidth }, { $0.minWidth = $1 })
  public static let smoothing = StyleKey(
    "smoothing", .number(.length),
    "how much the path is smoothed, 0 for not at all; a factor of at most 4, in ink-1 a distance in points",
    default: "1, 6 in ink-1", of: [.stroke, .text, .label], { $0.smoothing }, { $0.smoothing = $1 })
  public static let taper = StyleKey(
    "taper",
    ValueType(.either([.number(.length), .pair(.length)])) { token, bytes, key throws(Fault) in
      let (start, end) = try token.oneOrTwo(.length, in: bytes, key: key, expected: .taper)
      return Taper(start: start, end: end)
    } add: { taper, key, object in
      object.add(key, taper.start, taper.end)
    }, "the lengths over which the start and the end of the ink narrow to nothing, each or both", unit: "points",
    default: "0", of: .stroke, { $0.taper }, { $0.taper = $1 })
  public static let grid = StyleKey(
    "grid", .number(.positiveLength), "the spacing of the positions that the device reports", unit: "points",
    default: "the header's; otherwise estimated from the samples", of: .stroke, { $0.grid }, { $0.grid = $1 })
  package static let brush = StyleKey<Brush>(
    "brush", .name, "which pen a pen is; a width that is not given is the usual one of the brush", of: .stroke,
    { $0.brush }, { $0.brush = $1 })
  package static let tip = StyleKey<TipShape>(
    "tip", .name, "the shape of the tip", default: brushDefault, of: .stroke, { $0.tip }, { $0.tip = $1 })
  package static let tipRatio = StyleKey(
    "tipRatio", .number(.unit), "the extent of the tip across its longest one, as a part of it", default: brushDefault,
    of: .stroke, { $0.tipRatio }, { $0.tipRatio = $1 })
  package static let tipAngle = StyleKey(
    "tipAngle",
    ValueType<TipAngle>(.either([.number(.rotation), .names(["azimuth"])])) { token, bytes, key throws(Fault) in
      guard token.kind == .string else {
        return .degrees(try token.number(.rotation, in: bytes, key: key, expected: .tipAngle))
      }
      guard try token.string(in: bytes, key: key) == "azimuth" else { throw token.wrongType(.tipAngle, key: key) }
      return .azimuth
    } add: { angle, key, object in
      switch angle {
      case .degrees(let degrees): object.add(key, degrees)
      case .azimuth: object.add(key, "azimuth")
      }
    },
    "the direction of the tip's longest extent, counterclockwise from the x axis, at no twist, or as the pen points",
    unit: "degrees", default: brushDefault, of: .stroke, { $0.tipAngle }, { $0.tipAngle = $1 })
  package static let flow = StyleKey(
    "flow",
    ValueType(.either([.number(.unit), .pair(.unit)])) { token, bytes, key throws(Fault) in
      let (light, firm) = try token.oneOrTwo(.unit, in: bytes, key: key, expected: .flow)
      return ByPressure(light: light, firm: firm)
    } add: { flow, key, object in
      object.add(key, flow.light, flow.firm)
    }, "how much ink there is on the paper, everywhere or [at no pressure,at full pressure]", default: brushDefault,
    of: .stroke, { $0.flow }, { $0.flow = $1 })
  package static let grain = StyleKey(
    "grain", .number(.unit), "how strongly the grain of the paper shows", default: brushDefault, of: .stroke,
    { $0.grain },
    { $0.grain = $1 })
  package static let grainSize = StyleKey(
    "grainSize", .number(.positiveLength), "the size of the grain", unit: "points", default: brushDefault, of: .stroke,
    { $0.grainSize }, { $0.grainSize = $1 })
  package static let blend = StyleKey(
    "blend", .name(of: BlendMode.allCases.filter { $0 != .erase }),
    "how the ink blends with what lies below it; erasers ignore it", default: "that of the tool or the brush",
    of: .stroke,
    { $0.blend }, { $0.blend = $1 })
  private static let brushDefault = "that of the brush"
  public static let fill = StyleKey(
    "fill", .color(also: ["none", "transparent"], parse: { Fill($0) }, text: { $0.text }),
    "the fill of a shape, or of a pen's stroke, which the shortest line closes", of: [.shape, .stroke],
    { $0.fill }, { $0.fill = $1 })
  public static let dash = StyleKey(
    "dash",
    ValueType(.array(of: .number(.length))) { token, bytes, key throws(Fault) in
      let lengths = try token.numbers(.length, in: bytes, key: key, expected: .dash)
      if !lengths.isEmpty, lengths.allSatisfy({ $0 == 0 }) { throw token.wrongType(.dash, key: key) }
      return lengths
    } add: { lengths, key, object in
      object.add(key, lengths)
    }, "the lengths of dashes and gaps in turn, not all of them 0; empty for a solid line; pens have their own",
    unit: "points", default: "a solid line", of: [.shape, .stroke], { $0.dash }, { $0.dash = $1 })
  public static let dashPhase = StyleKey(
    "dashPhase", .number(.coordinate), "the length of the dash pattern that is skipped at the start of a line",
    unit: "points",
    of: [.shape, .stroke], { $0.dashPhase }, { $0.dashPhase = $1 })
  public static let cap = StyleKey<LineCap>(
    "cap", .name, "the shape of the ends of lines", of: .shape, { $0.cap }, { $0.cap = $1 })
  public static let join = StyleKey<LineJoin>(
    "join", .name, "the shape of the corners of lines", of: .shape, { $0.join }, { $0.join = $1 })
  public static let radius = StyleKey(
    "radius", .number(.length), "the radius of a rectangle's corners", unit: "points", of: .shape,
    { $0.radius }, { $0.radius = $1 })
  public static let sides = StyleKey(
    "sides", .integer(.corners), "the number of sides of a polygon; at most \(LogLimits.drawnCorners) are drawn",
    of: .shape, { $0.sides }, { $0.sides = $1 })
  public static let points = StyleKey(
    "points", .integer(.corners), "the number of points of a star; at most \(LogLimits.drawnCorners) are drawn",
    of: .shape, { $0.points }, { $0.points = $1 })
  public static let size = StyleKey(
    "size", .number(.positiveLength), "the font size of a text", unit: "points", of: .text, { $0.size },
    { $0.size = $1 })
  public static let font = StyleKey(
    "font", .text.described(as: .file([Look.builtInFont], endings: FontName.endings)),
    "the font of a text: the built-in one, or a TrueType or OpenType file. \"#2\" at its end is the third font of a collection",
    default: "the built-in one", of: .text, { $0.font }, { $0.font = $1 })
  public static let align = StyleKey<TextAlignment>(
    "align", .name, "the horizontal alignment of the lines of a text", of: .text, { $0.align }, { $0.align = $1 })
  package static let layer = StyleKey(
    "layer", .text,
    "the layer of a document to which the element belongs, which programs that read PDF and SVG hide and show",
    default: "\"\", for none", of: [.ink, .image], { $0.layer }, { $0.layer = $1 })

  /// All style keys, in the order in which they are read, written and described. Saved drawings leave out rare ones
  /// that have their usual values.
  static let all: [StyleProperty] = [
    StyleProperty(color, isRare: false), StyleProperty(width, isRare: false), StyleProperty(opacity, isRare: false),
    StyleProperty(thinning, isRare: false), StyleProperty(pressureCurve), StyleProperty(minWidth),
    StyleProperty(smoothing, isRare: false), StyleProperty(taper),
    StyleProperty(grid), StyleProperty(brush), StyleProperty(tip), StyleProperty(tipRatio), StyleProperty(tipAngle),
    StyleProperty(flow), StyleProperty(grain), StyleProperty(grainSize), StyleProperty(blend), StyleProperty(fill),
    StyleProperty(dash), StyleProperty(dashPhase), StyleProperty(cap), StyleProperty(join), StyleProperty(radius),
    StyleProperty(sides), StyleProperty(points), StyleProperty(size, isRare: false),
    StyleProperty(font, isRare: false), StyleProperty(align, isRare: false), StyleProperty(layer),
  ]

  /// The index in `all` of each key.
  private static let rows = NameTable(all.map { $0.field.name })

  /// The index in `all` of the key with this name.
  static func row(named name: String) -> Int {
    guard let row = rows.index(of: name) else { preconditionFailure("a key is not in the table") }
    return row
  }

  /// The descriptions of the style keys that some kinds of elements have.
  package static func schemas(
    of kinds: StyledKinds = [.stroke, .shape, .text, .image]
  ) -> [FieldSchema] {
    all.filter { !$0.kinds.isDisjoint(with: kinds) }.map { $0.schema }
  }
}
