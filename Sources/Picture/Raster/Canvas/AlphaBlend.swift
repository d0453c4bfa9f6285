/// Blends the alphas of 16 pixels of one color, in integers rounded to nearest.
enum AlphaBlend {
  @inline(always)
  static func isClear(_ pixels: SIMD16<UInt8>) -> Bool {
    let halves = unsafe unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] == 0
  }

  /// The alphas of ink over ink: (ink · 255 + below · (255 − ink)) / 255, rounded to nearest.
  @inline(always)
  static func union(_ below: SIMD16<UInt8>, _ ink: SIMD16<UInt8>) -> SIMD16<UInt8> {
    byPairs(below, ink) { below, ink in
      // The sum fits into 16 bits, and this quotient is exact.
      let sum = ink &* 255 &+ below &* (255 &- ink) &+ 128
      return (sum &+ (sum &>> 8)) &>> 8
    }
  }

  /// The alphas that erasing leaves: below · (255 − ink) / 255, rounded to nearest.
  @inline(always)
  static func erased(_ below: SIMD16<UInt8>, _ ink: SIMD16<UInt8>) -> SIMD16<UInt8> {
    byPairs(below, ink) { below, ink in
      let product = below &* (255 &- ink) &+ 128
      return (product &+ (product &>> 8)) &>> 8
    }
  }

  /// Applies `body` to bytes widened to 16 bits: first to those with even indices, then to those with odd ones.
  @inline(always)
  private static func byPairs(
    _ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>, _ body: (SIMD8<UInt16>, SIMD8<UInt16>) -> SIMD8<UInt16>
  ) -> SIMD16<UInt8> {
    let (a, b) = unsafe (unsafeBitCast(a, to: SIMD8<UInt16>.self), unsafeBitCast(b, to: SIMD8<UInt16>.self))
    let even = body(a & 0xFF, b & 0xFF)
    let odd = body(a &>> 8, b &>> 8)
    return unsafe unsafeBitCast(even | odd &<< 8, to: SIMD16<UInt8>.self)
  }
}
