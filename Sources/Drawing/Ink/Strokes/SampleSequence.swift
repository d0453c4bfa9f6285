import Geometry

/// Consecutive samples at one position: a point that a stroke's path goes through.
struct SampleRun {
  /// Indices of its samples, at least one.
  var samples: Range<Int>
  /// x and y in points.
  var point: SIMD2<Double>
  /// The time of its first sample, in seconds.
  var arrival: Double
  /// The time of its last sample, in seconds.
  var departure: Double
  /// The largest pressure of its samples; NaN if none has one.
  var pressure: Float
}

/// The samples of a stroke followed by the predicted ones, without copying either.
struct SampleSequence {
  let samples: [Sample]
  let guesses: [Sample]
  /// The samples outside of this range count as if they had been at the nearest one in it.
  private var unhooked = 0...Int.max
  /// The lengths of the samples' polyline up to the first sample of each span, in points; empty for brushes that do not
  /// ask.
  private(set) var lengths: [Double] = []

  init(samples: [Sample], guesses: [Sample]) { (self.samples, self.guesses) = (samples, guesses) }

  var count: Int { samples.count + guesses.count }

  subscript(index: Int) -> Sample {
    guard !unhooked.contains(index) else { return recorded(index) }
    var sample = recorded(index < unhooked.lowerBound ? unhooked.lowerBound : unhooked.upperBound)
    sample.time = recorded(index).time
    return sample
  }

  private func recorded(_ index: Int) -> Sample {
    index < samples.count ? samples[index] : guesses[index - samples.count]
  }

  /// Leaves out the hooks at the ends.
  func without(_ hooks: StrokeHooks) -> SampleSequence {
    var result = self
    result.unhooked = hooks.start.corner...(hooks.end.corner > 0 ? count - 1 - hooks.end.corner : Int.max)
    return result
  }

  // MARK: Runs

  /// The distance, in points, up to which consecutive samples have the same position: the direction of a curve through
  /// closer points would follow from rounding errors.
  static let samePosition = 1e-6

  /// Whether a run starts at sample `index`.
  func startsRun(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    return Self.areElsewhere(self[index - 1].point, self[index].point)
  }

  @inline(always)
  private static func areElsewhere(_ a: Point, _ b: Point) -> Bool {
    let step = b - a
    return !(step.dx * step.dx + step.dy * step.dy <= samePosition * samePosition)
  }

  /// The first sample of some spans that starts a run, and the end of the spans' samples; nil if no run starts in them.
  func firstRun(ofSpans spans: Range<Int>) -> (first: Int, end: Int)? {
    let start = spans.lowerBound * StrokeSpan.sampleCount
    let end = Swift.min(spans.upperBound * StrokeSpan.sampleCount, count)
    guard let first = (start..<end).first(where: { startsRun($0) }) else { return nil }
    return (first, end)
  }

  /// The run that starts at sample `first`.
  @inline(always)
  func run(from first: Int) -> SampleRun {
    var last = self[first]
    var pressure = last.pressure
    let (point, arrival) = (last.point, last.time)
    var end = first + 1
    while end < count {
      let next = self[end]
      guard !Self.areElsewhere(last.point, next.point) else { break }
      // The comparison is false if either is NaN: a pressure replaces NaN, and NaN replaces nothing.
      if !(next.pressure <= pressure), !next.pressure.isNaN { pressure = next.pressure }
      last = next
      end += 1
    }
    return SampleRun(
      samples: first..<end, point: SIMD2(point.x, point.y), arrival: arrival, departure: last.time, pressure: pressure)
  }

  /// The first sample of the run that ends before sample `end`.
  func runStart(before end: Int) -> Int {
    var first = end - 1
    while !startsRun(first) { first -= 1 }
    return first
  }

  // MARK: Lengths

  /// Measures the lengths up to all spans.
  /// - Parameter known: Those up to the first ones.
  mutating func measure(from known: [Double]) {
    let size = StrokeSpan.sampleCount
    lengths = known.isEmpty ? [0] : known
    while lengths.count * size < count {
      let first = (lengths.count - 1) * size
      lengths.append(lengths[lengths.count - 1] + length(from: first, to: first + size, upTo: .infinity))
    }
  }

  /// The length of the polyline up to sample `index`, in points; 0 if lengths are not measured.
  func length(to index: Int) -> Double {
    let span = index / StrokeSpan.sampleCount
    guard span < lengths.count else { return 0 }
    return lengths[span] + length(from: span * StrokeSpan.sampleCount, to: index, upTo: .infinity)
  }

