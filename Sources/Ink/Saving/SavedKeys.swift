import Geometry
import TouchLog

/// The keys of saved elements. Both the reader and the schema are made from these.
enum SavedKey {
  // All elements.
  static let kind = SavedField<SavedKind>(
    FieldSchema("kind", .names(SavedKind.allCases.map(\.rawValue)), isRequired: true, "what the element is"))
  static let id = SavedField<String>(FieldSchema("id", .string, "the name by which commands refer to it"))
  static let rank = SavedField<Int>(
    FieldSchema(
      "rank", .integer(nil), "elements are drawn in ascending order of rank; if absent, its index in the file"),
    in: nil)

  // Styles.
  static let color = SavedField<InkColor>(StyleSchema.color) { value throws(LogError) in
    try value.color(also: ["rainbow"]) { InkColor($0) }
  }
  static let width = SavedField<Double>(StyleSchema.width, in: .positiveLength)
  static let opacity = SavedField<Double>(StyleSchema.opacity, in: .unit)
  static let thinning = SavedField<Double>(StyleSchema.thinning, in: .unit)
  static let smoothing = SavedField<Double>(StyleSchema.smoothing, in: .length)
  static let taper = SavedField<Taper>(
    FieldSchema("taper", .pair(.length), StyleSchema.taper.meaning)
  ) { value throws(LogError) in
    let (start, end) = try value.pair(.length, expected: .taper)
    return Taper(start: start, end: end)
  }
  static let grid = SavedField<Double>(StyleSchema.grid, in: .positiveLength)
  static let hue = SavedField<Int>(
    FieldSchema("hue", .integer(.atLeast(0)), "the hue of rainbow ink, as the number of events that it had had"),
    in: .atLeast(0))
  /// The keys of all elements that have ink.
  static let pen = [color.schema, width.schema, opacity.schema, hue.schema]

  // Strokes.
  static let tool = SavedField<StrokeTool>(
    FieldSchema("tool", .names(StrokeTool.allCases.map(\.rawValue)), "the tool that made the stroke"))
  static let samples = FieldSchema(
    "samples",
    .array(
      of: .tuple([.number(.coordinate), .number(.coordinate), .number(nil), .number(.atLeast(0))], optional: 1),
      atLeast: 1),
    isRequired: true, "x and y in points, the time in seconds, the pressure if known")
  static let stroke = [thinning.schema, smoothing.schema, taper.schema, grid.schema, samples]

  // Shapes.
  static let a = SavedField<Point>("a", isRequired: true, "where the drag began, in points")
  static let b = SavedField<Point>("b", isRequired: true, "where the drag ended, in points")
  static let c = SavedField<Point>("c", "where the second leg ended, in points")
  static let dragged = SavedField<Bool>(
    FieldSchema("dragged", .boolean, "false if the touch was a tap, for which a line is a dot")
  ) { value throws(LogError) in try value.boolean() }
  static let fill = SavedField<Fill>(StyleSchema.fill) { value throws(LogError) in
    try value.color(also: ["none"]) { Fill($0) }
  }
  static let dash = SavedField<[Double]>(StyleSchema.dash) { value throws(LogError) in
    let lengths = try value.numbers(.length, counts: 0...Int.max, expected: .dash)
    if !lengths.isEmpty, lengths.allSatisfy({ $0 == 0 }) { throw value.wrongType(.dash) }
    return lengths
  }
  static let dashPhase = SavedField<Double>(StyleSchema.dashPhase, in: .coordinate)
  static let cap = SavedField<LineCap>(StyleSchema.cap)
  static let join = SavedField<LineJoin>(StyleSchema.join)
  static let radius = SavedField<Double>(StyleSchema.radius, in: .length)
  static let sides = SavedField<Int>(StyleSchema.sides, in: .corners)
  static let points = SavedField<Int>(StyleSchema.points, in: .corners)
  static let shape = [
    a.schema, b.schema, dragged.schema, fill.schema, dash.schema, dashPhase.schema, cap.schema, join.schema,
    radius.schema, sides.schema, points.schema,
  ]

  // Texts.
  static let text =
    [wording.schema, at.schema, wrap.schema, font, size.schema, align.schema, thinning.schema]
    + [smoothing.schema]
  static let wording = SavedField<String>(FieldSchema("text", .string, isRequired: true, "the characters"))
  static let at = SavedField<Point>("at", isRequired: true, "the top left corner of the text box, in points")
  static let wrap = SavedField<Double>(
    FieldSchema("wrap", .number(.atLeast(0)), "the width at which lines are broken, in points"), in: .atLeast(0))
  static let font = StyleSchema.font([TextElement.font])
  static let size = SavedField<Double>(StyleSchema.size, in: .positiveLength)
  static let align = SavedField<TextAlignment>(StyleSchema.align)

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
  static let image = [path.schema, data.schema, frame.schema, opacity.schema]

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
