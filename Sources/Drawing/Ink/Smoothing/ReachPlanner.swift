import Geometry
import TouchLog

/// Decides how far the smoothing kernel reaches at each run of a stroke (`ink-2`).
///
/// The reach at a run is the larger of two demands, at most `longest`:
/// - Noise: 16 times the grid to which positions are rounded, or the equivalent grid of the noise that the samples
///   show; times the tool's smoothing.
/// - Speed: half of the length of the path within 24 ms · smoothing on either side, because the samples of a fast hand
///   are far apart.
///
/// A kernel covers at most 512 runs on either side, so that the time for a run does not depend on how dense they are.
///
/// At corners and at the ends of the stroke the reach is at most 3 grids. Away from there it grows by at most 0.75 per
/// point of the path, so that a kernel hardly extends past a corner.
///
/// Each value is a sum that starts at its own run, never a running sum along the window: it is the same bit for bit
/// however much of the stroke is planned at a time.
struct ReachPlanner {
  /// The assumed grid of samples that lie on no known grid, in points.
  private static let finestGrid = 0.15
  /// The reach that noise demands, in grids.
  private static let reachPerGrid = 16.0
  /// The reach that corners and ends allow, in grids.
  private static let cornerReachPerGrid = 3.0
  /// The longest reach in points, for a smoothing of up to 1; more smoothing extends it in proportion.
  private static let longest = 40.0
  /// The time on either side over which speed is measured, in seconds, for a smoothing of 1.
  private static let timeReach = 0.024
  /// The largest increase of the reach per point of the path.
  private static let steepest = 0.75
  /// The grid that is equivalent to noise with a standard deviation of 1. Rounding to a grid g has the standard
  /// deviation g/√12, and √12 is 3.46; estimated noise counts slightly less than a known grid.
  private static let gridPerNoise = 3.1
  /// The number of runs on either side from which noise is estimated.
  private static let noiseWindow = 6
  /// The least number of runs from which noise is estimated.
  private static let leastNoiseCount = 3
  /// The length on either side over which the turn at a corner is measured, in grids.
  private static let armPerGrid = 7.0
  /// Its range, in points.
  private static let arms = 1.5...7.0

  /// The most runs on either side that a kernel covers, and over which a turn is measured. Only samples that hardly move
  /// have as many within reach.
  private static let mostRuns = 512

  private(set) var window = RunWindow()
  /// The reach in points at each run of the window. Valid for the runs that were planned.
  private(set) var reaches: [Double] = []
  /// The distance from the previous run in points; 0 for the first.
  private var chords: [Double] = []
  /// The sums of the chords up to each run, in units of 2⁻²⁴ points, if there are more than `mostRuns`. Differences of
  /// these integers are exact, so that they do not depend on where the window begins.
  private var lengths: [Int64] = []
  /// The signed distance of a run from the line through its neighbors, in points.
  private var offsets: [Double] = []
  /// The noise estimate of a run and two runs on either side.
  private var noise: [Double] = []
  /// The grid, or equivalent grid of the noise, at each run.
  private var grids: [Double] = []
  /// The turn at each run, see `turn`.
  private var turns: [Double] = []

