#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// How time and memory grow with the log and with the canvas.
enum ScaleSuite {
  static func run(_ run: Run) throws -> [Result] {
    try logs(run) + canvases(run)
  }

  /// Logs of 50 thousand and of 5 million events on the same canvas: the time per event, and the memory per additional
  /// event. The ink of both fills the canvas, so that both have the same tiles.
  private static func logs(_ run: Run) throws -> [Result] {
    let workloads = [500, 50_000].map { strokes in
      Workload(name: "\(strokes)-strokes", strokes: strokes, width: 2048, height: 1536)
    }
    let benchmarks = try workloads.map { workload in
      run.render(
        try run.log(of: workload), name: "doodle render, \(workload.events) events", on: run.oneProcessor)
    }
    defer { workloads.forEach { unlink(run.path(of: $0)) } }
    // A run takes seconds, so a few are enough.
    let runs = try ProcessBenchmark.run(benchmarks, rounds: min(3, run.rounds))
    let results = zip(benchmarks, runs).map { $0.results($1) }
    let rates = zip(workloads, results).map { workload, results in
      Result(
        name: results.time.name, unit: "ns an event",
        values: results.time.values.map { $0 * 1e6 / Double(workload.events) })
    }
    let more = Double(workloads[1].events - workloads[0].events)
    let growth = zip(results[0].memory.values, results[1].memory.values).map { ($1 - $0) * 1e6 / more }
    return [
      rates[0], results[0].memory, rates[1], results[1].memory,
      Result(name: "memory of one more event", unit: "bytes", values: growth),
    ]
  }

  /// The strokes of S on a large canvas and on one of 64 times as many pixels.
  private static func canvases(_ run: Run) throws -> [Result] {
    let log = try run.log(of: .small)
    let benchmarks = [4096, 32_768].map { side in
      run.render(
        log, name: "doodle render S on \(side) x \(side)", on: run.oneProcessor, ["--size", "\(side)x\(side)"])
    }
    let runs = try ProcessBenchmark.run(benchmarks, rounds: run.rounds)
    let (small, large) = (benchmarks[0].results(runs[0]), benchmarks[1].results(runs[1]))
    return [
      small.time, small.memory, large.time, large.memory, large.time.ratio(to: small.time),
      large.memory.ratio(to: small.memory),
    ]
  }
}
