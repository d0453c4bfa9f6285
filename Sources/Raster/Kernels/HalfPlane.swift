/// How much of a unit pixel a half plane covers, for eight pixels at once.
///
/// With the edge's normal (nx, ny), a = max(|nx|, |ny|) and b = min(|nx|, |ny|), the covered area falls with the
/// pixel's distance from the edge in a straight line while the edge cuts two opposite sides, |d| ≤ (a − b)/2, and in
/// a parabola while it cuts a corner off, until |d| = (a + b)/2.
typealias Lanes = SIMD8<Float>
typealias LaneMask = SIMDMask<SIMD8<Int32>>

/// The constants of an edge of one direction.
struct EdgeSlope {
  /// (a + b)/2 and (a − b)/2.
  let reach: Float
  let core: Float
  let perCore: Float
  let perCorner: Float

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

  /// The covered part of each pixel, 0...1, for its signed distance from the edge, positive outside.
  @inline(__always)
  func coverage(_ distance: Lanes) -> Lanes {
    let far = distance.magnitudes
    let left = reach - far
    var outside = left * left * perCorner
    outside.replace(with: 0, where: left .<= 0)
    outside.replace(with: 0.5 - far * perCore, where: far .<= core)
    return outside.replacing(with: 1 - outside, where: distance .< 0)
  }
}

/// The covered part of each pixel for edges of many directions: `nx` and `ny` are the components of the normals'
/// magnitudes, not both 0.
@inline(__always)
func halfPlaneCoverage(_ distance: Lanes, _ nx: Lanes, _ ny: Lanes) -> Lanes {
  let swap = ny .> nx
  let a = nx.replacing(with: ny, where: swap)
  let b = ny.replacing(with: nx, where: swap)
  let far = distance.magnitudes
  let left = (a + b) * 0.5 - far
  // Where b is 0 there is no corner, and what the division gives is not used.
  var outside = left * left / (a * b * 2)
  outside.replace(with: 0, where: left .<= 0)
  outside.replace(with: 0.5 - far / a, where: far .<= (a - b) * 0.5)
  return outside.replacing(with: 1 - outside, where: distance .< 0)
}

extension SIMD8<Float> {
  @inline(__always)
  var magnitudes: Self { replacing(with: -self, where: self .< 0) }
}
