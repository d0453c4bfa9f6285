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
/// quote is not closed, or nothing follows the last backslash.
package func shellWords(_ text: String) -> [String]? {
  var words: [String] = []
  var word: String?
  var quote: Unicode.Scalar?
  var isEscaped = false
  for scalar in text.unicodeScalars {
    if isEscaped {
      isEscaped = false
      // A line that is continued.
      if scalar == "\n" { continue }
      // Within double quotes a backslash is one unless it hides what is special there.
      let isHidden = quote == nil || "\"\\$`".unicodeScalars.contains(scalar)
      word = (word ?? "") + (isHidden ? "" : "\\") + String(scalar)
      continue
    }
    switch scalar {
    case "\\" where quote != "'": isEscaped = true
    case quote: quote = nil
    case "'" where quote == nil, "\"" where quote == nil:
      quote = scalar
      word = word ?? ""
    case " " where quote == nil, "\t" where quote == nil, "\n" where quote == nil:
      if let word { words.append(word) }
      word = nil
    default: word = (word ?? "") + String(scalar)
    }
  }
  if let word { words.append(word) }
  return quote == nil && !isEscaped ? words : nil
}
