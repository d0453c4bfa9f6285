import Geometry
import TouchLog

/// Finds the lattice to which a device rounds positions, for x and for y apart, of any size (`ink-4`).
enum DeviceLattice {
  /// The number of samples at the start of a stroke from which the lattice is found.
  static let samples = 12
  /// The length of a step in points below which there is none.
  private static let leastStep = 1e-3

  static func find(_ samples: [Sample]) -> SampleLattice {
    let points = samples.prefix(Self.samples).map { $0.point }
    let steps = zip(points, points.dropFirst()).map { $1 - $0 }
    let (across, down) = (steps.map { $0.dx }, steps.map { $0.dy })
    let both = step(of: [across, down])
    if both > 0 { return SampleLattice(unit: SIMD2(both, both)) }
    let (x, y) = (step(of: [across]), step(of: [down]))
    let (least, most) = (Swift.min(x, y), Swift.max(x, y))
    if least > 0, most < 4 * least { return SampleLattice(unit: SIMD2(x, y)) }
    if let whole = SampleLattice.wholeGrid(points) { return SampleLattice(unit: SIMD2(whole, whole)) }
    return most > 0 ? SampleLattice(unit: SIMD2(most, most)) : .unknown
  }

  /// The least step along some axes, if all are its multiples to within 4 %, three of them once, and two more often or an
  /// axis halts and goes on twice; else 0.
  private static func step(of axes: [[Double]]) -> Double {
    let lengths = axes.joined().map { Swift.abs($0) }.filter { $0 > leastStep }
    guard lengths.count >= 6, let least = lengths.min() else { return 0 }
    guard lengths.allSatisfy({ SampleLattice.off($0 / least) <= 0.04 }) else { return 0 }
    let single = lengths.count { $0 < 1.5 * least }
    guard single >= 3 else { return 0 }
    return lengths.count - single >= 2 || axes.contains { halts(of: $0) >= 2 } ? least : 0
  }

  /// How often an axis halts and then goes on in the same direction. At a crest it turns back.
  private static func halts(of steps: [Double]) -> Int {
    var (count, direction, isHalted) = (0, 0.0, false)
    for step in steps {
      guard Swift.abs(step) > leastStep else {
        isHalted = true
        continue
      }
      if isHalted, direction * step > 0 { count += 1 }
      (direction, isHalted) = (step, false)
    }
    return count
  }
}
