import Geometry

/// Values with their types and ranges checked. A faulty one is reported at its first byte.
extension ObjectFields {
  /// The value in a slot; nil where the slot has none, or null.
  @inline(__always) func value(_ slot: UInt8) -> JSONToken? {
    guard let token = self[slot], token.kind != .null else { return nil }
    return token
  }

  func wrongType(_ token: JSONToken, _ expected: LogError.ExpectedValue) -> Fault {
    Fault(.wrongType(key: name(of: token), found: token.kind, expected: expected), at: token.start)
  }

  /// A number of any size.
  @inline(__always) func number(
    _ token: JSONToken, in bytes: Span<UInt8>, expected: LogError.ExpectedValue = .number
  ) throws(Fault) -> Double {
    guard token.kind == .number else { throw wrongType(token, expected) }
    guard let number = token.double(in: bytes) else {
      let text = bytes.text(token.start..<token.end)
      throw Fault(.beyondDouble(key: name(of: token), text: text), at: token.start)
    }
    return number
  }

  @inline(__always) func number(_ slot: UInt8, in bytes: Span<UInt8>) throws(Fault) -> Double? {
    guard let token = value(slot) else { return nil }
    return try number(token, in: bytes)
  }

  /// A number in a range, infinities being outside of it.
  @inline(__always) func number(
    _ slot: UInt8, _ allowed: LogError.Allowed, in bytes: Span<UInt8>
  ) throws(Fault) -> Double? {
    guard let token = value(slot) else { return nil }
    return try number(token, allowed, in: bytes)
  }

  @inline(__always) func number(
    _ token: JSONToken, _ allowed: LogError.Allowed, in bytes: Span<UInt8>,
    expected: LogError.ExpectedValue = .number
  ) throws(Fault) -> Double {
    let number = try number(token, in: bytes, expected: expected)
    if !allowed.contains(number) {
      throw Fault(.outOfRange(key: name(of: token), value: number, allowed: allowed), at: token.start)
    }
    return number
  }

  @inline(__always) func integer(
    _ token: JSONToken, in bytes: Span<UInt8>, expected: LogError.ExpectedValue = .integer
  ) throws(Fault) -> Int {
    guard token.kind == .number else { throw wrongType(token, expected) }
    do {
      return try token.integer(in: bytes)
    } catch {
      let text = bytes.text(token.start..<token.end)
      let key = name(of: token)
      throw Fault(
        error == .fraction ? .notWhole(key: key, text: text) : .beyondInteger(key: key, text: text), at: token.start)
    }
  }

  @inline(__always) func integer(_ slot: UInt8, in bytes: Span<UInt8>) throws(Fault) -> Int? {
    guard let token = value(slot) else { return nil }
    return try integer(token, in: bytes)
  }

  /// Which touch: an integer or a string, 0 where nothing says so.
  @inline(__always) func touch(_ slot: UInt8, in bytes: Span<UInt8>) throws(Fault) -> TouchID {
    guard let token = value(slot) else { return .number(0) }
    if token.kind == .string { return .name(token.string(in: bytes)) }
    return .number(try integer(token, in: bytes, expected: .identifier))
  }

  func string(_ token: JSONToken, in bytes: Span<UInt8>) throws(Fault) -> String {
    guard token.kind == .string else { throw wrongType(token, .string) }
    return token.string(in: bytes)
  }

  func string(_ slot: UInt8, in bytes: Span<UInt8>) throws(Fault) -> String? {
    guard let token = value(slot) else { return nil }
    return try string(token, in: bytes)
  }

  @inline(__always) func boolean(_ slot: UInt8) throws(Fault) -> Bool? {
    guard let token = value(slot) else { return nil }
    guard token.kind == .boolean else { throw wrongType(token, .boolean) }
    return token.word != 0
  }

  /// The members of a pair, `[a,b]`, or `{"x":a,"y":b}` where that is allowed.
  @inline(__always) func pair(
    _ token: JSONToken, slot: UInt8, _ allowed: LogError.Allowed, in bytes: Span<UInt8>,
    expected: LogError.ExpectedValue
  ) throws(Fault) -> (Double, Double) {
    switch token.kind {
    case .array where token.word != 2:
      let count = Int(truncatingIfNeeded: token.word)
      throw Fault(.wrongCount(key: name(of: token), found: count, expected: expected), at: token.start)
    case .array: break
    case .object where expected == .point: break
    default: throw wrongType(token, expected)
    }
    guard let first = self[slot + 1], let second = self[slot + 2] else { throw wrongType(token, expected) }
    return (
      try number(first, allowed, in: bytes, expected: expected),
      try number(second, allowed, in: bytes, expected: expected)
    )
  }

  /// A whole number of things; nil where the slot has none.
  func count(_ slot: UInt8, atLeast least: Int, in bytes: Span<UInt8>) throws(Fault) -> Int? {
    guard let token = value(slot) else { return nil }
    let count = try integer(token, in: bytes)
    let most = 1_000_000
    if count < least || count > most {
      throw Fault(
        .outOfRange(key: name(of: token), value: Double(count), allowed: .between(Double(least), Double(most))),
        at: token.start)
    }
    return count
  }

  /// The numbers of an array, each in a range.
  func numbers(
    _ token: JSONToken, _ allowed: LogError.Allowed, in bytes: Span<UInt8>, expected: LogError.ExpectedValue
  ) throws(Fault) -> [Double] {
    guard token.kind == .array else { throw wrongType(token, expected) }
    var json = JSONScanner(spansLines: false)
    var offset = token.start + 1
    if json.skipSpace(bytes, &offset) == ASCII.closeBracket { return [] }
    var numbers: [Double] = []
    repeat {
      _ = json.skipSpace(bytes, &offset)
      var element = try json.scanValue(bytes, at: offset, depth: 2)
      offset = element.end
      element.key = token.key
      numbers.append(try number(element, allowed, in: bytes, expected: expected))
    } while try json.goesOn(bytes, &offset, until: ASCII.closeBracket)
    return numbers
  }

  /// One of the names of an enumeration; nil where the slot has none.
  func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ slot: UInt8, in bytes: Span<UInt8>
  ) throws(Fault) -> Value? {
    guard let token = value(slot) else { return nil }
    let text = try string(token, in: bytes)
    if let value = Value(rawValue: text) { return value }
    throw Fault(
      .unknownName(key: name(of: token), name: bytes.text(token.content), allowed: Value.allCases.map(\.rawValue)),
      at: token.start)
  }

  /// A colour, or what else the key allows.
  func color<Value>(
    _ slot: UInt8, in bytes: Span<UInt8>, also: String, _ more: String? = nil, _ read: (String) -> Value?
  ) throws(Fault) -> Value? {
    guard let token = value(slot) else { return nil }
    let text = try string(token, in: bytes)
    if let value = read(text) { return value }
    throw Fault(
      .unknownColor(
        key: name(of: token), text: bytes.text(token.content),
        nearest: Color.nearestName(to: text, orOneOf: [also]), alsoAllowed: ["\"\(also)\"", more].compactMap { $0 }),
      at: token.start)
  }
}
