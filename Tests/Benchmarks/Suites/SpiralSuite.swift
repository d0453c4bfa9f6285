/// What an event costs at the end of a long stroke, against one at its start and against the same touches as a stroke
/// of their own, which draws the same ink without a past.
enum SpiralSuite {
  /// Events that are timed at once.
  private static let part = 1500

  static func run(_ run: Run) throws -> [Result] {
    Processors.restrict(to: run.oneProcessor)
    defer { Processors.restrict(to: run.allProcessors) }
    let whole = try Stages.events(of: Array(Spiral.log(of: 0..<Spiral.count).utf8))
    // The same number of events before its last part as before the first one of the whole.
    let lastTouches = (Spiral.count - 2 * part)..<Spiral.count
    let alone = try Stages.events(of: Array(Spiral.log(of: lastTouches).utf8))

    var results: [Result] = []
    let ways: [(Following.Frames, String)] = [
      (.none, "spiral, model"), (.atTheEnd, "spiral, model and raster"), (.afterEachEvent, "spiral, a frame an event"),
    ]
    for (frames, name) in ways {
      func benchmark(_ place: String, _ events: Stages.Events, from start: Int) -> Benchmark {
        Benchmark("\(name), \(place)", [.nanoseconds(count: part, of: "an event")]) {
          var following = try Following(events, drawing: frames)
          try following.apply(0..<start)
          return try seconds { try following.apply(start..<start + part) }
        }
      }
      results += try measure(
        [
          benchmark("start", whole, from: part), benchmark("end", whole, from: whole.touches.count - part),
          benchmark("end alone", alone, from: alone.touches.count - part),
        ], rounds: run.rounds)
    }
    return results + ratios(results)
  }

  /// The end against the start, and against the end alone.
  private static func ratios(_ results: [Result]) -> [Result] {
    stride(from: 0, to: results.count, by: 3).flatMap { first in
      [results[first], results[first + 2]].map { results[first + 1].ratio(to: $0) }
    }
  }
}
