extension JSONScanner {
  /// The fault that `position` holds something else than was expected.
  func unexpected(_ bytes: Span<UInt8>, _ expected: LogError.Expected) -> Fault {
    Fault(.unexpected(found(bytes), expected: expected), at: position)
  }

  /// The fault that no value begins at `position`; the spellings of NaN and infinity get a reason of their own.
  func notAValue(_ bytes: Span<UInt8>) -> Fault {
    let sign = bytes.byte(at: position)
    var end = sign == ASCII.minus || sign == ASCII.plus ? position + 1 : position
    let letters = end
    while ASCII.isLetter(bytes.byte(at: end)) && end - letters < 16 { end += 1 }
    let word = bytes.text(letters..<end)
    switch word.lowercased() {
    case "nan", "infinity", "inf": return Fault(.notFinite(bytes.text(position..<end)), at: position)
    case "": return unexpected(bytes, letters == position || sign == ASCII.plus ? .value : .digit)
    default: return Fault(.unexpected(.word(bytes.text(position..<end)), expected: .value), at: position)
    }
  }

  /// What stands at `position`.
  private func found(_ bytes: Span<UInt8>) -> LogError.Found {
    if position >= bytes.count { return .endOfFile }
    let byte = bytes[position]
    if byte == ASCII.newline { return spansLines ? .byte(byte) : .endOfLine }
    if byte < 0x20 || byte == 0x7F { return .byte(byte) }
    if byte < 0x80 { return .character(Unicode.Scalar(byte)) }
    guard let length = UTF8Sequence.length(in: bytes, at: position) else { return .byte(byte) }
    let text = String(decoding: bytes.array(position..<position + length), as: UTF8.self)
    return text.unicodeScalars.first.map { .character($0) } ?? .byte(byte)
  }
}
