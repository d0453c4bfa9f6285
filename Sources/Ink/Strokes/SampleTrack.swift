import Geometry

/// The samples of one stroke in the order of their events, with what is needed to revise them (stages S0 and S1).
///
/// Times and pressures depend on their neighbours: a late event counts as 0.1 ms after the one before, and a pressure
/// that is still to come is stood in for by the last settled one. Every revision works on what was recorded and
/// derives the samples anew from there, so that the order in which revisions arrive changes nothing.
struct SampleTrack {
  /// Seconds by which each sample is later than the one before, at least.
  static let shortestStep = 0.0001
  /// Seconds between samples that have no time.
  static let defaultStep = 1.0 / 120

  private(set) var samples: [Sample] = []
  /// What the log said of `samples[firstRecorded...]`: all from the first sample on that a revision can name.
  private var recorded: [RecordedSample] = []
  private var firstRecorded = 0
  /// The events that revisions can name, in their order.
  private var named: [(index: Int, position: Int)] = []
  /// Whether the indices of `named` rise, as those of devices do.
  private var namesRise = true
  /// The last pressure before `firstRecorded`, NaN for none.
  private var pressureBeforeRecorded = Float.nan
  /// The last settled pressure, NaN for none.
  private var lastPressure = Float.nan
  private var pendingCount = 0
  /// Whether a placeholder that nothing replaces counts for no more than the last pressure before it: those that
  /// pencils leave are at the end of a stroke, where the true force falls.
  private let capsPlaceholders: Bool

  init(capsPlaceholders: Bool = false) { self.capsPlaceholders = capsPlaceholders }

  /// The samples of a stroke that has ended; nothing revises them.
  init(_ samples: [Sample]) {
    self.samples = samples
    capsPlaceholders = false
  }

  mutating func trim() { samples.trim() }

  var hasRevisableSamples: Bool { !recorded.isEmpty }

  /// Adds a sample.
  /// - Parameter time: In seconds; nil for 1/120 s after the last.
  /// - Returns: Whether time ran backwards, and which earlier samples changed with it.
  mutating func append(
    point: Point, time: Double?, pressure: Double?, index: Int?, expectsPressure: Bool
  ) -> (ranBackwards: Bool, changed: ClosedRange<Int>?) {
    if index == nil, recorded.isEmpty {
      return (appendUnnamed(point: point, time: time, pressure: pressure), nil)
    }
    let entry = RecordedSample(
      time: time ?? .nan, pressure: pressure.map { Float($0) } ?? .nan,
      expectsPressure: expectsPressure && index != nil)
    let previous = samples.last
    let ranBackwards = if let previous, let time { time < previous.time } else { false }
    if recorded.isEmpty {
      firstRecorded = samples.count
      pressureBeforeRecorded = lastPressure
    }
    recorded.append(entry)
    if let index {
      if let last = named.last, last.index >= index { namesRise = false }
      named.append((index, samples.count))
    }
    if entry.expectsPressure { pendingCount += 1 }

    let isFirstPressure = lastPressure.isNaN && entry.hasSettledPressure
    var sample = Sample(point: point, time: Self.time(of: entry, after: previous), pressure: entry.pressure)
    if entry.hasSettledPressure {
      lastPressure = entry.pressure
    } else if entry.expectsPressure {
      if !lastPressure.isNaN { sample.pressure = lastPressure }
    } else {
      sample.pressure = previous?.pressure ?? .nan
    }
    samples.append(sample)
    let changed = isFirstPressure && pendingCount > 0 ? refreshPressures(around: samples.count - 1) : nil
    return (ranBackwards, changed)
  }

  /// Whether an event at this time would be earlier than the last one.
  func runsBackwards(at time: Double?) -> Bool {
    guard let time, let last = samples.last else { return false }
    return time < last.time
  }

  /// Adds a sample that no revision can name, before all that one can: most are of this kind.
  /// - Returns: Whether time ran backwards.
  mutating func appendUnnamed(point: Point, time: Double?, pressure: Double?) -> Bool {
    guard let previous = samples.last else {
      // What is too much is given back when the stroke ends.
      samples.reserveCapacity(64)
      let sample = Sample(point: point, time: time ?? 0, pressure: pressure.map { Float($0) } ?? .nan)
      samples.append(sample)
      lastPressure = sample.pressure
      return false
    }
    let sample = Sample(
      point: point,
      time: Swift.max(time ?? previous.time + Self.defaultStep, previous.time + Self.shortestStep),
      pressure: pressure.map { Float($0) } ?? previous.pressure)
    if pressure != nil { lastPressure = sample.pressure }
    if sample.point != previous.point || !foldsIntoRest(sample) { samples.append(sample) }
    if let time { return time < previous.time }
    return false
  }

  /// A third sample and more at one place only lengthen the rest there, unless they may be revised.
  private mutating func foldsIntoRest(_ sample: Sample) -> Bool {
    let count = samples.count
    guard count >= 2, samples[count - 1].point == sample.point, samples[count - 2].point == sample.point else {
      return false
    }
    samples[count - 1].time = sample.time
    // The comparison is false where either is NaN: a pressure replaces none, and none replaces nothing.
    if !(samples[count - 1].pressure >= sample.pressure), !sample.pressure.isNaN {
      samples[count - 1].pressure = sample.pressure
    }
    return true
  }

