import Geometry

/// Estimates the noise at each run from changes of offsets, which neither a cusp nor a hasty rhythm raises (`ink-4`).
///
/// Let eᵢ be the vector to run i from the middle between its neighbors, u = eᵢ − eᵢ₋₁ and v = eᵢ − eᵢ₊₁. Independent noise
/// of standard deviation σ gives the symmetric part of u vᵀ the mean 15/4 σ² in each direction; along a smooth path u · v
/// is negative. Of the last products known 24 ms after a run the fifth with the least and with the largest u · v are left
/// out; of the mean matrix of the rest the smaller eigenvalue counts. A cusp lies in what is left out, and it has one
/// direction, as a hasty rhythm has; noise has neither.
struct TrimmedNoise {
  /// How far after a run products count, in seconds and in runs.
  private static let ahead = (time: 0.024, runs: 48)
  /// How far the first runs of a stroke wait for a first estimate, in seconds and in runs.
  private static let first = (time: 0.1, runs: 24)
  /// The time on either side over which the way is measured, in seconds, and the least and the most runs.
  private static let way = (time: 0.024, least: 2, most: 48)
  /// The runs that are compared where noise is large beside the way: noise of neighbors may be correlated.
  private static let lag = 3
  /// What alternates within this time on either side is no hand's doing, in seconds.
  private static let handTime = 0.0175
  /// The noise, in ways from run to run, above which it is large.
  static let dense = 0.2...0.4
  /// The noise, in steps of a known lattice, above which rounding does not explain it.
  fileprivate static let beyondRounding = 0.45...0.7
  /// The number of offsets and of chords by which doubt is decided.
  private static let doubtful = 60
  /// The mean by which offsets turn back from run to run, of noise and of a hand: without and with a lattice. What is
  /// lost of an estimate in doubt.
  private static let turningBack = (free: -0.3 ... -0.18, known: -0.38 ... -0.28)
  private static let lost = (free: 0.4, known: 1.0)
  /// The mean ratio of neighboring chords, of decimated samples and of noise, and the number of chords of noise with which
  /// the mean begins.
  private static let evenness = 0.445...0.485
  private static let assumed = (chords: 5, ratio: 0.6)

  /// The number of runs before a run on which its estimate depends.
  static let runsBefore = doubtful + 3

  /// An estimate for each run; those of the runs that were not measured are meaningless.
  private(set) var estimates: [SampleNoise] = []
  private var near = Products(lag: 1)
  private var far = Products(lag: Self.lag)
  /// The sums of the ratios, in units of 2⁻³², up to each run. Differences of these integers are exact, so that they do
  /// not depend on where a window begins.
  private var turns: [Int64] = []
  private var ratios: [Int64] = []

  /// Estimates the noise of the runs from `first` on, as far as further runs cannot change it.
  /// - Parameters:
  ///   - places: The positions of the runs, in lattice units.
  ///   - begins: Whether the stroke begins with the first of these runs; `ends` likewise.
  /// - Returns: The end of the runs that were measured.
  mutating func measure(
    _ runs: [SampleRun], _ places: [SIMD2<Double>], from first: Int, begins: Bool, ends: Bool, _ lattice: SampleLattice
  ) -> Int {
    estimates.removeAll(keepingCapacity: true)
    estimates.append(contentsOf: repeatElement(SampleNoise(), count: runs.count))
    near.begin(lattice)
    far.begin(lattice)
    turns.removeAll(keepingCapacity: true)
    let (runs, places) = (runs.span, places.span)
    let firstEnd = begins ? Self.last(of: runs, after: 0, within: Self.first, from: 0) : 0
    var last = first
    for i in first..<runs.count {
      last = Self.last(of: runs, after: i, within: Self.ahead, from: Swift.max(last, i))
      last = Swift.min(Swift.max(last, i + 1), runs.count - 1)
      let known = begins && i < Self.first.runs ? Swift.max(last, firstEnd) : last
      if !ends, Swift.max(known + 1, i + Self.lag) >= runs.count { return i }
      estimates[i] = estimate(at: i, last: known, runs, places, lattice)
    }
    return runs.count
  }

  /// The last run within a time and a number of runs after run `i`, sought from a run that is within both.
  @inline(__always)
  private static func last(
    of runs: Span<SampleRun>, after i: Int, within reach: (time: Double, runs: Int), from start: Int
  ) -> Int {
    var last = start
    while last + 1 < runs.count, last - i < reach.runs, runs[last + 1].middle <= runs[i].middle + reach.time {
      last += 1
    }
    return last
  }

  private mutating func estimate(
    at i: Int, last: Int, _ runs: Span<SampleRun>, _ places: Span<SIMD2<Double>>, _ lattice: SampleLattice
  ) -> SampleNoise {
    var deviation = near.deviation(last: last, places)
    guard deviation > 0 else { return SampleNoise() }
    let spacing = Self.spacing(around: i, last: last, noise: deviation, runs, places)
    if deviation > Self.dense.lowerBound * spacing, Self.isQuick(runs, around: i) {
      deviation = Swift.max(deviation, far.deviation(last: last, places))
    }
    deviation *= confidence(at: i, last: last, places, lattice)
    if lattice.isKnown { deviation *= smoothStep(deviation, in: Self.beyondRounding) }
    let share = spacing > 0 ? smoothStep(deviation / spacing, in: Self.dense) : 1
    return SampleNoise(deviation: deviation, dense: share * deviation, spacing: spacing)
  }

