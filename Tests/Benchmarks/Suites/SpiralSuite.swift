/// The cost of an event at the end of a long stroke, compared with an event at its start and with the same touches as a
/// separate stroke, which draws the same ink without the earlier touches.
enum SpiralSuite {
  /// The number of events that are timed together.
  private static let part = 1500

  static func run(_ run: Run) throws -> [Result] {
    Processors.restrict(to: run.oneProcessor)
    defer { Processors.restrict(to: run.allProcessors) }
    let whole = try Stages.events(of: Array(Spiral.log(of: 0..<Spiral.count).utf8))
    // Its timed part comes after as many events as the first timed part of the whole stroke.
    let lastTouches = (Spiral.count - 2 * part)..<Spiral.count
    let alone = try Stages.events(of: Array(Spiral.log(of: lastTouches).utf8))

    var results: [Result] = []
    let ways: [(Following.Frames, String)] = [
      (.none, "spiral, model"), (.atTheEnd, "spiral, model and raster"), (.afterEachEvent, "spiral, a frame an event"),
    ]
    for (frames, name) in ways {
      func benchmark(_ label: String, _ events: Stages.Events, from start: Int) -> Benchmark {
        Benchmark("\(name), \(label)", [.nanoseconds(count: part, of: "an event")]) {
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

  /// The ratios of the end to the start and to the end alone.
  private static func ratios(_ results: [Result]) -> [Result] {
    stride(from: 0, to: results.count, by: 3).flatMap { (first: Int) -> [Result] in
      let (start, end, alone) = (results[first], results[first + 1], results[first + 2])
      return [end.ratio(to: start), end.ratio(to: alone)]
    }
  }
}
