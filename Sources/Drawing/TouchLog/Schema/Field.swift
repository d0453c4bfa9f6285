/// A key of an object: its description, and how its value gets from JSON into the owner of the value and back.
///
/// Closures rather than a key path, which the runtime builds when it is first used: 40,000 instructions for each.
package struct Field<Owner: Sendable>: Sendable {
  package private(set) var schema: FieldSchema
  /// The slot of the value in log lines; see `LogSlot`.
  var slot: UInt8 = 0
  /// Sets the owner's value to one in JSON. The string is the key as it is written, for messages.
  let read: @Sendable (JSONToken, Span<UInt8>, String, inout Owner) throws(Fault) -> Void
  /// Whether the owner has a value.
  package let isPresent: @Sendable (Owner) -> Bool
  /// Adds the owner's value to an object, if it has one.
  let write: @Sendable (Owner, inout JSONObjectWriter) -> Void

  package var name: String { schema.names[0] }

  /// - Parameters:
  ///   - names: The first is the one to write; the others are read as well.
  ///   - usual: The value or effect that applies if the key is missing.
  init<Value>(
    _ names: String..., type: ValueType<Value>, isRequired: Bool = false, _ meaning: String, unit: String? = nil,
    default usual: String? = nil, get: @escaping @Sendable (Owner) -> Value?,
    set: @escaping @Sendable (inout Owner, Value) -> Void
  ) {
    self.init(
      FieldSchema(names, type.schema, isRequired: isRequired, meaning, unit: unit, default: usual), type, get: get,
      set: set)
  }

  init<Value>(
    _ schema: FieldSchema, _ type: ValueType<Value>, get: @escaping @Sendable (Owner) -> Value?,
    set: @escaping @Sendable (inout Owner, Value) -> Void
  ) {
    self.schema = schema
    let name = schema.names[0]
    read = { token, bytes, key, owner throws(Fault) in set(&owner, try type.read(token, bytes, key)) }
    isPresent = { get($0) != nil }
    write = { owner, object in
      if let value = get(owner) { type.add(value, name, &object) }
    }
  }

  init(
    _ schema: FieldSchema,
    read: @escaping @Sendable (JSONToken, Span<UInt8>, String, inout Owner) throws(Fault) -> Void,
    isPresent: @escaping @Sendable (Owner) -> Bool, write: @escaping @Sendable (Owner, inout JSONObjectWriter) -> Void
  ) {
    (self.schema, self.read, self.isPresent, self.write) = (schema, read, isPresent, write)
  }
}
