/// The schema of a touch log: every kind of line with all its keys.
///
/// It describes the lines for JSON Schema and for the manual. The reader accepts exactly what it describes.
package struct LogSchema: Sendable {
  /// One kind of line.
  package struct Line: Sendable {
    /// "header", "touch", "revision", "tool", or the name of a command.
    package var name: String
    /// What the line does: a phrase without a period.
    package var meaning: String
    /// The keys. The first one tells the kind of the line.
    package var line: ObjectSchema
  }

  // The names that the drawing defines, not the log format.
  let tools: [String]
  let eraserModes: [String]
  let models: [String]

  package init(tools: [String], eraserModes: [String], models: [String]) {
    self.tools = tools
    self.eraserModes = eraserModes
    self.models = models
  }

  /// Each line of a log is one of these.
  package var lines: [Line] {
    [header, touch, revision, tool] + LogCommand.names.map(command)
  }

  private static let canvasSize = ValueSchema.pair(.positive(atMost: .greatestFiniteMagnitude))

  /// The values of a background.
  package static let background = ValueSchema.color(
    also: ["none", "transparent"] + Paper.Ruling.allCases.map { $0.rawValue },
    pattern:
      "^data:image/[^,]*;base64,|\\.([pP][nN][gG]|[jJ][pP][eE]?[gG])$|^(\(Paper.Ruling.allCases.map { $0.rawValue }.joined(separator: "|")))( [^ ]+){1,3}$"
  )

  private static let backgroundMeaning =
    "what lies under the ink. The name of ruled paper may be followed by the color of the paper, the distance of the "
    + "lines in points, and their color: \"ruled white 32 #99c1f1\""

  /// A key with all its names.
  private func field(
    _ slot: UInt8, _ value: ValueSchema, isRequired: Bool = false, _ meaning: String, unit: String? = nil,
    default defaultValue: String? = nil
  ) -> FieldSchema {
    FieldSchema(
      LogSlot.names(of: slot), value, isRequired: isRequired, meaning, unit: unit, default: defaultValue)
  }

  var header: Line {
    Line(
      name: "header", meaning: "the optional first line: the canvas and how to draw on it",
      line: ObjectSchema(
        [
          field(
            LogSlot.doodle, .integer(.between(1, Double(LogHeader.newestVersion))), isRequired: true,
            "the version of the format"),
          field(
            LogSlot.size, Self.canvasSize, "the width and height of the canvas",
            unit: "points", default: "the bounds of the ink with a margin of 16 points"),
          field(LogSlot.scale, .number(.resolution), "the resolution", unit: "pixels per point", default: "1"),
          field(LogSlot.background, LogSchema.background, Self.backgroundMeaning, default: "white"),
          field(LogSlot.model, .names(models), "the stroke model that draws the ink", default: "the newest"),
          FieldSchema(
            "grid", .number(.positiveLength), "the spacing of the positions that the device reports", unit: "points",
            default: "estimated from the samples"),
        ] + LogSchema.notes))
  }

  /// The keys that describe a recording or a saved drawing.
  package static let notes = [
    FieldSchema(
      ["label", "word", "truth"], .any, "what the drawing shows, as a text; other values are not read",
      default: "not known"),
    FieldSchema(
      "normalizedLabel", .any, "the label in its normal form, which data sets use instead of it",
      default: "the label"),
    FieldSchema(LogHeader.keyNames, .any, "the name of the drawing in its data set, as a text", default: "none"),
  ]

  static let point = ValueSchema.either([
    .pair(.coordinate),
    .object(
      ObjectSchema([
        FieldSchema("x", .number(.coordinate), isRequired: true, "the distance to the right", unit: "points"),
        FieldSchema("y", .number(.coordinate), isRequired: true, "the distance down", unit: "points"),
      ])),
  ])

  /// The keys that touches and revisions share.
  /// - Parameter unchanged: What applies if a property is missing; nil for the defaults of a touch.
  private func properties(unchanged: String?) -> [FieldSchema] {
    [
      field(LogSlot.touch, .either([.integer(nil), .string]), "the finger, pen or mouse button", default: "0"),
      field(
        LogSlot.point, LogSchema.point, "the position, from the top left of the canvas", unit: "points",
        default: unchanged),
      field(LogSlot.x, .number(.coordinate), "the position's distance to the right; comes with y", unit: "points"),
      field(LogSlot.y, .number(.coordinate), "the position's distance down; comes with x", unit: "points"),
    ]
      + PenReading.sensors.map { sensor in
        var schema = sensor.field.schema
        schema.defaultValue = unchanged ?? schema.defaultValue
        return schema
      } + [
        field(
          LogSlot.expects, .array(of: .string),
          "the properties whose values are preliminary and will be revised: pressure, point, altitude, azimuth or twist",
          default: "none")
      ]
  }

  var touch: Line {
    let phases = TouchEvent.Phase.allCases.map { $0.rawValue } + ["canceled"]
    return Line(
      name: "touch", meaning: "a report of a finger, pen or mouse at one moment",
      line: ObjectSchema(
        [
          field(
            LogSlot.phase, .names(phases), isRequired: true,
            "whether the touch begins, moves, rests, ends or is taken back")
        ]
          + properties(unchanged: nil) + [
            field(LogSlot.pointer, .string, "the device: finger, pencil or mouse", default: "unknown"),
            field(
              LogSlot.predicted, .boolean, "whether the event is a prediction that the next real event replaces",
              default: "false"),
            field(
              LogSlot.index, .integer(nil), "the number by which a revision refers to this event",
              default: "it cannot be revised"),
          ], oneOf: LogSlot.names(of: LogSlot.point).map { [$0] } + [["x", "y"]]))
  }

  private var revision: Line {
    Line(
      name: "revision", meaning: "final values for an earlier event",
      line: ObjectSchema(
        [field(LogSlot.revises, .integer(nil), isRequired: true, "the index of the revised event")]
          + properties(unchanged: "unchanged")))
  }

  private var tool: Line {
    Line(
      name: "tool", meaning: "the tool for the touches that follow; a key that is left out keeps its last value",
      line: ObjectSchema(
        [
          field(LogSlot.tool, .names(tools), isRequired: true, "what the touches that follow draw"),
          id("the id of the next element", default: "e1, e2 and so on, in the order of the elements"),
          field(
            LogSlot.mode, .names(eraserModes), "whether an eraser removes the ink that it covers or whole elements",
            default: "pixel"),
          field(LogSlot.text, .string, "the text that the text tool writes", default: "the last one"),
        ] + StyleKeys.schemas()))
  }

  private func id(_ meaning: String, default defaultValue: String) -> FieldSchema {
    FieldSchema("id", .either([.string, .integer(nil)]), meaning, default: defaultValue)
  }
}