  /// Plans the reach for the samples from `first`, which starts a run, up to `end`.
  /// - Parameters:
  ///   - smoothing: The tool's smoothing, positive; 1 is usual.
  ///   - grid: The grid on which the samples lie, in points; nil to detect it.
  ///   - mustBeComplete: Whether to stop planning, and return false, once it is known that further samples can change
  ///     the plan.
  /// - Returns: Whether further samples cannot change the plan.
  mutating func plan(
    _ sequence: SampleSequence, from first: Int, to end: Int, smoothing: Double, grid: Double?, mustBeComplete: Bool
  ) -> Bool {
    let margin = RunWindow.Margin(
      runs: Self.noiseWindow + 3, time: Self.timeReach * smoothing, length: Self.arms.upperBound,
      mostRuns: Self.mostRuns + 1)
    let grid = grid ?? Self.grid(of: sequence)
    window.begin(sequence, from: first, to: end)
    window.extend(sequence, to: 0, margin)
    guard !mustBeComplete || window.isClosed(in: sequence) else { return false }
    measureChords()
    measureNoise(grid)
    measureReaches(window.own.lowerBound..<window.end + 1, smoothing)
    let widest = reaches.reduce(0) { $0 > $1 ? $0 : $1 }
    let known = window.runs.count
    window.extend(sequence, to: widest / Self.steepest, margin)
    guard !mustBeComplete || window.isClosed(in: sequence) else { return false }
    if window.runs.count > known {
      measureChords()
      measureNoise(grid)
    }
    if reaches.count < window.runs.count { measureReaches(0..<window.runs.count, smoothing) }
    limit()
    return window.isClosed(in: sequence)
  }

  /// The number of samples at the start of a stroke from which its grid is detected.
  static let gridSamples = 8

  /// The grid of the first samples of a stroke, in points: 1 or ½ if they lie on its multiples, else `finestGrid`.
  private static func grid(of sequence: SampleSequence) -> Double {
    var grid = 1.0
    for i in 0..<Swift.min(gridSamples, sequence.samples.count) {
      let point = sequence.samples[i].point
      while grid >= 0.5, !isMultiple(point.x, of: grid) || !isMultiple(point.y, of: grid) { grid /= 2 }
    }
    return grid >= 0.5 ? grid : finestGrid
  }

  private static func isMultiple(_ value: Double, of grid: Double) -> Bool {
    let steps = value / grid
    // The grid is at least ½, so that the result fits into an Int64.
    let nearest = Double(Int64(saturating: steps + (steps < 0 ? -0.5 : 0.5)))
    return Swift.abs(steps - nearest) < 1e-6
  }

  // MARK: Demand

  private mutating func measureChords() {
    chords.removeAll(keepingCapacity: true)
    let runs = window.runs
    chords.append(addingCapacity: runs.count) { chords in
      let runs = runs.span
      chords.append(0)
      for i in 1..<Swift.max(1, runs.count) {
        chords.append((runs[i].point - runs[i - 1].point).squaredLength.squareRoot())
      }
    }
    lengths.removeAll(keepingCapacity: true)
    guard chords.count > Self.mostRuns else { return }
    // No two samples are further apart. The comparison is false for a NaN, which is no integer.
    let longest = 4 * LogLimits.coordinate
    var length: Int64 = 0
    for chord in chords {
      length &+= Int64(saturating: (chord < longest ? chord : longest) * 0x1p24)
      lengths.append(length)
    }
  }

  /// The length of the path from a run to the one `mostRuns` before it or after it, whichever is less, in points;
  /// infinite if there are not as many.
  @inline(__always)
  private static func length(ofMostRunsAround index: Int, _ lengths: borrowing Span<Int64>) -> Double {
    var least = Int64.max
    if index >= mostRuns, index < lengths.count { least = lengths[index] &- lengths[index - mostRuns] }
    if index + mostRuns < lengths.count { least = Swift.min(least, lengths[index + mostRuns] &- lengths[index]) }
    return least == .max ? .infinity : Double(least) * 0x1p-24
  }

