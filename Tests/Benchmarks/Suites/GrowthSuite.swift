#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The time per event of unusual logs, and how it grows with the number of events and with the width of the pen; the
/// time per golden, and how it grows with their number.
enum GrowthSuite {
  static func run(_ run: Run) throws -> [Result] {
    var results = try UnusualLog.all.flatMap { try times(of: $0, run) }
    for hasPressure in [false, true] {
      for width in [50, 200, 500, 1000, 2000] {
        results += try times(of: .pens(width: width, hasPressure: hasPressure), run)
      }
    }
    return try results + goldens(run)
  }

  /// The time per recording of `check`, in folders of recordings of one line.
  private static func goldens(_ run: Run) throws -> [Result] {
    let times = try [500, 4000].map { count in
      let folder = "\(run.work)/goldens-\(count)"
      mkdir(folder, 0o755)
      for number in 0..<count {
        let file = try TextFile(path: "\(folder)/\(number).jsonl")
        file.write(#"{"doodle":1,"size":[40,20]}"# + "\n")
        file.write(#"{"phase":"began","point":[\#(5 + number % 30),10]}"# + "\n")
      }
      try run.make(["accept", folder])
      let benchmark = ProcessBenchmark(
        name: "a folder of \(count) goldens", words: [run.doodle, "check", "--quiet", folder],
        processors: run.oneProcessor, output: nil)
      let runs = try ProcessBenchmark.run([benchmark], rounds: min(3, run.rounds))[0]
      return Result(name: benchmark.name, unit: "µs a golden", values: runs.map { $0.seconds * 1e6 / Double(count) })
    }
    return times + [times[1].ratio(to: times[0])]
  }

  /// The time per event at each size, and the ratio of the last to the first if there are several.
  private static func times(of log: UnusualLog, _ run: Run) throws -> [Result] {
    let path = "\(run.work)/unusual.jsonl"
    defer { unlink(path) }
    let times = try log.sizes.map { count in
      try log.write(count, to: path)
      let benchmark = run.render(path, name: "\(log.name), \(count) events", on: run.oneProcessor, log.options)
      let runs = try ProcessBenchmark.run([benchmark], rounds: min(3, run.rounds))[0]
      return Result(name: benchmark.name, unit: "µs an event", values: runs.map { $0.seconds * 1e6 / Double(count) })
    }
    return times.count > 1 ? times + [times[times.count - 1].ratio(to: times[0])] : times
  }
}