  /// The place in `samples` of the event that carried `index`, the last one where several did.
  func position(ofIndex index: Int) -> Int? {
    guard namesRise else { return named.last { $0.index == index }?.position }
    var low = 0
    var high = named.count
    while low < high {
      let middle = (low + high) / 2
      if named[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low < named.count && named[low].index == index ? named[low].position : nil
  }

  /// Gives new values to the sample at `position`; nil leaves a value as it was.
  /// - Returns: The samples that changed by it, nil for none.
  mutating func revise(
    at position: Int, point: Point?, time: Double?, pressure: Double?, expectsPressure: Bool
  ) -> ClosedRange<Int>? {
    let place = position - firstRecorded
    recorded[place].isRevised = true
    var changed: ClosedRange<Int>?
    if let point, samples[position].point != point {
      samples[position].point = point
      changed = position...position
    }
    if let time {
      recorded[place].time = time
      changed = union(changed, refreshTimes(from: position))
    }
    if pressure != nil || expectsPressure != recorded[place].expectsPressure {
      if let pressure { recorded[place].pressure = Float(pressure) }
      pendingCount += (expectsPressure ? 1 : 0) - (recorded[place].expectsPressure ? 1 : 0)
      recorded[place].expectsPressure = expectsPressure
      changed = union(changed, refreshPressures(around: position))
      lastPressure = recorded.last { $0.hasSettledPressure }?.pressure ?? pressureBeforeRecorded
    }
    return changed
  }

  /// Takes the recorded values for those that never came.
  /// - Returns: The samples that changed by it, nil for none.
  mutating func settlePending() -> ClosedRange<Int>? {
    guard pendingCount > 0 else { return nil }
    var pending: [Int] = []
    var settled = pressureBeforeRecorded
    for place in recorded.indices {
      let entry = recorded[place]
      guard entry.expectsPressure else {
        if entry.hasSettledPressure { settled = entry.pressure }
        continue
      }
      // The comparison is false where either is NaN.
      if capsPlaceholders, entry.pressure > settled { recorded[place].pressure = settled }
      recorded[place].expectsPressure = false
      recorded[place].keepsPlaceholder = true
      pending.append(firstRecorded + place)
    }
    pendingCount = 0
    var changed: ClosedRange<Int>?
    for position in pending { changed = union(changed, refreshPressures(around: position)) }
    lastPressure = recorded.last { $0.hasSettledPressure }?.pressure ?? pressureBeforeRecorded
    return changed
  }

  /// What is known of the sample at `position`.
  func state(of position: Int) -> SampleState {
    guard position >= firstRecorded, !recorded.isEmpty else { return .real }
    let entry = recorded[position - firstRecorded]
    if entry.expectsPressure || entry.keepsPlaceholder { return .estimated }
    return entry.isRevised ? .revised : .real
  }

  /// Whether a pressure of `range` is still to come.
  func hasPending(in range: Range<Int>) -> Bool {
    guard pendingCount > 0 else { return false }
    let places = Swift.max(0, range.lowerBound - firstRecorded)..<Swift.max(0, range.upperBound - firstRecorded)
    return recorded[places.clamped(to: recorded.indices)].contains { $0.expectsPressure }
  }

  private static func time(of entry: RecordedSample, after previous: Sample?) -> Double {
    guard let previous else { return entry.time.isNaN ? 0 : entry.time }
    let wanted = entry.time.isNaN ? previous.time + defaultStep : entry.time
    return Swift.max(wanted, previous.time + shortestStep)
  }

  private mutating func refreshTimes(from position: Int) -> ClosedRange<Int>? {
    var changed: ClosedRange<Int>?
    for i in position..<samples.count {
      let time = Self.time(of: recorded[i - firstRecorded], after: i > 0 ? samples[i - 1] : nil)
      if time == samples[i].time {
        if i > position { break }
      } else {
        samples[i].time = time
        changed = union(changed, i...i)
      }
    }
    return changed
  }

  /// Derives the pressures anew that depend on what was recorded for the sample at `position`.
  private mutating func refreshPressures(around position: Int) -> ClosedRange<Int>? {
    let place = position - firstRecorded
    var settled = recorded[..<place].last { $0.hasSettledPressure }?.pressure ?? pressureBeforeRecorded
    // Before the first settled pressure, that one stands in, so a change there reaches back to the start.
    let isLeading = settled.isNaN
    let leading = isLeading ? recorded.first { $0.hasSettledPressure }?.pressure ?? .nan : .nan
    var changed: ClosedRange<Int>?
    for i in (isLeading ? firstRecorded : position)..<samples.count {
      let entry = recorded[i - firstRecorded]
      var pressure = entry.pressure
      if entry.hasSettledPressure {
        settled = pressure
      } else if entry.expectsPressure {
        let standIn = settled.isNaN ? leading : settled
        if !standIn.isNaN { pressure = standIn }
      } else {
        pressure = i > 0 ? samples[i - 1].pressure : .nan
      }
      if pressure.bitPattern != samples[i].pressure.bitPattern {
        samples[i].pressure = pressure
        changed = union(changed, i...i)
      }
      if i > position, entry.hasSettledPressure { break }
    }
    return changed
  }
}

/// The range that holds both; a missing one holds nothing.
func union(_ a: ClosedRange<Int>?, _ b: ClosedRange<Int>?) -> ClosedRange<Int>? {
  guard let a else { return b }
  guard let b else { return a }
  return Swift.min(a.lowerBound, b.lowerBound)...Swift.max(a.upperBound, b.upperBound)
}