  /// Estimates the noise at each run, as an equivalent grid.
  ///
  /// Let eᵢ be the signed distance of run i from the line through its neighbors. Along a smooth path e changes slowly.
  /// Independent noise nᵢ of standard deviation σ, across the path, contributes eᵢ = nᵢ − (nᵢ₋₁ + nᵢ₊₁)/2, so that
  /// consecutive changes of e have the covariance E[(eᵢ − eᵢ₋₁)(eᵢ₊₁ − eᵢ)] = −9/4 σ² − 3/4 σ² − 3/4 σ² = −15/4 σ².
  /// The mean of (eᵢ − eᵢ₋₁)(eᵢ − eᵢ₊₁) over a window, times 4/15, estimates σ².
  private mutating func measureNoise(_ grid: Double) {
    let runs = window.runs
    let count = runs.count
    measureOffsets()
    grids.removeAll(keepingCapacity: true)
    let noise = self.noise
    grids.append(addingCapacity: count) { grids in
      let noise = noise.span
      for i in 0..<count {
        let from = Swift.max(2, i - Self.noiseWindow)
        let to = Swift.min(count - 3, i + Self.noiseWindow)
        guard to - from + 1 >= Self.leastNoiseCount else {
          grids.append(grid)
          continue
        }
        var sum = 0.0
        for k in from...to { sum += noise[k] }
        let variance = sum * (4.0 / 15) / Double(to - from + 1)
        let own = variance > 0 ? variance.squareRoot() * Self.gridPerNoise : 0
        grids.append(own > grid ? own : grid)
      }
    }
  }

  private mutating func measureOffsets() {
    let runs = window.runs
    let count = runs.count
    let chords = self.chords
    offsets.removeAll(keepingCapacity: true)
    offsets.append(addingCapacity: count) { offsets in
      let (runs, chords) = (runs.span, chords.span)
      offsets.append(0)
      for i in 1..<Swift.max(1, count - 1) {
        let (a, b) = (runs[i].point - runs[i - 1].point, runs[i + 1].point - runs[i].point)
        offsets.append((a.x * b.y - a.y * b.x) / (chords[i] + chords[i + 1]))
      }
      if count > 1 { offsets.append(0) }
    }
    let offsets = self.offsets
    noise.removeAll(keepingCapacity: true)
    noise.append(addingCapacity: count) { noise in
      let offsets = offsets.span
      for i in 0..<count {
        noise.append(
          i >= 2 && i + 2 < count ? (offsets[i] - offsets[i - 1]) * (offsets[i] - offsets[i + 1]) : 0)
      }
    }
  }

  /// Computes the reach that noise and speed demand.
  /// - Parameter range: The runs for which to compute it.
  private mutating func measureReaches(_ range: Range<Int>, _ smoothing: Double) {
    let (runs, chords, lengths, grids) = (window.runs, chords, lengths, grids)
    let longest = Self.longest * Swift.max(1, smoothing)
    reaches.removeAll(keepingCapacity: true)
    reaches.append(addingCapacity: range.count) { reaches in
      let (runs, chords, lengths, grids) = (runs.span, chords.span, lengths.span, grids.span)
      for i in range {
        let byNoise = Self.reachPerGrid * smoothing * grids[i]
        let bySpeed = Self.length(runs, chords, around: i, Self.timeReach * smoothing) / 2
        let demand = byNoise > bySpeed ? byNoise : bySpeed
        let reach = demand < longest ? demand : longest
        let covered = lengths.isEmpty ? .infinity : Self.length(ofMostRunsAround: i, lengths)
        reaches.append(reach < covered ? reach : covered)
      }
    }
  }

  /// The length of the path within `reach` seconds of the middle of a run's time.
  @inline(__always)
  private static func length(
    _ runs: borrowing Span<SampleRun>, _ chords: borrowing Span<Double>, around index: Int, _ reach: Double
  ) -> Double {
    let middle = (runs[index].arrival + runs[index].departure) / 2
    var length = 0.0
    var i = index
    let earliest = middle - reach
    while i > 0, runs[i].arrival > earliest {
      let (start, end) = (runs[i - 1].departure, runs[i].arrival)
      length += start >= earliest ? chords[i] : chords[i] * ((end - earliest) / (end - start))
      i -= 1
    }
    i = index
    let latest = middle + reach
    while i + 1 < runs.count, runs[i].departure < latest {
      let (start, end) = (runs[i].departure, runs[i + 1].arrival)
      length += end <= latest ? chords[i + 1] : chords[i + 1] * ((latest - start) / (end - start))
      i += 1
    }
    return length
  }

