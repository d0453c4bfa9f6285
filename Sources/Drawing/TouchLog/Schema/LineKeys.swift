import Geometry

/// Every value that the line of a tool or a command can have. Each kind of line has some of the keys below.
struct LineValues: Sendable {
  var id, copy, text, mode, path, data, name, layer: String?
  var at: Point?
  var by, translate: Vector?
  var rotate, scale, wrap, opacity: Double?
  var size: Size?
  var background: Background?
  var count: Int?
  var style = StyleChange()
}

/// The keys of tools and commands: what is described, read and written under each.
enum LineKeys {
  typealias Key = Field<LineValues>

  private static let numbered = "e1, e2 and so on, in the order of the elements"

  private static func id(_ meaning: String, default usual: String? = nil) -> Key {
    Key("id", .id, meaning, default: usual, { $0.id }, { $0.id = $1 })
  }
  static let nextID = id("the id of the next element", default: numbered)
  static let newID = id("the id of the new element", default: numbered)
  static let target = id("the id of the element", default: "the selected element")
  static let selected = id("the id of the element")
  static let original = id("the id of the element, which may have been removed", default: "the selected element")
  static let copy = Key("as", .id, "the id of the copy", default: numbered, { $0.copy }, { $0.copy = $1 })

  static let steps = Key(
    "count", .integer(.steps), "the number of steps", default: "1", { $0.count }, { $0.count = $1 })

  private static func at(_ meaning: String, isRequired: Bool) -> Key {
    Key(
      "at", .point, meaning, isRequired: isRequired, unit: "points", { $0.at },
      // A position has no negative zero.
      { $0.at = Point($1.x + 0, $1.y + 0) })
  }
  static let corner = at("the top left corner", isRequired: true)
  static let tapped = at("a position; the topmost element there is selected", isRequired: false)

  private static func by(_ meaning: String, isRequired: Bool = false, default usual: String? = nil) -> Key {
    Key("by", .vector, meaning, isRequired: isRequired, unit: "points", default: usual, { $0.by }, { $0.by = $1 })
  }
  static let step = by("the distance to the right and down", isRequired: true)
  static let offset = by("the distance from the element to the right and down", default: "[0,0]")
  static let factors = Key(
    "by", .size(.scaling), "the factors of its width and its height", isRequired: true,
    { $0.by.map { Size(width: $0.dx, height: $0.dy) } }, { $0.by = Vector($1.width, $1.height) })
  static let translate = Key(
    "translate", .vector, "the distance to the right and down", unit: "points", default: "[0,0]", { $0.translate },
    { $0.translate = $1 })
  static let rotate = Key(
    "rotate", .number(.rotation), "the rotation, clockwise", unit: "degrees", default: "0", { $0.rotate },
    { $0.rotate = $1 })
  static let scale = Key(
    "scale", .number(.scaling), "the factor by which it becomes larger", default: "1", { $0.scale }, { $0.scale = $1 })

  static let mode = Key(
    "mode", .text.described(as: .names([])), "whether an eraser removes the ink that it covers or whole elements",
    default: "pixel", { $0.mode }, { $0.mode = $1 })
  static let written = Key(
    "text", .text, "the text that the text tool writes", default: "the last one", { $0.text }, { $0.text = $1 })
  static let words = Key(
    "text", .text, "the text; a newline starts a new line", isRequired: true, { $0.text }, { $0.text = $1 })
  static let wrap = Key(
    "wrap", .number(.positiveLength), "the width at which lines are wrapped", unit: "points", default: "no wrapping",
    { $0.wrap }, { $0.wrap = $1 })

  private static func path(_ meaning: String, isRequired: Bool = false, default usual: String? = nil) -> Key {
    Key("path", .text, meaning, isRequired: isRequired, default: usual, { $0.path }, { $0.path = $1 })
  }
  static let picture = path("the path of a PNG or JPEG file, relative to the log's directory")
  static let sound = path(
    "the path of the file that begins to play, relative to the log's directory",
    default: "none: the sound before ends")
  static let drawing = path("the path of a saved drawing, relative to the log's directory", isRequired: true)
  static let data = Key("data", .text, "a PNG or JPEG file in base64", { $0.data }, { $0.data = $1 })
  static let extent = Key(
    "size", .size(.positiveLength), "the width and height", unit: "points", default: "one point per pixel", { $0.size },
    { $0.size = $1 })
  static let opacity = Key(
    "opacity", .number(.unit), "the opacity, from 0 (transparent) to 1 (opaque)", default: "1", { $0.opacity },
    { $0.opacity = $1 })
  static let layer = Key(StyleKeys.layer.schema, .text, { $0.layer }, { $0.layer = $1 })

  static let name = Key("name", .text, "the name of the moment", isRequired: true, { $0.name }, { $0.name = $1 })
  static let pageSize = Key(
    "size", .canvas, "the width and height of the page", unit: "points", default: before, { $0.size }, { $0.size = $1 })
  static let background = Key(
    "background", .background(LogHeader.pictures), LogHeader.backgroundMeaning, default: before, { $0.background },
    { $0.background = $1 })
  private static let before = "that of the page before"

  /// The keys of styles.
  static let styles: [Key] = StyleKeys.all.indices.map { row in
    Key(
      StyleKeys.all[row].field.schema,
      read: { token, bytes, key, values throws(Fault) in
        try values.style.read(row, token, in: bytes, key: key)
      }, isPresent: { $0.style.gives(row) }, write: { values, object in values.style.write(row, to: &object) })
  }

  /// The keys of a tool besides its name, as they are written.
  static let tool: [Key] = [nextID] + styles + [mode, written]
}

extension ToolChange {
  init(name: String, _ values: LineValues) {
    self.init(name: name, style: values.style, mode: values.mode, text: values.text, id: values.id)
  }

  var values: LineValues { LineValues(id: id, text: text, mode: mode, style: style) }

  /// The names of the keys that the line has besides the tool's name, those of its style last.
  package var keys: [String] {
    let values = values
    return ([LineKeys.nextID, LineKeys.mode, LineKeys.written] + LineKeys.styles).filter { $0.isPresent(values) }.map {
      $0.name
    }
  }
}

extension LogHeader {
  /// The keys of a header besides its version and the notes, as they are written.
  static let fields: [Field<LogHeader>] = LogSlot.numbered(described)
  static let described: [Field<LogHeader>] = [
    Field(
      "size", .size(.canvasSide), "the width and height of the canvas", unit: "points",
      default: "the bounds of the ink with a margin of 16 points", { $0.size }, { $0.size = $1 }),
    Field(
      "scale", .number(.resolution), "the resolution", unit: "pixels per point", default: "1", { $0.scale },
      { $0.scale = $1 }),
    Field(
      "background", .background(pictures), backgroundMeaning, default: "white", { $0.background },
      { $0.background = $1 }),
    Field(
      "model", .text.described(as: .names([])), "the stroke model that draws the ink", default: "the newest",
      { $0.model }, { $0.model = $1 }),
    Field(
      "grid", .number(.positiveLength), "the spacing of the positions that the device reports", unit: "points",
      default: "estimated from the samples", { $0.grid }, { $0.grid = $1 }),
  ]

  static let pictures = "ruled paper, a .png or .jpg file, or a data: URL of one"
  static let backgroundMeaning =
    "what lies under the ink. The name of ruled paper may be followed by the color of the paper, the distance of the "
    + "lines in points, and their color: \"ruled white 32 #99c1f1\""
}
