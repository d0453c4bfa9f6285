import DoodleKit

/// Objects in which one number is extreme, made from the schema, so that they include new keys.
struct ExtremeNumbers {
  /// Valid values of keys for which the schema's type does not suffice, as JSON.
  let valid: [String: String]

  /// An object as JSON, and the key and the number that are extreme in it.
  struct Object {
    var name: String
    var json: String
  }

  /// Numbers at the limits of types and of a range. Some are not JSON.
  static func numbers(around range: NumberRange?) -> [String] {
    var texts = [
      "0", "-0", "5e-324", "-5e-324", "1e-300", "-1e-300", "1e308", "-1e308", "1.7976931348623157e308", "1e309", "NaN",
      "Infinity", "-Infinity",
    ]
    for power in ["2147483648", "9007199254740992", "9223372036854775808", "18446744073709551616"] {
      texts += [power, "-" + power]
    }
    texts += ["2147483647", "9007199254740993", "9223372036854775807", "18446744073709551615"]
    for bound in [range?.lower, range?.upper].compactMap({ $0 }) where bound.magnitude < 1e300 {
      texts += [bound, bound.nextUp, bound.nextDown, bound + 1, bound - 1].map { JSON.number($0).description }
    }
    return texts
  }

  /// The object with each number of each key in turn replaced by each extreme one. Of the other keys, only the required
  /// ones are present.
  func objects(of schema: ObjectSchema) -> [Object] {
    schema.fields.flatMap { field in
      field.names.flatMap { name in
        values(of: field.value, key: name).map { value in
          let others = requiredKeys(of: schema, beside: name).filter { $0.key != field.names[0] && $0.key != name }
          let members = (others.map { "\"\($0.key)\":\($0.value)" } + ["\"\(name)\":\(value)"]).joined(separator: ",")
          return Object(name: "\(name): \(value)", json: "{\(members)}")
        }
      }
    }
  }

  /// The keys that an object must have, with valid values.
  private func requiredKeys(of schema: ObjectSchema, beside name: String) -> [(key: String, value: String)] {
    let groups = schema.oneOf.isEmpty ? schema.anyOf : schema.oneOf
    let group =
      groups.first { $0.contains(name) } ?? groups.last { $0.allSatisfy { valid[$0] != nil } } ?? groups.first ?? []
    return schema.fields.filter { $0.isRequired || !group.filter($0.names.contains).isEmpty }.map { field in
      let key = group.first(where: field.names.contains) ?? field.names[0]
      return (key, validValue(of: field.value, key: key))
    }
  }

  /// Values of a key with one extreme number, or with all of a pair.
  private func values(of schema: ValueSchema, key: String) -> [String] {
    switch schema {
    case .number(let range), .integer(let range): return Self.numbers(around: range)
    case .either(let schemas): return schemas.flatMap { values(of: $0, key: key) }
    case .object(let object): return objects(of: object).map(\.json)
    case .array(let element, _):
      let whole = validValue(of: element, key: "")
      return values(of: element, key: "").flatMap { ["[\($0),\(whole)]", "[\($0),\($0)]"] }
    case .tuple(let elements, _):
      let whole = elements.map { validValue(of: $0, key: "") }
      var result: [String] = []
      for (index, element) in elements.enumerated() {
        for value in values(of: element, key: "") {
          var parts = whole
          parts[index] = value
          result.append("[\(parts.joined(separator: ","))]")
        }
      }
      if case .number(let range) = elements[0] {
        result += Self.numbers(around: range).map { number in
          "[\(Array(repeating: number, count: elements.count).joined(separator: ","))]"
        }
      }
      return result
    case .any, .null, .string, .boolean, .names, .file, .color: return []
    }
  }

  private func validValue(of schema: ValueSchema, key: String) -> String {
    if let value = valid[key] { return value }
    switch schema {
    case .number(let range): return "\(min(max(range?.lower ?? 0, 3), range?.upper ?? 9))"
    case .integer(let range): return "\(Int(min(max(range?.lower ?? 0, 3), range?.upper ?? 9)))"
    case .either(let schemas): return validValue(of: schemas[0], key: key)
    case .object(let object):
      return "{\(requiredKeys(of: object, beside: "").map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    case .array(let element, _): return "[\(validValue(of: element, key: "")),\(validValue(of: element, key: ""))]"
    case .tuple(let elements, _): return "[\(elements.map { validValue(of: $0, key: "") }.joined(separator: ","))]"
    case .names(let names): return "\"\(names[0])\""
    case .file(let words, _): return "\"\(words[0])\""
    case .boolean: return "true"
    case .null: return "null"
    case .any, .string, .color: return "\"red\""
    }
  }
}
