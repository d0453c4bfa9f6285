import JSON

/// A JSON value of which only the beginning may be known.
package indirect enum JSONGlimpse {
  case object([(key: String, value: JSONGlimpse)])
  case array([JSONGlimpse])
  case string(String)
  case number(Double)
  /// A boolean or null.
  case literal
  /// The text ends here, or is not JSON.
  case unknown

  package init(_ text: [UInt8]) {
    var parser = Parser(bytes: text)
    self = parser.value(depth: 0)
  }

  /// The keys of an object, in order.
  package var keys: [String] {
    if case .object(let members) = self { members.map(\.key) } else { [] }
  }

  /// The elements of an array.
  package var elements: [JSONGlimpse] {
    if case .array(let elements) = self { elements } else { [] }
  }

  package var isObject: Bool { if case .object = self { true } else { false } }
  package var isArray: Bool { if case .array = self { true } else { false } }
  package var isNumber: Bool { if case .number = self { true } else { false } }
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of an object's key.
  package subscript(key: String) -> JSONGlimpse? {
    if case .object(let members) = self { members.first { $0.key == key }?.value } else { nil }
  }

  /// The element of an array.
  package subscript(index: Int) -> JSONGlimpse? {
    elements.indices.contains(index) ? elements[index] : nil
  }

  /// The value itself if it is an object, or the first object in an array and the arrays in it.
  package var firstObject: JSONGlimpse? {
    isObject ? self : elements.lazy.compactMap(\.firstObject).first
  }

  /// Whether the object has all these keys.
  package func has(_ names: String...) -> Bool {
    let keys = keys
    return names.allSatisfy { keys.contains($0) }
  }

  /// Reads as much of a value as the text holds.
  private struct Parser {
    let bytes: [UInt8]
    var offset = 0
    /// Whether the rest of the text cannot be read.
    var isAtEnd = false
    private var json = JSONScanner(spansLines: true)

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func value(depth: Int) -> JSONGlimpse {
      let bytes = bytes
      let byte = json.skipSpace(bytes.span, &offset)
      if depth < 16, byte == ASCII.openBrace { return object(depth: depth + 1) }
      if depth < 16, byte == ASCII.openBracket { return array(depth: depth + 1) }
      guard let token = try? json.scanValue(bytes.span, at: offset, depth: depth) else {
        isAtEnd = true
        return .unknown
      }
      offset = token.end
      return switch token.kind {
      case .string: .string(token.string(in: bytes.span))
      case .number: token.double(in: bytes.span).map { .number($0) } ?? .literal
      case .boolean, .null: .literal
      case .array: .array([])
      case .object: .object([])
      }
    }

    mutating func object(depth: Int) -> JSONGlimpse {
      let bytes = bytes
      var members: [(key: String, value: JSONGlimpse)] = []
      offset += 1
      if json.skipSpace(bytes.span, &offset) == ASCII.closeBrace {
        offset += 1
        return .object([])
      }
      repeat {
        guard let key = try? json.scanKey(bytes.span, &offset) else {
          isAtEnd = true
          break
        }
        members.append((key.string(in: bytes.span), value(depth: depth)))
      } while hasNext(until: ASCII.closeBrace)
      return .object(members)
    }

    mutating func array(depth: Int) -> JSONGlimpse {
      let bytes = bytes
      var elements: [JSONGlimpse] = []
      offset += 1
      if json.skipSpace(bytes.span, &offset) == ASCII.closeBracket {
        offset += 1
        return .array([])
      }
      repeat { elements.append(value(depth: depth)) } while hasNext(until: ASCII.closeBracket)
      return .array(elements)
    }

    private mutating func hasNext(until closing: UInt8) -> Bool {
      let bytes = bytes
      if isAtEnd { return false }
      guard let hasNext = try? json.hasNext(bytes.span, &offset, until: closing) else {
        isAtEnd = true
        return false
      }
      return hasNext
    }
  }
}
