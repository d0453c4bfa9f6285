/// Bytes as text (RFC 4648, section 4): the standard alphabet with padding; no line breaks or other characters.
package enum Base64 {
  /// The ASCII text that encodes `bytes`.
  package static func encoded(_ bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var bits: UInt32 = 0
      for index in 0..<3 { bits = bits << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
      for index in 0..<4 {
        text.append(index <= count ? letter(UInt8(bits >> UInt32(18 - 6 * index) & 63)) : padding)
      }
    }
    return text
  }

  /// Decodes ASCII text. Accepts only the text that `encoded` gives for the result.
  /// - Throws: `Base64Error` for any other text.
  package static func decoded(_ text: Span<UInt8>) throws(Base64Error) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    let values = self.values
    var offset = 0
    // Whole groups. A byte outside the alphabet has a value of 64 or more, which the union shows.
    while offset + 4 <= text.count {
      let a = values[Int(text[offset])]
      let b = values[Int(text[offset + 1])]
      let c = values[Int(text[offset + 2])]
      let d = values[Int(text[offset + 3])]
      guard (a | b | c | d) < 64 else { break }
      bytes.append(a << 2 | b >> 4)
      bytes.append(b << 4 | c >> 2)
      bytes.append(c << 6 | d)
      offset += 4
    }
    if offset < text.count { try decodeEnd(text, from: offset, values, into: &bytes) }
    return bytes
  }

  /// Decodes a group with padding, or finds what is wrong with it.
  private static func decodeEnd(
    _ text: Span<UInt8>, from start: Int, _ values: [UInt8], into bytes: inout [UInt8]
  ) throws(Base64Error) {
    var group: [UInt8] = []
    var end = start
    while end < text.count, end < start + 4, values[Int(text[end])] < 64 {
      group.append(values[Int(text[end])])
      end += 1
    }
    guard end < text.count else { throw .truncated(count: text.count) }
    guard text[end] == padding, group.count >= 2 else { throw .invalidCharacter(text[end], offset: end) }
    let unused: UInt8 = group.count == 2 ? 15 : 3
    guard group[group.count - 1] & unused == 0 else { throw .unusedBits(offset: end - 1) }
    for offset in end..<start + 4 {
      guard offset < text.count else { throw .truncated(count: text.count) }
      guard text[offset] == padding else { throw .invalidCharacter(text[offset], offset: offset) }
    }
    guard text.count == start + 4 else { throw .invalidCharacter(text[start + 4], offset: start + 4) }
    bytes.append(group[0] << 2 | group[1] >> 4)
    if group.count == 3 { bytes.append(group[1] << 4 | group[2] >> 2) }
  }

  private static let padding = UInt8(ascii: "=")

  private static func letter(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  /// The value of each byte: 0...63 for the letters of the alphabet, 255 for all others.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for value in 0..<64 as Range<UInt8> { values[Int(letter(value))] = value }
    return values
  }()
}

/// Why a text is not base64.
public enum Base64Error: Error, Hashable, Sendable {
  /// A byte outside the alphabet, or misplaced padding; `offset` counts from the text's first byte.
  case invalidCharacter(UInt8, offset: Int)
  /// The text ends within a group of four characters, after `count` bytes.
  case truncated(count: Int)
  /// The last letter before the padding has bits set that belong to no byte.
  case unusedBits(offset: Int)
}

extension Base64Error: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidCharacter(let byte, let offset):
      "unexpected \(Self.name(byte)) in base64, at character \(offset + 1); "
        + "base64 is A-Z, a-z, 0-9, + and / in groups of four, the last group padded with ="
    case .truncated(let count):
      "base64 comes in groups of four characters; this ends after \(count)"
    case .unusedBits(let offset):
      "the last letter of this base64, character \(offset + 1), has bits that belong to no byte; encode it again"
    }
  }

  private static func name(_ byte: UInt8) -> String {
    (33...126).contains(byte) ? "\"\(Character(UnicodeScalar(byte)))\"" : "byte \(byte)"
  }
}
