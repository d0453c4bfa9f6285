import Geometry

/// Conversions of a JSON value that check its type and range. A fault is at the value's first byte.
///
/// The readers of log lines (`ObjectFields`) and of documents (`JSONValue`) share them. `key` is the value's key, for
/// messages.
extension JSONToken {
  package func wrongType(_ expected: LogError.ExpectedValue, key: String) -> Fault {
    Fault(.wrongType(key: key, found: kind, expected: expected), at: start)
  }

  /// A number of any size.
  @inline(__always) package func number(
    in bytes: Span<UInt8>, key: @autoclosure () -> String, expected: LogError.ExpectedValue = .number
  ) throws(Fault) -> Double {
    guard kind == .number else { throw wrongType(expected, key: key()) }
    guard let number = double(in: bytes) else {
      throw Fault(.beyondDouble(key: key(), text: bytes.text(start..<end)), at: start)
    }
    return number
  }

  @inline(__always) package func number(
    _ allowed: NumberRange, in bytes: Span<UInt8>, key: @autoclosure () -> String,
    expected: LogError.ExpectedValue = .number
  ) throws(Fault) -> Double {
    let number = try number(in: bytes, key: key(), expected: expected)
    if !allowed.contains(number) {
      throw Fault(.outOfRange(key: key(), value: number, allowed: allowed), at: start)
    }
    return number
  }

  /// A whole number, in any notation.
  @inline(__always) package func integer(
    in bytes: Span<UInt8>, key: @autoclosure () -> String, expected: LogError.ExpectedValue = .integer
  ) throws(Fault) -> LogInteger {
    guard kind == .number else { throw wrongType(expected, key: key()) }
    do {
      return LogInteger(try integer(in: bytes))
    } catch {
      let text = bytes.text(start..<end)
      throw Fault(
        error == .fraction ? .notWhole(key: key(), text: text) : .beyondInteger(key: key(), text: text), at: start)
    }
  }

  package func integer(_ allowed: NumberRange, in bytes: Span<UInt8>, key: @autoclosure () -> String) throws(Fault)
    -> Int
  {
    let integer = try integer(in: bytes, key: key())
    guard allowed.contains(Double(integer)), let result = Int(exactly: integer) else {
      throw Fault(.outOfRange(key: key(), value: Double(integer), allowed: allowed), at: start)
    }
    return result
  }

  package func string(in bytes: Span<UInt8>, key: @autoclosure () -> String) throws(Fault) -> String {
    guard kind == .string else { throw wrongType(.string, key: key()) }
    return string(in: bytes)
  }

  @inline(__always) package func boolean(key: @autoclosure () -> String) throws(Fault) -> Bool {
    guard kind == .boolean else { throw wrongType(.boolean, key: key()) }
    return word != 0
  }

  /// The numbers of an array.
  /// - Parameters:
  ///   - allowed: The range of each number; nil for any.
  ///   - counts: The possible numbers of elements.
  package func numbers(
    _ allowed: NumberRange?, counts: ClosedRange<Int> = 0...Int.max, in bytes: Span<UInt8>, key: String,
    expected: LogError.ExpectedValue
  ) throws(Fault) -> [Double] {
    guard kind == .array else { throw wrongType(expected, key: key) }
    let count = Int(truncatingIfNeeded: word)
    guard counts.contains(count) else {
      throw Fault(.wrongCount(key: key, found: count, expected: expected), at: start)
    }
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    for element in elements(in: bytes) {
      if let allowed {
        numbers.append(try element.number(allowed, in: bytes, key: key, expected: expected))
      } else {
        numbers.append(try element.number(in: bytes, key: key, expected: expected))
      }
    }
    return numbers
  }

  /// A number, which stands for both of a pair, or a pair.
  func oneOrTwo(
    _ allowed: NumberRange, in bytes: Span<UInt8>, key: String, expected: LogError.ExpectedValue
  ) throws(Fault) -> (Double, Double) {
    if kind == .number {
      let number = try number(allowed, in: bytes, key: key)
      return (number, number)
    }
    let numbers = try numbers(allowed, counts: 2...2, in: bytes, key: key, expected: expected)
    return (numbers[0], numbers[1])
  }

