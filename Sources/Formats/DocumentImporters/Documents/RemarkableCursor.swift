import TouchLog

/// Reads little-endian values from a part of a .rm file.
struct RemarkableCursor {
  private let bytes: [UInt8]
  /// The offset of the next byte, from the start of the file.
  private(set) var offset: Int
  /// The offset after the part.
  let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    (offset, end) = (range.lowerBound, range.upperBound)
  }

  /// The number of bytes that have not been read.
  var remaining: Int { end - offset }

  /// Skips `count` bytes and returns their range.
  /// - Parameters:
  ///   - count: Any number that the file claims.
  ///   - what: What the bytes are, for the message.
  mutating func skip(_ count: Int, _ what: @autoclosure () -> String) throws(Fault) -> Range<Int> {
    guard count >= 0, count <= remaining else { throw Fault(.cutOff(expected: what()), at: end) }
    let start = offset
    offset += count
    return start..<offset
  }

  private mutating func word(_ count: Int, _ what: @autoclosure () -> String) throws(Fault) -> UInt64 {
    let range = try skip(count, what())
    var word: UInt64 = 0
    for index in range.reversed() { word = word << 8 | UInt64(bytes[index]) }
    return word
  }

  mutating func byte() throws(Fault) -> UInt8 { UInt8(truncatingIfNeeded: try word(1, "a byte")) }
  mutating func uint16() throws(Fault) -> UInt16 { UInt16(truncatingIfNeeded: try word(2, "a number of 2 bytes")) }
  mutating func uint32() throws(Fault) -> UInt32 { UInt32(truncatingIfNeeded: try word(4, "a number of 4 bytes")) }
  mutating func uint64() throws(Fault) -> UInt64 { try word(8, "a number of 8 bytes") }
  mutating func float() throws(Fault) -> Double { Double(Float(bitPattern: try uint32())) }
  mutating func double() throws(Fault) -> Double { Double(bitPattern: try uint64()) }

  /// A number of 7 bits a byte, the lowest first; each byte but the last has its top bit set.
  mutating func variable() throws(Fault) -> UInt64 {
    let start = offset
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      let next = try byte()
      number |= UInt64(next & 0x7F) << UInt64(shift)
      if next < 0x80 { return number }
    }
    throw Fault(.unexpected("a longer number", expected: "a number of at most 10 bytes"), at: start)
  }

  /// The count of things that follow, at least `size` bytes each.
  mutating func count(ofSize size: Int, _ number: UInt64, _ what: String) throws(Fault) -> Int {
    guard number <= UInt64(remaining / size) else {
      throw Fault(.cutOff(expected: "\(number) \(what)"), at: end)
    }
    return Int(number)
  }

  mutating func id() throws(Fault) -> RemarkableID {
    RemarkableID(author: try byte(), counter: try variable())
  }

  /// The bytes of a part with its tag, which may have any number.
  mutating func part() throws(Fault) -> RemarkableCursor {
    _ = try variable()
    return RemarkableCursor(bytes, try skip(Int(try uint32()), "the rest of a part"))
  }

  /// The values of a part with its tag.
  mutating func fields() throws(Fault) -> RemarkableFields {
    let part = try part()
    return try RemarkableFields(bytes, part.offset..<part.end)
  }

  /// A text in UTF-8 with its length.
  mutating func text() throws(Fault) -> String {
    let length = try count(ofSize: 1, try variable(), "bytes of text")
    // Whether the text is ASCII.
    _ = try byte()
    return String(decoding: bytes[try skip(length, "text")], as: UTF8.self)
  }
}

/// The identity of an item of a page, which is also a time stamp: items made later on a device have larger counters.
struct RemarkableID: Hashable {
  var author: UInt8
  var counter: UInt64

  /// No item: the end of a sequence.
  static let none = RemarkableID(author: 0, counter: 0)
  /// The group that contains the layers.
  static let root = RemarkableID(author: 0, counter: 1)
}

/// The tagged values of a block, by their tags' numbers. Values with unknown numbers are of newer versions.
struct RemarkableFields {
  private enum Value {
    case id(RemarkableID)
    /// Bytes of another structure.
    case part(Range<Int>)
    /// A number of 8, 4 or 1 bytes.
    case bits(UInt64, width: Int)
  }

  /// The largest number of a tag whose value has a known meaning.
  private static let largestNumber = 15

  private let bytes: [UInt8]
  private let start: Int
  private var values: [(number: UInt64, value: Value)] = []

  /// - Parameter range: The block's bytes. What follows a tag of unknown kind is ignored.
  init(_ bytes: [UInt8], _ range: Range<Int>) throws(Fault) {
    self.bytes = bytes
    start = range.lowerBound
    var cursor = RemarkableCursor(bytes, range)
    while cursor.remaining > 0 {
      let tag = try cursor.variable()
      let value: Value
      switch tag & 15 {
      case 0xF: value = .id(try cursor.id())
      case 0xC: value = .part(try cursor.skip(Int(try cursor.uint32()), "the rest of a part"))
      case 8: value = .bits(try cursor.uint64(), width: 8)
      case 4: value = .bits(UInt64(try cursor.uint32()), width: 4)
      case 1: value = .bits(UInt64(try cursor.byte()), width: 1)
      default: return
      }
      // If a tag repeats, its first value is used.
      if tag >> 4 <= Self.largestNumber, self.value(tag >> 4) == nil { values.append((tag >> 4, value)) }
    }
  }

  private func value(_ number: UInt64) -> Value? { values.first { $0.number == number }?.value }

  private func missing(_ number: UInt64, _ what: String) -> Fault {
    Fault(.unexpected("a block without it", expected: "\(what) with the tag number \(number)"), at: start)
  }

  func id(_ number: UInt64) throws(Fault) -> RemarkableID {
    guard case .id(let id) = value(number) else { throw missing(number, "an id") }
    return id
  }

  /// The bytes of a nested structure; nil if it is absent.
  func optionalPart(_ number: UInt64) -> Range<Int>? {
    if case .part(let range) = value(number) { range } else { nil }
  }

  func part(_ number: UInt64) throws(Fault) -> Range<Int> {
    guard let range = optionalPart(number) else { throw missing(number, "a part") }
    return range
  }

  /// The values of a nested structure; nil if it is absent.
  func fields(_ number: UInt64) throws(Fault) -> RemarkableFields? {
    guard let range = optionalPart(number) else { return nil }
    return try RemarkableFields(bytes, range)
  }

  func cursor(_ number: UInt64) throws(Fault) -> RemarkableCursor {
    RemarkableCursor(bytes, try part(number))
  }

  func optionalInteger(_ number: UInt64) -> UInt32? {
    if case .bits(let bits, width: 4) = value(number) { UInt32(truncatingIfNeeded: bits) } else { nil }
  }

  func integer(_ number: UInt64) throws(Fault) -> UInt32 {
    guard let integer = optionalInteger(number) else { throw missing(number, "a number of 4 bytes") }
    return integer
  }

  func float(_ number: UInt64) throws(Fault) -> Double { Double(Float(bitPattern: try integer(number))) }

  func boolean(_ number: UInt64) throws(Fault) -> Bool {
    guard case .bits(let bits, width: 1) = value(number) else { throw missing(number, "a byte") }
    return bits != 0
  }
}
