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

  // Styles. Keys that are read as those of log lines are in `StyleKeys`.
  static let taper = SavedField<Taper>(
    StyleKeys.taper.schema.with(.pair(.length))
  ) { value throws(LogError) in
    let (start, end) = try value.pair(.length, expected: .taper)
    return Taper(start: start, end: end)
  }
  static let hue = SavedField<Int>(
    FieldSchema("hue", .integer(.ordinal), "the hue of rainbow ink, as the number of events that it had had"),
    in: .ordinal)
  /// The keys of all elements that have ink.
  static let pen = [StyleKeys.color.schema, StyleKeys.width.schema, StyleKeys.opacity.schema, hue.schema]

  // Strokes.
  static let tool = SavedField<StrokeTool>(
    FieldSchema("tool", .names(StrokeTool.allCases.map { $0.rawValue }), "the tool that made the stroke"))
  static let samples = FieldSchema(
    "samples",
    .array(
      of: .tuple([.number(.coordinate), .number(.coordinate), .number(nil), .number(.atLeast(0))], optional: 1),
      atLeast: 1),
    isRequired: true, "x and y in points, the time in seconds, the pressure if known")
  static let stroke = [
    StyleKeys.thinning.schema, StyleKeys.smoothing.schema, taper.schema, StyleKeys.grid.schema, samples,
  ]

  // Shapes.
  static let a = SavedField<Point>("a", isRequired: true, "where the drag began, in points")
  static let b = SavedField<Point>("b", isRequired: true, "where the drag ended, in points")
  static let c = SavedField<Point>("c", "where the second leg ended, in points")
  static let dragged = SavedField<Bool>(
    FieldSchema("dragged", .boolean, "false if the touch was a tap, for which a line is a dot")
  ) { value throws(LogError) in try value.boolean() }
  static let shape = [
    a.schema, b.schema, dragged.schema, StyleKeys.fill.schema, StyleKeys.dash.schema, StyleKeys.dashPhase.schema,
    StyleKeys.cap.schema, StyleKeys.join.schema, StyleKeys.radius.schema, StyleKeys.sides.schema,
    StyleKeys.points.schema,
  ]

  // Texts.
  static let text =
    [wording.schema, at.schema, wrap.schema, font, StyleKeys.size.schema, StyleKeys.align.schema]
    + [StyleKeys.thinning.schema, StyleKeys.smoothing.schema]
  static let wording = SavedField<String>(FieldSchema("text", .string, isRequired: true, "the characters"))
  static let at = SavedField<Point>("at", isRequired: true, "the top left corner of the text box, in points")
  static let wrap = SavedField<Double>(
    FieldSchema("wrap", .number(.atLeast(0)), "the width at which lines are broken, in points"), in: .atLeast(0))
  static let font = StyleKeys.font.schema.with(.names([TextElement.font]))

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
  static let image = [path.schema, data.schema, frame.schema, StyleKeys.opacity.schema]

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

extension FieldSchema {
  /// The same key with another schema of its value.
  fileprivate func with(_ value: ValueSchema) -> FieldSchema {
    var result = self
    result.value = value
    return result
  }
}
