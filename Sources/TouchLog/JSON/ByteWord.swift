/// Eight bytes at a time, the first in the lowest bits (Warren, Hacker's Delight, chapter 6).
enum ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// How many bytes come before the first that a JSON string cannot hold as it is, or that is not ASCII; 8 if all.
  ///
  /// The high bit of a byte is set where it is a quote, a backslash, below 0x20 or above 0x7F. Borrows can set it
  /// wrongly in bytes above such a one only, so that the first is right.
  @inline(__always) static func plainCount(_ word: UInt64) -> Int {
    let quotes = word ^ 0x2222_2222_2222_2222
    let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
    let special =
      (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (word &- 0x2020_2020_2020_2020) | word
    return (special & highs).trailingZeroBitCount &>> 3
  }

  /// The first `count` bytes, 1...8, zeros after them.
  @inline(__always) static func prefix(_ word: UInt64, count: Int) -> UInt64 {
    let rest = UInt64(truncatingIfNeeded: 64 &- count &* 8)
    return (word &<< rest) &>> rest
  }

  /// How many bytes come before the first that is no decimal digit; 8 if all are.
  @inline(__always) static func digitCount(_ word: UInt64) -> Int {
    let values = word ^ 0x3030_3030_3030_3030
    return (((values &+ 0x7676_7676_7676_7676) | values) & highs).trailingZeroBitCount &>> 3
  }

  /// The number that the first `count` bytes spell, 1...8, all of them digits.
  ///
  /// Neighbours are joined in three steps, to two, four and eight digits.
  @inline(__always) static func number(_ word: UInt64, count: Int) -> UInt64 {
    var digits = (word ^ 0x3030_3030_3030_3030) &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
    digits = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
    digits = (digits &* 100 &+ digits &>> 16) & 0x0000_FFFF_0000_FFFF
    return (digits &* 10000 &+ digits &>> 32) & 0xFFFF_FFFF
  }
}

extension Span<UInt8> {
  /// The eight bytes at `offset`, the first in the lowest bits; nil where so many are not there.
  ///
  /// The optimizer makes one load of it.
  @inline(__always) func word(at offset: Int) -> UInt64? {
    guard offset >= 0, offset < count &- 7 else { return nil }
    return UInt64(self[offset]) | UInt64(self[offset &+ 1]) << 8 | UInt64(self[offset &+ 2]) << 16
      | UInt64(self[offset &+ 3]) << 24 | UInt64(self[offset &+ 4]) << 32 | UInt64(self[offset &+ 5]) << 40
      | UInt64(self[offset &+ 6]) << 48 | UInt64(self[offset &+ 7]) << 56
  }
}
