import Geometry
import TouchLog

/// A key of saved drawings with the schema of its value and the function that reads it.
struct SavedField<Value: Sendable>: Sendable {
  let schema: FieldSchema
  let read: @Sendable (JSONValue) throws(LogError) -> Value

  init(_ schema: FieldSchema, _ read: @escaping @Sendable (JSONValue) throws(LogError) -> Value) {
    self.schema = schema
    self.read = read
  }

  var name: String { schema.names[0] }
}

extension JSONValue {
  /// The value of a key, or nil if the object lacks the key.
  func value<Value>(_ field: SavedField<Value>) throws(LogError) -> Value? {
    guard let value = self[field.name] else { return nil }
    return try field.read(value)
  }

  /// The value of a key that the object must have.
  /// - Parameter owner: The kind of object that must have the key, for the error message.
  func required<Value>(_ field: SavedField<Value>, of owner: String) throws(LogError) -> Value {
    try field.read(try required(field.name, of: owner))
  }

  /// An array of two numbers.
  func pair(
    _ allowed: NumberRange?, expected: LogError.ExpectedValue = .point
  ) throws(LogError) -> (Double, Double) {
    let numbers = try numbers(allowed, counts: 2...2, expected: expected)
    return (numbers[0], numbers[1])
  }

  func point(_ allowed: NumberRange? = .coordinate) throws(LogError) -> Point {
    let (x, y) = try pair(allowed)
    return Point(x, y)
  }
}

extension SavedField where Value == Double {
  init(_ schema: FieldSchema, in allowed: NumberRange?) {
    self.init(schema) { value throws(LogError) in try value.number(allowed) }
  }
}

extension SavedField where Value == Int {
  init(_ schema: FieldSchema, in allowed: NumberRange?) {
    self.init(schema) { value throws(LogError) in try value.integer(allowed) }
  }
}

extension SavedField where Value == String {
  init(_ schema: FieldSchema) {
    self.init(schema) { value throws(LogError) in try value.string() }
  }
}

extension SavedField where Value: CaseIterable & RawRepresentable<String> {
  init(_ schema: FieldSchema) {
    self.init(schema) { value throws(LogError) in try value.choice() }
  }
}

extension SavedField where Value == Point {
  init(_ name: String, in allowed: NumberRange? = .coordinate, isRequired: Bool = false, _ meaning: String) {
    self.init(FieldSchema(name, .pair(allowed), isRequired: isRequired, meaning)) { value throws(LogError) in
      try value.point(allowed)
    }
  }
}
