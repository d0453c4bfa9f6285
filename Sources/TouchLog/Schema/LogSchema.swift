/// The lines of a touch log.
public struct LogSchema: Sendable {
  /// What the drawing knows by name.
  let tools: [String]
  let eraserModes: [String]
  let fonts: [String]
  let models: [String]

  public init(tools: [String], eraserModes: [String], fonts: [String], models: [String]) {
    self.tools = tools
    self.eraserModes = eraserModes
    self.fonts = fonts
    self.models = models
  }

  /// A line is one of these, told apart by the key that comes first in each.
  public var lines: [(name: String, line: ObjectSchema)] {
    [("header", header), ("touch", touch), ("revision", revision), ("tool", tool)]
      + LogCommand.names.map { ($0, command($0)) }
  }

  /// A key with the other names that it has.
  private func field(
    _ slot: UInt8, _ value: ValueSchema, isRequired: Bool = false, _ meaning: String
  ) -> FieldSchema {
    FieldSchema(LogSlot.keys.filter { $0.slot == slot }.map(\.name), value, isRequired: isRequired, meaning)
  }

  private var header: ObjectSchema {
    ObjectSchema([
      field(
        LogSlot.doodle, .integer(.between(1, Double(LogHeader.newestVersion))), isRequired: true,
        "the version of the format"),
      field(LogSlot.size, .pair(.positive(atMost: .greatestFiniteMagnitude)), "the canvas in points"),
      field(LogSlot.scale, .number(.resolution), "pixels a point"),
      field(LogSlot.background, LogSchema.background, "what lies under the ink"),
      field(LogSlot.model, .names(models), "the stroke model"),
      FieldSchema("grid", .number(.positiveLength), "the grid of the device's places, in points"),
    ])
  }

  /// What a background may be.
  public static let background = ValueSchema.color(also: ["none"], pattern: "\\.[pP][nN][gG]$")

  private static let point = ValueSchema.either([
    .pair(.coordinate),
    .object(
      ObjectSchema([
        FieldSchema("x", .number(.coordinate), isRequired: true, "to the right, in points"),
        FieldSchema("y", .number(.coordinate), isRequired: true, "downwards, in points"),
      ])),
  ])

  /// The keys that touches and their revisions share.
  private var properties: [FieldSchema] {
    [
      field(LogSlot.touch, .either([.integer(nil), .string]), "which finger or pen"),
      field(LogSlot.point, LogSchema.point, "where, in points from the top left"),
      field(LogSlot.x, .number(.coordinate), "with y, the point"),
      field(LogSlot.y, .number(.coordinate), "with x, the point"),
      field(LogSlot.pressure, .number(.atLeast(0)), "1 is full"),
      field(LogSlot.time, .number(nil), "seconds from any origin"),
      field(LogSlot.altitude, .number(nil), "radians above the surface"),
      field(LogSlot.azimuth, .number(nil), "radians from the x axis"),
      field(LogSlot.expects, .array(of: .string), "the properties that will be revised"),
    ]
  }

  private var touch: ObjectSchema {
    let phases = TouchEvent.Phase.allCases.map(\.rawValue) + ["canceled"]
    let places = LogSlot.keys.filter { $0.slot == LogSlot.point }.map { [$0.name] } + [["x", "y"]]
    return ObjectSchema(
      [field(LogSlot.phase, .names(phases), isRequired: true, "what the touch does")] + properties + [
        field(LogSlot.pointer, .string, "finger, pencil or mouse"),
        field(LogSlot.predicted, .boolean, "whether it is a guess"),
        field(LogSlot.index, .integer(nil), "under which a later line may revise the event"),
      ], oneOf: places)
  }

  private var revision: ObjectSchema {
    ObjectSchema(
      [field(LogSlot.revises, .integer(nil), isRequired: true, "the index of the event that is revised")] + properties)
  }

  private var id: FieldSchema { FieldSchema("id", .either([.string, .integer(nil)]), "the name of an element") }

  private var tool: ObjectSchema {
    ObjectSchema(
      [
        field(LogSlot.tool, .names(tools), isRequired: true, "what the touches after it make"), id,
        field(LogSlot.mode, .names(eraserModes), "what an eraser takes away"),
        field(LogSlot.text, .string, "what the text tool writes"),
      ] + StyleSchema.all(fonts: fonts))
  }

  private func command(_ name: String) -> ObjectSchema {
    let own = LogSchema.arguments(ofCommand: name, at: LogSchema.point, style: StyleSchema.all(fonts: fonts), id: id)
    return ObjectSchema(
      [field(LogSlot.command, .names([name]), isRequired: true, "what is done")] + own.fields, oneOf: own.oneOf,
      anyOf: own.anyOf)
  }
}
