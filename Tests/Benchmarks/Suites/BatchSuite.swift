import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The time per log of many small logs in one run, on one thread and on two.
enum BatchSuite {
  private static let count = 2000

  static func run(_ run: Run) throws -> [Result] {
    let folder = "\(run.work)/small"
    mkdir(folder, 0o777)
    var random = SeededRandom(seed: 5)
    let logs = try (0..<count).map { number in
      let path = "\(folder)/\(number).jsonl"
      let file = try TextFile(path: path)
      file.write(note(using: &random))
      return path
    }
    defer { for log in logs { unlink(log) } }
    return try [1, 2].map { threads in
      let benchmark = ProcessBenchmark(
        name: "\(count) small logs, threads: \(threads)",
        words: [run.doodle, "hash", "--quiet", "--threads", "\(threads)"] + logs,
        processors: threads == 1 ? run.oneProcessor : run.allProcessors, output: nil)
      let runs = try ProcessBenchmark.run([benchmark], rounds: run.rounds)[0]
      return Result(name: benchmark.name, unit: "µs a log", values: runs.map { $0.seconds * 1e6 / Double(count) })
    }
  }

  /// A log of 10 to 100 touches on a canvas of 28 to 300 points.
  private static func note(using random: inout SeededRandom) -> String {
    let size = (random.double(in: 28...300), random.double(in: 28...300))
    var text = "{\"doodle\":1,\"size\":[\(Int(size.0)),\(Int(size.1))]}\n"
    var left = Int(random.double(in: 10...100))
    var time = 0.0
    while left > 1 {
      let length = min(left, Int(random.double(in: 5...40)))
      var point = (random.double(in: 5...size.0 - 5), random.double(in: 5...size.1 - 5))
      var angle = random.double(in: 0...2 * .pi)
      for index in 0..<max(2, length) {
        let phase = index == 0 ? "began" : index >= length - 1 ? "ended" : "moved"
        text += "{\"phase\":\"\(phase)\",\"touch\":1,\"point\":[\(point.0),\(point.1)],\"time\":\(time)}\n"
        angle += random.double(in: -0.3...0.3)
        point = (min(max(point.0 + 3 * cos(angle), 0), size.0), min(max(point.1 + 3 * sin(angle), 0), size.1))
        time += 0.008
      }
      left -= length
    }
    return text
  }
}
