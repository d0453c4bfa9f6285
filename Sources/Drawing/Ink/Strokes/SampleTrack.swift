import Geometry
import TouchLog

/// The samples of one stroke in the order of their events, and the recorded values needed to revise them.
///
/// Times and pressures depend on earlier events: times are made to increase by at least 0.1 ms, and the last settled
/// pressure stands in for an estimate. Every revision changes the recorded values and derives the samples from them
/// again, so that the result does not depend on the order of the revisions.
struct SampleTrack {
  /// The least time between consecutive samples, in seconds.
  static let shortestStep = 0.0001
  /// The time between samples without times, in seconds.
  static let defaultStep = 1.0 / 120

  private(set) var samples: [Sample] = []
  /// Those of the first samples; the samples after them have none.
  private(set) var details: [TouchDetails] = []
  /// The values that the log gives for `samples[firstRecorded...]`: from the first sample that a revision can name.
  private var recorded: [RecordedSample] = []
  private var firstRecorded = 0
  /// The events that revisions can name, in their order.
  private var named: [NamedSample] = []
  /// Whether the log's indices in `named` ascend, as they do on real devices.
  private var namesAscend = true
  /// The last pressure before `firstRecorded`; NaN for none.
  private var pressureBeforeRecorded = Float.nan
  /// The last settled pressure; NaN for none.
  private var lastPressure = Float.nan
  /// The number of entries in `recorded` that expect a pressure.
  private var pendingCount = 0
  /// The samples whose recorded pressures have changed since pressures were derived from them; nil for none.
  private var stalePressures: ClosedRange<Int>?
  /// Whether an estimate that is never revised is capped at the last settled pressure before it: pencils leave such
  /// estimates at the end of a stroke, where the true force falls.
  private let capsEstimates: Bool

  /// An event by which a revision can name a sample.
  private struct NamedSample {
    /// The index that the log gave the event.
    var logIndex: LogInteger
    /// The index of its sample in `samples`.
    var sample: Int
  }

  init(capsEstimates: Bool = false) { self.capsEstimates = capsEstimates }

  /// The samples of a stroke that has ended; they cannot be revised.
  init(_ samples: [Sample], details: [TouchDetails]) {
    (self.samples, self.details) = (samples, details)
    capsEstimates = false
  }

  /// Releases spare capacity.
  mutating func trim() {
    samples.trim()
    details.trim()
  }

  var hasRevisableSamples: Bool { !recorded.isEmpty }

  // MARK: Adding

  /// The effects of `append`.
  struct Addition {
    /// Whether the time is earlier than that of the previous event.
    var ranBackwards: Bool
    /// The earlier samples that changed with it; nil for none.
    var changed: ClosedRange<Int>?
  }

  /// Appends a sample.
  /// - Parameters:
  ///   - time: In seconds; nil for 1/120 s after the previous sample.
  ///   - index: The index by which a revision can name the event.
  ///   - expectsPressure: Whether the pressure is an estimate that may be revised.
  mutating func append(
    point: Point, time: Double?, pressure: Double?, tilt: Tilt = Tilt(), index: LogInteger?, expectsPressure: Bool
  ) -> Addition {
    if index == nil, recorded.isEmpty {
      return Addition(
        ranBackwards: appendUnnamed(point: point, time: time, pressure: pressure, tilt: tilt), changed: nil)
    }
    var changed = refreshPressures()
    let entry = RecordedSample(
      time: time ?? .nan, pressure: pressure.map { Float(pressure: $0) } ?? .nan, tilt: tilt,
      expectsPressure: expectsPressure && index != nil)
    let previous = samples.last
    let ranBackwards = if let previous, let time { time < previous.time } else { false }
    if recorded.isEmpty {
      firstRecorded = samples.count
      pressureBeforeRecorded = lastPressure
    }
    recorded.append(entry)
    if let index {
      if let last = named.last, last.logIndex >= index { namesAscend = false }
      named.append(NamedSample(logIndex: index, sample: samples.count))
    }
    if entry.expectsPressure { pendingCount += 1 }

    let isFirstPressure = lastPressure.isNaN && entry.hasSettledPressure
    var sample = Sample(
      point: point, time: Self.time(of: entry, after: previous), pressure: entry.pressure,
      tilt: tilt.completed(from: previous?.tilt ?? Tilt()))
    if entry.hasSettledPressure {
      lastPressure = entry.pressure
    } else if entry.expectsPressure {
      if !lastPressure.isNaN { sample.pressure = lastPressure }
    } else {
      sample.pressure = previous?.pressure ?? .nan
    }
    samples.append(sample)
    if isFirstPressure, pendingCount > 0 {
      stalePressures = samples.count - 1...samples.count - 1
      changed = union(changed, refreshPressures())
    }
    return Addition(ranBackwards: ranBackwards, changed: changed)
  }