  /// The way from run to run: the net one over some time, which a cusp shortens, but not less than the usual chord less
  /// its noise.
  private static func spacing(
    around i: Int, last: Int, noise: Double, _ runs: Span<SampleRun>, _ places: Span<SIMD2<Double>>
  ) -> Double {
    let middle = runs[i].middle
    var first = Swift.max(0, i - way.least)
    while first > 0, i - first < way.most, runs[first - 1].middle >= middle - way.time { first -= 1 }
    var end = Swift.min(runs.count - 1, i + way.least)
    while end + 1 < runs.count, end - i < way.most, runs[end + 1].middle <= middle + way.time { end += 1 }
    let net = (places[end] - places[first]).squaredLength.squareRoot() / Double(Swift.max(end - first, 1))
    // Chords only matter where noise is large beside the way.
    guard noise > dense.lowerBound * net else { return net }
    var chords = SortedValues()
    for k in Swift.max(0, i - 6)..<Swift.max(1, Swift.min(last, i + 6)) where k + 1 < places.count {
      chords.insert((places[k + 1] - places[k]).squaredLength)
    }
    return Swift.max(net, Swift.max(0, chords.median - 6 * noise * noise).squareRoot())
  }

  /// Whether the runs around a run are so close in time that no hand moves to and fro.
  private static func isQuick(_ runs: Span<SampleRun>, around i: Int) -> Bool {
    runs[Swift.min(runs.count - 1, i + lag)].middle - runs[Swift.max(0, i - lag)].middle <= 2 * handTime
  }

  // MARK: Doubt

  /// How much of an estimate counts: less where offsets do not turn back as those of noise do, and none where chords are
  /// uneven, as they are in decimated strokes.
  private mutating func confidence(
    at i: Int, last: Int, _ places: Span<SIMD2<Double>>, _ lattice: SampleLattice
  ) -> Double {
    if turns.isEmpty { sumRatios(places) }
    // Known are the turns of the runs before `last` − 1, and the ratios of those before `last`.
    let turnEnd = Swift.max(1, last - 1)
    let turnStart = Swift.max(1, turnEnd - Self.doubtful)
    let turning = Self.mean(turns, turnStart..<turnEnd, assumed: 0, of: 0)
    let ratioStart = Swift.max(1, last - Self.doubtful)
    let even = Self.mean(
      ratios, ratioStart..<Swift.max(ratioStart, last), assumed: Self.assumed.chords, of: Self.assumed.ratio)
    let (limits, lost) =
      lattice.isKnown ? (Self.turningBack.known, Self.lost.known) : (Self.turningBack.free, Self.lost.free)
    return (1 - lost * smoothStep(turning, in: limits)) * smoothStep(even, in: Self.evenness)
  }

  private static func mean(_ sums: [Int64], _ range: Range<Int>, assumed: Int, of value: Double) -> Double {
    let sum = Double(sums[range.upperBound] &- sums[range.lowerBound]) * 0x1p-32
    return (sum + Double(assumed) * value) / Double(Swift.max(1, range.count + assumed))
  }

  private mutating func sumRatios(_ places: Span<SIMD2<Double>>) {
    let count = places.count
    turns.append(contentsOf: repeatElement(0, count: count + 1))
    ratios.removeAll(keepingCapacity: true)
    ratios.append(contentsOf: repeatElement(0, count: count + 1))
    var chord = 0.0
    var offset = SIMD2<Double>.zero
    for i in 1..<Swift.max(1, count) {
      let next = (places[i] - places[i - 1]).squaredLength.squareRoot()
      // At run i − 1, whose turn is that of its offset to that of run i.
      let ratio = Swift.min(chord, next) / Swift.max(Swift.max(chord, next), 1e-12)
      ratios[i] = ratios[i - 1] &+ (i > 1 ? Int64(saturating: ratio * 0x1p32) : 0)
      chord = next
      let here = i + 1 < count ? places[i] - (places[i - 1] + places[i + 1]) * 0.5 : .zero
      let product = offset * here
      let squares = (offset.squaredLength + here.squaredLength) / 2
      let turn = (product.x + product.y) / Swift.max(squares, 1e-12)
      turns[i] = turns[i - 1] &+ (i > 1 ? Int64(saturating: turn * 0x1p32) : 0)
      offset = here
    }
  }
}

/// The products of the changes of offsets, and the trimmed mean of the last ones.
private struct Products {
  /// A product by its sum. Of equal sums the earlier one is less.
  private struct Entry {
    var sum: Double
    var index: Int

    @inline(__always)
    static func < (a: Self, b: Self) -> Bool { a.sum < b.sum || a.sum == b.sum && a.index < b.index }
  }

