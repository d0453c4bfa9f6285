import JSON

/// Tracks brackets and strings to find the bracket that closes the first one.
struct BracketMatcher {
  private var depth: Int
  private var isInString = false
  private var isEscaped = false

  /// - Parameter depth: The number of brackets that are open.
  init(depth: Int = 0) { self.depth = depth }

  /// Takes the next byte and returns whether it closes the first bracket.
  mutating func closes(with byte: UInt8) -> Bool {
    if isInString {
      // A string cannot contain a newline. One that is not closed ends there, so that the rest can still be read.
      isInString = isEscaped || byte != ASCII.quote && byte != ASCII.newline
      isEscaped = !isEscaped && byte == ASCII.backslash
      return false
    }
    switch byte {
    case ASCII.quote: isInString = true
    case ASCII.openBrace, ASCII.openBracket: depth += 1
    case ASCII.closeBrace, ASCII.closeBracket: depth -= 1
    default: break
    }
    return depth == 0
  }
}
