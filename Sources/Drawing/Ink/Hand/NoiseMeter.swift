/// The noise of a stroke's samples, run by run, in lattice units: for `ink-3` these are points.
struct SampleNoise {
  /// The standard deviation across the way: the larger one of that between chords and of `dense`.
  var deviation = 0.0
  /// The part of it that is noise of runs so dense that chords between them have no direction.
  var dense = 0.0
  /// The distance from run to run along the way.
  var spacing = 0.0
}

/// Estimates the noise at each run from the runs around it (`ink-3`).
///
/// Let eᵢ be the distance of run i from the line through the runs before and after it. Along a smooth path e changes
/// slowly; independent noise of standard deviation σ gives the products zᵢ = (eᵢ − eᵢ₋₁)(eᵢ − eᵢ₊₁) the mean 15/4 σ². The
/// estimate is the median of the means of five blocks of products, so that one corner is no noise.
///
/// Where runs are dense compared to their noise, chords have no direction: there e is measured across the way of the pen
/// over ±24 ms, and also between runs that are 2 and 4 apart, because the noise of neighbors may be correlated.
struct NoiseMeter {
  /// How far apart the runs are that products compare, the odd size of a block, and by what the median of the means of five
  /// blocks of Gaussian noise falls short of their mean, by simulation.
  private struct Blocks {
    var lag: Int
    var size: Int
    var factor: Double
  }
  private static let sparse = Blocks(lag: 1, size: 5, factor: 1.29)
  private static let dense = [
    Blocks(lag: 1, size: 7, factor: 1.22), Blocks(lag: 2, size: 7, factor: 1.18), Blocks(lag: 4, size: 9, factor: 1.11),
  ]
  /// The time on either side over which the way is measured, in seconds, and the least and the most runs.
  private static let wayTime = 0.024
  private static let wayRuns = (least: 2, most: 12)
  /// What alternates within this time on either side is no hand's doing, in seconds.
  private static let handTime = 0.0175
  /// The chords, in points, over which the noise between them fades out; and those for noise that is small beside them,
  /// and so is not the corners of a simplified drawing.
  private static let longChords = (cornered: 3.5...6.5, smooth: 8.0...12)
  /// The noise, in chords, from which on it may be corners.
  private static let corneredNoise = 0.08...0.15
  /// The number of runs on either side on which an estimate depends.
  static let reach = 22 + wayRuns.most

  /// An estimate for each run; those of the runs that were not measured are meaningless.
  private(set) var estimates: [SampleNoise] = []
  private var chords: [Double] = []
  private var dense: [Double] = []
  /// The runs that are so close to each other that noise may be dense.
  private var crowded: [Int] = []
  /// The unit vectors across the way.
  private var across: [SIMD2<Double>] = []
  /// The vector to each run from the middle between the runs that are some runs before and after it.
  private var offsets: [SIMD2<Double>] = []
  private var products: [Double] = []
  /// The sum of the products of the block that begins at each run.
  private var sums: [Double] = []

  /// Estimates the noise of some runs.
  mutating func measure(_ runs: [SampleRun], over range: Range<Int>, _ lattice: SampleLattice) {
    estimates.removeAll(keepingCapacity: true)
    estimates.append(contentsOf: repeatElement(SampleNoise(), count: runs.count))
    measureChords(runs)
    measureBetweenChords(runs, range, lattice)
    measureDense(runs, range, lattice)
  }

  private mutating func measureChords(_ runs: [SampleRun]) {
    chords.removeAll(keepingCapacity: true)
    chords.append(addingCapacity: runs.count) { chords in
      let runs = runs.span
      for i in 1..<Swift.max(1, runs.count) {
        chords.append((runs[i].point - runs[i - 1].point).squaredLength.squareRoot())
      }
    }
  }

  // MARK: Between chords

