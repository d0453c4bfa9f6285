/// Reads JSON (RFC 8259) in one pass over bytes, without building anything.
///
/// Each method passes something that begins at an offset, checks it in full, and moves the offset behind it.
struct JSONScanner {
  /// Whether a newline is white space; else it ends the text.
  let spansLines: Bool
  var keys = KeyStack()

  init(spansLines: Bool) {
    self.spansLines = spansLines
  }

  /// Passes white space, and returns the byte behind it.
  @inline(__always) func skipSpace(_ bytes: Span<UInt8>, _ offset: inout Int) -> UInt8 {
    let byte = bytes.byte(at: offset)
    if byte > ASCII.space { return byte }
    offset = spaceEnd(bytes, from: offset)
    return bytes.byte(at: offset)
  }

  private func spaceEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var offset = start
    while ASCII.isSpace(bytes.byte(at: offset)) || bytes.byte(at: offset) == ASCII.newline && spansLines { offset += 1 }
    return offset
  }

  /// Passes any value; what an array or object holds is checked, and forgotten.
  ///
  /// - Parameter depth: How many arrays and objects the value stands in.
  mutating func scanValue(_ bytes: Span<UInt8>, at start: Int, depth: Int) throws(Fault) -> JSONToken {
    switch bytes.byte(at: start) {
    case ASCII.quote: try scanString(bytes, at: start)
    case ASCII.minus, ASCII.zero...ASCII.zero + 9: try scanNumber(bytes, at: start)
    case ASCII.openBrace: try scanObject(bytes, at: start, depth: depth + 1)
    case ASCII.openBracket: try scanArray(bytes, at: start, depth: depth + 1)
    default: try scanLiteral(bytes, at: start)
    }
  }

  private mutating func scanArray(_ bytes: Span<UInt8>, at start: Int, depth: Int) throws(Fault) -> JSONToken {
    var offset = try open(at: start, depth: depth)
    var count: UInt64 = 0
    if skipSpace(bytes, &offset) == ASCII.closeBracket {
      offset += 1
    } else {
      repeat {
        _ = skipSpace(bytes, &offset)
        offset = try scanValue(bytes, at: offset, depth: depth).end
        count += 1
      } while try goesOn(bytes, &offset, until: ASCII.closeBracket)
    }
    var token = JSONToken(.array, start: start, end: offset)
    token.word = count
    return token
  }

  private mutating func scanObject(_ bytes: Span<UInt8>, at start: Int, depth: Int) throws(Fault) -> JSONToken {
    var offset = try open(at: start, depth: depth)
    if skipSpace(bytes, &offset) == ASCII.closeBrace {
      offset += 1
    } else {
      var object = keys.open()
      repeat {
        let key = try scanKey(bytes, &offset)
        try keys.insert(key, in: bytes, of: &object)
        offset = try scanValue(bytes, at: offset, depth: depth).end
      } while try goesOn(bytes, &offset, until: ASCII.closeBrace)
      keys.close(object)
    }
    return JSONToken(.object, start: start, end: offset)
  }

  /// Passes the bracket that opens an array or object at `depth`, 1 for the outermost.
  private func open(at offset: Int, depth: Int) throws(Fault) -> Int {
    if depth > LogLimits.nesting { throw Fault(.nestedTooDeep(limit: LogLimits.nesting), at: offset) }
    return offset + 1
  }

  /// Passes space, a key, its colon, and the space up to its value.
  @inline(__always) func scanKey(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> JSONToken {
    guard skipSpace(bytes, &offset) == ASCII.quote else { throw unexpected(bytes, at: offset, .key) }
    let key = try scanString(bytes, at: offset)
    offset = key.end
    guard skipSpace(bytes, &offset) == ASCII.colon else { throw unexpected(bytes, at: offset, .colon) }
    offset &+= 1
    _ = skipSpace(bytes, &offset)
    return key
  }

  /// Passes what most keys are: one to eight plain characters, the colon and the value right behind them.
  ///
  /// - Returns: The characters and their number; nil, and `offset` anywhere, where the key is written otherwise.
  @inline(__always) func scanShortKey(_ bytes: Span<UInt8>, _ offset: inout Int) -> (word: UInt64, count: Int)? {
    guard bytes.byte(at: offset) == ASCII.quote, let word = bytes.word(at: offset &+ 1) else { return nil }
    let count = ByteWord.plainCount(word)
    offset &+= count &+ 3
    guard count > 0, bytes.byte(at: offset &- 2) == ASCII.quote, bytes.byte(at: offset &- 1) == ASCII.colon,
      bytes.byte(at: offset) > ASCII.space
    else { return nil }
    return (ByteWord.prefix(word, count: count), count)
  }

  /// Passes the comma or closing bracket after a member; false where it was the bracket.
  @inline(__always) func goesOn(
    _ bytes: Span<UInt8>, _ offset: inout Int, until closing: UInt8
  ) throws(Fault) -> Bool {
    let byte = skipSpace(bytes, &offset)
    guard byte == ASCII.comma || byte == closing else {
      throw unexpected(bytes, at: offset, closing == ASCII.closeBrace ? .commaOrBrace : .commaOrBracket)
    }
    offset &+= 1
    return byte == ASCII.comma
  }

  /// Passes `true`, `false` or `null`; anything else is no value.
  private func scanLiteral(_ bytes: Span<UInt8>, at start: Int) throws(Fault) -> JSONToken {
    var end = start
    var word: UInt64 = 0
    while ASCII.isLetter(bytes.byte(at: end)) && end - start < 8 {
      word = word << 8 | UInt64(bytes.byte(at: end))
      end += 1
    }
    // The letters from the highest bits down.
    switch word {
    case 0x74_7275_65:
      var token = JSONToken(.boolean, start: start, end: end)
      token.word = 1
      return token
    case 0x66_616C_7365: return JSONToken(.boolean, start: start, end: end)
    case 0x6E_756C_6C: return JSONToken(.null, start: start, end: end)
    default: throw notAValue(bytes, at: start)
    }
  }
}
