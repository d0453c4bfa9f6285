/// The type and range of a JSON value, for programs and people that write it.
package indirect enum ValueSchema: Sendable {
  case any, string, boolean, null
  /// A number in a range; nil for any number.
  case number(NumberRange?)
  /// A whole number in a range; nil for any.
  case integer(NumberRange?)
  case names([String])
  /// A color, one of these words, or a text that matches a pattern.
  case color(also: [String] = [], pattern: String? = nil)
  /// One of these words, or the path of a file that ends like one of these.
  case file([String], endings: [String])
  /// An array with exactly these elements. The last `optional` ones can be missing.
  case tuple([ValueSchema], optional: Int = 0)
  case array(of: ValueSchema, atLeast: Int = 0)
  case object(ObjectSchema)
  case either([ValueSchema])

  /// Two numbers in the same range.
  package static func pair(_ allowed: NumberRange?) -> ValueSchema { .tuple([.number(allowed), .number(allowed)]) }
}

extension ValueSchema: CustomStringConvertible {
  /// The type and range in words, for example "a number, 0 to 1".
  package var description: String {
    func range(_ allowed: NumberRange?) -> String { allowed.map { ", \($0)" } ?? "" }
    switch self {
    case .any: return "any value"
    case .string: return "a string"
    case .boolean: return "true or false"
    case .null: return "null"
    case .number(let allowed): return "a number" + range(allowed)
    case .integer(let allowed): return "an integer" + range(allowed)
    case .names(let names): return list(names.map { "\"\($0)\"" })
    case .color(let also, let pattern):
      let more =
        also.map { "\"\($0)\"" } + (pattern == nil ? [] : ["the path of a .png or .jpg file, or a data: URL of one"])
      return list(["a color"] + more)
    case .file(let words, let endings):
      return list(words.map { "\"\($0)\"" } + ["the path of a \(list(endings)) file"])
    case .tuple(let elements, let optional):
      if let first = elements.first, elements.allSatisfy({ $0.description == first.description }) {
        return "an array of \(elements.count), each \(first)"
      }
      let rest = optional == 0 ? "" : ", the last \(optional) optional"
      return "an array [\(elements.map { $0.description }.joined(separator: "; "))]" + rest
    case .array(let element, let least):
      return "an array" + (least > 0 ? " of at least \(least)" : "") + ", each element \(element)"
    case .object(let object):
      return "an object with " + object.fields.map { "\"\($0.names[0])\"" }.joined(separator: ", ")
    case .either(let values): return list(values.map { $0.description })
    }
  }
}

/// The keys of an object. Other keys are ignored, whatever their values.
package struct ObjectSchema: Sendable {
  package var fields: [FieldSchema]
  /// Groups of keys, of which the object must have exactly one group, in addition to the required fields.
  package var oneOf: [[String]]
  /// Groups of keys, of which the object must have at least one group.
  package var anyOf: [[String]]

  package init(_ fields: [FieldSchema], oneOf: [[String]] = [], anyOf: [[String]] = []) {
    self.fields = fields
    self.oneOf = oneOf
    self.anyOf = anyOf
  }
}

/// A key of an object. If it is not required, null has the same meaning as leaving it out.
package struct FieldSchema: Sendable {
  /// The first name is the one to write; the others are read as well.
  package var names: [String]
  package var value: ValueSchema
  package var isRequired: Bool
  /// The meaning of the value: a phrase without a period.
  package var meaning: String
  /// The unit of the value's numbers, for example "points"; nil if they have none.
  package var unit: String?
  /// The value or effect that applies if the key is missing: a phrase; nil if the key is required or nothing applies.
  package var defaultValue: String?

  package init(
    _ names: [String], _ value: ValueSchema, isRequired: Bool = false, _ meaning: String, unit: String? = nil,
    default defaultValue: String? = nil
  ) {
    self.names = names
    self.value = value
    self.isRequired = isRequired
    self.meaning = meaning
    self.unit = unit
    self.defaultValue = defaultValue
  }

  package init(
    _ name: String, _ value: ValueSchema, isRequired: Bool = false, _ meaning: String, unit: String? = nil,
    default defaultValue: String? = nil
  ) {
    self.init([name], value, isRequired: isRequired, meaning, unit: unit, default: defaultValue)
  }

  /// The meaning with the unit, for example "the width of the ink, in points".
  package var summary: String { meaning + (unit.map { ", in \($0)" } ?? "") }

  /// This key as a required one.
  package var required: FieldSchema { FieldSchema(names, value, isRequired: true, meaning, unit: unit) }
}
