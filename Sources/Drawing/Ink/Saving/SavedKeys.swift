import Geometry
import TouchLog

/// The keys of saved elements. Both the reader and the schema are made from these.
enum SavedKey {
  // All elements.
  static let kind = SavedField<SavedKind>(
    FieldSchema("kind", .names(SavedKind.allCases.map { $0.rawValue }), isRequired: true, "what the element is"))
  static let id = SavedField<String>(FieldSchema("id", .string, "the name by which commands refer to it"))
  static let rank = SavedField<Int>(
    FieldSchema(
      "rank", .integer(ranks), "elements are drawn in ascending order of rank; if absent, its index in the file"),
    in: ranks)
  private static let ranks = NumberRange.between(
    -Double(LogLimits.ordinal), Double(LogLimits.ordinal))

  static let hue = SavedField<Int>(
    FieldSchema("hue", .integer(.ordinal), "the hue of rainbow ink, as the number of events that it had had"),
    in: .ordinal)
  /// The style keys of some kinds of elements.
  static func style(_ kind: StyledKinds) -> [FieldSchema] { StyleKeys.schemas(of: kind) }

  // Strokes.
  static let tool = SavedField<Tool>(
    FieldSchema("tool", .names(strokeTools), "the tool that made the stroke")
  ) { value throws(LogError) in
    let name = try value.string()
    if let tool = Tool(named: name), tool.makesStrokes { return tool }
    throw value.error(.unknownName(key: value.key, name: name, allowed: strokeTools))
  }
  private static let strokeTools = Tool.all.filter { $0.makesStrokes }.map { $0.name }
  static let samples = FieldSchema(
    "samples",
    .array(
      of: .tuple([.number(.coordinate), .number(.coordinate), .number(nil), .number(.atLeast(0))], optional: 1),
      atLeast: 1),
    isRequired: true, "x and y in points, the time in seconds, the pressure if known")
  static let tilts = FieldSchema(
    "tilts", .array(of: .tuple([.number(nil), .number(nil)], optional: 2)),
    "the pen's altitude and azimuth at each sample, in radians, as far as they are known")
  static let twists = FieldSchema(
    "twists", .array(of: .number(nil)),
    "how far the pen is turned about its own axis at each sample, in degrees; below 0 if unknown")
  /// The keys of what sensors report besides.
  static let columns = PenReading.sensors.compactMap { $0.column }
  static let stroke = style(.stroke) + [hue.schema, samples, tilts, twists] + columns.map { $0.schema }

  // Shapes.
  static let a = SavedField<Point>("a", isRequired: true, "where the drag began, in points")
  static let b = SavedField<Point>("b", isRequired: true, "where the drag ended, in points")
  static let c = SavedField<Point>("c", "where the second leg ended, in points")
  static let dragged = SavedField<Bool>(
    FieldSchema("dragged", .boolean, "false if the touch was a tap, for which a line is a dot")
  ) { value throws(LogError) in try value.boolean() }
  static let shape = [a.schema, b.schema, dragged.schema] + style(.shape) + [hue.schema]

  // Texts.
  static let text = [wording.schema, at.schema, wrap.schema] + style(.text) + [hue.schema]
  static let wording = SavedField<String>(FieldSchema("text", .string, isRequired: true, "the characters"))
  static let at = SavedField<Point>("at", isRequired: true, "the top left corner of the text box, in points")
  static let wrap = SavedField<Double>(
    FieldSchema("wrap", .number(.atLeast(0)), "the width at which lines are broken, in points"), in: .atLeast(0))

  // Images.
  static let path = SavedField<String>(
    FieldSchema("path", .string, "a PNG file, relative to the directory of the drawing"))
  static let data = SavedField<String>(FieldSchema("data", .string, "a PNG file in base64"))
  static let frame = SavedField<Rect>(
    FieldSchema(
      "frame", .tuple([.number(nil), .number(nil), .number(nil), .number(nil)]), isRequired: true,
      "left, top, right and bottom, in points")
  ) { value throws(LogError) in
    let sides = try value.numbers(counts: 4...4, expected: .frame)
    guard sides[0] <= sides[2], sides[1] <= sides[3] else { throw value.wrongType(.frame) }
    return Rect(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3])
  }
  static let image = [path.schema, data.schema, frame.schema] + style(.image)

  // Placements.
  static let translate = SavedField<Point>("translate", in: nil, "the translation, in points")
  static let rotate = SavedField<Double>(
    FieldSchema("rotate", .number(.between(-1e6, 1e6)), "the rotation in degrees, clockwise"), in: .between(-1e6, 1e6))
  static let scale = SavedField<Double>(
    FieldSchema("scale", .number(.positive(atMost: .greatestFiniteMagnitude)), "the scale factor"),
    in: .positive(atMost: .greatestFiniteMagnitude))
  static let center = SavedField<Point>("center", in: nil, isRequired: true, "the fixed point of rotation and scaling")
  static let transform = SavedField<Placement>(
    FieldSchema(
      "transform", .object(ObjectSchema([translate.schema, rotate.schema, scale.schema, center.schema])),
      "the transform of the element since it was made")
  ) { value throws(LogError) in
    try value.checkIsObject()
    let step = try value.value(translate) ?? Point(0, 0)
    return Placement(
      translation: step - Point(0, 0), rotation: try value.value(rotate) ?? 0, scale: try value.value(scale) ?? 1,
      center: try value.required(center, of: "transform"))
  }
  static let until = SavedField<String>(
    FieldSchema("until", .string, isRequired: true, "the last eraser that met the element there"))
  static let was = FieldSchema(
    "was", .array(of: .object(ObjectSchema([until.schema, transform.schema]))),
    "where earlier erasers met the element; later ones met it where it is now")

  static let all = [kind.schema, id.schema, rank.schema, transform.schema, was]
}
