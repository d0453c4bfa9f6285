/// Well-formed UTF-8 (Unicode 16, table 3-7): no overlong forms, no surrogates, nothing beyond U+10FFFF.
enum UTF8Sequence {
  /// How many bytes the character at `offset` takes, 2...4; nil where it is ill formed. It must not be ASCII.
  static func length(in bytes: Span<UInt8>, at offset: Int) -> Int? {
    let length: Int
    let second: ClosedRange<UInt8>
    switch bytes.byte(at: offset) {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard second.contains(bytes.byte(at: offset + 1)) else { return nil }
    for further in 2..<max(length, 2) where bytes.byte(at: offset + further) & 0xC0 != 0x80 { return nil }
    return length
  }
}
