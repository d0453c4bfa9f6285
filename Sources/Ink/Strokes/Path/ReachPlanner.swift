/// How far the smoothing of a span reaches at each place of its path (stage S3 of `ink-2`).
///
/// Noise asks for a reach: that of the grid on which samples lie, or as much as the samples themselves show. Speed asks
/// for one too, since a fast hand's samples lie far apart. Corners and ends allow little, and from there the reach
/// grows slower than the path, so that a kernel hardly reaches over a corner.
struct ReachPlanner {
  /// The grid of samples that lie on none that is known, in points.
  private static let finestGrid = 0.15
  /// What the reach is for a grid of 1.
  private static let reachPerGrid = 16.0
  /// What the reach is at a corner and at an end for a grid of 1.
  private static let cornerReachPerGrid = 3.0
  /// In points, for a smoothing of up to 1.
  private static let longest = 40.0
  /// How far in time the path counts that a fast hand's reach is half of, to either side in seconds.
  private static let timeReach = 0.024
  /// What the reach grows by at most per point of the path.
  private static let steepest = 0.75
  /// A grid of 1 rounds by a standard deviation of √(1/12); noise counts for a little less than a grid.
  private static let gridPerNoise = 3.1
  /// How many places to either side tell the noise of one.
  private static let noiseWindow = 6
  /// How far to either side of a corner its turn is measured for a grid of 1, and the range for all grids, in points.
  private static let armPerGrid = 7.0
  private static let arms = 1.5...7.0

  private(set) var window = PlaceWindow()
  /// In points for each place of the window, right for those of the span and the one after them.
  private(set) var reaches: [Double] = []
  /// Where the places of the window are along the straight lines between them, in points.
  private var lengths: [Double] = []
  private var offsets: [Double] = []
  private var noise: [Double] = []
  private var grids: [Double] = []
  private var turns: [Double] = []

  /// Plans the reach for the samples from `first`, which starts a place, up to `end`.
  /// - Parameters:
  ///   - smoothing: The tool's, over 0; 1 is usual.
  ///   - grid: On which the samples lie, in points; nil where it is not known.
  /// - Returns: Whether samples that are still to come cannot change it.
  mutating func plan(
    _ sequence: SampleSequence, from first: Int, to end: Int, smoothing: Double, grid: Double?
  ) -> Bool {
    let margin = PlaceWindow.Margin(
      places: Self.noiseWindow + 3, time: Self.timeReach * smoothing, length: Self.arms.upperBound)
    let grid = grid ?? Self.grid(of: sequence)
    window.begin(sequence, from: first, to: end)
    window.extend(sequence, to: 0, margin)
    measure(grid, smoothing)
    let widest = reaches[window.own.lowerBound...window.end].max() ?? 0
    window.extend(sequence, to: widest / Self.steepest, margin)
    measure(grid, smoothing)
    limit()
    return window.isClosed(in: sequence)
  }

  /// How many samples at the start of a stroke tell the grid.
  static let gridSamples = 8

