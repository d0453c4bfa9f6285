/// Reads decimal numbers with few digits and no exponent, eight bytes at a time. Most numbers have this form.
///
/// Longer numbers, and other values, give nil. A number ends at the first byte that cannot continue it: an `e`, too.
@usableFromInline package enum ShortNumber {
  /// Reads a number that 17 bytes follow from its beginning.
  @inlinable @inline(__always)
  package static func read(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    guard offset >= 0, offset <= bytes.count &- 17 else { return nil }
    return unsafe double(bytes, &offset)
  }

  /// Reads a number of at most 14 digits, fewer than eight of them before the point, as the nearest Double, and
  /// advances past it.
  ///
  /// The digits are padded with zeros to eight or sixteen, so that the power of ten to divide by depends only on the
  /// position of the point. Both are exact as Doubles (digits · 10^n is digits · 5^n, below 2^53, shifted), so the
  /// quotient is rounded once (Clinger, How to Read Floating Point Numbers Accurately, PLDI 1990).
  ///
  /// 17 bytes must follow the beginning of the number.
  @unsafe @inlinable @inline(__always)
  package static func double(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    let head = unsafe bytes.word(uncheckedAt: offset)
    if UInt8(truncatingIfNeeded: head) == ASCII.minus {
      var end = offset &+ 1
      guard let number = unsafe magnitude(bytes, &end, bytes.word(uncheckedAt: end)) else { return nil }
      offset = end
      return -number
    }
    return unsafe magnitude(bytes, &offset, head)
  }

  @unsafe @inlinable @inline(__always)
  static func magnitude(_ bytes: Span<UInt8>, _ offset: inout Int, _ head: UInt64) -> Double? {
    let values = ByteWord.digitValues(head)
    let others = ByteWord.nonDigits(ofValues: values)
    // The first byte that is not a digit, and the bits of the bytes before it.
    let first = others & (0 &- others)
    if others == 0 { return nil }
    let whole = UInt64(truncatingIfNeeded: others.trailingZeroBitCount) & 0x38
    if whole == 0 || values & 0xFF == 0 && whole != 8 { return nil }
    if UInt8(truncatingIfNeeded: head &>> whole) != ASCII.dot {
      offset &+= Int(truncatingIfNeeded: whole &>> 3)
      return Double(Int64(truncatingIfNeeded: ByteWord.number(values &<< (64 &- whole))))
    }
    let before = (first &>> 7) &- 1
    let closed = values ^ ((values ^ values &>> 8) & ~before)
    let rest = others ^ first
    if rest != 0 {
      // The number ends within the same eight bytes, but not directly after the point.
      let end = rest & (0 &- rest)
      if end == first &<< 8 { return nil }
      offset &+= end.trailingZeroBitCount &>> 3
      return Double(Int64(truncatingIfNeeded: ByteWord.number(closed & ((end &>> 15) &- 1)))) / scale(whole)
    }
    let tail = unsafe bytes.word(uncheckedAt: offset &+ 8)
    let tailOthers = ByteWord.nonDigits(ofValues: ByteWord.digitValues(tail))
    let end = tailOthers & (0 &- tailOthers)
    if end == 0 || whole == 56 && end == 0x80 { return nil }
    let tailValues = ByteWord.digitValues(tail) & ((end &>> 7) &- 1)
    offset &+= 8 &+ end.trailingZeroBitCount &>> 3
    let high = ByteWord.number(closed | tailValues &<< 56)
    let low = ByteWord.number(tailValues &>> 8)
    return Double(Int64(truncatingIfNeeded: high &* 100_000_000 &+ low)) / (scale(whole) * 1e8)
  }

  /// The divisor of eight digits whose decimal point comes after `whole` bits.
  @inlinable @inline(__always) static func scale(_ whole: UInt64) -> Double {
    switch whole {
    case 8: 1e7
    case 16: 1e6
    case 24: 1e5
    case 32: 1e4
    case 40: 1e3
    case 48: 1e2
    default: 1e1
    }
  }
}
