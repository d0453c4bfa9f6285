/// A word, quoted for a shell if necessary.
package func shellWord(_ text: String) -> String {
  let isPlain =
    !text.isEmpty
    && text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || "_-./@%+=:,".utf8.contains(byte)
    }
  return isPlain ? text : "'" + text.exchanging("'", for: "'\\''") + "'"
}

/// The words of a command line as a shell divides it, with quotes and backslashes, but without any expansion; nil if a
/// quote is not closed.
package func shellWords(_ text: String) -> [String]? {
  var words: [String] = []
  var word: String?
  var quote: Character?
  var isEscaped = false
  for character in text {
    if isEscaped {
      // Within double quotes a backslash is one unless it hides a quote or another one.
      if quote != nil, character != "\"", character != "\\" { word?.append("\\") }
      word?.append(character)
      isEscaped = false
      continue
    }
    switch character {
    case "\\" where quote != "'":
      isEscaped = true
      word = word ?? ""
    case quote: quote = nil
    case "'" where quote == nil, "\"" where quote == nil:
      quote = character
      word = word ?? ""
    case " " where quote == nil, "\t" where quote == nil, "\n" where quote == nil:
      if let word { words.append(word) }
      word = nil
    default: word = (word ?? "") + String(character)
    }
  }
  if let word { words.append(word) }
  return quote == nil && !isEscaped ? words : nil
}
