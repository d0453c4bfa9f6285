import Geometry
import TestSupport
import TouchLog

/// Damage as it occurs in recordings, applied to a log at random.
enum Damage: CaseIterable {
  case repeats, timesBack, predictions, cutOff, tools, bursts, constantPressure, milliseconds, missingEnds

  /// The kinds of damage whose fix keeps the picture, if the log has no rainbow and no revised rests.
  static let harmless: [Damage] = [.timesBack, .predictions, .cutOff, .tools]

  func apply(to events: [LogEvent], _ random: inout SeededRandom) -> [LogEvent] {
    switch self {
    case .repeats: events.flatMap { event in [event] + (isReal(event) && chance(5, &random) ? [event] : []) }
    case .timesBack:
      events.map { event in
        changed(event) { touch in
          if chance(5, &random), let time = touch.time { touch.time = time - random.double(in: 0...0.5) }
        }
      }
    case .predictions:
      events.flatMap { event -> [LogEvent] in
        guard case .touch(var touch) = event, chance(10, &random) else { return [event] }
        (touch.phase, touch.predicted) = (.moved, true)
        return [event, .touch(touch)]
      }
    case .cutOff: Array(events.prefix(max(2, events.count * 2 / 3)))
    case .tools:
      events.flatMap { event in
        if case .tool = event { Array(repeating: event, count: Int.random(in: 1...4, using: &random)) } else { [event] }
      }
    case .bursts:
      events.flatMap { event -> [LogEvent] in
        guard case .touch(var touch) = event, touch.phase == .moved, isReal(event), let time = touch.time,
          chance(2, &random)
        else { return [event] }
        (touch.index, touch.expects) = (nil, [])
        return [event]
          + (1...40).map { step in
            touch.time = time + 0.00001 * Double(step)
            return .touch(touch)
          }
      }
    case .constantPressure:
      events.map { changed($0) { ($0.pressure, $0.expects) = (0.5, []) } }.filter { !$0.isRevision }
    case .milliseconds: events.map { changed($0) { $0.time = $0.time.map { $0 * 1000 } } }
    case .missingEnds:
      events.filter { event in
        if case .touch(let touch) = event, touch.phase == .ended { return !chance(20, &random) }
        return true
      }
    }
  }

  private func chance(_ percent: Int, _ random: inout SeededRandom) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private func isReal(_ event: LogEvent) -> Bool {
    if case .touch(let touch) = event { !touch.predicted } else { false }
  }

  private func changed(_ event: LogEvent, _ change: (inout TouchEvent) -> Void) -> LogEvent {
    guard case .touch(var touch) = event else { return event }
    change(&touch)
    return .touch(touch)
  }
}
