extension JSONScanner {
  /// The fault that an offset holds something else than was expected.
  func unexpected(_ bytes: Span<UInt8>, at offset: Int, _ expected: LogError.Expected) -> Fault {
    Fault(.unexpected(found(bytes, at: offset), expected: expected), at: offset)
  }

  /// The fault that no value begins at an offset; the spellings of NaN and infinity get a reason of their own.
  func notAValue(_ bytes: Span<UInt8>, at start: Int) -> Fault {
    let sign = bytes.byte(at: start)
    let letters = sign == ASCII.minus || sign == ASCII.plus ? start + 1 : start
    var end = letters
    while ASCII.isLetter(bytes.byte(at: end)) && end - letters < 16 { end += 1 }
    switch bytes.text(letters..<end).lowercased() {
    case "nan", "infinity", "inf": return Fault(.notFinite(bytes.text(start..<end)), at: start)
    case "" where sign == ASCII.minus: return unexpected(bytes, at: letters, .digit)
    case "": return unexpected(bytes, at: start, .value)
    default: return Fault(.unexpected(.word(bytes.text(start..<end)), expected: .value), at: start)
    }
  }

  /// What stands at an offset.
  private func found(_ bytes: Span<UInt8>, at offset: Int) -> LogError.Found {
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
