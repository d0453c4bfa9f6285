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
    [header, touch, revision, tool] + CommandRow.all.map(command)
  }

  /// The values of a background.
  package static let background = ValueSchema.color(
    also: ["none", "transparent"] + Paper.Ruling.allCases.map { $0.rawValue },
    pattern:
      "^data:image/[^,]*;base64,|\\.([pP][nN][gG]|[jJ][pP][eE]?[gG])$|^(\(Paper.Ruling.allCases.map { $0.rawValue }.joined(separator: "|")))( [^ ]+){1,3}$"
  )

  /// The schema of a key, with the usual value of a style and the names that only the drawing knows.
  private func schema<Owner>(_ key: Field<Owner>) -> FieldSchema {
    var schema = key.schema
    if case .names([]) = schema.value { schema.value = .names(key.name == "model" ? models : eraserModes) }
    guard schema.defaultValue == nil, let style = StyleKeys.all.first(where: { $0.field.name == key.name }) else {
      return schema
    }
    return style.schema
  }

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
            "the version of the format")
        ] + LogHeader.fields.map(schema) + LogSchema.notes))
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
            field(
              LogSlot.pointer, .string, "the device: finger, pencil, mouse, or eraser, the other end of a pencil",
              default: "unknown"),
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
          field(LogSlot.tool, .names(tools), isRequired: true, "what the touches that follow draw")
        ] + [LineKeys.nextID, LineKeys.mode, LineKeys.written].map(schema) + LineKeys.styles.map(schema)))
  }

  private func command(_ row: CommandRow) -> Line {
    let keys =
      row.keys.filter { !row.oneOf.contains($0.name) } + row.keys.filter { row.oneOf.contains($0.name) }
    return Line(
      name: row.name, meaning: row.meaning,
      line: ObjectSchema(
        [field(LogSlot.command, .names([row.name]), isRequired: true, "the name of the command")] + keys.map(schema) + [
          field(
            LogSlot.time, .number(nil), "the time, from the origin of the touches' times", unit: "seconds",
            default: "that of the event before")
        ], oneOf: row.oneOf.map { [$0] }, anyOf: row.anyOf.map { [$0] }))
  }
}
