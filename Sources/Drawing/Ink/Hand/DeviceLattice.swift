import Geometry
import TouchLog

/// Finds the lattice to which a device rounds positions, for x and for y apart, of any size (`ink-4`).
enum DeviceLattice {
  /// The number of samples from which the lattice is found: the first ones, or those from the last of the equal steps with
  /// which the stroke begins, which tell nothing.
  private static let looked = 12
  private static let mostEqual = 36
  /// The number of samples at the start of a stroke on which the lattice depends.
  static let samples = mostEqual + looked
  /// The length of a step in points below which there is none.
  private static let leastStep = 1e-3

  static func find(_ samples: [Sample]) -> SampleLattice {
    let first = samples.prefix(Self.samples).map { $0.point }
    let points = Array(first.dropFirst(equalSteps(of: first)).prefix(looked))
    let steps = zip(points, points.dropFirst()).map { $1 - $0 }
    let (across, down) = (steps.map { $0.dx }, steps.map { $0.dy })
    let both = step(of: [across, down])
    if both > 0 { return SampleLattice(unit: SIMD2(both, both)) }
    let (x, y) = (step(of: [across]), step(of: [down]))
    let (least, most) = (Swift.min(x, y), Swift.max(x, y))
    if least > 0, most < 4 * least { return SampleLattice(unit: SIMD2(x, y)) }
    let common = commonStep(of: across + down)
    if common > 0 { return SampleLattice(unit: SIMD2(common, common)) }
    if let whole = SampleLattice.wholeGrid(points) { return SampleLattice(unit: SIMD2(whole, whole)) }
    return most > 0 ? SampleLattice(unit: SIMD2(most, most)) : .unknown
  }

  /// The number of equal steps with which a stroke begins, without the last one of them.
  private static func equalSteps(of points: [Point]) -> Int {
    guard points.count > 2 else { return 0 }
    let first = points[1] - points[0]
    let slack = 1e-3 * Swift.max(Swift.abs(first.dx), Swift.abs(first.dy))
    var count = 0
    while count < mostEqual, count + 2 < points.count {
      let step = points[count + 2] - points[count + 1]
      guard Swift.abs(step.dx - first.dx) <= slack, Swift.abs(step.dy - first.dy) <= slack else { break }
      count += 1
    }
    return count
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

  /// The most lengths of the common step in one step: positions with few decimals are multiples of a length that is no
  /// device's.
  private static let mostCommon = 16.0

  /// The length of which all steps are multiples to within a thousandth, found by Euclid's algorithm, if they are not all
  /// equal; else 0.
  private static func commonStep(of steps: [Double]) -> Double {
    let lengths = steps.map { Swift.abs($0) }.filter { $0 > leastStep }
    guard lengths.count >= 8, let most = lengths.max() else { return 0 }
    var common = 0.0
    for length in lengths {
      var (larger, smaller) = (length, common)
      while smaller > most / (1.5 * mostCommon) {
        (larger, smaller) = (smaller, Swift.abs(larger - SampleLattice.nearest(larger / smaller) * smaller))
      }
      common = larger
      guard common * mostCommon > 0.99 * most else { return 0 }
    }
    let isLattice = most > 1.5 * common && lengths.allSatisfy { SampleLattice.off($0 / common) <= 1e-3 }
    return isLattice ? common : 0
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
