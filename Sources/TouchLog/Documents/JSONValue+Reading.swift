/// Values with their types and ranges checked, as those of log lines are.
extension JSONValue {
  /// The error that the value is of another type than it must be.
  public func wrongType(_ expected: LogError.ExpectedValue) -> LogError {
    error(.wrongType(key: key, found: kind, expected: expected))
  }

  /// The value under a key that an object must have.
  /// - Parameter owner: What wants the key, as messages name it.
  public func required(_ key: String, of owner: String) throws(LogError) -> JSONValue {
    guard let value = self[key] else { throw error(.missingKey("\"\(key)\"", of: owner)) }
    return value
  }

  /// - Throws: `LogError` for anything but an object.
  public func checkIsObject() throws(LogError) {
    if kind != .object { throw wrongType(.object) }
  }

  /// What an array holds.
  public func array(_ expected: LogError.ExpectedValue = .array) throws(LogError) -> [JSONValue] {
    guard kind == .array else { throw wrongType(expected) }
    return elements
  }

  public func string() throws(LogError) -> String {
    guard kind == .string else { throw wrongType(.string) }
    return string(ofNode: node)
  }

  public func boolean() throws(LogError) -> Bool {
    guard kind == .boolean else { throw wrongType(.boolean) }
    return document.bytes[start] == UInt8(ascii: "t")
  }

  /// A finite number.
  /// - Parameter allowed: Its range; nil for any.
  public func number(
    _ allowed: LogError.Allowed? = nil, expected: LogError.ExpectedValue = .number
  ) throws(LogError) -> Double {
    guard let token = numberToken else { throw wrongType(expected) }
    let bytes = document.bytes
    guard let number = token.double(in: bytes.span) else {
      throw error(.beyondDouble(key: key, text: text(of: token)))
    }
    if let allowed, !allowed.contains(number) {
      throw error(.outOfRange(key: key, value: number, allowed: allowed))
    }
    return number
  }

  /// A whole number, however it is written.
  public func integer(_ allowed: LogError.Allowed? = nil) throws(LogError) -> Int {
    guard let token = numberToken else { throw wrongType(.integer) }
    let bytes = document.bytes
    let integer: Int
    do {
      integer = try token.integer(in: bytes.span)
    } catch {
      let text = text(of: token)
      throw self.error(error == .fraction ? .notWhole(key: key, text: text) : .beyondInteger(key: key, text: text))
    }
    if let allowed, !allowed.contains(Double(integer)) {
      throw error(.outOfRange(key: key, value: Double(integer), allowed: allowed))
    }
    return integer
  }

  /// The numbers of an array.
  /// - Parameter counts: How many there may be.
  public func numbers(
    _ allowed: LogError.Allowed? = nil, counts: ClosedRange<Int>, expected: LogError.ExpectedValue
  ) throws(LogError) -> [Double] {
    guard kind == .array else { throw wrongType(expected) }
    let nodes = children
    guard counts.contains(nodes.count) else {
      throw error(.wrongCount(key: key, found: nodes.count, expected: expected))
    }
    var numbers: [Double] = []
    numbers.reserveCapacity(nodes.count)
    for node in nodes {
      numbers.append(try JSONValue(document: document, node: node, key: key).number(allowed, expected: expected))
    }
    return numbers
  }

  /// One of the names of an enumeration.
  public func choice<Value: CaseIterable & RawRepresentable<String>>() throws(LogError) -> Value {
    let text = try string()
    if let value = Value(rawValue: text) { return value }
    throw error(.unknownName(key: key, name: text, allowed: Value.allCases.map(\.rawValue)))
  }

  /// A colour, or what else the key allows.
  /// - Parameters:
  ///   - also: Words that stand for something else than a colour, and what messages say of those that are not fixed.
  ///   - read: What a text stands for; nil where it makes no sense.
  public func color<Value>(
    also: [String] = [], _ more: String? = nil, _ read: (String) -> Value?
  ) throws(LogError) -> Value {
    let text = try string()
    if let value = read(text) { return value }
    throw error(
      .unknownColor(
        key: key, text: text, nearest: Color.nearestName(to: text, orOneOf: also),
        alsoAllowed: also.map { "\"\($0)\"" } + [more].compactMap { $0 }))
  }

  private var numberToken: JSONToken? {
    guard kind == .number else { return nil }
    let bytes = document.bytes
    return try? JSONScanner(spansLines: true).scanNumber(bytes.span, at: start)
  }

  private func text(of token: JSONToken) -> String {
    let bytes = document.bytes
    return bytes.span.text(token.start..<token.end)
  }
}

extension LogError.Allowed {
  /// Of places and steps, in points.
  package static let coordinate = between(-LogLimits.coordinate, LogLimits.coordinate)
  /// Lengths in points that are larger than any drawing are refused as coordinates are.
  package static let length = between(0, LogLimits.coordinate)
  package static let positiveLength = positive(atMost: LogLimits.coordinate)
  package static let unit = between(0, 1)
  /// Of a canvas, in pixels a point.
  package static let resolution = positive(atMost: Double(LogLimits.canvasSide))
  /// Of the corners of a polygon, or the points of a star.
  package static let corners = between(3, 1_000_000)

  /// Whether a number is in the range.
  @inline(__always) public func contains(_ number: Double) -> Bool {
    switch self {
    case .atLeast(let least): number >= least
    case .between(let least, let most): number >= least && number <= most
    case .positive(let most): number > 0 && number <= most
    }
  }
}
