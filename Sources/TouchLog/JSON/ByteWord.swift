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
    nonDigits(ofValues: digitValues(word)).trailingZeroBitCount &>> 3
  }

  /// What the digits stand for, each in its byte; other characters are 10 and above.
  @inline(__always) static func digitValues(_ word: UInt64) -> UInt64 { word ^ 0x3030_3030_3030_3030 }

  /// The high bits of the bytes that are no decimal digits.
  ///
  /// Right up to the first byte above 0x7F, from which a carry may set the one after it wrongly.
  @inline(__always) static func nonDigits(ofValues values: UInt64) -> UInt64 {
    ((values &+ 0x7676_7676_7676_7676) | values) & highs
  }

  /// The number that the first `count` bytes spell, 1...8, all of them digits.
  @inline(__always) static func number(_ word: UInt64, count: Int) -> UInt64 {
    number(digitValues(word) &<< UInt64(truncatingIfNeeded: 64 &- count &* 8))
  }

  /// The number of eight digits, given by their values.
  ///
  /// Neighbours are joined in three steps, to two, four and eight digits.
  @inline(__always) static func number(_ values: UInt64) -> UInt64 {
    var digits = (values &* 10 &+ values &>> 8) & 0x00FF_00FF_00FF_00FF
    digits = (digits &* 100 &+ digits &>> 16) & 0x0000_FFFF_0000_FFFF
    return (digits &* 10000 &+ digits &>> 32) & 0xFFFF_FFFF
  }
}

extension Span<UInt8> {
  /// The eight bytes at `offset`, the first in the lowest bits; nil where so many are not there.
  @inline(__always) func word(at offset: Int) -> UInt64? {
    guard offset >= 0, offset < count &- 7 else { return nil }
    return unsafe word(uncheckedAt: offset)
  }

  /// The same where they are known to be there.
  @unsafe @inline(__always) func word(uncheckedAt offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }
}
