/// A JSON value that is written and never read: what `--json` prints.
enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// Written in the fewest digits that read back as this number; null where it is not finite, for which JSON has no
  /// word.
  case number(Double)
  case string(String)
  case array([JSON])
  /// Members in the order in which they are written.
  case object([Member])

  struct Member: Hashable, Sendable {
    let name: String
    let value: JSON
  }
}

extension JSON: CustomStringConvertible {
  /// The text, on one line and without spaces.
  var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += JSON.shortest(value)
    case .string(let value): JSON.write(value, to: &text)
    case .array(let values):
      JSON.writeList(values, between: ("[", "]"), to: &text) { value, text in value.write(to: &text) }
    case .object(let members):
      JSON.writeList(members, between: ("{", "}"), to: &text) { member, text in
        JSON.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
    }
  }

  private static func writeList<Item>(
    _ items: [Item], between brackets: (String, String), to text: inout String, write: (Item, inout String) -> Void
  ) {
    text += brackets.0
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      write(item, &text)
    }
    text += brackets.1
  }

  private static func shortest(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(name: $0.0, value: $0.1) })
  }
}
