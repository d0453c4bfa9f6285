import TouchLog

extension Drawing {
  /// Takes in as many events, from the first on, as only go on with the touch that began last: most events are such, and
  /// together they cost half of what they do one by one.
  ///
  /// What comes of them is what `apply` makes of each.
  /// - Returns: How many; the next one is for `apply`.
  public mutating func applyMoves(_ events: Span<TouchEvent>) -> Int {
    guard let (touch, stroke) = latest, gestures.isEmpty else { return 0 }
    let count = strokes[stroke].appendMoves(events, of: touch, with: &modeler, after: version)
    guard count > 0 else { return 0 }
    version += count - 1
    self.touch(stroke: stroke)
    if strokes[stroke].style.color == .rainbow { rainbowCount += count }
    return count
  }
}

extension Stroke {
  /// Appends the events, from the first on, of which there is nothing to be said but where the touch is.
  /// - Returns: How many.
  fileprivate mutating func appendMoves(
    _ events: Span<TouchEvent>, of touch: TouchID, with modeler: inout SpanModeler, after version: Int
  ) -> Int {
    guard !track.hasRevisableSamples else { return 0 }
    var count = 0
    while count < events.count {
      let event = events[count]
      let isMove = event.phase == .moved && event.touch == touch && !event.predicted && event.index == nil
      guard isMove, !track.runsBackwards(at: event.time) else { break }
      _ = track.appendUnnamed(point: event.point, time: event.time, pressure: event.pressure)
      count += 1
      if !modeler.plansAhead { settle(with: &modeler, version: version + count) }
    }
    // What is planned together takes less time than what is planned event by event.
    if modeler.plansAhead, count > 0 {
      settle(with: &modeler, version: version + count, samplesAhead: SpanModeler.samplesAheadOfMany)
    }
    if count > 0, !guesses.isEmpty { guesses.removeAll(keepingCapacity: true) }
    return count
  }
}
