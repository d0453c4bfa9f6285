// `JSONValue`, `JSONKind` and `JSONError` are part of this module's interface.
import Geometry
@_exported public import JSON

extension JSONDocument {
  /// Reads a file.
  /// - Parameter name: The file as the user named it, for messages.
  /// - Throws: `LogError` if the text is not JSON, is longer or nested deeper than `LogLimits` allows, or has an object
  ///   with the same key twice.
  package convenience init(_ text: [UInt8], name: String) throws(LogError) {
    if text.count > LogLimits.documentBytes {
      let location = LogLocation(of: 0, in: JSONDocument.withoutMark(text), file: name)
      throw LogError(location: location, reason: .fileTooLong(limit: LogLimits.documentBytes))
    }
    do throws(JSONFault) {
      try self.init(scanning: text, name: name)
    } catch {
      let location = LogLocation(of: error.offset, in: JSONDocument.withoutMark(text), file: name)
      throw LogError(location: location, reason: .syntax(error.error))
    }
  }
}

extension LogLocation {
  /// The location of a byte in a text of several lines.
  package init(of offset: Int, in bytes: [UInt8], file: String) {
    let offset = min(offset, bytes.count)
    var line = 1
    var start = 0
    for passed in 0..<offset where bytes[passed] == ASCII.newline {
      line += 1
      start = passed + 1
    }
    let end = bytes[offset...].firstIndex(of: ASCII.newline) ?? bytes.count
    self.init(
      file: file, line: line, column: offset - start + 1,
      excerpt: Excerpt(bytes.span, line: start..<end, at: offset))
  }
}

/// Conversions that check a value's type and range, and throw a `LogError` at its location.
extension JSONValue {
  /// The location of the value's first byte.
  package var location: LogLocation { LogLocation(of: start, in: document.bytes, file: document.name) }

  /// Makes an error about this value.
  package func error(_ reason: LogError.Reason) -> LogError { LogError(location: location, reason: reason) }

  /// Makes an error that this value has another type than expected.
  package func wrongType(_ expected: LogError.ExpectedValue) -> LogError {
    error(.wrongType(key: isElement ? "" : key, found: kind, expected: expected))
  }

  /// The value of a key that an object must have.
  /// - Parameter owner: The kind of object that must have the key, for the message.
  package func required(_ key: String, of owner: String) throws(LogError) -> JSONValue {
    guard let value = self[key] else { throw error(.missingKey("\"\(key)\"", of: owner)) }
    return value
  }

  /// Throws unless the value is an object.
  package func checkIsObject() throws(LogError) {
    if kind != .object { throw wrongType(.object) }
  }

  /// The elements of an array.
  package func array(_ expected: LogError.ExpectedValue = .array) throws(LogError) -> [JSONValue] {
    guard kind == .array else { throw wrongType(expected) }
    return elements
  }

  package func string() throws(LogError) -> String {
    try read { token, bytes throws(Fault) in try token.string(in: bytes, key: key) }
  }

  package func boolean() throws(LogError) -> Bool {
    try read { token, _ throws(Fault) in try token.boolean(key: key) }
  }

  /// A finite number.
  /// - Parameter allowed: Its range; nil for any.
  package func number(
    _ allowed: NumberRange? = nil, expected: LogError.ExpectedValue = .number
  ) throws(LogError) -> Double {
    try read { token, bytes throws(Fault) in
      guard let allowed else { return try token.number(in: bytes, key: key, expected: expected) }
      return try token.number(allowed, in: bytes, key: key, expected: expected)
    }
  }

  /// A whole number, in any notation.
  package func integer(_ allowed: NumberRange? = nil) throws(LogError) -> Int {
    try read { token, bytes throws(Fault) in
      try token.integer(allowed ?? .between(Double(Int.min), Double(Int.max)), in: bytes, key: key)
    }
  }

  /// The numbers of an array.
  /// - Parameters:
  ///   - allowed: The range of each number; nil for any.
  ///   - counts: The possible numbers of elements.
  package func numbers(
    _ allowed: NumberRange? = nil, counts: ClosedRange<Int>, expected: LogError.ExpectedValue
  ) throws(LogError) -> [Double] {
    try read { token, bytes throws(Fault) in
      try token.numbers(allowed, counts: counts, in: bytes, key: key, expected: expected)
    }
  }

  /// One of the names of an enumeration.
  package func choice<Value: CaseIterable & RawRepresentable<String>>() throws(LogError) -> Value {
    try read { token, bytes throws(Fault) in try token.choice(in: bytes, key: key) }
  }

  /// A color, or another text that the key allows.
  /// - Parameters:
  ///   - also: Words that are allowed besides colors.
  ///   - more: A description of other allowed texts, for messages.
  ///   - parse: Converts the text; nil if it is not allowed.
  package func color<Value>(
    also: [String] = [], _ more: String? = nil, _ parse: (String) -> Value?
  ) throws(LogError) -> Value {
    try read { token, bytes throws(Fault) in try token.color(also: also, more, in: bytes, key: key, parse) }
  }

  /// An array of two numbers.
  package func pair(
    _ allowed: NumberRange?, expected: LogError.ExpectedValue = .point
  ) throws(LogError) -> (Double, Double) {
    let numbers = try numbers(allowed, counts: 2...2, expected: expected)
    return (numbers[0], numbers[1])
  }

  package func point(_ allowed: NumberRange? = .coordinate) throws(LogError) -> Point {
    let (x, y) = try pair(allowed)
    return Point(x, y)
  }

  /// Reads the values of this object's keys into their owner.
  /// - Parameter kind: The kind of object that must have the keys that are required, for the message.
  package func read<Owner>(_ keys: [Field<Owner>], into owner: inout Owner, of kind: String) throws(LogError) {
    for key in keys {
      guard let value = key.schema.isRequired ? try required(key.name, of: kind) : self[key.name] else { continue }
      try value.read { token, bytes throws(Fault) in try key.read(token, bytes, value.key, &owner) }
    }
  }

  /// The value of a style key of this object; nil if the object does not have the key.
  package func value<Value>(of style: StyleKey<Value>) throws(LogError) -> Value? {
    guard let value = self[style.name] else { return nil }
    return try value.read { token, bytes throws(Fault) in try style.type.read(token, bytes, value.key) }
  }

  package func read<Result>(_ body: (JSONToken, Span<UInt8>) throws(Fault) -> Result) throws(LogError) -> Result {
    let bytes = document.bytes
    do throws(Fault) {
      return try body(token, bytes.span)
    } catch {
      throw LogError(
        location: LogLocation(of: error.offset, in: bytes, file: document.name), reason: error.reason)
    }
  }
}
