import ImportCore
import TouchLog

/// The unit of times that a file does not name.
enum GuessedTimeUnit: String, CaseIterable {
  case seconds, milliseconds, microseconds, nanoseconds

  /// The unit in which devices report points this far apart: between 0.5 ms and half a second.
  /// - Parameter step: The usual time from a point to the next; 0 if it is unknown.
  init(ofStep step: Double) {
    self =
      switch step {
      case 500_000...: .nanoseconds
      case 500...: .microseconds
      case 0.5...: .milliseconds
      default: step > 0 ? .seconds : .milliseconds
      }
  }

  var inSeconds: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1e-3
    case .microseconds: 1e-6
    case .nanoseconds: 1e-9
    }
  }
}

extension [ImportedInk] {
  /// Makes the times, the pressures and y of the drawings of a file those of the log.
  /// - Parameters:
  ///   - timeUnit: In seconds; nil if the file does not state it.
  ///   - areConcurrent: Whether strokes may be at the same time.
  mutating func guessUnits(timeUnit: Double?, areConcurrent: Bool, _ options: ImportOptions) {
    let guessed = GuessedTimeUnit(ofStep: medianTimeStep)
    let pressure = SensorRange.maximum(
      of: lazy.flatMap(\.strokes).flatMap(\.points).compactMap(\.pressure), among: SensorRange.devices)
    let hasTimes = contains { $0.origin != nil }
    for index in indices {
      self[index].hasUnit = false
      self[index].report.assumeYAxis(isUp: options.yAxis == .up)
      if hasTimes {
        self[index].scale(time: timeUnit ?? guessed.inSeconds, pressure: 1)
        if !areConcurrent, self[index].delayStrokes() {
          self[index].report.assume("times begin anew with a stroke, which then begins 0.2 s after the one before")
        }
        let unit = timeUnit.flatMap { unit in GuessedTimeUnit.allCases.first { $0.inSeconds == unit } } ?? guessed
        self[index].report.timeBase = "\(unit), per point"
        if timeUnit == nil {
          self[index].report.assume("the times are in \(unit), by the distance of points that devices report")
        }
      }
      if pressure > 1 { self[index].dividePressure(by: pressure) }
      if options.yAxis == .up { self[index].scale(x: 1, y: -1) }
    }
  }

  /// The median of the times from a point to the next of its stroke, in the unit of the file; 0 if there are none.
  private var medianTimeStep: Double {
    var steps: [Double] = []
    for stroke in lazy.flatMap(\.strokes) {
      var last: Double?
      for time in stroke.points.lazy.compactMap(\.time) {
        // A sample of a long recording shows its unit, too.
        if let last, time > last, steps.count < 100_000 { steps.append(time - last) }
        last = time
      }
    }
    return steps.isEmpty ? 0 : steps.sorted()[steps.count / 2]
  }
}

extension ImportedInk {
  /// Makes pressures up to the largest value of a usual sensor those of the log.
  mutating func guessPressure() {
    let maximum = SensorRange.maximum(
      of: strokes.lazy.flatMap(\.points).compactMap(\.pressure), among: SensorRange.devices)
    if maximum > 1 { dividePressure(by: maximum) }
  }

  fileprivate mutating func dividePressure(by maximum: Double) {
    report.assumePressure(maximum: maximum)
    scale(time: 1, pressure: 1 / maximum)
  }
}