/// The command lines.
extension LogSchema {
  private func command(_ name: String) -> Line {
    let (meaning, arguments) = description(ofCommand: name)
    return Line(
      name: name, meaning: meaning,
      line: ObjectSchema(
        [field(LogSlot.command, .names([name]), isRequired: true, "the name of the command")] + arguments.fields + [
          field(
            LogSlot.time, .number(nil), "the time, from the origin of the touches' times", unit: "seconds",
            default: "that of the event before")
        ],
        oneOf: arguments.oneOf, anyOf: arguments.anyOf))
  }

  private func description(ofCommand name: String) -> (meaning: String, arguments: ObjectSchema) {
    let target = id("the id of the element", default: "the selected element")
    let newID = id("the id of the new element", default: "e1, e2 and so on, in the order of the elements")
    let at = FieldSchema("at", LogSchema.point, "the top left corner", unit: "points")
    let text = FieldSchema("text", .string, isRequired: true, "the text; a newline starts a new line")
    let style = StyleKeys.schemas()
    switch name {
    case "undo": return ("undoes the last steps", ObjectSchema([steps]))
    case "redo": return ("redoes steps that were undone", ObjectSchema([steps]))
    case "clear": return ("removes all elements", ObjectSchema([]))
    case "select":
      let position = FieldSchema(
        "at", LogSchema.point, "a position; the topmost element there is selected", unit: "points")
      let id = FieldSchema("id", target.value, "the id of the element")
      return ("selects an element", ObjectSchema([id, position], anyOf: [["id"], ["at"]]))
    case "deselect": return ("ends the selection", ObjectSchema([]))
    case "delete": return ("removes an element", ObjectSchema([target]))
    case "duplicate":
      return (
        "adds a copy of an element above all others, with the holes that erasers have made in it",
        ObjectSchema([
          id("the id of the element, which may have been removed", default: "the selected element"),
          field(LogSlot.copy, newID.value, "the id of the copy", default: newID.defaultValue),
          FieldSchema(
            "by", LogSchema.point, "the distance from the element to the right and down", unit: "points",
            default: "[0,0]"),
        ])
      )
    case "raise": return ("moves an element above all others", ObjectSchema([target]))
    case "lower": return ("moves an element below all others", ObjectSchema([target]))
    case "move":
      let by = FieldSchema(
        "by", LogSchema.point, isRequired: true, "the distance to the right and down", unit: "points")
      return ("moves an element", ObjectSchema([target, by]))
    case "transform":
      return (
        "moves an element, and rotates and scales it about its center",
        ObjectSchema([
          target,
          FieldSchema(
            "translate", LogSchema.point, "the distance to the right and down", unit: "points", default: "[0,0]"),
          FieldSchema("rotate", .number(.rotation), "the rotation, clockwise", unit: "degrees", default: "0"),
          FieldSchema("scale", .number(.scaling), "the factor by which it becomes larger", default: "1"),
        ])
      )
    case "restyle":
      return ("changes the style of an element; a key that is left out stays unchanged", ObjectSchema([target] + style))
    case "text":
      let wrap = FieldSchema(
        "wrap", .number(.positiveLength), "the width at which lines are wrapped", unit: "points", default: "no wrapping"
      )
      return ("adds a text", ObjectSchema([newID, text, at.required, wrap] + style))
    case "edit": return ("replaces the words of a text", ObjectSchema([target, text]))
    case "image":
      return (
        "adds an image",
        ObjectSchema(
          [
            newID, at.required,
            FieldSchema(
              "size", .pair(.positiveLength), "the width and height", unit: "points", default: "one point per pixel"),
            FieldSchema("opacity", .number(.unit), "the opacity, from 0 (transparent) to 1 (opaque)", default: "1"),
            StyleKeys.layer.schema,
            FieldSchema("path", .string, "the path of a PNG or JPEG file, relative to the log's directory"),
            FieldSchema("data", .string, "a PNG or JPEG file in base64"),
          ], oneOf: [["path"], ["data"]])
      )
    case "mark":
      return (
        "names a moment of the recording",
        ObjectSchema([FieldSchema("name", .string, isRequired: true, "the name of the moment")])
      )
    case "sound":
      return (
        "says where sound begins that was recorded beside the touches, or where it ends",
        ObjectSchema([
          FieldSchema(
            "path", .string, "the path of the file that begins to play, relative to the log's directory",
            default: "none: the sound before ends")
        ])
      )
    case "open":
      let path = FieldSchema(
        "path", .string, isRequired: true, "the path of a saved drawing, relative to the log's directory")
      return (
        "continues from a saved drawing; only at the start, after the header if there is one", ObjectSchema([path])
      )
    case "page":
      let before = "that of the page before"
      return (
        "begins another page: an empty drawing",
        ObjectSchema([
          field(LogSlot.size, Self.canvasSize, "the width and height of the page", unit: "points", default: before),
          field(LogSlot.background, LogSchema.background, Self.backgroundMeaning, default: before),
        ])
      )
    default: return ("", ObjectSchema([]))
    }
  }

  private var steps: FieldSchema {
    FieldSchema("count", .integer(.steps), "the number of steps", default: "1")
  }
}
