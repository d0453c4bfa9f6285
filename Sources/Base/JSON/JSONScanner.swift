/// Scans JSON (RFC 8259) in one pass over bytes, without building a tree.
///
/// Each method checks one part of the text completely, from the given offset, and returns or sets the offset after it.
package struct JSONScanner {
  /// The deepest nesting of arrays and objects.
  package static let deepestNesting = 64

  /// Whether a newline is white space; otherwise it ends the text.
  let spansLines: Bool
  /// The keys of the objects that are being scanned.
  var keys = KeyStack()

  package init(spansLines: Bool) {
    self.spansLines = spansLines
  }

  /// Forgets the keys of objects whose scan ended with an error.
  package mutating func reset() { keys.removeAll() }

  /// Skips white space and returns the byte after it.
  @inline(__always) package func skipSpace(_ bytes: Span<UInt8>, _ offset: inout Int) -> UInt8 {
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

  /// Scans any value. The contents of an array or object are checked but not kept.
  ///
  /// - Parameter depth: The number of arrays and objects around the value.
  package mutating func scanValue(_ bytes: Span<UInt8>, at start: Int, depth: Int) throws(JSONFault) -> JSONToken {
    switch bytes.byte(at: start) {
    case ASCII.quote: try scanString(bytes, at: start)
    case ASCII.minus, ASCII.zero...ASCII.zero + 9: try scanNumber(bytes, at: start)
    case ASCII.openBrace: try scanObject(bytes, at: start, depth: depth + 1)
    case ASCII.openBracket: try scanArray(bytes, at: start, depth: depth + 1)
    default: try scanLiteral(bytes, at: start)
    }
  }

  private mutating func scanArray(_ bytes: Span<UInt8>, at start: Int, depth: Int) throws(JSONFault) -> JSONToken {
    var offset = try open(at: start, depth: depth)
    var count: UInt64 = 0
    if skipSpace(bytes, &offset) == ASCII.closeBracket {
      offset += 1
    } else {
      repeat {
        _ = skipSpace(bytes, &offset)
        offset = try scanValue(bytes, at: offset, depth: depth).end
        count += 1
      } while try hasNext(bytes, &offset, until: ASCII.closeBracket)
    }
    var token = JSONToken(.array, start: start, end: offset)
    token.word = count
    return token
  }

  private mutating func scanObject(_ bytes: Span<UInt8>, at start: Int, depth: Int) throws(JSONFault) -> JSONToken {
    var offset = try open(at: start, depth: depth)
    if skipSpace(bytes, &offset) == ASCII.closeBrace {
      offset += 1
    } else {
      var object = keys.open()
      repeat {
        let key = try scanKey(bytes, &offset)
        try keys.insert(key, in: bytes, of: &object)
        offset = try scanValue(bytes, at: offset, depth: depth).end
      } while try hasNext(bytes, &offset, until: ASCII.closeBrace)
      keys.close(object)
    }
    return JSONToken(.object, start: start, end: offset)
  }

  /// Skips the bracket that opens an array or object at `depth`, 1 for the outermost.
  func open(at offset: Int, depth: Int) throws(JSONFault) -> Int {
    if depth > Self.deepestNesting { throw JSONFault(.nestedTooDeep(limit: Self.deepestNesting), at: offset) }
    return offset + 1
  }

  /// Scans space, a key, its colon, and the space before its value.
  @inline(__always) package func scanKey(_ bytes: Span<UInt8>, _ offset: inout Int) throws(JSONFault) -> JSONToken {
    guard skipSpace(bytes, &offset) == ASCII.quote else { throw unexpected(bytes, at: offset, .key) }
    let key = try scanString(bytes, at: offset)
    offset = key.end
    guard skipSpace(bytes, &offset) == ASCII.colon else { throw unexpected(bytes, at: offset, .colon) }
    offset &+= 1
    _ = skipSpace(bytes, &offset)
    return key
  }

  /// Scans a key as most are written: one to eight plain characters, directly followed by the colon and the value.
  ///
  /// - Returns: The characters and their count; nil, with `offset` undefined, if the key is written another way.
  @inline(__always) func scanShortKey(_ bytes: Span<UInt8>, _ offset: inout Int) -> (word: UInt64, count: Int)? {
    guard bytes.byte(at: offset) == ASCII.quote, let word = bytes.word(at: offset &+ 1) else { return nil }
    let count = ByteWord.plainCount(word)
    offset &+= count &+ 3
    guard count > 0, bytes.byte(at: offset &- 2) == ASCII.quote, bytes.byte(at: offset &- 1) == ASCII.colon,
      bytes.byte(at: offset) > ASCII.space
    else { return nil }
    return (ByteWord.prefix(word, count: count), count)
  }

  /// Scans the comma or closing bracket after an element or member; returns whether it was the comma.
  @inline(__always) package func hasNext(
    _ bytes: Span<UInt8>, _ offset: inout Int, until closing: UInt8
  ) throws(JSONFault) -> Bool {
    let byte = skipSpace(bytes, &offset)
    guard byte == ASCII.comma || byte == closing else {
      throw unexpected(bytes, at: offset, closing == ASCII.closeBrace ? .commaOrBrace : .commaOrBracket)
    }
    offset &+= 1
    return byte == ASCII.comma
  }

  /// Scans `true`, `false` or `null`; anything else is an error.
  private func scanLiteral(_ bytes: Span<UInt8>, at start: Int) throws(JSONFault) -> JSONToken {
    var end = start
    var word: UInt64 = 0
    while ASCII.isLetter(bytes.byte(at: end)) && end - start < 8 {
      word = word << 8 | UInt64(bytes.byte(at: end))
      end += 1
    }
    // The letters in big-endian order.
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

extension JSONScanner {
  /// The fault that the byte at an offset is not the expected one.
  package func unexpected(_ bytes: Span<UInt8>, at offset: Int, _ expected: JSONError.Expected) -> JSONFault {
    JSONFault(.unexpected(found(bytes, at: offset), expected: expected), at: offset)
  }

  /// The fault that no value begins at an offset. Spellings of NaN and infinity have a separate error.
  func notAValue(_ bytes: Span<UInt8>, at start: Int) -> JSONFault {
    let sign = bytes.byte(at: start)
    let letters = sign == ASCII.minus || sign == ASCII.plus ? start + 1 : start
    var end = letters
    while ASCII.isLetter(bytes.byte(at: end)) && end - letters < 16 { end += 1 }
    switch bytes.text(letters..<end).lowercasedASCII {
    case "nan", "infinity", "inf": return JSONFault(.notFinite(bytes.text(start..<end)), at: start)
    case "" where sign == ASCII.minus: return unexpected(bytes, at: letters, .digit)
    case "": return unexpected(bytes, at: start, .value)
    default: return JSONFault(.unexpected(.word(bytes.text(start..<end)), expected: .value), at: start)
    }
  }

  /// Describes the byte or character at an offset.
  private func found(_ bytes: Span<UInt8>, at offset: Int) -> JSONError.Found {
    if offset >= bytes.count { return .endOfFile }
    let byte = bytes[offset]
    if byte == ASCII.newline { return spansLines ? .byte(byte) : .endOfLine }
    if byte < 0x20 || byte == 0x7F { return .byte(byte) }
    if byte < 0x80 { return .character(Unicode.Scalar(byte)) }
    guard let length = UTF8Sequence.length(in: bytes, at: offset) else { return .byte(byte) }
    let text = String(decoding: bytes.array(offset..<offset + length), as: UTF8.self)
    return text.unicodeScalars.first.map { .character($0) } ?? .byte(byte)
  }
}
