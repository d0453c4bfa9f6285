/// The checksum of zlib's format (RFC 1950, 9).
package struct Adler32: Equatable, Sendable {
  /// One more than the sum of the bytes, and the sum of what that was after each byte, modulo 65,521.
  private var a: UInt32 = 1
  private var b: UInt32 = 0
  package private(set) var byteCount = 0

  private static let modulus: UInt64 = 65_521

  package init() {}

  package var value: UInt32 { b << 16 | a }

  /// Goes on with bytes whose own checksum is `other`.
  package mutating func append(_ other: Adler32) {
    // `other` began with a 1 of its own, which each of its bytes added to its `b`.
    let count = UInt64(other.byteCount) % Self.modulus
    add(
      sum: UInt64(other.a) + Self.modulus - 1, weighted: UInt64(other.b) + Self.modulus - count,
      count: other.byteCount)
  }

  /// Goes on with bytes.
  ///
  /// - Parameters:
  ///   - sum: Of all of them, below 2⁶³.
  ///   - weighted: Their sum as well, the last one once, the one before it twice, and so on; below 2⁶³.
  package mutating func add(sum: UInt64, weighted: UInt64, count: Int) {
    let before = UInt64(count) % Self.modulus * UInt64(a)
    b = UInt32(truncatingIfNeeded: (UInt64(b) + before + weighted) % Self.modulus)
    a = UInt32(truncatingIfNeeded: (UInt64(a) + sum) % Self.modulus)
    byteCount += count
  }
}