  /// The largest of 1 and ½ on whose multiples the first samples of a stroke lie, in points.
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
    return Swift.abs(steps - steps.rounded()) < 1e-6
  }

  // MARK: What the samples ask for

  private mutating func measure(_ grid: Double, _ smoothing: Double) {
    measureLengths()
    measureNoise(grid)
    let places = window.places
    let reach = Self.timeReach * smoothing
    let longest = Self.longest * Swift.max(1, smoothing)
    reaches.removeAll(keepingCapacity: true)
    var (back, front) = (0, 0)
    for i in places.indices {
      let middle = (places[i].arrival + places[i].departure) / 2
      let covered = length(&front, at: middle + reach) - length(&back, at: middle - reach)
      reaches.append(Swift.min(Swift.max(Self.reachPerGrid * smoothing * grids[i], covered / 2), longest))
    }
  }

  private mutating func measureLengths() {
    let places = window.places
    lengths.removeAll(keepingCapacity: true)
    var length = 0.0
    lengths.append(0)
    for i in 1..<Swift.max(1, places.count) {
      length += (places[i].point - places[i - 1].point).squaredLength.squareRoot()
      lengths.append(length)
    }
  }

  /// The length of the path at a time, no earlier than at the last call with this index.
  private func length(_ index: inout Int, at time: Double) -> Double {
    let places = window.places.span
    while index + 1 < places.count, places[index + 1].arrival <= time { index += 1 }
    guard index + 1 < places.count, time > places[index].departure else { return lengths[index] }
    let duration = places[index + 1].arrival - places[index].departure
    guard duration > 0 else { return lengths[index] }
    return lengths[index]
      + (lengths[index + 1] - lengths[index]) * ((time - places[index].departure) / duration)
  }

  /// Estimates the noise at each place, as a grid.
  ///
  /// With e the distance of a place from the line through its neighbors, e changes slowly from place to place along a
  /// smooth path, however unevenly the places lie on it. Noise of standard deviation σ makes its changes alternate:
  /// the covariance of one change with the next is −15/4·σ².
  private mutating func measureNoise(_ grid: Double) {
    let places = window.places
    let count = places.count
    offsets.removeAll(keepingCapacity: true)
    for i in 1..<Swift.max(1, count - 1) {
      let (step, chord) = (places[i].point - places[i - 1].point, places[i + 1].point - places[i - 1].point)
      let length = chord.squaredLength.squareRoot()
      offsets.append(length > 0 ? (step.x * chord.y - step.y * chord.x) / length : 0)
    }
    // Sums of what each place says, from the third to the last but two: noise[i] is that of the first i of them.
    noise.removeAll(keepingCapacity: true)
    noise.append(0)
    var sum = 0.0
    for i in 2..<Swift.max(2, count - 2) {
      let (before, after) = (offsets[i - 1] - offsets[i - 2], offsets[i] - offsets[i - 1])
      sum -= before * after
      noise.append(sum)
    }
    grids.removeAll(keepingCapacity: true)
    let last = noise.count - 1
    for i in 0..<count {
      let from = Swift.min(last, Swift.max(0, i - 2 - Self.noiseWindow))
      let to = Swift.max(from, Swift.min(last, i - 1 + Self.noiseWindow))
      let variance = to - from >= 3 ? (noise[to] - noise[from]) * (4.0 / 15) / Double(to - from) : 0
      grids.append(Swift.max(grid, variance > 0 ? variance.squareRoot() * Self.gridPerNoise : 0))
    }
  }

  // MARK: What corners and ends allow

  private mutating func limit() {
    findCorners()
    let last = reaches.count - 1
    if window.beginsStroke { limit(0) }
    if window.endsStroke { limit(last) }
    for i in 1..<Swift.max(1, reaches.count) {
      reaches[i] = Swift.min(reaches[i], reaches[i - 1] + Self.steepest * (lengths[i] - lengths[i - 1]))
    }
    for i in (0..<Swift.max(0, last)).reversed() {
      reaches[i] = Swift.min(reaches[i], reaches[i + 1] + Self.steepest * (lengths[i + 1] - lengths[i]))
    }
    guard window.beginsStroke, window.endsStroke else { return }
    for i in reaches.indices { reaches[i] = Swift.min(reaches[i], lengths[last]) }
  }

  private mutating func limit(_ place: Int) {
    reaches[place] = Swift.min(reaches[place], Self.cornerReachPerGrid * grids[place])
  }

  /// A corner turns by more than 60 degrees, and by no less than its neighbors do.
  private mutating func findCorners() {
    turns.removeAll(keepingCapacity: true)
    var (back, front) = (0, 0)
    for i in window.places.indices { turns.append(turn(at: i, &back, &front)) }
    for i in turns.indices where turns[i] < 0.25 {
      if i > 0, turns[i - 1] < turns[i] { continue }
      if i + 1 < turns.count, turns[i + 1] < turns[i] { continue }
      limit(i)
    }
  }

  /// The cosine of the angle by which the path turns at a place, squared, with its sign; 1 where it cannot be told.
  private func turn(at index: Int, _ back: inout Int, _ front: inout Int) -> Double {
    let places = window.places.span
    let arm = Swift.min(Swift.max(Self.armPerGrid * grids[index], Self.arms.lowerBound), Self.arms.upperBound)
    let here = places[index].point
    let before = here - point(&back, at: lengths[index] - arm)
    let after = point(&front, at: lengths[index] + arm) - here
    let (a, b) = (before.squaredLength, after.squaredLength)
    // At an end, or where the path comes straight back, there is too little to tell.
    guard Swift.min(a, b) > 0.16 * arm * arm else { return 1 }
    let dot = before.x * after.x + before.y * after.y
    return dot * Swift.abs(dot) / (a * b)
  }

  /// The point at a length along the straight lines between the places, searched from place `index`.
  private func point(_ index: inout Int, at length: Double) -> SIMD2<Double> {
    let places = window.places.span
    while index + 1 < places.count, lengths[index + 1] <= length { index += 1 }
    while index > 0, lengths[index] > length { index -= 1 }
    guard index + 1 < places.count, length > lengths[index] else { return places[index].point }
    let part = (length - lengths[index]) / (lengths[index + 1] - lengths[index])
    return places[index].point + (places[index + 1].point - places[index].point) * part
  }
}
