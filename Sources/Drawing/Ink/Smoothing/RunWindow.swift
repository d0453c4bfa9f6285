/// The runs of a stroke in some spans, and the runs around them on which the reach of these spans' smoothing depends.
///
/// Its contents follow from the samples alone, not from how they arrived.
struct RunWindow {
  private(set) var runs: [SampleRun] = []
  /// Indices of the runs that start in the spans.
  private(set) var own = 0..<0
  private(set) var beginsStroke = false
  private(set) var endsStroke = false

  /// How far to gather runs beyond those whose reach matters, because their reach depends on the runs around them: at
  /// least these runs, this time, and either this length or the most runs.
  struct Margin {
    var runs: Int
    /// In seconds.
    var time: Double
    /// In points.
    var length: Double
    /// The most runs that anything examines: with as many, the length does not matter.
    var mostRuns: Int

    func isReached(runs: Int, time: Double, length: Double) -> Bool {
      runs >= self.runs && (length >= self.length || runs >= mostRuns) && time >= self.time
    }
  }

  /// Begins with the runs of the samples from `first`, which starts a run, up to `end`.
  mutating func begin(_ sequence: SampleSequence, from first: Int, to end: Int) {
    runs.removeAll(keepingCapacity: true)
    beginsStroke = first == 0
    var sample = first
    while sample < end {
      let run = sequence.run(from: sample)
      runs.append(run)
      sample = run.samples.upperBound
    }
    own = 0..<runs.count
    endsStroke = sample >= sequence.count
  }

  /// The index of the first run that starts at or after a sample.
  func index(ofRunAtOrAfter sample: Int) -> Int {
    firstIndex(in: 0..<runs.count) { runs[$0].samples.lowerBound >= sample }
  }

  /// The index of the run at which the ink of the own runs ends: the next one, or the last of the stroke.
  var end: Int { Swift.min(own.upperBound, runs.count - 1) }

  /// Whether further samples cannot change any of the runs.
  func isClosed(in sequence: SampleSequence) -> Bool {
    guard !endsStroke, let last = runs.last else { return false }
    return last.samples.upperBound < sequence.samples.count
  }

  /// The samples on which the window depends.
  var samples: ClosedRange<Int> {
    guard let first = runs.first, let last = runs.last else { return 0...0 }
    // One more sample on either side decides where a run begins and ends.
    return Swift.max(0, first.samples.lowerBound - 1)...last.samples.upperBound
  }

  /// How far to extend a window on either side of the spans' ink: by a length in points or the most runs, then by a time
  /// in seconds, then by some runs.
  struct Extent {
    var length: Double
    var mostRuns: Int
    var time: Double
    var runs: Int
  }

  /// Adds runs on both sides until they extend so far beyond the spans' ink, or until the stroke ends.
  mutating func extend(_ sequence: SampleSequence, by extent: Extent) {
    var progress = Progress(extent)
    var i = own.upperBound
    if i < runs.count || appendNext(sequence) {
      progress.start(at: runs[i].departure)
      while !progress.isDone, i + 1 < runs.count || appendNext(sequence) {
        i += 1
        progress.add(runs[i].point - runs[i - 1].point, at: runs[i].arrival)
      }
    }
    // The runs before the first one, the nearest first.
    var earlier: [SampleRun] = []
    var here = runs[own.lowerBound]
    progress = Progress(extent)
    progress.start(at: here.arrival)
    i = own.lowerBound
    while !progress.isDone {
      i -= 1
      var previous = here
      if i >= 0 {
        previous = runs[i]
      } else if here.samples.lowerBound > 0 {
        previous = sequence.run(from: sequence.runStart(before: here.samples.lowerBound))
        earlier.append(previous)
      } else {
        beginsStroke = true
        break
      }
      progress.add(here.point - previous.point, at: previous.departure)
      here = previous
    }
    insertBefore(earlier)
  }

  /// How far a walk has come on its way to an extent.
  private struct Progress {
    private let extent: Extent
    private var length = 0.0
    private var count = 0
    /// The time at which the length was reached.
    private var since: Double?
    private var now = 0.0
    /// The number of runs after the time was reached.
    private var rest = 0
    private var isTimeReached = false

    init(_ extent: Extent) { self.extent = extent }

    mutating func start(at time: Double) {
      now = time
      if extent.length <= 0 { since = time }
    }

    var isDone: Bool { isTimeReached && rest >= extent.runs }

    mutating func add(_ step: SIMD2<Double>, at time: Double) {
      count += 1
      now = time
      if isTimeReached { rest += 1 }
      length += step.squaredLength.squareRoot()
      if since == nil, length >= extent.length || count >= extent.mostRuns { since = time }
      if let since, Swift.abs(time - since) >= extent.time { isTimeReached = true }
    }
  }

  /// Adds runs on both sides until they extend `distance` points beyond the spans' ink and then by the margin, or until
  /// the stroke ends.
  mutating func extend(_ sequence: SampleSequence, to distance: Double, _ margin: Margin) {
    extendForward(sequence, to: distance, margin)
    extendBackward(sequence, to: distance, margin)
  }

  /// The run at which the distance is reached, and the length and the time there.
  private struct Reached {
    var index: Int
    var length: Double
    var time: Double
  }

  private mutating func extendForward(_ sequence: SampleSequence, to distance: Double, _ margin: Margin) {
    if own.upperBound == runs.count, !appendNext(sequence) { return }
    var i = own.upperBound
    var length = 0.0
    var reached: Reached?
    while true {
      if reached == nil, length >= distance { reached = Reached(index: i, length: length, time: runs[i].departure) }
      if let reached,
        margin.isReached(
          runs: i - reached.index, time: runs[i].arrival - reached.time, length: length - reached.length)
      {
        return
      }
      if i + 1 == runs.count, !appendNext(sequence) { return }
      length += (runs[i + 1].point - runs[i].point).squaredLength.squareRoot()
      i += 1
    }
  }

  /// - Returns: Whether there was another run.
  private mutating func appendNext(_ sequence: SampleSequence) -> Bool {
    guard let last = runs.last, last.samples.upperBound < sequence.count else {
      endsStroke = true
      return false
    }
    runs.append(sequence.run(from: last.samples.upperBound))
    return true
  }

  private mutating func extendBackward(_ sequence: SampleSequence, to distance: Double, _ margin: Margin) {
    // The runs before the first one, the nearest first.
    var earlier: [SampleRun] = []
    // An index below 0 counts from the first run backward.
    func run(_ index: Int) -> SampleRun { index >= 0 ? runs[index] : earlier[-1 - index] }
    var i = own.lowerBound
    var length = 0.0
    var reached: Reached?
    while true {
      let here = run(i)
      if reached == nil, length >= distance { reached = Reached(index: i, length: length, time: here.arrival) }
      if let reached,
        margin.isReached(
          runs: reached.index - i, time: reached.time - here.departure, length: length - reached.length)
      {
        break
      }
      if i - 1 < -earlier.count {
        guard here.samples.lowerBound > 0 else {
          beginsStroke = true
          break
        }
        let first = sequence.runStart(before: here.samples.lowerBound)
        earlier.append(sequence.run(from: first))
      }
      length += (here.point - run(i - 1).point).squaredLength.squareRoot()
      i -= 1
    }
    insertBefore(earlier)
  }

  /// Inserts the runs before the first one, of which the nearest is the first.
  private mutating func insertBefore(_ earlier: [SampleRun]) {
    guard !earlier.isEmpty else { return }
    runs.insert(contentsOf: earlier.reversed(), at: 0)
    own = own.lowerBound + earlier.count..<own.upperBound + earlier.count
  }
}
