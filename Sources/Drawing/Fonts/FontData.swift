/// A range of a font file, read as big-endian numbers (OpenType 1.9.1, "Data types").
///
/// Fonts are not to be trusted. A read outside the range gives nil; offsets that a font gives become an `Int` only if
/// they lie within the range, so that sums of offsets and sizes of records fit 32 bits.
struct FontData: Sendable {
  private let bytes: [UInt8]
  private let start: Int
  let count: Int

  /// The most bytes of a file that are read: sums of two offsets below it fit 32 bits.
  private static let most = (1 << 30) - 1

  init(_ bytes: [UInt8]) {
    (self.bytes, start, count) = (bytes, 0, min(bytes.count, FontData.most))
  }

  private init(_ bytes: [UInt8], start: Int, count: Int) {
    (self.bytes, self.start, self.count) = (bytes, start, count)
  }

  // MARK: Numbers

  @inline(always)
  func byte(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < count ? bytes[start + offset] : nil
  }

  @inline(always)
  func uint16(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    return Int(bytes[start + offset]) << 8 | Int(bytes[start + offset + 1])
  }

  @inline(always)
  func int16(_ offset: Int) -> Int? {
    guard let value = uint16(offset) else { return nil }
    return value < 0x8000 ? value : value - 0x1_0000
  }

  func uint32(_ offset: Int) -> UInt32? {
    guard let high = uint16(offset), let low = uint16(offset + 2) else { return nil }
    return UInt32(high) << 16 | UInt32(low)
  }

  /// A big-endian number of 1 to 4 bytes.
  func unsigned(_ offset: Int, size: Int) -> UInt32? {
    guard offset >= 0, offset <= count - size else { return nil }
    var value: UInt32 = 0
    for index in start + offset..<start + offset + size { value = value << 8 | UInt32(bytes[index]) }
    return value
  }

  /// The four letters at an offset.
  func hasTag(_ tag: FontTag, at offset: Int) -> Bool { uint32(offset) == tag.value }

  // MARK: Offsets

  /// A 32-bit offset within the range.
  func offset32(_ offset: Int) -> Int? {
    guard let value = uint32(offset), value <= UInt32(count) else { return nil }
    return Int(value)
  }

  /// Where an element of an array lies, or nil if it begins behind the range.
  func offset(ofElement index: Int, size: Int, from base: Int) -> Int? {
    let offset = Int64(base) + Int64(index) * Int64(size)
    return offset >= 0 && offset <= Int64(count) ? Int(offset) : nil
  }

  /// The range from an offset to the end.
  func suffix(from offset: Int) -> FontData? {
    guard offset >= 0, offset <= count else { return nil }
    return FontData(bytes, start: start + offset, count: count - offset)
  }

  /// As many bytes as there are of `length` from an offset on.
  func part(at offset: Int, atMost length: UInt32) -> FontData? {
    guard let rest = suffix(from: offset) else { return nil }
    let count = length < UInt32(rest.count) ? Int(length) : rest.count
    return FontData(bytes, start: rest.start, count: count)
  }

  /// What a 16-bit offset at an offset points to; nil if it is zero, which means that there is nothing.
  func table16(_ offset: Int) -> FontData? {
    guard let value = uint16(offset), value != 0 else { return nil }
    return suffix(from: value)
  }

  /// The number of the first of `count` sorted records that is not `before` what is sought.
  static func search(_ count: Int, _ before: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if before(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Four letters that name a table, script or feature.
struct FontTag: Hashable, Sendable {
  let value: UInt32

  /// - Parameter name: Up to four letters of ASCII.
  init(_ name: String) {
    var value: UInt32 = 0
    for letter in name.utf8 { value = value << 8 | UInt32(letter) }
    self.value = value
  }
}
