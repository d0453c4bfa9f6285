#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A command that runs as a process: it starts, reads, draws and writes. The picture is a new file each time, because
/// some file systems wait for the disk when a file is replaced.
struct ProcessBenchmark {
  let name: String
  /// The program and its arguments.
  let words: [String]
  let processors: [Int]
  /// The file that it writes, which is removed before each run.
  let output: String?
  /// The exit code that means success.
  var exitCode = 0

  /// Runs all of them in turn, once to warm up and then `count` times.
  ///
  /// - Returns: The runs of each benchmark.
  static func run(_ benchmarks: [ProcessBenchmark], rounds count: Int) throws -> [[ChildProcess]] {
    var runs = [[ChildProcess]](repeating: [], count: benchmarks.count)
    for round in 0...count {
      for (index, benchmark) in benchmarks.enumerated() {
        if let output = benchmark.output { unlink(output) }
        let process = try ChildProcess.run(benchmark.words, on: benchmark.processors, exitCode: benchmark.exitCode)
        if round > 0 { runs[index].append(process) }
      }
    }
    return runs
  }
}

extension ProcessBenchmark {
  /// The times and the peak memory of its runs.
  func results(_ runs: [ChildProcess]) -> (time: Result, memory: Result) {
    (
      Result(name: name, unit: "ms", values: runs.map { $0.seconds * 1e3 }),
      Result(name: name, unit: "MB at most", values: runs.map { Double($0.peakBytes) / 1e6 })
    )
  }
}

/// The whole command on S, M and L, and its startup.
enum ProcessSuite {
  static func run(_ run: Run) throws -> [Result] {
    var benchmarks = [
      ProcessBenchmark(
        name: "doodle --version", words: [run.doodle, "--version"], processors: run.oneProcessor, output: nil)
    ]
    for workload in Workload.all {
      let log = try run.log(of: workload)
      for (processors, label) in [(run.oneProcessor, "one processor"), (run.allProcessors, "all processors")] {
        benchmarks.append(run.render(log, name: "doodle render \(workload.name), \(label)", on: processors))
      }
    }
    let runs = try ProcessBenchmark.run(benchmarks, rounds: run.rounds)
    return zip(benchmarks, runs).flatMap { benchmark, runs in
      let (time, memory) = benchmark.results(runs)
      return [time, memory]
    }
  }
}
