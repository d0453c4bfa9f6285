import Geometry

/// The kinds of elements that have a style.
package struct StyledKinds: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let stroke = StyledKinds(rawValue: 1)
  package static let shape = StyledKinds(rawValue: 2)
  package static let text = StyledKinds(rawValue: 4)
  package static let image = StyledKinds(rawValue: 8)
  /// The label of an angle, which is lettered in the style of the shape.
  package static let label = StyledKinds(rawValue: 16)
  /// All kinds that are drawn with ink.
  static let ink: StyledKinds = [.stroke, .shape, .text]
}

/// A key of styles: its description, the kinds of elements that have it, and how its value is read, written and set.
///
/// Lines of a log and saved drawings share these keys.
public struct StyleKey<Value: Sendable>: Sendable {
  package let schema: FieldSchema
  fileprivate let kinds: StyledKinds
  let type: ValueType<Value>
  let get: @Sendable (Look) -> Value?
  let set: @Sendable (inout Look, Value) -> Void

  public var name: String { schema.names[0] }

  init(
    _ name: String, _ type: ValueType<Value>, _ meaning: String, unit: String? = nil, default usual: String? = nil,
    of kinds: StyledKinds, _ get: @escaping @Sendable (Look) -> Value?,
    _ set: @escaping @Sendable (inout Look, Value) -> Void
  ) {
    schema = FieldSchema(name, type.schema, meaning, unit: unit, default: usual)
    (self.type, self.kinds, self.get, self.set) = (type, kinds, get, set)
  }
}

/// A style key with a value of any type: a row of `StyleKeys.all`.
struct StyleProperty: Sendable {
  let field: Field<Look>
  let kinds: StyledKinds
  /// Whether a saved drawing has the key only where the value is not the tool's usual one.
  let isRare: Bool
  /// Sets the value in one look to that in another.
  let copy: @Sendable (Look, inout Look) -> Void

  init<Value>(_ key: StyleKey<Value>, isRare: Bool = true) {
    field = Field(key.schema, key.type, key.get, key.set)
    (kinds, self.isRare) = (key.kinds, isRare)
    copy = { from, to in
      if let value = key.get(from) { key.set(&to, value) }
    }
  }

  /// Whether a look has the same value as another, or none.
  func isEqual(_ look: Look, _ other: Look) -> Bool {
    var copied = other
    copy(look, &copied)
    return copied == other
  }

  /// The description, with the value that a pen has if nothing else applies, in JSON without quotes.
  var schema: FieldSchema {
    var schema = field.schema
    if schema.defaultValue == nil {
      var object = JSONObjectWriter(bytes: [])
      field.write(Look(), &object)
      let text = String(decoding: object.close().dropLast(2), as: UTF8.self)
      schema.defaultValue = String(text.drop { $0 != ":" }.dropFirst().filter { $0 != "\"" })
    }
    return schema
  }
}