  /// The most products of an estimate, and one of how many are left out at either end.
  private static let most = 40
  private static let trim = 5
  /// By what a trimmed estimate falls short of σ, by simulation.
  private static let norm = 1.6
  /// The number of products from which on an estimate counts, and where it counts fully: without and with a lattice.
  private static let sure = (free: 3.0...12.0, known: 10.0...20.0)

  /// How far apart the runs are that are compared.
  let lag: Int
  /// Of each product, those of the parts along and across the way, and the mixed one.
  private var parts: [(along: Double, across: Double, mixed: Double)] = []
  /// The products of the window by ascending sums.
  private var sorted: [Entry] = []
  private var window = 0..<0
  private var isKnown = false
  private var found: (end: Int, deviation: Double) = (-1, 0)

  init(lag: Int) { self.lag = lag }

  mutating func begin(_ lattice: SampleLattice) {
    parts.removeAll(keepingCapacity: true)
    sorted.removeAll(keepingCapacity: true)
    (window, isKnown, found) = (0..<0, lattice.isKnown, (-1, 0))
  }

  /// The deviation that the products show which are known at a run.
  mutating func deviation(last: Int, _ places: Span<SIMD2<Double>>) -> Double {
    let end = last - 4 * lag + 1
    if end == found.end { return found.deviation }
    found = (end, end >= 3 ? measure(end, places) : 0)
    return found.deviation
  }

  private mutating func measure(_ end: Int, _ places: Span<SIMD2<Double>>) -> Double {
    move(to: Swift.max(0, end - Self.most)..<end, places)
    let count = sorted.count
    let cut = Swift.max(1, count / Self.trim)
    // In a known lattice less is rounding. None is more if all of the rest were the largest of it.
    let rounding = isKnown ? TrimmedNoise.beyondRounding.lowerBound / Self.norm : 0
    let least = rounding * rounding * 3.75
    guard sorted[count - 1 - cut].sum > 2 * least else { return 0 }
    var (a, b, c) = (0.0, 0.0, 0.0)
    let (sorted, parts) = (sorted.span, parts.span)
    for k in cut..<count - cut {
      let part = parts[sorted[k].index]
      (a, b, c) = (a + part.along, b + part.across, c + part.mixed)
    }
    let per = 1 / Double(count - 2 * cut)
    (a, b, c) = (a * per, b * per, c * per)
    let half = (a - b) / 2
    let eigenvalue = (a + b) / 2 - (half * half + c * c).squareRoot()
    guard eigenvalue > least else { return 0 }
    let share = smoothStep(Double(count), in: isKnown ? Self.sure.known : Self.sure.free)
    return Self.norm * (eigenvalue / 3.75).squareRoot() * share
  }

  /// Moves the window of sorted products forward.
  private mutating func move(to next: Range<Int>, _ places: Span<SIMD2<Double>>) {
    while parts.count < next.upperBound { parts.append(product(parts.count, places)) }
    if !window.overlaps(next) {
      sorted.removeAll(keepingCapacity: true)
      window = next.lowerBound..<next.lowerBound
    }
    for index in window.upperBound..<next.upperBound {
      let part = parts[index]
      let entry = Entry(sum: part.along + part.across, index: index)
      if window.lowerBound < next.lowerBound {
        let oldest = parts[window.lowerBound]
        let place = place(of: Entry(sum: oldest.along + oldest.across, index: window.lowerBound))
        sift(entry, from: place)
        window = window.lowerBound + 1..<index + 1
      } else {
        sorted.append(entry)
        sift(entry, from: sorted.count - 1)
        window = window.lowerBound..<index + 1
      }
    }
  }

  /// Puts an entry in order, for the one at a place.
  private mutating func sift(_ entry: Entry, from place: Int) {
    var sorted = sorted.mutableSpan
    var at = place
    while at > 0, entry < sorted[at - 1] {
      sorted[at] = sorted[at - 1]
      at -= 1
    }
    while at + 1 < sorted.count, sorted[at + 1] < entry {
      sorted[at] = sorted[at + 1]
      at += 1
    }
    sorted[at] = entry
  }

  /// The place of an entry.
  private func place(of entry: Entry) -> Int {
    let sorted = sorted.span
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The product of the run that is two lags after run `first`.
  private func product(
    _ first: Int, _ places: Span<SIMD2<Double>>
  ) -> (along: Double, across: Double, mixed: Double) {
    let p = (
      places[first], places[first + lag], places[first + 2 * lag], places[first + 3 * lag], places[first + 4 * lag]
    )
    let before = p.1 - (p.0 + p.2) * 0.5
    let here = p.2 - (p.1 + p.3) * 0.5
    let after = p.3 - (p.2 + p.4) * 0.5
    let (u, v) = (here - before, here - after)
    let way = p.4 - p.0
    let length = way.squaredLength.squareRoot()
    let unit = length > 0 ? way / length : SIMD2(1, 0)
    let left = SIMD2(-unit.y, unit.x)
    let (ua, va) = ((u * unit).sum(), (v * unit).sum())
    let (ub, vb) = ((u * left).sum(), (v * left).sum())
    return (ua * va, ub * vb, (ua * vb + ub * va) / 2)
  }
}
