extension JSONScanner {
  /// Scans a string and its quotes. The byte at `start` must be the opening quote.
  @inline(__always) func scanString(_ bytes: Span<UInt8>, at start: Int) throws(JSONFault) -> JSONToken {
    if let word = bytes.word(at: start &+ 1) {
      let count = ByteWord.plainCount(word)
      let end = start &+ 1 &+ count
      if count > 0 && bytes.byte(at: end) == ASCII.quote {
        var token = JSONToken(.string, start: start, end: end &+ 1)
        token.word = ByteWord.prefix(word, count: count)
        return token
      }
    }
    return try scanLongString(bytes, at: start)
  }

  /// Whether a byte is ASCII that needs no escape in a string.
  @inline(__always) private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x60 && byte != ASCII.quote && byte != ASCII.backslash
  }

  /// Scans a string that is empty, longer than eight bytes, or has escapes or non-ASCII characters.
  @inline(never) private func scanLongString(_ bytes: Span<UInt8>, at start: Int) throws(JSONFault) -> JSONToken {
    var token = JSONToken(.string, start: start, end: start)
    var offset = start + 1
    while true {
      let byte = bytes.byte(at: offset)
      let index = offset - token.start - 1
      if index < 8 && byte != ASCII.quote { token.word |= UInt64(byte) << UInt64(index * 8) }
      if Self.isPlain(byte) {
        offset += 1
      } else if byte == ASCII.quote {
        token.end = offset + 1
        return token
      } else if byte == ASCII.backslash {
        offset += try escapeLength(bytes, at: offset)
        token.isPlain = false
      } else if byte >= 0x80 {
        guard let length = UTF8Sequence.length(in: bytes, at: offset) else {
          throw JSONFault(.notUTF8(byte), at: offset)
        }
        offset += length
      } else if offset >= bytes.count || byte == ASCII.newline && !spansLines {
        throw unexpected(bytes, at: offset, .closingQuote)
      } else {
        throw JSONFault(.controlCharacter(byte), at: offset)
      }
    }
  }

  /// The length of the escape at `offset`: 2 bytes, 6, or 12 for a surrogate pair.
  private func escapeLength(_ bytes: Span<UInt8>, at offset: Int) throws(JSONFault) -> Int {
    switch bytes.byte(at: offset + 1) {
    case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      let unit = try hexUnit(bytes, at: offset + 2)
      guard unit & 0xF800 == 0xD800 else { return 6 }
      guard unit < 0xDC00, bytes.byte(at: offset + 6) == ASCII.backslash,
        bytes.byte(at: offset + 7) == UInt8(ascii: "u"),
        try hexUnit(bytes, at: offset + 8) & 0xFC00 == 0xDC00
      else { throw JSONFault(.loneSurrogate(unit), at: offset) }
      return 12
    default:
      throw unexpected(bytes, at: offset + 1, .escape)
    }
  }

  /// The value of four hexadecimal digits.
  private func hexUnit(_ bytes: Span<UInt8>, at offset: Int) throws(JSONFault) -> UInt16 {
    var unit: UInt16 = 0
    for digit in offset..<offset + 4 {
      guard let value = ASCII.hexDigit(bytes.byte(at: digit)) else { throw unexpected(bytes, at: digit, .hexDigit) }
      unit = unit << 4 | UInt16(value)
    }
    return unit
  }
}

extension JSONToken {
  /// A string's text, with escapes resolved.
  package func string(in bytes: Span<UInt8>) -> String {
    String(decoding: utf8(in: bytes), as: UTF8.self)
  }

  /// A string's UTF-8, with escapes resolved.
  package func utf8(in bytes: Span<UInt8>) -> [UInt8] {
    if isPlain { return bytes.array(content) }
    var units: [UInt8] = []
    var offset = content.lowerBound
    while offset < content.upperBound {
      guard bytes[offset] == ASCII.backslash else {
        units.append(bytes[offset])
        offset += 1
        continue
      }
      let escape = bytes[offset + 1]
      offset += 2
      switch escape {
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "u"):
        var code = Self.unit(bytes, at: offset)
        offset += 4
        if code & 0xFC00 == 0xD800 {
          code = 0x10000 + ((code & 0x3FF) << 10) + (Self.unit(bytes, at: offset + 2) & 0x3FF)
          offset += 6
        }
        units.append(contentsOf: String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
      default: units.append(escape)
      }
    }
    return units
  }

  /// The UTF-16 code unit of four hexadecimal digits.
  private static func unit(_ bytes: Span<UInt8>, at offset: Int) -> UInt32 {
    (offset..<offset + 4).reduce(0) { $0 << 4 | UInt32(ASCII.hexDigit(bytes[$1]) ?? 0) }
  }
}