  private mutating func measureBetweenChords(_ runs: [SampleRun], _ range: Range<Int>, _ lattice: SampleLattice) {
    let count = runs.count
    guard count >= 5 else { return }
    let chords = self.chords
    products.removeAll(keepingCapacity: true)
    products.append(addingCapacity: count) { products in
      let (runs, chords) = (runs.span, chords.span)
      var (before, here) = (0.0, Self.offset(1, runs, chords))
      for i in 0..<count {
        guard i >= 2, i + 2 < count else {
          products.append(0)
          continue
        }
        if i == 2 { (before, here) = (here, Self.offset(2, runs, chords)) }
        let next = Self.offset(i + 1, runs, chords)
        products.append((here - before) * (here - next))
        (before, here) = (here, next)
      }
    }
    sumBlocks(Self.sparse)
    let sums = self.sums
    for i in range {
      // Less noise than this changes nothing.
      let deviation = Self.deviation(at: i, above: 0.17 * lattice.step, sums.span, Self.sparse)
      guard deviation > 0 else { continue }
      let chord = Self.usualChord(around: i, chords.span)
      let cornered = smoothStep(deviation / chord, in: Self.corneredNoise)
      let fading =
        cornered * smoothStep(chord, in: Self.longChords.cornered)
        + (1 - cornered) * smoothStep(chord, in: Self.longChords.smooth)
      estimates[i].deviation = deviation * (1 - fading)
    }
  }

  /// The signed distance of run `i` from the line through its neighbors, in points.
  @inline(__always)
  private static func offset(_ i: Int, _ runs: Span<SampleRun>, _ chords: Span<Double>) -> Double {
    let (a, b) = (runs[i].point - runs[i - 1].point, runs[i + 1].point - runs[i].point)
    return (a.x * b.y - a.y * b.x) / (chords[i - 1] + chords[i])
  }

  /// The median of the three chords on either side of a run, clamped to where it changes something.
  @inline(__always)
  private static func usualChord(around i: Int, _ chords: Span<Double>) -> Double {
    let near = Swift.max(0, i - 3)..<Swift.min(chords.count, i + 3)
    let (least, most) = (longChords.cornered.lowerBound, longChords.smooth.upperBound)
    var median: Double
    if near.count == 6 {
      // Of three lesser and three greater ones of pairs, without a branch.
      let (a, b, c) = (chords[i - 3], chords[i - 2], chords[i - 1])
      let (d, e, f) = (chords[i], chords[i + 1], chords[i + 2])
      let low = (Swift.min(a, b), Swift.min(c, d), Swift.min(e, f))
      let high = (Swift.max(a, b), Swift.max(c, d), Swift.max(e, f))
      let third = Swift.max(middle(low.0, low.1, low.2), Swift.min(high.0, high.1, high.2))
      let fourth = Swift.min(middle(high.0, high.1, high.2), Swift.max(low.0, low.1, low.2))
      median = (third + fourth) / 2
    } else {
      var sorted = SortedValues()
      for k in near { sorted.insert(chords[k]) }
      median = sorted.median
    }
    return Swift.min(most, Swift.max(least, median))
  }

  @inline(__always)
  private static func middle(_ a: Double, _ b: Double, _ c: Double) -> Double {
    Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
  }

  // MARK: Dense runs

