import Geometry

/// How much of a touch's predictions is drawn: as much as the last ones proved right. Ink that is drawn beyond that
/// would be taken back at once, above all where the pen turns around.
struct PredictionTrust {
  /// The largest distance from a prediction to the touch, as a fraction of the predicted way, of a prediction that counts.
  private static let tolerance = 0.3
  /// How fast trust comes: the most by which the share is multiplied from one event to the next.
  private static let growth = 1.4
  private static let least = 0.1

  /// The part of the time ahead of the touch for which predictions count, 0 to 1.
  private var share = least

  /// Compares predictions with the event that follows them.
  ///
  /// The distance from what was predicted is taken to grow with the square of the time, so that its fraction of the
  /// way grows with the time: the share ends where it reaches the tolerance.
  /// - Parameters:
  ///   - guesses: The predictions, at least one.
  ///   - last: The sample before them.
  ///   - next: The event.
  mutating func learn(from guesses: [Sample], after last: Sample, next: Sample) {
    let time = next.time - last.time
    let place = Self.place(of: guesses, at: next.time, after: last)
    let way = last.point.distance(to: place)
    let miss = place.distance(to: next.point)
    let checked = Swift.min(1, time / (guesses[guesses.count - 1].time - last.time))
    let right = Self.tolerance * checked * way
    let grown = Swift.min(1, Swift.max(share, Self.least) * Self.growth)
    share = miss <= right ? grown : Swift.min(right / miss, grown)
  }

  /// The predictions that count; the last one is where the share of the time ends.
  /// - Parameter last: The sample before them.
  func trusted(_ guesses: [Sample], after last: Sample) -> [Sample] {
    guard share < 1, let end = guesses.last else { return guesses }
    let time = last.time + share * (end.time - last.time)
    var kept = Array(guesses.prefix { $0.time <= time })
    if kept.count < guesses.count, time - (kept.last ?? last).time >= SampleTrack.shortestStep {
      var cut = guesses[kept.count]
      cut.point = Self.place(of: guesses, at: time, after: last)
      cut.time = time
      kept.append(cut)
    }
    return kept
  }

  /// The predicted place at a time, by linear interpolation; the last one if the time is after all.
  private static func place(of guesses: [Sample], at time: Double, after last: Sample) -> Point {
    var before = last
    for guess in guesses {
      if guess.time >= time {
        return before.point + (guess.point - before.point) * ((time - before.time) / (guess.time - before.time))
      }
      before = guess
    }
    return before.point
  }
}
