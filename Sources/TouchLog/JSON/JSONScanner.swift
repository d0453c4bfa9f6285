/// Reads JSON (RFC 8259) in one pass over bytes, without building anything.
///
/// Each `scan…` method expects its value at `position`, checks it in full, and leaves `position` behind it. Where one
/// throws, the position means nothing any more.
struct JSONScanner {
  var position = 0
  /// Whether a newline is white space; else it ends the text.
  let spansLines: Bool

  init(spansLines: Bool) {
    self.spansLines = spansLines
  }

  /// Passes white space, and returns the byte behind it.
  @inline(__always) mutating func skipSpace(_ bytes: Span<UInt8>) -> UInt8 {
    let byte = bytes.byte(at: position)
    return byte > ASCII.space ? byte : skipRunOfSpace(bytes)
  }

  private mutating func skipRunOfSpace(_ bytes: Span<UInt8>) -> UInt8 {
    while true {
      let byte = bytes.byte(at: position)
      switch byte {
      case ASCII.space, ASCII.tab, ASCII.carriageReturn: position += 1
      case ASCII.newline where spansLines: position += 1
      default: return byte
      }
    }
  }

  /// Passes any value; what an array or object holds is checked, and forgotten.
  ///
  /// - Parameter depth: How many arrays and objects the value stands in.
  mutating func scanValue(_ bytes: Span<UInt8>, depth: Int) throws(Fault) -> JSONToken {
    let start = position
    switch bytes.byte(at: start) {
    case ASCII.quote: return try scanString(bytes)
    case ASCII.minus, ASCII.zero...ASCII.zero + 9: return try scanNumber(bytes)
    case ASCII.openBrace: return try scanObject(bytes, depth: depth + 1)
    case ASCII.openBracket: return try scanArray(bytes, depth: depth + 1)
    default: return try scanLiteral(bytes)
    }
  }

  private mutating func scanArray(_ bytes: Span<UInt8>, depth: Int) throws(Fault) -> JSONToken {
    let start = position
    var count: UInt64 = 0
    try open(depth)
    if skipSpace(bytes) == ASCII.closeBracket {
      position += 1
    } else {
      repeat {
        _ = skipSpace(bytes)
        _ = try scanValue(bytes, depth: depth)
        count += 1
      } while try goesOn(bytes, until: ASCII.closeBracket)
    }
    var token = JSONToken(.array, start: start, end: position)
    token.word = count
    return token
  }

  private mutating func scanObject(_ bytes: Span<UInt8>, depth: Int) throws(Fault) -> JSONToken {
    let start = position
    try open(depth)
    if skipSpace(bytes) == ASCII.closeBrace {
      position += 1
    } else {
      var seen = SeenKeys()
      repeat {
        let key = try scanKey(bytes)
        try seen.insert(key, in: bytes)
        _ = try scanValue(bytes, depth: depth)
      } while try goesOn(bytes, until: ASCII.closeBrace)
    }
    return JSONToken(.object, start: start, end: position)
  }

  /// Passes the bracket that opens an array or object at `depth`, 1 for the outermost.
  @inline(__always) mutating func open(_ depth: Int) throws(Fault) {
    if depth > LogLimits.nesting { throw Fault(.nestedTooDeep(limit: LogLimits.nesting), at: position) }
    position += 1
  }

  /// Passes a key, its colon, and the space up to its value.
  @inline(__always) mutating func scanKey(_ bytes: Span<UInt8>) throws(Fault) -> JSONToken {
    guard skipSpace(bytes) == ASCII.quote else { throw unexpected(bytes, .key) }
    let key = try scanString(bytes)
    guard skipSpace(bytes) == ASCII.colon else { throw unexpected(bytes, .colon) }
    position += 1
    _ = skipSpace(bytes)
    return key
  }

  /// Passes the comma or closing bracket after a member; false where it was the bracket.
  @inline(__always) mutating func goesOn(_ bytes: Span<UInt8>, until closing: UInt8) throws(Fault) -> Bool {
    let byte = skipSpace(bytes)
    if byte == ASCII.comma {
      position += 1
      return true
    }
    guard byte == closing else {
      throw unexpected(bytes, closing == ASCII.closeBrace ? .commaOrBrace : .commaOrBracket)
    }
    position += 1
    return false
  }

  /// Passes `true`, `false` or `null`; anything else is no value.
  private mutating func scanLiteral(_ bytes: Span<UInt8>) throws(Fault) -> JSONToken {
    let start = position
    var end = start
    while ASCII.isLetter(bytes.byte(at: end)) && end - start < 16 { end += 1 }
    position = end
    switch (end - start, bytes.byte(at: start)) {
    case (4, UInt8(ascii: "t")) where isText("true", at: start, in: bytes):
      var token = JSONToken(.boolean, start: start, end: end)
      token.word = 1
      return token
    case (5, UInt8(ascii: "f")) where isText("false", at: start, in: bytes):
      return JSONToken(.boolean, start: start, end: end)
    case (4, UInt8(ascii: "n")) where isText("null", at: start, in: bytes):
      return JSONToken(.null, start: start, end: end)
    default:
      position = start
      throw notAValue(bytes)
    }
  }

  private func isText(_ text: String, at start: Int, in bytes: Span<UInt8>) -> Bool {
    var offset = start
    for byte in text.utf8 {
      if bytes.byte(at: offset) != byte { return false }
      offset += 1
    }
    return true
  }
}
