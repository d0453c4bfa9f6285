import Geometry
import TouchLog

/// The grid to which a device rounds positions (`ink-3`).
struct SampleLattice {
  /// The spacing of the grid, in points.
  let step: Double
  /// Whether the log gives the grid or the samples show it; if not, `step` is an assumption.
  let isKnown: Bool

  /// The assumed grid of samples that lie on none, in points.
  static let finest = 0.15
  /// The coarsest grid that is found by its steps, in points.
  private static let coarsest = 1.5
  /// The number of samples at the start of a stroke from which its grid is detected.
  static let samples = 24
  /// The number of samples that must lie on multiples of 1 or ½ point.
  private static let wholeSamples = 8

  /// - Parameter given: The grid that the log gives, in points; nil to detect it.
  init(of samples: [Sample], given: Double?) {
    if let given {
      (step, isKnown) = (given, true)
      return
    }
    let points = samples.prefix(Self.samples).map { $0.point }
    let found =
      Self.wholeGrid(points.prefix(Self.wholeSamples))
      ?? Swift.max(Self.step(of: points.map { $0.x }), Self.step(of: points.map { $0.y }))
    isKnown = found > Self.finest
    step = isKnown ? found : Self.finest
  }

  /// 1 or ½ if all points lie on its multiples.
  private static func wholeGrid(_ points: ArraySlice<Point>) -> Double? {
    [1, 0.5].first { grid in points.allSatisfy { off($0.x / grid) < 1e-6 && off($0.y / grid) < 1e-6 } }
  }

  /// The distance from the nearest integer.
  private static func off(_ value: Double) -> Double {
    let nearest = Double(Int64(saturating: value + (value < 0 ? -0.5 : 0.5)))
    return Swift.abs(value - nearest)
  }

  /// The least change between consecutive values, if all changes are its multiples to within 4 %, three of them once
  /// and two of them more often; else 0.
  private static func step(of values: [Double]) -> Double {
    let changes = zip(values, values.dropFirst()).map { Swift.abs($1 - $0) }.filter { $0 > 1e-3 }
    guard changes.count >= 6, let least = changes.min(), least <= coarsest else { return 0 }
    guard changes.allSatisfy({ off($0 / least) <= 0.04 }) else { return 0 }
    let single = changes.count { $0 / least < 1.5 }
    return single >= 3 && changes.count - single >= 2 ? least : 0
  }
}
