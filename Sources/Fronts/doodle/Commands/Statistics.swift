import DoodleKit

/// Statistics of a recording, collected event by event.
struct Statistics {
  private(set) var real = 0
  private(set) var predicted = 0
  private(set) var revisions = 0
  private(set) var cancelled = 0
  private(set) var touches: Set<TouchID> = []
  private(set) var pressure: ClosedRange<Double>?
  private(set) var expected = 0
  /// For each revision of a known event, the number of events between the two.
  private(set) var delays: [Int] = []
  /// The number of revisions after the end of their touch.
  private(set) var revisedAfterEnd = 0
  private(set) var time: ClosedRange<Double>?
  /// The intervals in seconds between consecutive real events of each touch.
  private var steps: [Double] = []

  private struct Name: Hashable {
    var touch: TouchID
    var index: Int
  }

  private var named: [Name: (number: Int, stroke: Int)] = [:]
  private var lastTimes: [TouchID: Double] = [:]
  private var open: [TouchID: Int] = [:]
  private var strokeCount = 0
  private var number = 0

  mutating func add(_ event: LogEvent) {
    number += 1
    switch event {
    case .touch(let touch) where touch.predicted: predicted += 1
    case .touch(let touch): add(touch)
    case .revision(let revision): add(revision)
    case .header, .tool, .command: break
    }
  }

  private mutating func add(_ touch: TouchEvent) {
    real += 1
    touches.insert(touch.touch)
    if touch.phase == .began {
      open[touch.touch] = strokeCount
      strokeCount += 1
      lastTimes[touch.touch] = nil
    }
    if touch.expects.contains(.pressure) { expected += 1 } else if let value = touch.pressure { include(value) }
    if let index = touch.index, let stroke = open[touch.touch] {
      named[Name(touch: touch.touch, index: index)] = (number, stroke)
    }
    if let now = touch.time {
      time = Statistics.widened(time, by: now)
      if let last = lastTimes.updateValue(now, forKey: touch.touch), now > last { steps.append(now - last) }
    }
    switch touch.phase {
    case .ended: open[touch.touch] = nil
    case .cancelled:
      open[touch.touch] = nil
      cancelled += 1
    case .began, .moved, .stationary: break
    }
  }

  private mutating func add(_ revision: TouchRevision) {
    revisions += 1
    if let value = revision.pressure { include(value) }
    guard let event = named[Name(touch: revision.touch, index: revision.index)] else { return }
    delays.append(number - event.number)
    if open[revision.touch] != event.stroke { revisedAfterEnd += 1 }
  }

  private mutating func include(_ value: Double) {
    pressure = Statistics.widened(pressure, by: value)
  }

  private static func widened(_ range: ClosedRange<Double>?, by value: Double) -> ClosedRange<Double> {
    guard let range else { return value...value }
    return min(range.lowerBound, value)...max(range.upperBound, value)
  }

  /// The duration in seconds; nil if the recording has no times.
  var duration: Double? { time.map { $0.upperBound - $0.lowerBound } }

  /// Real events per second within a touch, from the median interval; nil if the recording has no times.
  var rate: Double? {
    guard !steps.isEmpty else { return nil }
    return 1 / steps.sorted()[steps.count / 2]
  }
}
