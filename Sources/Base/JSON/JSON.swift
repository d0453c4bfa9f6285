/// A JSON value that is made in memory, to be written.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// NaN and the infinities, which JSON cannot express, are written as null.
  case number(Double)
  case string(String)
  case array([JSON])
  /// The members in the order in which they are written.
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSON

    package init(name: String, value: JSON) {
      self.name = name
      self.value = value
    }
  }
}

extension JSON: CustomStringConvertible {
  /// The text on one line, without spaces.
  package var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes, layout: nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text on several lines, for people, with a newline at the end. Arrays and objects that fit on a line stay on
  /// one.
  package var indented: String {
    var bytes: [UInt8] = []
    append(to: &bytes, layout: Layout(indent: 0))
    bytes.append(ASCII.newline)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How a value is spread over lines.
  private struct Layout {
    /// The longest line, in bytes.
    static let width = 100

    /// The number of spaces before the value's last line.
    var indent: Int
  }

  /// - Parameter layout: Nil to write everything on one line.
  private func append(to bytes: inout [UInt8], layout: Layout?) {
    if let layout {
      var line: [UInt8] = []
      append(to: &line, layout: nil)
      guard line.count + layout.indent > Layout.width else {
        bytes += line
        return
      }
    }
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += value.description.utf8
    case .number(let value): if value.isFinite { bytes.appendJSON(value) } else { bytes += "null".utf8 }
    case .string(let value): bytes.appendJSON(value)
    case .array(let values):
      JSON.appendList(values, ASCII.openBracket, ASCII.closeBracket, to: &bytes, layout) { value, bytes, layout in
        value.append(to: &bytes, layout: layout)
      }
    case .object(let members):
      JSON.appendList(members, ASCII.openBrace, ASCII.closeBrace, to: &bytes, layout) { member, bytes, layout in
        bytes.appendJSON(member.name)
        bytes += (layout == nil ? ":" : ": ").utf8
        member.value.append(to: &bytes, layout: layout)
      }
    }
  }

  private static func appendList<Item>(
    _ items: [Item], _ opening: UInt8, _ closing: UInt8, to bytes: inout [UInt8], _ layout: Layout?,
    _ append: (Item, inout [UInt8], Layout?) -> Void
  ) {
    func breakLine(indent: Int) {
      bytes.append(ASCII.newline)
      bytes += [UInt8](repeating: ASCII.space, count: indent)
    }
    let inner = layout.map { Layout(indent: $0.indent + 2) }
    bytes.append(opening)
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(ASCII.comma) }
      if let inner { breakLine(indent: inner.indent) }
      append(item, &bytes, inner)
    }
    if let layout { breakLine(indent: layout.indent) }
    bytes.append(closing)
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(name: $0.0, value: $0.1) })
  }
}
