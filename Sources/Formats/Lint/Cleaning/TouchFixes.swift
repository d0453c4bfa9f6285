import TouchLog

/// Fixes of how touches begin and end.
extension [LogLine] {
  /// Adds an end before each touch that begins again, unless two strokes share the id.
  var withReopenedTouchesEnded: [LogLine] {
    var last = TouchTable<Int>()
    var pending = TouchTable<[(before: Int, last: Int)]>()
    var ends: [(before: Int, last: Int)] = []
    forEachTurn { index, turn in
      switch turn.role {
      case .begins: ends += pending.removeValue(forKey: turn.touch) ?? []
      case .reopens: last[turn.touch].map { pending[turn.touch, default: []].append((index, $0)) }
      case .lost:
        // Both strokes end.
        if turn.event.phase == .ended || turn.event.phase == .cancelled { pending[turn.touch] = nil }
      case .continues, .ends, .repeats, .predicts: break
      }
      if turn.isStart || turn.isSuccessor { last[turn.touch] = index }
    }
    return ending(ends + pending.values.joined())
  }

  /// Adds an end to each touch that is still down and that no command has ended.
  var withOpenTouchesEnded: [LogLine] {
    var last = TouchTable<Int>()
    // The index after the last event that is not of a touch.
    var quietStart = 0
    forEachTurn { index, turn in
      if turn.role == .ends {
        last[turn.touch] = nil
      } else if turn.isStart || turn.isSuccessor && last[turn.touch] != nil {
        last[turn.touch] = index
      }
    } other: { index, event in
      if event.endsTouches { last.removeAll() }
      if !event.isRevisionOrHeader { quietStart = index + 1 }
    }
    return ending(
      last.values.map { (before: $0 < quietStart || isStart($0) ? count : $0 + 1, last: $0) })
  }

  private func isStart(_ index: Int) -> Bool {
    touch(at: index)?.phase == .began
  }

  /// Adds an end to some touches. The last event of a touch becomes its end, unless it is the `began`, or a tool or a
  /// command follows.
  /// - Parameter ends: For each touch, the index before which it must have ended, and the index of its last event. An
  ///   end that does not follow the last event at once is a new event.
  private func ending(_ ends: [(before: Int, last: Int)]) -> [LogLine] {
    var lines = self
    var added: [Int: [LogLine]] = [:]
    for end in ends.sorted(by: { $0.last < $1.last }) {
      guard var touch = lines.touch(at: end.last) else { continue }
      touch.phase = .ended
      if isStart(end.last) || isBusy(between: end.last, and: end.before) {
        (touch.index, touch.expects) = (nil, [])
        added[end.before, default: []].append(LogLine(.touch(touch)))
      } else {
        lines[end.last].event = .touch(touch)
      }
    }
    if added.isEmpty { return lines }
    return (0...lines.count).flatMap { index in
      added[index, default: []] + (index < lines.count ? [lines[index]] : [])
    }
  }

  /// Whether a tool or a command is between two events.
  private func isBusy(between first: Int, and second: Int) -> Bool {
    self[(first + 1)..<second].contains { !$0.event.isRevisionOrHeader && !$0.event.isTouch }
  }

  /// Removes predictions that no event of their touch follows.
  var withoutIdlePredictions: [LogLine] {
    var idle: Set<Int> = []
    var pending = TouchTable<[Int]>()
    forEachTurn { index, turn in
      if turn.role != .predicts {
        pending[turn.touch] = nil
      } else if turn.previous == nil {
        idle.insert(index)
      } else {
        pending[turn.touch, default: []].append(index)
      }
    }
    return removing(idle.union(pending.values.joined()))
  }
}

extension LogEvent {
  fileprivate var isTouch: Bool { if case .touch = self { true } else { false } }

  fileprivate var isRevisionOrHeader: Bool {
    switch self {
    case .revision, .header: true
    case .touch, .tool, .command: false
    }
  }
}