  /// Whether an event at this time would be earlier than the last one.
  func runsBackwards(at time: Double?) -> Bool {
    guard let time, let last = samples.last else { return false }
    return time < last.time
  }

  /// Appends a sample that no revision can name, as is the case for most. No earlier sample may be one that a revision
  /// can name.
  /// - Returns: Whether the time is earlier than that of the previous event.
  mutating func appendUnnamed(point: Point, time: Double?, pressure: Double?, tilt: Tilt = Tilt()) -> Bool {
    guard let previous = samples.last else {
      // Spare capacity is released when the stroke ends.
      samples.reserveCapacity(64)
      let sample = Sample(
        point: point, time: time ?? 0, pressure: pressure.map { Float(pressure: $0) } ?? .nan, tilt: tilt)
      samples.append(sample)
      lastPressure = sample.pressure
      return false
    }
    let sample = Sample(
      point: point,
      time: Swift.max(time ?? previous.time + Self.defaultStep, previous.time + Self.shortestStep),
      pressure: pressure.map { Float(pressure: $0) } ?? previous.pressure, tilt: tilt.completed(from: previous.tilt))
    if pressure != nil { lastPressure = sample.pressure }
    if sample.point != previous.point || !foldsIntoRest(sample) { samples.append(sample) }
    if let time { return time < previous.time }
    return false
  }

  /// Merges the third and later samples at one position into the second, which then only lasts longer.
  /// - Returns: Whether the sample was merged.
  private mutating func foldsIntoRest(_ sample: Sample) -> Bool {
    let count = samples.count
    guard count >= 2, samples[count - 1].point == sample.point, samples[count - 2].point == sample.point else {
      return false
    }
    samples[count - 1].time = sample.time
    // The comparison is false if either is NaN: a pressure replaces NaN, and NaN replaces nothing.
    if !(samples[count - 1].pressure >= sample.pressure), !sample.pressure.isNaN {
      samples[count - 1].pressure = sample.pressure
    }
    return true
  }

  /// Gives the last sample details. Those that are unknown stay unchanged.
  @inline(__always) mutating func noteDetails(_ new: TouchDetails) {
    if new.isKnown { noteDetails(new, at: samples.count - 1) }
  }

  /// Gives the sample at index `sample` details. Those that are unknown stay unchanged.
  mutating func noteDetails(_ new: TouchDetails, at sample: Int) {
    guard new.isKnown else { return }
    while details.count <= sample { details.append(TouchDetails()) }
    details[sample] = new.completed(from: details[sample])
  }

  // MARK: Revising

  /// The index in `samples` of the event that the log gave the index `logIndex`; the last one if several have it.
  func position(ofIndex logIndex: LogInteger) -> Int? {
    guard namesAscend else { return named.last { $0.logIndex == logIndex }?.sample }
    let first = firstIndex(in: 0..<named.count) { named[$0].logIndex >= logIndex }
    return first < named.count && named[first].logIndex == logIndex ? named[first].sample : nil
  }

  /// Gives new values to the sample at index `sample`; nil leaves a value unchanged. `refreshPressures` then derives the
  /// pressures, once after many revisions: each may change those of all later samples.
  /// - Returns: The samples whose other values changed; nil for none.
  mutating func revise(
    at sample: Int, point: Point?, time: Double?, pressure: Double?, tilt: Tilt = Tilt(), expectsPressure: Bool
  ) -> ClosedRange<Int>? {
    let entry = sample - firstRecorded
    recorded[entry].isRevised = true
    var changed: ClosedRange<Int>?
    if let point, samples[sample].point != point {
      samples[sample].point = point
      changed = sample...sample
    }
    if tilt.isKnown {
      recorded[entry].tilt = tilt.completed(from: recorded[entry].tilt)
      changed = union(changed, refreshTilts(from: sample))
    }
    if let time {
      recorded[entry].time = time
      changed = union(changed, refreshTimes(from: sample))
    }
    let before = recorded[entry]
    if let pressure { recorded[entry].pressure = Float(pressure: pressure) }
    recorded[entry].expectsPressure = expectsPressure
    pendingCount += (expectsPressure ? 1 : 0) - (before.expectsPressure ? 1 : 0)
    if expectsPressure != before.expectsPressure
      || recorded[entry].pressure.bitPattern != before.pressure.bitPattern
    {
      stalePressures = union(stalePressures, sample...sample)
    }
    return changed
  }