  /// One of the names of an enumeration.
  package func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ allowed: [Value] = Array(Value.allCases), in bytes: Span<UInt8>, key: String
  ) throws(Fault) -> Value {
    let text = try string(in: bytes, key: key)
    if let value = allowed.first(where: { $0.rawValue == text }) { return value }
    throw Fault(.unknownName(key: key, name: bytes.text(content), allowed: allowed.map { $0.rawValue }), at: start)
  }

  /// A color, or another text that the key allows.
  /// - Parameters:
  ///   - also: Words that are allowed besides colors.
  ///   - more: A description of other allowed texts, for messages.
  ///   - parse: Converts the text; nil if it is not allowed.
  package func color<Value>(
    also: [String], _ more: String? = nil, in bytes: Span<UInt8>, key: String, _ parse: (String) -> Value?
  ) throws(Fault) -> Value {
    let text = try string(in: bytes, key: key)
    if let value = parse(text) { return value }
    throw Fault(
      .unknownColor(
        key: key, text: bytes.text(content), nearest: Color.nearestName(to: text, orOneOf: also),
        alsoAllowed: also.map { "\"\($0)\"" } + [more].compactMap { $0 }),
      at: start)
  }
}

/// The values of an object's slots; nil if a slot has no value, or null.
extension ObjectFields {
  @inline(__always) package func value(_ slot: UInt8) -> JSONToken? {
    guard let token = self[slot], token.kind != .null else { return nil }
    return token
  }

  @inline(__always) package func number(_ slot: UInt8, in bytes: Span<UInt8>) throws(Fault) -> Double? {
    guard let token = value(slot) else { return nil }
    return try token.number(in: bytes, key: name(of: token))
  }

  @inline(__always) package func number(
    _ slot: UInt8, _ allowed: NumberRange, in bytes: Span<UInt8>
  ) throws(Fault) -> Double? {
    guard let token = value(slot) else { return nil }
    return try token.number(allowed, in: bytes, key: name(of: token))
  }

  @inline(__always) package func integer(_ slot: UInt8, in bytes: Span<UInt8>) throws(Fault) -> LogInteger? {
    guard let token = value(slot) else { return nil }
    return try token.integer(in: bytes, key: name(of: token))
  }

  package func string(_ slot: UInt8, in bytes: Span<UInt8>) throws(Fault) -> String? {
    guard let token = value(slot) else { return nil }
    return try token.string(in: bytes, key: name(of: token))
  }

  @inline(__always) package func boolean(_ slot: UInt8) throws(Fault) -> Bool? {
    guard let token = value(slot) else { return nil }
    return try token.boolean(key: name(of: token))
  }

  /// A touch's number or name; 0 if there is none.
  /// - Parameter names: Where the name is stored; nil for the life of the process.
  @inline(__always) package func touch(
    _ slot: UInt8, in bytes: Span<UInt8>, names: TouchNameScope? = nil
  ) throws(Fault) -> TouchID {
    guard let token = value(slot) else { return .number(0) }
    if token.kind == .string { return .name(token.string(in: bytes), in: names) }
    return .number(try token.integer(in: bytes, key: name(of: token), expected: .identifier))
  }

  /// A pair of numbers, `[a,b]`, or `{"x":a,"y":b}` where a point is expected.
  /// - Parameter token: The value of `slot`, which must be that of a key with `isPair`.
  @inline(__always) package func pair(
    _ token: JSONToken, slot: UInt8, _ allowed: NumberRange, in bytes: Span<UInt8>,
    expected: LogError.ExpectedValue
  ) throws(Fault) -> (Double, Double) {
    switch token.kind {
    case .array where token.word != 2:
      let count = Int(truncatingIfNeeded: token.word)
      throw Fault(.wrongCount(key: name(of: token), found: count, expected: expected), at: token.start)
    case .array: break
    case .object where expected == .point: break
    default: throw token.wrongType(expected, key: name(of: token))
    }
    guard let first = self[slot + 1], let second = self[slot + 2] else {
      throw token.wrongType(expected, key: name(of: token))
    }
    return (
      try first.number(allowed, in: bytes, key: name(of: first), expected: expected),
      try second.number(allowed, in: bytes, key: name(of: second), expected: expected)
    )
  }

  /// Throws if the object has two names of one property.
  @inline(__always) package func checkConflict() throws(Fault) {
    if let conflict { throw Fault(.duplicateProperty(conflict.first, conflict.second), at: conflict.offset) }
  }
}
