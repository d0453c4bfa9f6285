import Testing

extension [[String: Any]] {
  /// The value of a key in each object, which must have one of that type.
  func values<Value>(of key: String, as type: Value.Type) throws -> [Value] {
    try map { object in try #require(object[key] as? Value, "\(key) of \(object)") }
  }
}