  // MARK: Limits

  /// Limits the reaches at corners and ends, and their slopes in between.
  private mutating func limit() {
    findCorners()
    let count = reaches.count
    if window.beginsStroke { limit(0) }
    if window.endsStroke { limit(count - 1) }
    let chords = self.chords
    let isWhole = window.beginsStroke && window.endsStroke
    var reaches = self.reaches.mutableSpan
    for i in 1..<Swift.max(1, count) {
      let limit = reaches[i - 1] + Self.steepest * chords[i]
      if limit < reaches[i] { reaches[i] = limit }
    }
    for i in (0..<Swift.max(0, count - 1)).reversed() {
      let limit = reaches[i + 1] + Self.steepest * chords[i + 1]
      if limit < reaches[i] { reaches[i] = limit }
    }
    guard isWhole else { return }
    let whole = chords.reduce(0, +)
    for i in 0..<count where whole < reaches[i] { reaches[i] = whole }
  }

  private mutating func limit(_ run: Int) {
    reaches[run] = Swift.min(reaches[run], Self.cornerReachPerGrid * grids[run])
  }

  /// Limits the reach at corners: runs that turn by more than 60 degrees, and no less than their neighbors.
  private mutating func findCorners() {
    let (runs, chords, lengths, grids) = (window.runs, chords, lengths, grids)
    turns.removeAll(keepingCapacity: true)
    turns.append(addingCapacity: runs.count) { turns in
      let (runs, chords, lengths, grids) = (runs.span, chords.span, lengths.span, grids.span)
      for i in runs.indices {
        let arm = Self.arm(grids[i])
        let isDense = !lengths.isEmpty && Self.length(ofMostRunsAround: i, lengths) < arm
        turns.append(isDense ? 1 : Self.turn(runs, chords, arm, at: i))
      }
    }
    for i in turns.indices where turns[i] < Self.cornerTurn {
      if i > 0, turns[i - 1] < turns[i] { continue }
      if i + 1 < turns.count, turns[i + 1] < turns[i] { continue }
      limit(i)
    }
  }

  /// cos² 60°, to which `turn` is compared.
  private static let cornerTurn = 0.25

  /// The length on either side over which a turn is measured, in points.
  @inline(__always)
  private static func arm(_ grid: Double) -> Double {
    let wanted = armPerGrid * grid
    let longest = wanted < arms.upperBound ? wanted : arms.upperBound
    return longest > arms.lowerBound ? longest : arms.lowerBound
  }

  /// cos α · |cos α| for the angle α by which the path turns at a run; 1 if it cannot be measured.
  @inline(__always)
  private static func turn(
    _ runs: borrowing Span<SampleRun>, _ chords: borrowing Span<Double>, _ arm: Double, at index: Int
  ) -> Double {
    let here = runs[index].point
    var i = index
    var left = arm
    while i > 0, chords[i] < left {
      left -= chords[i]
      i -= 1
    }
    var before = here - runs[i].point
    if i > 0 {
      let chord: SIMD2<Double> = runs[i].point - runs[i - 1].point
      before += chord * (left / chords[i])
    }
    i = index
    left = arm
    while i + 1 < runs.count, chords[i + 1] < left {
      left -= chords[i + 1]
      i += 1
    }
    var after = runs[i].point - here
    if i + 1 < runs.count {
      let chord: SIMD2<Double> = runs[i + 1].point - runs[i].point
      after += chord * (left / chords[i + 1])
    }
    let (a, b) = (before.squaredLength, after.squaredLength)
    // Near an end or where the path turns back on itself, an arm may be too short: less than 0.4 of its length.
    guard Swift.min(a, b) > 0.16 * arm * arm else { return 1 }
    let dot = before.x * after.x + before.y * after.y
    return dot * Swift.abs(dot) / (a * b)
  }
}
