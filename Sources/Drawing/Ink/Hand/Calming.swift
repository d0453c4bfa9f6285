import Geometry

/// Averages runs over time where noise is large beside their distance, so that the length of the path is not that of its
/// burrs.
struct Calming {
  /// The most runs on either side that are averaged.
  static let mostRuns = 24
  /// The longest time on either side over which runs are averaged, in seconds.
  private static let longest = 0.08
  /// 7 σ / spacing, above which runs are averaged.
  private static let strength = 7.0

  /// A run's calmed position.
  struct Position {
    /// In lattice units.
    var point: SIMD2<Double>
    /// The fraction of the noise that is left.
    var gain: Double
  }

  /// The position of run `i`: a mean with a triangle of weights, which narrows towards the ends of the stroke.
  /// - Parameters:
  ///   - before: The number of runs before it in the stroke, or more than `mostRuns`; `after` likewise.
  ///   - smoothing: The tool's smoothing; 1 is usual.
  ///   - band: How far the run may move in x and in y, in lattice units.
  static func position(
    of i: Int, in places: Span<SIMD2<Double>>, _ runs: Span<SampleRun>, _ noise: SampleNoise, before: Int, after: Int,
    smoothing: Double, band: Double
  ) -> Position {
    let ratio = strength * smoothing * noise.dense / Swift.max(noise.spacing, 1e-6)
    guard ratio > 1 else { return Position(point: places[i], gain: 1) }
    let widest: Double = Swift.min(twoThirdsPower(ratio), Double(mostRuns))
    let wanted: Double = widest * smoothStep(ratio, from: 1, to: 2)
    var half: Double = Swift.min(wanted, Double(Swift.min(before, after)))
    guard half > 0 else { return Position(point: places[i], gain: 1) }
    var reach = Int(saturating: half.rounded(.up))
    let (here, middle) = (places[i], runs[i].middle)
    while reach > 1, Swift.max(runs[i + reach].middle - middle, middle - runs[i - reach].middle) > longest {
      reach -= 1
    }
    half = Swift.min(half, Double(reach))
    // The sum is that of the differences from the run itself.
    var sum = SIMD2<Double>.zero
    var (weights, squares) = (1.0, 1.0)
    for k in 1...reach {
      let weight: Double = Swift.max(0, 1 - Double(k) / (half + 1))
      let stepBefore: SIMD2<Double> = places[i - k] - here
      let stepAfter: SIMD2<Double> = places[i + k] - here
      sum += (stepBefore + stepAfter) * weight
      weights += 2 * weight
      squares += 2 * weight * weight
    }
    let step = (sum / weights).clamped(lowerBound: SIMD2(repeating: -band), upperBound: SIMD2(repeating: band))
    return Position(point: here + step, gain: squares.squareRoot() / weights)
  }

  /// x^⅔ for x in 1...200, by Newton's method for the cube root.
  private static func twoThirdsPower(_ x: Double) -> Double {
    var root = 1 + x / 8
    for _ in 0..<8 { root = (2 * root + x / (root * root)) / 3 }
    return root * root
  }
}
