import TouchLog

/// Ways to report one drawing session differently that must not change its picture.
extension Array where Element == LogEvent {
  /// The events without predictions.
  package var withoutPredictions: [LogEvent] {
    filter { event in
      if case .touch(let touch) = event { return !touch.predicted }
      return true
    }
  }

  /// All revisions after all other events.
  package var withRevisionsLast: [LogEvent] {
    filter { !$0.isRevision } + filter(\.isRevision)
  }

  /// Each revision delayed by a random number of events. The revisions keep their order.
  package func withRevisionsDelayed(using random: inout SeededRandom) -> [LogEvent] {
    var result: [LogEvent] = []
    var waiting: [LogEvent] = []
    for event in self {
      if event.isRevision { waiting.append(event) } else { result.append(event) }
      while !waiting.isEmpty, Int.random(in: 0..<8, using: &random) == 0 { result.append(waiting.removeFirst()) }
    }
    return result + waiting
  }

  /// Without revisions: the events themselves have the revised values.
  package var withRevisionsInPlace: [LogEvent] {
    var result = self
    var indices: [Name: Int] = [:]
    for (i, event) in enumerated() {
      switch event {
      case .touch(let touch) where !touch.predicted:
        if let index = touch.index { indices[Name(touch: touch.touch, index: index)] = i }
      case .revision(let revision):
        guard let target = indices[Name(touch: revision.touch, index: revision.index)],
          case .touch(var touch) = result[target]
        else { continue }
        touch.point = revision.point ?? touch.point
        touch.time = revision.time ?? touch.time
        touch.pressure = revision.pressure ?? touch.pressure
        touch.altitude = revision.altitude ?? touch.altitude
        touch.azimuth = revision.azimuth ?? touch.azimuth
        touch.twist = revision.twist ?? touch.twist
        touch.details = revision.details.completed(from: touch.details)
        touch.expects = revision.expects
        result[target] = .touch(touch)
      default: continue
      }
    }
    return result.filter { !$0.isRevision }
  }

  /// The events of simultaneous touches in another order. Tools and first events keep their order.
  package func interleaved(using random: inout SeededRandom) -> [LogEvent] {
    var spine: [LogEvent] = []
    var strokeOfSpine: [Int?] = []
    var queues: [[LogEvent]] = []
    var touches: [TouchID] = []
    var open: [TouchID: Int] = [:]
    var owners: [Name: Int] = [:]
    for event in self {
      switch event {
      case .touch(let touch):
        if touch.phase == .began, !touch.predicted {
          open[touch.touch] = queues.count
          queues.append([])
          touches.append(touch.touch)
          spine.append(event)
          strokeOfSpine.append(queues.count - 1)
        } else if let stroke = open[touch.touch] {
          queues[stroke].append(event)
        }
        if !touch.predicted, let index = touch.index, let stroke = open[touch.touch] {
          owners[Name(touch: touch.touch, index: index)] = stroke
        }
      case .revision(let revision):
        if let stroke = owners[Name(touch: revision.touch, index: revision.index)] { queues[stroke].append(event) }
      default:
        spine.append(event)
        strokeOfSpine.append(nil)
      }
    }
    var result: [LogEvent] = []
    var next = 0
    var running: [Int] = []
    while next < spine.count || !running.isEmpty {
      let mayContinue =
        next < spine.count
        && strokeOfSpine[next].map { stroke in
          !running.contains { touches[$0] == touches[stroke] }
        } ?? true
      if next < spine.count, mayContinue, running.isEmpty || Int.random(in: 0..<6, using: &random) == 0 {
        result.append(spine[next])
        if let stroke = strokeOfSpine[next] { running.append(stroke) }
        next += 1
      } else if let stroke = running.randomElement(using: &random) {
        if queues[stroke].isEmpty {
          running.removeAll { $0 == stroke }
        } else {
          result.append(queues[stroke].removeFirst())
        }
      }
    }
    return result
  }
}

private struct Name: Hashable {
  var touch: TouchID
  var index: Int
}

extension LogEvent {
  package var isRevision: Bool {
    if case .revision = self { return true }
    return false
  }
}
