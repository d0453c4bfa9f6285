/// How much of a unit pixel a half plane covers, for four pixels at once.
///
/// With the edge's normal (nx, ny), a = max(|nx|, |ny|) and b = min(|nx|, |ny|), the covered area falls with the
/// pixel's distance from the edge in a straight line while the edge cuts two opposite sides, |d| ≤ (a − b)/2, and in
/// a parabola while it cuts a corner off, until |d| = (a + b)/2. The parabola is the line plus the square of what the
/// distance is beyond (a − b)/2, over 2ab, so that neither needs a comparison.
typealias Lanes = SIMD4<Float>

/// The constants of an edge of one direction.
struct EdgeSlope {
  /// (a + b)/2 and (a − b)/2.
  private let reach: Float
  private let core: Float
  private let perCore: Float
  private let perCorner: Float

  /// - Parameters: The components of a vector of length 1.
  init(_ nx: Float, _ ny: Float) {
    let a = Swift.max(Swift.abs(nx), Swift.abs(ny))
    let b = Swift.min(Swift.abs(nx), Swift.abs(ny))
    reach = (a + b) * 0.5
    core = (a - b) * 0.5
    perCore = 1 / a
    // Below this the corner takes less than a thousandth of a pixel; the quotient would run out of range.
    perCorner = b > 1e-6 ? 0.5 / (a * b) : 0
  }

  /// The covered part of each pixel, 0...1 but for rounding, for its signed distance from the edge, positive outside.
  @inline(always)
  func coverage(_ distance: Lanes) -> Lanes {
    let far = distance.magnitudes.atMost(Lanes(repeating: reach))
    let beyond = (far - core).atLeast(.zero)
    return 0.5 - (far * perCore - beyond * beyond * perCorner).withSigns(of: distance)
  }
}

/// Lane by lane what the processor has an instruction for; the standard library's own names for these are compiled to
/// a call a lane. Four lanes are what every x86-64 and arm64 processor has: of eight the masks are packed and unpacked
/// on the way, at twice the cost.
extension SIMD4<Float> {
  @inline(always)
  func atLeast(_ other: Self) -> Self { other.replacing(with: self, where: self .> other) }

  @inline(always)
  func atMost(_ other: Self) -> Self { other.replacing(with: self, where: self .< other) }

  @inline(always)
  var magnitudes: Self { Self(bits: bits & 0x7FFF_FFFF) }

  /// These magnitudes, which are not negative but for rounding, with the signs of `other`.
  @inline(always)
  func withSigns(of other: Self) -> Self { Self(bits: bits ^ (other.bits & 0x8000_0000)) }

  // Every bit pattern is a value of either type.
  @inline(always)
  private var bits: SIMD4<UInt32> { unsafe unsafeBitCast(self, to: SIMD4<UInt32>.self) }

  @inline(always)
  private init(bits: SIMD4<UInt32>) { self = unsafe unsafeBitCast(bits, to: Self.self) }

  @inline(always)
  static var ascending: Self { Self(0, 1, 2, 3) }

  /// 0...1 as bytes, rounded to nearest. Adding 2²³ leaves the rounded value in the lowest bits.
  @inline(always)
  var roundedBytes: SIMD4<UInt8> {
    let shifted = self * 255 + 8_388_608
    let bytes = unsafe unsafeBitCast(shifted, to: SIMD16<UInt8>.self)
    return SIMD4<UInt8>(bytes[0], bytes[4], bytes[8], bytes[12])
  }
}
