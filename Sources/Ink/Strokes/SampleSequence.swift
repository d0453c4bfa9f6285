import Geometry

/// Samples in a row at one place.
struct SampleRun {
  var range: Range<Int>
  var point: Point
  /// The largest, NaN where none has one.
  var pressure: Float
}

/// The samples of a stroke followed by the guesses of where it goes, without a copy of either.
struct SampleSequence {
  let samples: [Sample]
  let guesses: [Sample]

  var count: Int { samples.count + guesses.count }

  subscript(index: Int) -> Sample {
    index < samples.count ? samples[index] : guesses[index - samples.count]
  }

  /// Points nearer than this, in points, are one place: a curve through them would turn on rounding errors.
  static let samePlace = 1e-6

  /// Whether the sample at `index` lies elsewhere than the one before it.
  func startsNode(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    return Self.areElsewhere(self[index - 1].point, self[index].point)
  }

  @inline(always)
  private static func areElsewhere(_ a: Point, _ b: Point) -> Bool {
    let step = b - a
    return !(step.dx * step.dx + step.dy * step.dy <= samePlace * samePlace)
  }

  /// The first sample of some spans that starts a node, and where their samples end; nil where none does.
  func nodes(ofSpans spans: Range<Int>) -> (first: Int, end: Int)? {
    let start = spans.lowerBound * StrokeSpan.sampleCount
    let end = Swift.min(spans.upperBound * StrokeSpan.sampleCount, count)
    guard let first = (start..<end).first(where: { startsNode($0) }) else { return nil }
    return (first, end)
  }

  /// The samples at the place of the one at `first`, which starts a node.
  @inline(always)
  func run(from first: Int) -> SampleRun {
    let sample = self[first]
    var run = SampleRun(range: first..<first + 1, point: sample.point, pressure: sample.pressure)
    var last = sample.point
    while run.range.upperBound < count {
      let next = self[run.range.upperBound]
      guard !Self.areElsewhere(last, next.point) else { break }
      // The comparison is false where either is NaN: a pressure replaces none, and none replaces nothing.
      if !(next.pressure <= run.pressure), !next.pressure.isNaN { run.pressure = next.pressure }
      last = next.point
      run.range = first..<run.range.upperBound + 1
    }
    return run
  }

  /// The start of the run that ends before `end`.
  func runStart(before end: Int) -> Int {
    var first = end - 1
    while !startsNode(first) { first -= 1 }
    return first
  }

  /// How far in time a speed is measured to either side, in seconds.
  static let speedReach = 0.04

  /// The speed around a run of samples, in points a second: the way within 40 ms of its middle by the time it took.
  func speed(around run: Range<Int>) -> Double {
    let reach = Self.speedReach
    let first = self[run.lowerBound]
    let last = self[run.upperBound - 1]
    let middle = first.time + (last.time - first.time) / 2
    var way = 0.0

    let earliest = Swift.max(middle - reach, self[0].time)
    var i = run.lowerBound
    while i > 0, self[i].time > earliest {
      way += part(from: i - 1, to: i, after: earliest, before: .infinity)
      i -= 1
    }
    let latest = Swift.min(middle + reach, self[count - 1].time)
    i = run.upperBound - 1
    while i + 1 < count, self[i].time < latest {
      way += part(from: i, to: i + 1, after: -.infinity, before: latest)
      i += 1
    }
    let duration = latest - earliest
    return duration > 0 ? way / duration : 0
  }

  /// The length of the step between two samples, of which only the time between `after` and `before` counts.
  private func part(from a: Int, to b: Int, after: Double, before: Double) -> Double {
    let start = self[a]
    let end = self[b]
    let length = start.point.distance(to: end.point)
    let duration = end.time - start.time
    let counted = Swift.min(end.time, before) - Swift.max(start.time, after)
    // Times are so large that they cannot be told apart: all of the step counts.
    guard duration > 0 else { return length }
    return counted >= duration ? length : length * (counted / duration)
  }
}
