import DoodleKit

/// The formats as JSON Schema, draft 2020-12 (json-schema.org).
enum JSONSchema {
  private static let draft = "https://json-schema.org/draft/2020-12/schema"

  /// A line of a touch log.
  static var log: JSON {
    let lines = LogSchema.ofDoodle.lines
    return [
      "$schema": .string(draft),
      "title": "A line of a doodle touch log",
      "oneOf": .array(lines.map { reference(to: $0.name) }),
      "$defs": .object(lines.map { JSON.Member(name: $0.name, value: .object(members(of: $0.line))) }),
    ]
  }

  /// A saved drawing.
  static var drawing: JSON {
    let kinds = DrawingSchema.kinds
    var drawing = DrawingSchema.drawing
    // "elements" refers to the definitions.
    drawing.fields.removeAll { $0.names == ["elements"] }
    var parts = members(of: drawing)
    let elements: JSON = ["type": "array", "items": ["oneOf": .array(kinds.map { reference(to: $0.name) })]]
    for (index, part) in parts.enumerated() {
      if part.name == "properties", case .object(let properties) = part.value {
        parts[index] = JSON.Member(
          name: part.name, value: .object(properties + [JSON.Member(name: "elements", value: elements)]))
      } else if part.name == "required", case .array(let names) = part.value {
        parts[index] = JSON.Member(name: part.name, value: .array(names + ["elements"]))
      }
    }
    let head: [JSON.Member] = [
      JSON.Member(name: "$schema", value: .string(draft)),
      JSON.Member(name: "title", value: "A drawing saved by doodle"),
    ]
    let definitions = kinds.map { JSON.Member(name: $0.name, value: .object(members(of: $0.element))) }
    return .object(head + parts + [JSON.Member(name: "$defs", value: .object(definitions))])
  }

  private static func reference(to name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }

  private static func members(of object: ObjectSchema) -> [JSON.Member] {
    var properties: [JSON.Member] = []
    for field in object.fields {
      for (index, name) in field.names.enumerated() {
        let meaning = index == 0 ? field.summary : "another name of \(field.names[0])"
        // null stands for the absence of an optional key.
        let value = members(of: field.isRequired ? field.value : .either([field.value, .null]))
        properties.append(
          JSON.Member(
            name: name, value: .object([JSON.Member(name: "description", value: .string(meaning))] + value)))
      }
    }
    var parts = [
      JSON.Member(name: "type", value: "object"), JSON.Member(name: "properties", value: .object(properties)),
    ]
    let required = object.fields.filter(\.isRequired).map { JSON.string($0.names[0]) }
    if !required.isEmpty { parts.append(JSON.Member(name: "required", value: .array(required))) }
    for (name, groups) in [("oneOf", object.oneOf), ("anyOf", object.anyOf)] where !groups.isEmpty {
      let alternatives = groups.map { JSON.object([JSON.Member(name: "required", value: .array($0.map(JSON.string)))]) }
      parts.append(JSON.Member(name: name, value: .array(alternatives)))
    }
    return parts
  }

  private static func members(of value: ValueSchema) -> [JSON.Member] {
    func type(_ name: String) -> [JSON.Member] { [JSON.Member(name: "type", value: .string(name))] }
    func schema(_ value: ValueSchema) -> JSON { .object(members(of: value)) }
    switch value {
    case .any: return []
    case .null: return type("null")
    case .string: return type("string")
    case .boolean: return type("boolean")
    case .number(let allowed): return type("number") + range(allowed)
    case .integer(let allowed): return type("integer") + range(allowed)
    case .names(let names): return [JSON.Member(name: "enum", value: .array(names.map(JSON.string)))]
    case .color(let also, let pattern):
      let patterns = ["^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$", "^[a-zA-Z]+$", pattern].compactMap { $0 }
      let words = also.isEmpty ? "" : ", or \(alternatives(also))"
      return type("string") + [
        JSON.Member(name: "pattern", value: .string(patterns.joined(separator: "|"))),
        JSON.Member(name: "$comment", value: .string("#rgb, #rgba, #rrggbb, #rrggbbaa, a CSS color name\(words)")),
      ]
    case .file(let words, let endings):
      let letters = { (ending: String) in ending.dropFirst().map { "[\($0)\($0.uppercased())]" }.joined() }
      let pattern = "^(\(words.joined(separator: "|")))$|\\.(\(endings.map(letters).joined(separator: "|")))(#[0-9]+)?$"
      return type("string") + [JSON.Member(name: "pattern", value: .string(pattern))]
    case .tuple(let values, let optional):
      return type("array") + [
        JSON.Member(name: "prefixItems", value: .array(values.map(schema))),
        JSON.Member(name: "items", value: false),
        JSON.Member(name: "minItems", value: .integer(values.count - optional)),
      ]
    case .array(let element, let least):
      return type("array") + [JSON.Member(name: "items", value: schema(element))]
        + (least > 0 ? [JSON.Member(name: "minItems", value: .integer(least))] : [])
    case .object(let object): return members(of: object)
    case .either(let values): return [JSON.Member(name: "anyOf", value: .array(values.map(schema)))]
    }
  }

  private static func range(_ allowed: NumberRange?) -> [JSON.Member] {
    guard let allowed else { return [] }
    let lower = allowed.excludesLower ? "exclusiveMinimum" : "minimum"
    var members = [JSON.Member(name: lower, value: .number(allowed.lower))]
    if allowed.upper.isFinite { members.append(JSON.Member(name: "maximum", value: .number(allowed.upper))) }
    return members
  }
}

extension LogSchema {
  /// The schema of a touch log, with the names that the drawing knows.
  static var ofDoodle: LogSchema {
    LogSchema(
      tools: Tool.all.map(\.name), eraserModes: EraserMode.allCases.map(\.rawValue),
      models: StrokeModel.allCases.map(\.rawValue))
  }
}
