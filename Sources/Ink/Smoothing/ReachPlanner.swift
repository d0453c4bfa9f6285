/// How far the smoothing of a stroke reaches at each place of its path (stage S3 of `ink-2`).
///
/// Noise asks for a reach: that of the grid on which samples lie, or as much as the samples themselves show. Speed asks
/// for one too, since a fast hand's samples lie far apart. Corners and ends allow little, and from there the reach
/// grows slower than the path, so that a kernel hardly reaches over a corner.
///
/// Each value is summed outward from its own place, never along the window: it is the same bit for bit whatever part of
/// the stroke is planned at a time.
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
  /// Fewer places than this tell no noise.
  private static let leastNoiseCount = 3
  /// How far to either side of a corner its turn is measured for a grid of 1, and the range for all grids, in points.
  private static let armPerGrid = 7.0
  private static let arms = 1.5...7.0

  private(set) var window = PlaceWindow()
  /// In points for each place of the window; right for the places that were asked for.
  private(set) var reaches: [Double] = []
  /// From the place before, in points; 0 for the first.
  private var chords: [Double] = []
  /// How far a place lies from the line through its neighbors, in points.
  private var offsets: [Double] = []
  /// What a place and two on either side of it say of the noise.
  private var noise: [Double] = []
  private var grids: [Double] = []
  private var turns: [Double] = []

  /// Plans the reach for the samples from `first`, which starts a place, up to `end`.
  /// - Parameters:
  ///   - smoothing: The tool's, over 0; 1 is usual.
  ///   - grid: On which the samples lie, in points; nil where it is not known.
  ///   - mustBeComplete: Whether a plan that samples to come may change is of no use.
  /// - Returns: Whether samples that are still to come cannot change it.
  mutating func plan(
    _ sequence: SampleSequence, from first: Int, to end: Int, smoothing: Double, grid: Double?, mustBeComplete: Bool
  ) -> Bool {
    let margin = PlaceWindow.Margin(
      places: Self.noiseWindow + 3, time: Self.timeReach * smoothing, length: Self.arms.upperBound)
    let grid = grid ?? Self.grid(of: sequence)
    window.begin(sequence, from: first, to: end)
    window.extend(sequence, to: 0, margin)
    guard !mustBeComplete || window.isClosed(in: sequence) else { return false }
    measureChords()
    measureNoise(grid)
    measureReaches(window.own.lowerBound..<window.end + 1, smoothing)
    let widest = reaches.reduce(0) { $0 > $1 ? $0 : $1 }
    let known = window.places.count
    window.extend(sequence, to: widest / Self.steepest, margin)
    guard !mustBeComplete || window.isClosed(in: sequence) else { return false }
    if window.places.count > known {
      measureChords()
      measureNoise(grid)
    }
    if reaches.count < window.places.count { measureReaches(0..<window.places.count, smoothing) }
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
    // Half a grid at the least, so that nothing is lost in what an Int holds of it.
    let nearest = Double(Int64(steps + (steps < 0 ? -0.5 : 0.5)))
    return Swift.abs(steps - nearest) < 1e-6
  }

  // MARK: What the samples ask for

  private mutating func measureChords() {
    chords.removeAll(keepingCapacity: true)
    let places = window.places
    chords.append(addingCapacity: places.count) { chords in
      let places = places.span
      chords.append(0)
      for i in 1..<Swift.max(1, places.count) {
        chords.append((places[i].point - places[i - 1].point).squaredLength.squareRoot())
      }
    }
  }

  /// Estimates the noise at each place, as a grid.
  ///
  /// With e the distance of a place from the line through its neighbors, e changes slowly from place to place along a
  /// smooth path, however unevenly the places lie on it. Noise of standard deviation σ makes its changes alternate:
  /// the covariance of one change with the next is −15/4·σ².
  private mutating func measureNoise(_ grid: Double) {
    let places = window.places
    let count = places.count
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
    let places = window.places
    let count = places.count
    let chords = self.chords
    offsets.removeAll(keepingCapacity: true)
    offsets.append(addingCapacity: count) { offsets in
      let (places, chords) = (places.span, chords.span)
      offsets.append(0)
      for i in 1..<Swift.max(1, count - 1) {
        let (a, b) = (places[i].point - places[i - 1].point, places[i + 1].point - places[i].point)
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

  /// - Parameter range: Of the places; the reaches of others are not measured.
  private mutating func measureReaches(_ range: Range<Int>, _ smoothing: Double) {
    let (places, chords, grids) = (window.places, chords, grids)
    let longest = Self.longest * Swift.max(1, smoothing)
    reaches.removeAll(keepingCapacity: true)
    reaches.append(addingCapacity: range.count) { reaches in
      let (places, chords, grids) = (places.span, chords.span, grids.span)
      for i in range {
        let byNoise = Self.reachPerGrid * smoothing * grids[i]
        let bySpeed = Self.length(places, chords, around: i, Self.timeReach * smoothing) / 2
        let reach = byNoise > bySpeed ? byNoise : bySpeed
        reaches.append(reach < longest ? reach : longest)
      }
    }
  }

  /// The length of the path within some seconds of the middle of the time that the touch was at a place.
  @inline(__always)
  private static func length(
    _ places: borrowing Span<PlaceWindow.Place>, _ chords: borrowing Span<Double>, around index: Int, _ reach: Double
  ) -> Double {
    let middle = (places[index].arrival + places[index].departure) / 2
    var length = 0.0
    var i = index
    let earliest = middle - reach
    while i > 0, places[i].arrival > earliest {
      let (start, end) = (places[i - 1].departure, places[i].arrival)
      length += start >= earliest ? chords[i] : chords[i] * ((end - earliest) / (end - start))
      i -= 1
    }
    i = index
    let latest = middle + reach
    while i + 1 < places.count, places[i].departure < latest {
      let (start, end) = (places[i].departure, places[i + 1].arrival)
      length += end <= latest ? chords[i + 1] : chords[i + 1] * ((latest - start) / (end - start))
      i += 1
    }
    return length
  }

  // MARK: What corners and ends allow

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

  private mutating func limit(_ place: Int) {
    reaches[place] = Swift.min(reaches[place], Self.cornerReachPerGrid * grids[place])
  }

  /// A corner turns by more than 60 degrees, and by no less than its neighbors do.
  private mutating func findCorners() {
    let (places, chords, grids) = (window.places, chords, grids)
    turns.removeAll(keepingCapacity: true)
    turns.append(addingCapacity: places.count) { turns in
      let (places, chords, grids) = (places.span, chords.span, grids.span)
      for i in places.indices { turns.append(Self.turn(places, chords, grids[i], at: i)) }
    }
    for i in turns.indices where turns[i] < 0.25 {
      if i > 0, turns[i - 1] < turns[i] { continue }
      if i + 1 < turns.count, turns[i + 1] < turns[i] { continue }
      limit(i)
    }
  }

  /// The cosine of the angle by which the path turns at a place, squared, with its sign; 1 where it cannot be told.
  @inline(__always)
  private static func turn(
    _ places: borrowing Span<PlaceWindow.Place>, _ chords: borrowing Span<Double>, _ grid: Double, at index: Int
  ) -> Double {
    let wanted = armPerGrid * grid
    let longest = wanted < arms.upperBound ? wanted : arms.upperBound
    let arm = longest > arms.lowerBound ? longest : arms.lowerBound
    let here = places[index].point
    var i = index
    var left = arm
    while i > 0, chords[i] < left {
      left -= chords[i]
      i -= 1
    }
    var before = here - places[i].point
    if i > 0 { before += (places[i].point - places[i - 1].point) * (left / chords[i]) }
    i = index
    left = arm
    while i + 1 < places.count, chords[i + 1] < left {
      left -= chords[i + 1]
      i += 1
    }
    var after = places[i].point - here
    if i + 1 < places.count { after += (places[i + 1].point - places[i].point) * (left / chords[i + 1]) }
    let (a, b) = (before.squaredLength, after.squaredLength)
    // At an end, or where the path comes straight back, there is too little to tell.
    guard Swift.min(a, b) > 0.16 * arm * arm else { return 1 }
    let dot = before.x * after.x + before.y * after.y
    return dot * Swift.abs(dot) / (a * b)
  }
}
