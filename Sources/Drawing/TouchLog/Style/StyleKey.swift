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
  /// Converts a value and checks its type and range. The string is the key as it is written.
  let read: @Sendable (JSONToken, Span<UInt8>, String) throws(Fault) -> Value
  fileprivate let add: @Sendable (Value, String, inout JSONObjectWriter) -> Void
  let get: @Sendable (Look) -> Value?
  let set: @Sendable (inout Look, Value) -> Void

  public var name: String { schema.names[0] }
}

/// A style key with a value of any type: a row of `StyleKeys.all`.
struct StyleProperty: Sendable {
  let schema: FieldSchema
  let kinds: StyledKinds
  /// Whether a saved drawing has the key only where the value is not the tool's usual one.
  let isRare: Bool
  /// The slot of log lines.
  var slot: UInt8 = 0
  /// Sets the value to one in JSON.
  let read: @Sendable (JSONToken, Span<UInt8>, String, inout Look) throws(Fault) -> Void
  /// Adds the value to an object.
  let write: @Sendable (Look, inout JSONObjectWriter) -> Void
  /// Sets the value in one look to that in another.
  let copy: @Sendable (Look, inout Look) -> Void

  var name: String { schema.names[0] }

  // Closures rather than a key path, which the runtime builds when it is first used: 40,000 instructions for each.
  init<Value>(_ key: StyleKey<Value>, isRare: Bool = false) {
    (schema, kinds, self.isRare) = (key.schema, key.kinds, isRare)
    read = { token, bytes, name, look throws(Fault) in key.set(&look, try key.read(token, bytes, name)) }
    write = { look, object in
      if let value = key.get(look) { key.add(value, key.name, &object) }
    }
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

  /// The value that a pen has, in JSON without quotes.
  var usualValue: String {
    var object = JSONObjectWriter(bytes: [])
    write(Look(), &object)
    let text = String(decoding: object.close().dropLast(2), as: UTF8.self)
    return String(text.drop { $0 != ":" }.dropFirst().filter { $0 != "\"" })
  }
}

// MARK: The types of values

extension StyleKey {
  init(
    _ schema: FieldSchema, of kinds: StyledKinds, get: @escaping @Sendable (Look) -> Value?,
    set: @escaping @Sendable (inout Look, Value) -> Void,
    read: @escaping @Sendable (JSONToken, Span<UInt8>, String) throws(Fault) -> Value,
    add: @escaping @Sendable (Value, String, inout JSONObjectWriter) -> Void
  ) {
    (self.schema, self.kinds, self.read, self.add) = (schema, kinds, read, add)
    (self.get, self.set) = (get, set)
  }

  /// A key whose value is a color or one of the words `also`.
  init(
    _ name: String, also: [String], _ meaning: String, default usual: String? = nil, of kinds: StyledKinds,
    _ get: @escaping @Sendable (Look) -> Value?, _ set: @escaping @Sendable (inout Look, Value) -> Void,
    parse: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String
  ) {
    self.init(FieldSchema(name, .color(also: also), meaning, default: usual), of: kinds, get: get, set: set) {
      token, bytes, key throws(Fault) in
      try token.color(also: also, in: bytes, key: key, parse)
    } add: { value, name, object in
      object.add(name, text(value))
    }
  }
}

extension StyleKey where Value == Double {
  init(
    _ name: String, _ range: NumberRange, _ meaning: String, unit: String? = nil, default usual: String? = nil,
    of kinds: StyledKinds, _ get: @escaping @Sendable (Look) -> Value?,
    _ set: @escaping @Sendable (inout Look, Value) -> Void
  ) {
    self.init(FieldSchema(name, .number(range), meaning, unit: unit, default: usual), of: kinds, get: get, set: set) {
      token, bytes, key throws(Fault) in
      try token.number(range, in: bytes, key: key)
    } add: { number, name, object in
      object.add(name, number)
    }
  }
}

extension StyleKey where Value == Int {
  init(
    _ name: String, integer range: NumberRange, _ meaning: String, of kinds: StyledKinds,
    _ get: @escaping @Sendable (Look) -> Value?, _ set: @escaping @Sendable (inout Look, Value) -> Void
  ) {
    self.init(FieldSchema(name, .integer(range), meaning), of: kinds, get: get, set: set) {
      token, bytes, key throws(Fault) in
      try token.integer(range, in: bytes, key: key)
    } add: { number, name, object in
      object.add(name, number)
    }
  }
}

extension StyleKey where Value: CaseIterable & RawRepresentable<String> {
  /// - Parameter allowed: The values; nil for all.
  init(
    _ name: String, _ meaning: String, allowed: [Value]? = nil, default usual: String? = nil, of kinds: StyledKinds,
    _ get: @escaping @Sendable (Look) -> Value?, _ set: @escaping @Sendable (inout Look, Value) -> Void
  ) {
    let allowed = allowed ?? Array(Value.allCases)
    let names = FieldSchema(name, .names(allowed.map { $0.rawValue }), meaning, default: usual)
    self.init(names, of: kinds, get: get, set: set) { token, bytes, key throws(Fault) in
      try token.choice(allowed, in: bytes, key: key)
    } add: { value, name, object in
      object.add(name, value.rawValue)
    }
  }
}