  private mutating func measureDense(_ runs: [SampleRun], _ range: Range<Int>, _ lattice: SampleLattice) {
    across.removeAll(keepingCapacity: true)
    crowded.removeAll(keepingCapacity: true)
    for i in runs.indices {
      let (spacing, direction) = Self.way(runs, around: i)
      estimates[i].spacing = spacing
      across.append(direction)
      if spacing < 3.5, range.contains(i), largestChord(around: i) < 6.5 { crowded.append(i) }
    }
    guard !crowded.isEmpty else { return }
    dense.removeAll(keepingCapacity: true)
    dense.append(contentsOf: repeatElement(0, count: runs.count))
    for blocks in Self.dense where runs.count >= 4 * blocks.lag + 3 {
      let lag = blocks.lag
      // What alternates more slowly may be the hand.
      guard lag == 1 || crowded.contains(where: { Self.isQuick(runs, around: $0, lag) }) else { continue }
      multiply(runs, lag)
      sumBlocks(blocks)
      let sums = self.sums
      for i in crowded {
        let spacing = estimates[i].spacing
        // Less noise has no share.
        let least = Swift.max(0.08, 0.2 * spacing, lattice.isKnown ? 0.5 * lattice.step : 0)
        let found = Self.deviation(at: i, above: least, sums.span, blocks)
        guard found > dense[i] else { continue }
        if lag == 1 || Self.isQuick(runs, around: i, lag) && spacing * Double(lag) < 9 * found { dense[i] = found }
      }
    }
    for i in crowded where dense[i] > 0 {
      let spacing = estimates[i].spacing
      var share =
        smoothStep(dense[i], from: 0.2 * spacing, to: 0.4 * spacing) * (1 - smoothStep(spacing, from: 2, to: 3.5))
      share *= (1 - smoothStep(largestChord(around: i), from: 4, to: 6.5)) * smoothStep(dense[i], from: 0.08, to: 0.2)
      // Rounding is no noise.
      if lattice.isKnown { share *= smoothStep(dense[i], from: 0.5 * lattice.step, to: 0.8 * lattice.step) }
      estimates[i].dense = share * dense[i]
      estimates[i].deviation = Swift.max(estimates[i].deviation, share * dense[i])
    }
  }

  /// Whether the runs that are `lag` before and after a run are so close in time that no hand moves to and fro.
  private static func isQuick(_ runs: [SampleRun], around i: Int, _ lag: Int) -> Bool {
    let (first, last) = (Swift.max(0, i - lag), Swift.min(runs.count - 1, i + lag))
    return runs[last].middle - runs[first].middle <= 2 * handTime
  }

  /// The largest of the three chords on either side of a run.
  private func largestChord(around i: Int) -> Double {
    var largest = 0.0
    for k in Swift.max(0, i - 3)..<Swift.min(chords.count, i + 3) where chords[k] > largest { largest = chords[k] }
    return largest
  }

  /// The distance that the pen moves from run to run around run i, and the unit vector across its way.
  private static func way(_ runs: [SampleRun], around i: Int) -> (spacing: Double, across: SIMD2<Double>) {
    let runs = runs.span
    let middle = runs[i].middle
    var first = Swift.max(0, i - wayRuns.least)
    while first > 0, i - first < wayRuns.most, runs[first - 1].middle >= middle - wayTime { first -= 1 }
    var last = Swift.min(runs.count - 1, i + wayRuns.least)
    while last + 1 < runs.count, last - i < wayRuns.most, runs[last + 1].middle <= middle + wayTime { last += 1 }
    let step = runs[last].point - runs[first].point
    let length = step.squaredLength.squareRoot()
    let unit = step / Swift.max(length, 1e-9)
    return (length / Double(Swift.max(last - first, 1)), SIMD2(-unit.y, unit.x))
  }

  /// Computes the products of runs that are `lag` apart.
  private mutating func multiply(_ runs: [SampleRun], _ lag: Int) {
    let count = runs.count
    offsets.removeAll(keepingCapacity: true)
    offsets.append(addingCapacity: count) { offsets in
      let runs = runs.span
      for i in 0..<count {
        let isInside = i >= lag && i + lag < count
        offsets.append(isInside ? runs[i].point - (runs[i - lag].point + runs[i + lag].point) * 0.5 : .zero)
      }
    }
    products.removeAll(keepingCapacity: true)
    let (offsets, across) = (self.offsets, self.across)
    products.append(addingCapacity: count) { products in
      let (offsets, across) = (offsets.span, across.span)
      for i in 0..<count {
        guard i >= 2 * lag, i + 2 * lag < count else {
          products.append(0)
          continue
        }
        let a = (offsets[i] - offsets[i - lag]) * across[i]
        let b = (offsets[i] - offsets[i + lag]) * across[i]
        products.append((a.x + a.y) * (b.x + b.y))
      }
    }
  }

