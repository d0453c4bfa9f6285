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
  ///   - name: The name to write.
  ///   - also: Other names, which are read as well.
  ///   - usual: The value or effect that applies if the key is missing.
  package init<Value>(
    _ name: String, _ type: ValueType<Value>, _ meaning: String, also: [String] = [], isRequired: Bool = false,
    unit: String? = nil, default usual: String? = nil, _ get: @escaping @Sendable (Owner) -> Value?,
    _ set: @escaping @Sendable (inout Owner, Value) -> Void
  ) {
    self.init(
      FieldSchema([name] + also, type.schema, isRequired: isRequired, meaning, unit: unit, default: usual), type, get,
      set)
  }

  init<Value>(
    _ schema: FieldSchema, _ type: ValueType<Value>, _ get: @escaping @Sendable (Owner) -> Value?,
    _ set: @escaping @Sendable (inout Owner, Value) -> Void
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

extension JSONObjectWriter {
  /// Adds the values that an owner has.
  package mutating func add<Owner>(_ keys: [Field<Owner>], of owner: Owner) {
    for key in keys { key.write(owner, &self) }
  }
}
