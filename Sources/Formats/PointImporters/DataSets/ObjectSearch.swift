import JSON

/// Finds the end of a JSON object that arrives in parts, by its brackets and strings alone.
struct ObjectSearch {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var last: UInt8 = 0

  /// The end of the object, searched from `offset` on; nil, with `offset` after the bytes, if it is not there.
  ///
  /// The object also ends before a line that begins with a brace: that is the next object, and this one is cut off.
  mutating func end(in text: [UInt8], from offset: inout Int) -> Int? {
    let bytes = text.span
    while offset < bytes.count {
      if let word = bytes.word(at: offset) {
        let count = isInString ? isEscaped ? 0 : ByteWord.plainCount(word) : Self.plainCount(word)
        if count > 0 {
          offset += count
          last = bytes[offset - 1]
          continue
        }
      }
      let byte = bytes[offset]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == ASCII.backslash {
          isEscaped = true
        } else if byte == ASCII.quote || byte == ASCII.newline {
          isInString = false
        }
      } else if byte == ASCII.quote {
        isInString = true
      } else if byte == ASCII.openBrace {
        if depth > 0, last == ASCII.newline { return offset }
        depth += 1
      } else if byte == ASCII.closeBrace {
        depth -= 1
        if depth == 0 { return offset + 1 }
      }
      last = byte
      offset += 1
    }
    return nil
  }

  /// The number of bytes before the first quote or brace; at most 8. It may be smaller where there is neither.
  @inline(__always) private static func plainCount(_ word: UInt64) -> Int {
    // Setting two bits makes both braces, and two other bytes, the byte 0x7F.
    let found = ByteWord.matches(word, ASCII.quote) | ByteWord.matches(word | 0x0606_0606_0606_0606, 0x7F)
    return found.trailingZeroBitCount &>> 3
  }
}
