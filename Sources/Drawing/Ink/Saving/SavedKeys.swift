import Geometry
import TouchLog

/// Every value that an element of a saved drawing can have, except those of its samples. Each kind has some of the keys
/// below.
struct SavedValues: Sendable {
  var id: String?
  /// Nil for the element's index.
  var rank: Int?
  var tool = Tool.pen
  var (a, b) = (Point(0, 0), Point(0, 0))
  var c: Point?
  var isDragged = true
  var text = ""
  var at = Point(0, 0)
  var wrap: Double?
  var path, data: String?
  var frame = Rect(minX: 0, minY: 0, maxX: 0, maxY: 0)
  var look = Look()
  var hue = 0
}

/// The keys of saved elements: what is described, read and written under each.
enum SavedKeys {
  typealias Key = Field<SavedValues>

  static let kind = "what the element is"
  /// The keys of all elements.
  static let element: [Key] = [
    Key("id", .text, "the name by which commands refer to it", { $0.id }, { $0.id = $1 }),
    Key(
      "rank", .integer(.between(-Double(LogLimits.ordinal), Double(LogLimits.ordinal))),
      "elements are drawn in ascending order of rank; if absent, its index in the file", { $0.rank }, { $0.rank = $1 }),
  ]
  static let hue = Key("hue", .integer(.ordinal), hueMeaning, { $0.hue == 0 ? nil : $0.hue }, { $0.hue = $1 })
  private static let hueMeaning = "the hue of rainbow ink, as the number of events that it had had"

  static let tool = Key(
    "tool",
    ValueType(.names(strokeTools)) { token, bytes, key throws(Fault) in
      let name = try token.string(in: bytes, key: key)
      if let tool = Tool(named: name), tool.makesStrokes { return tool }
      throw Fault(.unknownName(key: key, name: name, allowed: strokeTools), at: token.start)
    } add: { tool, key, object in
      object.add(key, tool.name)
    }, "the tool that made the stroke", { $0.tool }, { $0.tool = $1 })
  private static let strokeTools = Tool.all.filter { $0.makesStrokes }.map { $0.name }

  static let shape: [Key] = [
    Key("a", .pair(.coordinate), "where the drag began, in points", isRequired: true, { $0.a }, { $0.a = $1 }),
    Key("b", .pair(.coordinate), "where the drag ended, in points", isRequired: true, { $0.b }, { $0.b = $1 }),
  ]
  static let c = Key("c", .pair(.coordinate), "where the second leg ended, in points", { $0.c }, { $0.c = $1 })
  static let dragged = Key(
    "dragged", .boolean, "false if the touch was a tap, for which a line is a dot", { $0.isDragged ? nil : false },
    { $0.isDragged = $1 })

  static let text: [Key] = [
    Key("text", .text, "the characters", isRequired: true, { $0.text }, { $0.text = $1 }),
    Key(
      "at", .pair(.coordinate), "the top left corner of the text box, in points", isRequired: true, { $0.at },
      { $0.at = $1 }),
    Key("wrap", .number(.atLeast(0)), "the width at which lines are broken, in points", { $0.wrap }, { $0.wrap = $1 }),
  ]

  static let image: [Key] = [
    Key("path", .text, "a PNG file, relative to the directory of the drawing", { $0.path }, { $0.path = $1 }),
    Key("data", .text, "a PNG file in base64", { $0.data }, { $0.data = $1 }),
    Key("frame", box, "left, top, right and bottom, in points", isRequired: true, { $0.frame }, { $0.frame = $1 }),
  ]
  private static let box = ValueType<Rect>(
    .tuple([.number(nil), .number(nil), .number(nil), .number(nil)])
  ) { token, bytes, key throws(Fault) in
    let sides = try token.numbers(nil, counts: 4...4, in: bytes, key: key, expected: .frame)
    guard sides[0] <= sides[2], sides[1] <= sides[3] else { throw token.wrongType(.frame, key: key) }
    return Rect(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3])
  } add: { box, key, object in
    object.add(key, [box.minX, box.minY, box.maxX, box.maxY])
  }

  // Samples.
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
  static let columns = PenReading.sensors.compactMap { sensor in sensor.column.map { (key: $0, sensor: sensor) } }

  // Placements.
  static let placement: [Field<Placement>] = [
    Field(
      "translate", .pair(nil), "the translation, in points", { Point(0, 0) + $0.translation },
      { $0 = $0.with(translation: $1 - Point(0, 0)) }),
    Field(
      "rotate", .number(.between(-1e6, 1e6)), "the rotation in degrees, clockwise", { $0.rotation },
      { $0 = $0.with(rotation: $1) }),
    Field(
      "scale", .number(.positive(atMost: .greatestFiniteMagnitude)), "the scale factor", { $0.scale },
      { $0 = $0.with(scale: $1) }),
    Field(
      "center", .pair(nil), "the fixed point of rotation and scaling", isRequired: true, { $0.center },
      { $0 = $0.with(center: $1) }),
  ]
  static let transform = FieldSchema(
    "transform", .object(ObjectSchema(placement.map { $0.schema })), "the transform of the element since it was made")
  static let until = FieldSchema(
    "until", .string, isRequired: true, "the last eraser that met the element there")
  static let was = FieldSchema(
    "was", .array(of: .object(ObjectSchema([until, transform]))),
    "where earlier erasers met the element; later ones met it where it is now")

  // The whole file.
  static let version = FieldSchema(
    "drawing", .integer(.between(1, Double(SavedDrawing.newestVersion))), isRequired: true, "the version of the format")
  static let header: [Field<LogHeader>] = [
    Field("size", .size(.canvasSide), "the canvas in points", { $0.size }, { $0.size = $1 }),
    Field("scale", .number(.resolution), "pixels per point", { $0.scale }, { $0.scale = $1 }),
    Field(
      "background", .background("ruled paper or a .png file"), "what lies below the ink", { $0.background },
      { $0.background = $1 }),
    Field(
      "model", .name, "the stroke model", { $0.model.flatMap { StrokeModel(rawValue: $0) } }, { $0.model = $1.rawValue }
    ),
    Field(
      "grid", .number(.positiveLength), "the spacing of the positions that the device reported", unit: "points",
      { $0.grid }, { $0.grid = $1 }),
  ]
  static let counters: [Field<SavedDrawing>] = [
    Field(
      "next", .integer(.between(1, Double(LogLimits.ordinal))),
      "the number in the name of the next element that is not given one: e12 for 12", { $0.nextNumber },
      { $0.nextNumber = $1 }),
    Field("hue", .integer(.ordinal), hueMeaning, { $0.hue == 0 ? nil : $0.hue }, { $0.hue = $1 }),
  ]
  static let elements = FieldSchema(
    "elements", .array(of: .any), isRequired: true, "in the order in which they began")
}

extension Placement {
  fileprivate func with(
    translation: Vector? = nil, rotation: Double? = nil, scale: Double? = nil, center: Point? = nil
  ) -> Placement {
    Placement(
      translation: translation ?? self.translation, rotation: rotation ?? self.rotation, scale: scale ?? self.scale,
      center: center ?? self.center)
  }
}