  /// The length of the polyline through samples `first...last`, in points; if it exceeds `limit`, any length above it.
  func length(from first: Int, to last: Int, upTo limit: Double) -> Double {
    var length = 0.0
    var i = first
    while i < last, length <= limit {
      length += self[i].point.distance(to: self[i + 1].point)
      i += 1
    }
    return length
  }

  /// The first sample that is more than `limit` points along the polyline after sample `first`, or the last sample.
  func index(from first: Int, after limit: Double) -> Int {
    var length = 0.0
    var i = first
    while i + 1 < count, length <= limit {
      length += self[i].point.distance(to: self[i + 1].point)
      i += 1
    }
    return i
  }

  /// Whether the stroke is shorter than its width. Then neither its speed nor its ends change its ink.
  func isDot(width: Double) -> Bool {
    count <= StrokeSpan.sampleCount && length(from: 0, to: count - 1, upTo: width) < width
  }

  // MARK: Speed

  /// The time on either side over which a speed is measured, in seconds.
  static let speedReach = 0.04

  /// The speed around a run, in points per second: the length of the polyline within `speedReach` of the middle of the
  /// run, divided by its duration.
  func speed(around run: Range<Int>) -> Double {
    let reach = Self.speedReach
    let first = self[run.lowerBound]
    let last = self[run.upperBound - 1]
    let middle = first.time + (last.time - first.time) / 2
    var length = 0.0

    let earliest = Swift.max(middle - reach, self[0].time)
    var i = run.lowerBound
    while i > 0, self[i].time > earliest {
      length += part(from: i - 1, to: i, after: earliest, before: .infinity)
      i -= 1
    }
    let latest = Swift.min(middle + reach, self[count - 1].time)
    i = run.upperBound - 1
    while i + 1 < count, self[i].time < latest {
      length += part(from: i, to: i + 1, after: -.infinity, before: latest)
      i += 1
    }
    let duration = latest - earliest
    return duration > 0 ? length / duration : 0
  }

  /// The larger of two speeds in points per second: over the `speedReach` before a run, and over that after it. A dwell,
  /// a start and a corner thus have the speed of the way to or from them. A side of less than 8 ms does not count.
  func straightSpeed(around run: Range<Int>) -> Double {
    let (first, last) = (self[run.lowerBound], self[run.upperBound - 1])
    let earliest = Swift.max(first.time - Self.speedReach, self[0].time)
    let latest = Swift.min(last.time + Self.speedReach, self[count - 1].time)
    var speed = 0.0
    if first.time - earliest >= Self.shortestSide {
      speed = place(at: earliest, from: run.lowerBound, by: -1).distance(to: first.point) / (first.time - earliest)
    }
    if latest - last.time >= Self.shortestSide {
      let after = place(at: latest, from: run.upperBound - 1, by: 1).distance(to: last.point) / (latest - last.time)
      speed = Swift.max(speed, after)
    }
    return speed
  }

  private static let shortestSide = 0.008

  /// The speed at the end of the stroke, in points per second: over the last `speedReach`.
  var endSpeed: Double {
    let last = self[count - 1]
    let start = Swift.max(last.time - Self.speedReach, self[0].time)
    return place(at: start, from: count - 1, by: -1).distance(to: last.point) / Self.speedReach
  }

  /// Whether the log gives the time of a sample and of the one before it: a step of just `SampleTrack.defaultStep` is one
  /// that it does not give, and tells nothing of the pen's speed.
  func isTimed(at index: Int) -> Bool {
    guard index > 0, index < count else { return false }
    return Swift.abs(self[index].time - self[index - 1].time - SampleTrack.defaultStep) > 1e-9
  }

  /// The place of the touch at a time, by linear interpolation.
  /// - Parameters:
  ///   - index: A sample.
  ///   - step: 1 if the time is after that sample, −1 if it is before.
  private func place(at time: Double, from index: Int, by step: Int) -> Point {
    var i = index
    while i + step >= 0, i + step < count, (self[i].time - time) * Double(step) < 0 { i += step }
    let (beyond, before) = (self[i], self[i == index ? i : i - step])
    let duration = beyond.time - before.time
    guard duration * Double(step) > 0 else { return beyond.point }
    return before.point + (beyond.point - before.point) * ((time - before.time) / duration)
  }

  /// The part of the step between two samples that lies between two times, by linear interpolation.
  private func part(from a: Int, to b: Int, after: Double, before: Double) -> Double {
    let start = self[a]
    let end = self[b]
    let length = start.point.distance(to: end.point)
    let duration = end.time - start.time
    let counted = Swift.min(end.time, before) - Swift.max(start.time, after)
    // Times may be so large that the two are equal; then the whole step counts.
    guard duration > 0 else { return length }
    return counted >= duration ? length : length * (counted / duration)
  }
}