  /// Makes the estimates that were never revised final.
  /// - Returns: The samples that changed; nil for none.
  mutating func settlePending() -> ClosedRange<Int>? {
    guard pendingCount > 0 else { return nil }
    var changed = refreshPressures()
    var settled = pressureBeforeRecorded
    for i in recorded.indices {
      let entry = recorded[i]
      guard entry.expectsPressure else {
        if entry.hasSettledPressure { settled = entry.pressure }
        continue
      }
      // The comparison is false if either is NaN.
      if capsEstimates, entry.pressure > settled { recorded[i].pressure = settled }
      recorded[i].expectsPressure = false
      recorded[i].keepsEstimate = true
      stalePressures = union(stalePressures, firstRecorded + i...firstRecorded + i)
    }
    pendingCount = 0
    changed = union(changed, refreshPressures())
    return changed
  }

  /// The state of the sample at index `sample`.
  func state(of sample: Int) -> SampleState {
    guard sample >= firstRecorded, !recorded.isEmpty else { return .real }
    let entry = recorded[sample - firstRecorded]
    if entry.expectsPressure || entry.keepsEstimate { return .estimated }
    return entry.isRevised ? .revised : .real
  }

  /// Whether a sample of `range` has an estimated pressure that may still be revised.
  func hasPending(in range: Range<Int>) -> Bool {
    guard pendingCount > 0 else { return false }
    let entries = Swift.max(0, range.lowerBound - firstRecorded)..<Swift.max(0, range.upperBound - firstRecorded)
    return recorded[entries.clamped(to: recorded.indices)].contains { $0.expectsPressure }
  }

  // MARK: Deriving samples

  private static func time(of entry: RecordedSample, after previous: Sample?) -> Double {
    guard let previous else { return entry.time.isNaN ? 0 : entry.time }
    let wanted = entry.time.isNaN ? previous.time + defaultStep : entry.time
    return Swift.max(wanted, previous.time + shortestStep)
  }

  /// Derives the times again from the sample at index `sample` on.
  private mutating func refreshTimes(from sample: Int) -> ClosedRange<Int>? {
    var changed: ClosedRange<Int>?
    for i in sample..<samples.count {
      let time = Self.time(of: recorded[i - firstRecorded], after: i > 0 ? samples[i - 1] : nil)
      if time == samples[i].time {
        if i > sample { break }
      } else {
        samples[i].time = time
        changed = union(changed, i...i)
      }
    }
    return changed
  }

  /// Derives the tilts again from the sample at index `sample` on.
  private mutating func refreshTilts(from sample: Int) -> ClosedRange<Int>? {
    var changed: ClosedRange<Int>?
    for i in sample..<samples.count {
      let tilt = recorded[i - firstRecorded].tilt.completed(from: i > 0 ? samples[i - 1].tilt : Tilt())
      if tilt == samples[i].tilt { break }
      samples[i].tilt = tilt
      changed = union(changed, i...i)
    }
    return changed
  }

  /// Whether `refreshPressures` has anything to derive.
  var hasStalePressures: Bool { stalePressures != nil }

  /// Derives the pressures again that depend on recorded pressures that have changed.
  /// - Returns: The samples that changed; nil for none.
  mutating func refreshPressures() -> ClosedRange<Int>? {
    guard let stale = stalePressures else { return nil }
    stalePressures = nil
    let before = recorded[..<(stale.lowerBound - firstRecorded)]
    var settled = before.last { $0.hasSettledPressure }?.pressure ?? pressureBeforeRecorded
    // The first settled pressure also stands in for the estimates before it, back to the start.
    let isLeading = settled.isNaN
    let leading = isLeading ? recorded.first { $0.hasSettledPressure }?.pressure ?? .nan : .nan
    var changed: ClosedRange<Int>?
    for i in (isLeading ? firstRecorded : stale.lowerBound)..<samples.count {
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
      if i > stale.upperBound, entry.hasSettledPressure { break }
    }
    lastPressure = recorded.last { $0.hasSettledPressure }?.pressure ?? pressureBeforeRecorded
    return changed
  }
}

/// The smallest range that contains both; nil is the empty range.
func union(_ a: ClosedRange<Int>?, _ b: ClosedRange<Int>?) -> ClosedRange<Int>? {
  guard let a else { return b }
  guard let b else { return a }
  return Swift.min(a.lowerBound, b.lowerBound)...Swift.max(a.upperBound, b.upperBound)
}

/// The first index for which `isAfter` holds, by binary search; the end of the range if there is none. If it holds for
/// an index, it must hold for all later ones.
@inline(__always)
func firstIndex(in range: Range<Int>, where isAfter: (Int) -> Bool) -> Int {
  var (low, high) = (range.lowerBound, range.upperBound)
  while low < high {
    let middle = (low + high) / 2
    if isAfter(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