  // MARK: Blocks of products

  private mutating func sumBlocks(_ blocks: Blocks) {
    // With constant sizes the compiler unrolls the sums.
    switch blocks.size {
    case 5: sumBlocks(of: 5)
    case 7: sumBlocks(of: 7)
    default: sumBlocks(of: 9)
    }
  }

  @inline(__always)
  private mutating func sumBlocks(of size: Int) {
    sums.removeAll(keepingCapacity: true)
    let count = products.count
    // The products at the ends are 0.
    products.append(contentsOf: repeatElement(0, count: size))
    let products = self.products
    sums.append(addingCapacity: count) { sums in
      let products = products.span
      for i in 0..<count {
        var sum = products[i]
        for k in 1..<size { sum += products[i + k] }
        sums.append(sum)
      }
    }
  }

  /// The standard deviation that the blocks around a run show; 0 if it is not above a limit.
  @inline(__always)
  private static func deviation(at i: Int, above least: Double, _ sums: Span<Double>, _ blocks: Blocks) -> Double {
    let size = blocks.size
    let first = i - size / 2 - 2 * size
    var median: Double
    if first >= 2 * blocks.lag, first + 5 * size <= sums.count - 2 * blocks.lag {
      let (a, b) = (sums[first], sums[first + size])
      let (c, d) = (sums[first + 3 * size], sums[first + 4 * size])
      // The median of five is that of the middle one, of the larger of the two lesser, and of the lesser of the two larger.
      let low = Swift.max(Swift.min(a, b), Swift.min(c, d))
      let high = Swift.min(Swift.max(a, b), Swift.max(c, d))
      median = middle(low, high, sums[first + 2 * size]) / Double(size)
    } else {
      median = medianAtEnd(first, sums, blocks)
    }
    median *= blocks.factor * 4 / 15
    return median > least * least ? median.squareRoot() : 0
  }

  /// The median of the means of five blocks from `first` on. Blocks of which an end of the stroke cuts off more than half
  /// do not count; in a short stroke at least three must be left.
  private static func medianAtEnd(_ first: Int, _ sums: Span<Double>, _ blocks: Blocks) -> Double {
    let size = blocks.size
    let inside = 2 * blocks.lag..<Swift.max(2 * blocks.lag, sums.count - 2 * blocks.lag)
    var means = SortedValues()
    for start in stride(from: first, to: first + 5 * size, by: size) {
      let kept = Swift.min(start + size, inside.upperBound) - Swift.max(start, inside.lowerBound)
      guard start >= 0, 2 * kept > size else { continue }
      means.insert(sums[start] / Double(kept))
    }
    let isCutTwice = first < inside.lowerBound && first + 5 * size > inside.upperBound
    return means.count < (isCutTwice ? 3 : 2) ? 0 : means.median
  }
}

/// Up to twelve values, sorted.
struct SortedValues {
  private var values = InlineArray<12, Double>(repeating: 0)
  private(set) var count = 0

  mutating func insert(_ value: Double) {
    var at = count
    while at > 0, values[at - 1] > value {
      values[at] = values[at - 1]
      at -= 1
    }
    values[at] = value
    count += 1
  }

  var median: Double { (values[(count - 1) / 2] + values[count / 2]) / 2 }
}

extension SampleRun {
  /// The middle of its time, in seconds.
  var middle: Double { (arrival + departure) / 2 }
}

/// 0 up to `start`, 1 from `end` on, and 3u² − 2u³ in between.
@inline(__always)
func smoothStep(_ x: Double, from start: Double, to end: Double) -> Double {
  guard x > start else { return 0 }
  guard x < end else { return 1 }
  let u = (x - start) / (end - start)
  return u * u * (3 - 2 * u)
}

/// The same over a range.
@inline(__always)
func smoothStep(_ x: Double, in range: ClosedRange<Double>) -> Double {
  smoothStep(x, from: range.lowerBound, to: range.upperBound)
}
