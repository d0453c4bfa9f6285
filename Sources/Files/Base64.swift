/// Bytes as text (RFC 4648, section 4): the standard alphabet, with padding, and nothing else.
public enum Base64 {
  /// The text of `bytes`, in ASCII.
  public static func encoded(_ bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var bits: UInt32 = 0
      for place in 0..<3 { bits = bits << 8 | (place < count ? UInt32(bytes[start + place]) : 0) }
      for place in 0..<4 {
        text.append(place <= count ? letter(UInt8(bits >> UInt32(18 - 6 * place) & 63)) : padding)
      }
    }
    return text
  }

  /// The bytes that `text`, in ASCII, stands for. No other text stands for the same bytes.
  public static func decoded(_ text: Span<UInt8>) throws(Base64Error) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    let values = self.values
    var place = 0
    // Whole groups; what is no letter has a value that shows in the sum.
    while place + 4 <= text.count {
      let a = values[Int(text[place])]
      let b = values[Int(text[place + 1])]
      let c = values[Int(text[place + 2])]
      let d = values[Int(text[place + 3])]
      guard (a | b | c | d) < 64 else { break }
      bytes.append(a << 2 | b >> 4)
      bytes.append(b << 4 | c >> 2)
      bytes.append(c << 6 | d)
      place += 4
    }
    if place < text.count { try decodeEnd(text, from: place, values, into: &bytes) }
    return bytes
  }

  /// Decodes a group that has padding, or finds what is wrong with it.
  private static func decodeEnd(
    _ text: Span<UInt8>, from start: Int, _ values: [UInt8], into bytes: inout [UInt8]
  ) throws(Base64Error) {
    var group: [UInt8] = []
    var place = start
    while place < text.count, place < start + 4, values[Int(text[place])] < 64 {
      group.append(values[Int(text[place])])
      place += 1
    }
    guard place < text.count else { throw .cutOff(count: text.count) }
    guard text[place] == padding, group.count >= 2 else { throw .invalidCharacter(text[place], offset: place) }
    let unused: UInt8 = group.count == 2 ? 15 : 3
    guard group[group.count - 1] & unused == 0 else { throw .unusedBits(offset: place - 1) }
    for offset in place..<start + 4 {
      guard offset < text.count else { throw .cutOff(count: text.count) }
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

  /// Of each letter, 0...63; 255 for what is none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for value in 0..<64 as Range<UInt8> { values[Int(letter(value))] = value }
    return values
  }()
}

/// Why a text is no base64.
public enum Base64Error: Error, Hashable, Sendable {
  /// The first character that is none of the alphabet's, or padding where none may be; `offset` in bytes from the
  /// text's first.
  case invalidCharacter(UInt8, offset: Int)
  /// The text ends within a group of four characters.
  case cutOff(count: Int)
  /// The last letter before the padding has bits that stand for nothing and are not 0.
  case unusedBits(offset: Int)
}

extension Base64Error: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidCharacter(let byte, let offset):
      "unexpected \(Self.name(byte)) in base64, at character \(offset + 1); "
        + "it is made of A-Z, a-z, 0-9, + and / in groups of four, the last one padded with ="
    case .cutOff(let count):
      "base64 comes in groups of four characters; this is cut off after \(count)"
    case .unusedBits(let offset):
      "the last letter of this base64, character \(offset + 1), says more than there are bytes for; encode it again"
    }
  }

  private static func name(_ byte: UInt8) -> String {
    (33...126).contains(byte) ? "\"\(Character(UnicodeScalar(byte)))\"" : "byte \(byte)"
  }
}
