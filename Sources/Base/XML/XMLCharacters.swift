/// The characters of XML 1.0, section 2.2 to 2.3.
enum XMLCharacter {
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Whether a name can begin with this byte. Characters beyond ASCII are not distinguished.
  static func beginsName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte >= 0x80
  }

  static func continuesName(_ byte: UInt8) -> Bool {
    beginsName(byte) || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  static func isAllowed(_ code: UInt32) -> Bool {
    switch code {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// The length of the character at `offset`, which must be in the text.
  /// - Throws: If it is ill-formed UTF-8 (Unicode 16, table 3-7), or XML excludes it.
  static func length(in bytes: Span<UInt8>, at offset: Int) throws(XMLFault) -> Int {
    let first = bytes[offset]
    if first < 0x80 {
      guard isAllowed(UInt32(first)) else { throw XMLFault(.excludedCharacter(UInt32(first)), at: offset) }
      return 1
    }
    let length: Int
    let second: ClosedRange<UInt8>
    switch first {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw XMLFault(.notUTF8(first), at: offset)
    }
    for next in 1..<length {
      guard offset + next < bytes.count else { throw XMLFault(.cutOff(.character), at: bytes.count) }
      let byte = bytes[offset + next]
      guard next == 1 ? second.contains(byte) : byte & 0xC0 == 0x80 else {
        throw XMLFault(.notUTF8(first), at: offset)
      }
    }
    if first == 0xEF, bytes[offset + 1] == 0xBF, bytes[offset + 2] >= 0xBE {
      throw XMLFault(.excludedCharacter(0xFF00 + UInt32(bytes[offset + 2]) + 0x40), at: offset)
    }
    return length
  }
}

extension Span<UInt8> {
  /// The byte at `offset`, or 0, which XML allows nowhere, past the end.
  @inline(__always) func byte(at offset: Int) -> UInt8 { offset < count ? self[offset] : 0 }

  /// Skips words of text without markup, references, control characters and characters beyond ASCII.
  @inline(__always) func skipPlainText(from offset: Int) -> Int {
    var offset = offset
    while count &- offset >= 8 {
      let block = extracting(offset..<offset &+ 8)
      // The compiler turns this into one load.
      let low = UInt64(block[0]) | UInt64(block[1]) << 8 | UInt64(block[2]) << 16 | UInt64(block[3]) << 24
      let high = UInt64(block[4]) | UInt64(block[5]) << 8 | UInt64(block[6]) << 16 | UInt64(block[7]) << 24
      if ByteWord.hasSpecial(low | high << 32) { break }
      offset &+= 8
    }
    return offset
  }

  /// Whether the bytes at `offset` are this text.
  func has(_ text: String, at offset: Int) -> Bool {
    guard offset + text.utf8.count <= count else { return false }
    var offset = offset
    for byte in text.utf8 {
      if self[offset] != byte { return false }
      offset += 1
    }
    return true
  }

  /// Whether two ranges have the same bytes.
  func equal(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    guard one.count == other.count else { return false }
    for index in 0..<one.count where self[one.lowerBound + index] != self[other.lowerBound + index] { return false }
    return true
  }

  func text(_ range: Range<Int>) -> String {
    var copy: [UInt8] = []
    copy.reserveCapacity(range.count)
    for offset in range { copy.append(self[offset]) }
    return String(decoding: copy, as: UTF8.self)
  }
}

/// Tests of eight bytes at a time (Warren, Hacker's Delight, chapter 6).
private enum ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Whether a byte is "<", "&", "]", a control character or beyond ASCII.
  @inline(__always) static func hasSpecial(_ word: UInt64) -> Bool {
    let less = word ^ (ones &* 0x3C)
    let ampersand = word ^ (ones &* 0x26)
    let bracket = word ^ (ones &* 0x5D)
    let zeros =
      (less &- ones) & ~less | (ampersand &- ones) & ~ampersand | (bracket &- ones) & ~bracket
      | (word &- ones &* 0x20) | word
    return zeros & highs != 0
  }
}

/// The encodings that a text can have.
enum XMLEncoding {
  /// The text as UTF-8, without a byte-order mark. UTF-16 is known by its mark, other encodings by the declaration.
  static func utf8(_ bytes: [UInt8]) throws(XMLFault) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFE, 0xFF]) { return try fromUTF16(bytes, highFirst: true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return try fromUTF16(bytes, highFirst: false) }
    guard let name = declaredName(bytes) else { return bytes }
    switch name.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": return bytes
    // The declaration could be read, so the text is not UTF-16 any more.
    case "utf-16": return bytes
    case "iso-8859-1", "latin1", "latin-1": return fromLatin1(bytes)
    default: throw XMLFault(.unknownEncoding(name), at: 0)
    }
  }

  /// The name of the encoding in the XML declaration, if it has one.
  private static func declaredName(_ bytes: [UInt8]) -> String? {
    let start = bytes.firstIndex { !XMLCharacter.isSpace($0) } ?? 0
    guard bytes[start...].starts(with: "<?xml".utf8) else { return nil }
    let declaration = bytes[start...].prefix(256).prefix { $0 != UInt8(ascii: ">") }
    var offset = declaration.startIndex
    while offset < declaration.endIndex, !declaration[offset...].starts(with: "encoding".utf8) { offset += 1 }
    let isQuote = { (byte: UInt8) in byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
    guard let open = declaration[offset...].firstIndex(where: isQuote) else { return nil }
    return String(decoding: declaration[(open + 1)...].prefix { !isQuote($0) }, as: UTF8.self)
  }

  private static func fromLatin1(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 { text.append(byte) } else { text += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
    }
    return text
  }

  private static func fromUTF16(_ bytes: [UInt8], highFirst: Bool) throws(XMLFault) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2)
    var offset = 2
    func unit(_ offset: Int) -> UInt32? {
      guard offset + 1 < bytes.count else { return nil }
      let (first, second) = (UInt32(bytes[offset]), UInt32(bytes[offset + 1]))
      return highFirst ? first << 8 | second : second << 8 | first
    }
    // A last byte without its other half is the end of a file that is cut off.
    while let code = unit(offset) {
      offset += 2
      if code < 0x80 {
        text.append(UInt8(code))
        continue
      }
      var scalar = Unicode.Scalar(code)
      if scalar == nil, code < 0xDC00, let low = unit(offset), low >> 10 == 0x37 {
        offset += 2
        scalar = Unicode.Scalar(0x10000 + (code & 0x3FF) << 10 + low & 0x3FF)
      }
      guard let scalar else {
        if unit(offset) == nil, code < 0xDC00 { break }
        throw XMLFault(.notUTF16, at: text.count)
      }
      text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
    return text
  }
}
