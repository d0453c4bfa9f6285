/// What the commands of a touch log take.
extension LogSchema {
  static func arguments(
    ofCommand name: String, at point: ValueSchema, style: [FieldSchema], id: FieldSchema
  ) -> ObjectSchema {
    let at = FieldSchema("at", point, "where, in points")
    let text = FieldSchema("text", .string, isRequired: true, "what is written")
    switch name {
    case "undo", "redo": return ObjectSchema([FieldSchema("count", .integer(.between(1, 1_000_000)), "how many steps")])
    case "select": return ObjectSchema([id, at], anyOf: [["id"], ["at"]])
    case "delete", "raise", "lower": return ObjectSchema([id])
    case "move": return ObjectSchema([id, FieldSchema("by", point, isRequired: true, "how far, in points")])
    case "transform":
      return ObjectSchema([
        id, FieldSchema("translate", point, "how far, in points"),
        FieldSchema("rotate", .number(.between(-1e6, 1e6)), "in degrees, clockwise"),
        FieldSchema("scale", .number(.between(1e-6, 1e6)), "how many times larger"),
      ])
    case "restyle": return ObjectSchema([id] + style)
    case "text":
      let wrap = FieldSchema("wrap", .number(.positiveLength), "the width at which lines are broken, in points")
      return ObjectSchema([id, text, at.required, wrap] + style)
    case "edit": return ObjectSchema([id, text])
    case "image":
      return ObjectSchema(
        [
          id, at.required, FieldSchema("size", .pair(.positiveLength), "in points"), StyleSchema.opacity,
          FieldSchema("path", .string, "a PNG file, from the log's own directory on"),
          FieldSchema("data", .string, "a PNG file in base64"),
        ], oneOf: [["path"], ["data"]])
    case "mark": return ObjectSchema([FieldSchema("name", .string, isRequired: true, "of a place in the recording")])
    case "open":
      return ObjectSchema([
        FieldSchema("path", .string, isRequired: true, "a saved drawing, from the log's own directory on")
      ])
    default: return ObjectSchema([])
    }
  }
}
