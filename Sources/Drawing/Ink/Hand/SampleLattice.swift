import Geometry
import TouchLog

/// The lattice to which a device rounds positions, and the unit in which a stroke is planned.
struct SampleLattice {
  /// The unit of lengths along x and along y, in points.
  let unit: SIMD2<Double>
  /// The spacing of the lattice in this unit.
  let step: Double
  /// Whether the log gives the lattice or the samples show it; if not, `step` is an assumption.
  let isKnown: Bool

  /// A known lattice of this spacing along x and y, in points, which is the unit.
  init(unit: SIMD2<Double>) { (self.unit, step, isKnown) = (unit, 1, true) }

  /// A lattice with a spacing in points, which are the unit.
  init(step: Double, isKnown: Bool) { (unit, self.step, self.isKnown) = (SIMD2(1, 1), step, isKnown) }

  /// None at all: points are the unit.
  static let unknown = SampleLattice(step: 0, isKnown: false)

  /// The assumed grid of samples that lie on none, in points.
  static let finest = 0.15
  /// The coarsest grid that is found by its steps, in points.
  private static let coarsest = 1.5
  /// The number of samples at the start of a stroke from which its grid is detected.
  static let samples = 24
  /// The number of samples that must lie on multiples of 1 or ½ point.
  private static let wholeSamples = 8

  /// The coarser one of the grids of x and y (`ink-3`).
  init(of samples: [Sample]) {
    let points = samples.prefix(Self.samples).map { $0.point }
    let found =
      Self.wholeGrid(points)
      ?? Swift.max(Self.step(of: points.map { $0.x }), Self.step(of: points.map { $0.y }))
    self.init(step: Swift.max(found, Self.finest), isKnown: found > Self.finest)
  }

  /// 1 or ½ if the first points lie on its multiples.
  static func wholeGrid(_ points: [Point]) -> Double? {
    let first = points.prefix(wholeSamples)
    return [1, 0.5].first { grid in first.allSatisfy { off($0.x / grid) < 1e-6 && off($0.y / grid) < 1e-6 } }
  }

  /// The distance from the nearest integer.
  static func off(_ value: Double) -> Double { Swift.abs(value - nearest(value)) }

  /// The nearest integer.
  static func nearest(_ value: Double) -> Double { Double(Int64(saturating: value + (value < 0 ? -0.5 : 0.5))) }

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
