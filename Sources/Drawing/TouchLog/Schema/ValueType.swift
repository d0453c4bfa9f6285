import Geometry

/// A type of JSON values: its description, and how a value is read, checked and written.
///
/// Lines of a log, styles and saved drawings share these.
package struct ValueType<Value: Sendable>: Sendable {
  /// Reads a token of the bytes. The string is the key as it is written, for messages.
  package typealias Reading = @Sendable (JSONToken, Span<UInt8>, String) throws(Fault) -> Value

  package let schema: ValueSchema
  package let read: Reading
  /// Adds a value under a key.
  package let add: @Sendable (Value, String, inout JSONObjectWriter) -> Void

  package init(
    _ schema: ValueSchema, _ read: @escaping Reading,
    add: @escaping @Sendable (Value, String, inout JSONObjectWriter) -> Void
  ) {
    (self.schema, self.read, self.add) = (schema, read, add)
  }

  /// The same values with a closer description.
  package func described(as schema: ValueSchema) -> ValueType { ValueType(schema, read, add: add) }
}

extension ValueType where Value == Double {
  package static var number: ValueType { number(nil) }

  /// - Parameter range: Nil for any number.
  package static func number(_ range: NumberRange?) -> ValueType {
    ValueType(.number(range)) { token, bytes, key throws(Fault) in
      guard let range else { return try token.number(in: bytes, key: key) }
      return try token.number(range, in: bytes, key: key)
    } add: { number, key, object in
      object.add(key, number)
    }
  }
}

extension ValueType where Value == Int {
  package static func integer(_ range: NumberRange) -> ValueType {
    ValueType(.integer(range)) { token, bytes, key throws(Fault) in
      try token.integer(range, in: bytes, key: key)
    } add: { number, key, object in
      object.add(key, number)
    }
  }
}

extension ValueType where Value == Bool {
  package static var boolean: ValueType {
    ValueType(.boolean) { token, _, key throws(Fault) in
      try token.boolean(key: key)
    } add: { value, key, object in
      object.add(key, value)
    }
  }
}

extension ValueType where Value == String {
  package static var text: ValueType {
    ValueType(.string) { token, bytes, key throws(Fault) in
      try token.string(in: bytes, key: key)
    } add: { text, key, object in
      object.add(key, text)
    }
  }

  /// The id of an element, a string or an integer.
  static var id: ValueType {
    ValueType(.either([.string, .integer(nil)])) { token, bytes, key throws(Fault) in
      if token.kind == .string { return token.string(in: bytes) }
      return "\(try token.integer(in: bytes, key: key, expected: .identifier))"
    } add: { text, key, object in
      object.add(key, text)
    }
  }
}

extension ValueType where Value: CaseIterable & RawRepresentable<String> {
  package static var name: ValueType { name(of: Array(Value.allCases)) }

  package static func name(of allowed: [Value]) -> ValueType {
    ValueType(.names(allowed.map { $0.rawValue })) { token, bytes, key throws(Fault) in
      try token.choice(allowed, in: bytes, key: key)
    } add: { value, key, object in
      object.add(key, value.rawValue)
    }
  }
}

extension ValueType {
  /// A color or one of the words `also`.
  static func color(
    also: [String], parse: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String
  ) -> ValueType {
    ValueType(.color(also: also)) { token, bytes, key throws(Fault) in
      try token.color(also: also, in: bytes, key: key, parse)
    } add: { value, key, object in
      object.add(key, text(value))
    }
  }
}

extension ValueType where Value == Background {
  /// - Parameter more: The texts that are allowed besides colors, for messages.
  package static func background(_ more: String) -> ValueType {
    ValueType(LogSchema.background) { token, bytes, key throws(Fault) in
      try token.color(also: ["none"], more, in: bytes, key: key) { Background($0) }
    } add: { background, key, object in
      object.add(key, background.text)
    }
  }
}

// MARK: Pairs

extension Size {
  /// Throws if a canvas of this size, in points, has too many pixels.
  /// - Parameter scale: In pixels per point.
  package func checkCanvas(scale: Double, at offset: Int) throws(Fault) {
    let side = max(width, height) * scale
    if side > Double(LogLimits.canvasSide) {
      throw Fault(.canvasTooLarge(side: side, limit: LogLimits.canvasSide), at: offset)
    }
  }
}

extension ValueType where Value == Size {
  /// The sides of a canvas with a pixel for each point.
  static var canvas: ValueType {
    let size = size(.canvasSide)
    return ValueType(
      size.schema,
      { token, bytes, key throws(Fault) in
        let sides = try size.read(token, bytes, key)
        try sides.checkCanvas(scale: 1, at: token.start)
        return sides
      }, add: size.add)
  }

  package static func size(_ range: NumberRange) -> ValueType {
    ValueType(.pair(range)) { token, bytes, key throws(Fault) in
      let sides = try token.numbers(range, counts: 2...2, in: bytes, key: key, expected: .size)
      return Size(width: sides[0], height: sides[1])
    } add: { size, key, object in
      object.add(key, size.width, size.height)
    }
  }
}

extension ValueType where Value == Point {
  /// `[x,y]`.
  /// - Parameter range: That of each coordinate; nil for any.
  package static func pair(_ range: NumberRange?) -> ValueType {
    ValueType(.pair(range)) { token, bytes, key throws(Fault) in
      let numbers = try token.numbers(range, counts: 2...2, in: bytes, key: key, expected: .point)
      return Point(numbers[0], numbers[1])
    } add: { point, key, object in
      object.add(key, point.x, point.y)
    }
  }

  /// `[x,y]` or `{"x":…,"y":…}`.
  static var point: ValueType {
    let pair = pair(.coordinate)
    return ValueType(LogSchema.point) { token, bytes, key throws(Fault) in
      guard token.kind == .object else { return try pair.read(token, bytes, key) }
      var coordinates: [Double] = []
      let members = LineParser.members(bytes, from: token.start).members
      for name in ["x", "y"] {
        guard let member = members.first(where: { $0.key.string(in: bytes) == name }) else {
          throw token.wrongType(.point, key: key)
        }
        coordinates.append(try member.value.number(.coordinate, in: bytes, key: key, expected: .point))
      }
      return Point(coordinates[0], coordinates[1])
    } add: { point, key, object in
      object.add(key, point.x, point.y)
    }
  }
}

extension ValueType where Value == Vector {
  static var vector: ValueType {
    let point = ValueType<Point>.point
    return ValueType(point.schema) { token, bytes, key throws(Fault) in
      try point.read(token, bytes, key) - Point(0, 0)
    } add: { vector, key, object in
      object.add(key, vector.dx, vector.dy)
    }
  }
}
