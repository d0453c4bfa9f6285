// How much of a pixel an edge covers.
//
// Within one pixel, the rasterizer treats the edge of a shape as straight: the shape covers as much of the pixel as the
// half plane behind the edge. That area depends on the normal of the edge and on its distance from the pixel's center.
// By symmetry only the magnitudes of the normal's components matter. For a normal (nx, ny) of length 1, let
//
//     a = max(|nx|, |ny|)     b = min(|nx|, |ny|)     d = the signed distance, positive if the center is outside
//
//     +-------+   +-------+
//     |####/  |   |##/    |
//     |###/   |   |#/     |
//     |##/    |   |/      |
//     +-------+   +-------+
//     trapezoid   triangle
//
// Trapezoid, |d| <= (a − b)/2: the edge cuts two opposite sides. The area is that of a rectangle as wide as the covered
// part of the line through the center:
//
//     coverage = 1/2 − d/a
//
// Triangle, (a − b)/2 <= |d| <= (a + b)/2: the edge cuts off a corner. The corner is h = (a + b)/2 − |d| away from the
// edge, so the legs of the triangle are h/a and h/b:
//
//     coverage = h² / (2ab)    if d > 0, and 1 less that if d < 0
//
// Beyond that the edge misses the pixel. Expanding the square shows that the triangle is the trapezoid's formula and a
// correction, which is 0 where the cases meet. So one formula holds for all cases and needs no branch:
//
//     m        = min(|d|, (a + b)/2)
//     coverage = 1/2 − sign(d) · ( m/a − max(m − (a − b)/2, 0)² / (2ab) )
//
// For an edge along rows or columns b is 0, and so is the square: its factor may be any finite number.

/// Four floats.
typealias Lanes = SIMD4<Float>

/// The constants of the coverage formula for all edges of one direction.
struct EdgeSlope {
  /// (a + b)/2 and (a − b)/2; 1/a and 1/(2ab).
  private let reach: Float
  private let core: Float
  private let perCore: Float
  private let perCorner: Float

  /// - Parameters: The components of the normal, of length 1.
  init(_ nx: Float, _ ny: Float) {
    let a = Swift.max(Swift.abs(nx), Swift.abs(ny))
    let b = Swift.min(Swift.abs(nx), Swift.abs(ny))
    reach = (a + b) * 0.5
    core = (a - b) * 0.5
    perCore = 1 / a
    // For a smaller b the corner takes less than a thousandth of a pixel, and the quotient would overflow.
    perCorner = b > 1e-6 ? 0.5 / (a * b) : 0
  }

  /// The coverage of four pixels, 0...1 except for rounding.
  /// - Parameter distance: The signed distances of the pixels' centers from the edge, positive outside.
  @inline(always)
  func coverage(_ distance: Lanes) -> Lanes {
    let far = distance.magnitudes.atMost(Lanes(repeating: reach))
    let beyond = (far - core).atLeast(.zero)
    return 0.5 - (far * perCore - beyond * beyond * perCorner).withSigns(of: distance)
  }
}

/// Operations for which the processor has an instruction. The standard library's own names for them compile to a call
/// per lane. Vectors of four fit every x86-64 and arm64 processor; with eight, comparison masks would be packed and
/// unpacked, which takes twice as long.
extension SIMD4<Float> {
  @inline(always)
  func atLeast(_ other: Self) -> Self { other.replacing(with: self, where: self .> other) }

  @inline(always)
  func atMost(_ other: Self) -> Self { other.replacing(with: self, where: self .< other) }

  @inline(always)
  var magnitudes: Self { Self(bits: bits & 0x7FFF_FFFF) }

  /// These values, which are not negative except for rounding, with the signs of `other`.
  @inline(always)
  func withSigns(of other: Self) -> Self { Self(bits: bits ^ (other.bits & 0x8000_0000)) }

  // Every bit pattern is a value of either type.
  @inline(always)
  private var bits: SIMD4<UInt32> { unsafe unsafeBitCast(self, to: SIMD4<UInt32>.self) }

  @inline(always)
  private init(bits: SIMD4<UInt32>) { self = unsafe unsafeBitCast(bits, to: Self.self) }

  @inline(always)
  static var ascending: Self { Self(0, 1, 2, 3) }

  /// The values 0...1 as bytes 0...255, rounded to nearest. Adding 2²³ leaves the rounded value in the lowest bits.
  @inline(always)
  var roundedBytes: SIMD4<UInt8> {
    let shifted = self * 255 + 8_388_608
    let bytes = unsafe unsafeBitCast(shifted, to: SIMD16<UInt8>.self)
    return SIMD4<UInt8>(bytes[0], bytes[4], bytes[8], bytes[12])
  }
}
