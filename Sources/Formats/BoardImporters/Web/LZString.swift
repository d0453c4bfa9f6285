/// The compression of the library lz-string: LZ78 on UTF-16 code units, whose codes get longer as the dictionary grows.
///
/// Code 0 is followed by a unit of 8 bits, 1 by one of 16 bits, and 2 ends the text; the others name earlier parts of
/// the text. Each code after the first adds the part before it, with the first unit after that, to the dictionary. All
/// numbers have their lowest bit first.
struct LZString {
  enum Failure: Error, Equatable {
    /// The text ends before its end mark.
    case cutOff
    /// A letter that Base64 does not have, or a code that no part of the text has.
    case damaged
    case tooLong
  }

  private var letters: BitLetters
  private var units: [UInt16] = []
  private let limit: Int
  /// The part of the text for each code from 3 on.
  private var parts: [(start: Int, count: Int)] = []
  /// The number of bits of the next code.
  private var width = 2

  /// The text of Base64 letters among which are spaces and line breaks.
  /// - Parameter limit: The most UTF-16 code units.
  static func decompressed(base64 text: ArraySlice<UInt8>, limit: Int) throws(Failure) -> String {
    var coder = LZString(letters: BitLetters(text: text), limit: limit)
    try coder.read()
    return String(decoding: coder.units, as: UTF16.self)
  }

  private init(letters: BitLetters, limit: Int) {
    (self.letters, self.limit) = (letters, limit)
  }

  private mutating func read() throws(Failure) {
    // The part that the code before gave.
    var last: (start: Int, count: Int)?
    // The number of codes that may still be added before codes get longer.
    var room = 1
    while true {
      let code = try letters.number(bits: width)
      if code == 2 { return }
      let start = units.count
      var part: (start: Int, count: Int)
      if code < 2 {
        try append(UInt16(truncatingIfNeeded: letters.number(bits: code == 0 ? 8 : 16)))
        part = (start, 1)
        parts.append(part)
        if last != nil { grow(&room) }
      } else {
        guard let before = last, code - 3 <= parts.count else { throw .damaged }
        // The newest part is the one before with its own first unit.
        part = code - 3 < parts.count ? parts[code - 3] : (before.start, before.count + 1)
        for offset in 0..<part.count { try append(units[part.start + offset]) }
        part.start = start
      }
      if let before = last {
        parts.append((before.start, before.count + 1))
        grow(&room)
      } else {
        (width, room) = (3, 4)
      }
      last = part
    }
  }

  private mutating func grow(_ room: inout Int) {
    room -= 1
    guard room == 0 else { return }
    room = 1 << width
    width += 1
  }

  private mutating func append(_ unit: UInt16) throws(Failure) {
    guard units.count < limit else { throw .tooLong }
    units.append(unit)
  }
}

/// The bits of Base64 letters, six of each, the highest first.
private struct BitLetters {
  private let text: ArraySlice<UInt8>
  private var offset: Int
  private var value = 0
  /// The number of bits of `value` that are not read.
  private var rest = 0

  init(text: ArraySlice<UInt8>) {
    self.text = text
    offset = text.startIndex
  }

  /// A number of this many bits.
  mutating func number(bits: Int) throws(LZString.Failure) -> Int {
    guard bits < Int.bitWidth else { throw .damaged }
    var number = 0
    for bit in 0..<bits { number |= try nextBit() << bit }
    return number
  }

  private mutating func nextBit() throws(LZString.Failure) -> Int {
    if rest == 0 {
      while offset < text.endIndex, text[offset] <= UInt8(ascii: " ") { offset += 1 }
      guard offset < text.endIndex, text[offset] != UInt8(ascii: "=") else { throw .cutOff }
      guard let next = Self.value(of: text[offset]) else { throw .damaged }
      (value, rest) = (next, 6)
      offset += 1
    }
    rest -= 1
    return value >> rest & 1
  }

  private static func value(of letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
