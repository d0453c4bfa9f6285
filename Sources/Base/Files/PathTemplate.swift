/// The name of outputs as a user gives it: a path in which words in braces stand for properties of an input.
package struct PathTemplate: Hashable, Sendable {
  /// A word in braces, such as `{stem}`, or `{shard:05}` for a number of five digits.
  package struct Placeholder: Hashable, Sendable {
    package let word: String
    package let digits: Int?

    package init(word: String, digits: Int? = nil) { (self.word, self.digits) = (word, digits) }
  }

  /// The text from a brace on, which is not a placeholder.
  package struct UnknownPlaceholder: Error, Hashable, Sendable {
    package let text: String
  }

  package enum Part: Hashable, Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  package let parts: [Part]

  package var placeholders: [Placeholder] {
    parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
  }

  /// - Parameters:
  ///   - words: The words that may stand in braces.
  ///   - numbers: Those of them that may have digits, 1 to 12.
  package init(_ text: String, words: [String], numbers: [String] = []) throws(UnknownPlaceholder) {
    var parts: [Part] = []
    var rest = text.utf8[...]
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      if brace > rest.startIndex { parts.append(.text(String(Substring(rest[..<brace])))) }
      let end = rest[brace...].firstIndex(of: UInt8(ascii: "}"))
      let found = String(Substring(end.map { rest[brace...$0] } ?? rest[brace...]))
      guard let end, let placeholder = Self.placeholder(found, words, numbers) else {
        throw UnknownPlaceholder(text: found)
      }
      parts.append(.placeholder(placeholder))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(Substring(rest)))) }
    self.parts = parts
  }

  /// - Parameter text: With its braces.
  private static func placeholder(_ text: String, _ words: [String], _ numbers: [String]) -> Placeholder? {
    let pieces = text.dropFirst().dropLast().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(pieces[0])
    guard pieces.count == 2 else { return words.contains(word) ? Placeholder(word: word) : nil }
    guard numbers.contains(word), pieces[1].utf8.first == UInt8(ascii: "0"), let digits = Int(pieces[1]),
      1...12 ~= digits
    else { return nil }
    return Placeholder(word: word, digits: digits)
  }

  /// The path of an output.
  /// - Parameter value: The value of a placeholder. Braces in it have no meaning.
  package func path<Failure>(_ value: (Placeholder) throws(Failure) -> String) throws(Failure) -> String {
    var path = ""
    for part in parts {
      switch part {
      case .text(let text): path += text
      case .placeholder(let placeholder): path += try value(placeholder)
      }
    }
    return path
  }
}
