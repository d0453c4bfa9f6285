import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// How the commands use processors: one, two, four, and so on up to all.
enum ThreadSuite {
  /// A command, and what it makes so many of.
  private struct Work {
    var name: String
    var words: [String]
    var output: String?
    /// Of what the figure is the number a second; nil for the time.
    var items: (count: Int, name: String)?
  }

  /// The number of processors for which the table has a forecast.
  private static let forecast = 16.0

  static func run(_ run: Run) throws -> [Result] {
    let most = run.allProcessors.count
    let counts = Array(sequence(first: 1) { 2 * $0 }.prefix { $0 < most }) + [most]
    var rows = [
      ["", ""] + counts.map(String.init) + ["processor time", "alone", "forecast for \(Int(forecast))"]
    ]
    var results: [Result] = []
    for work in try works(run) {
      let benchmarks = counts.map { count in
        ProcessBenchmark(
          name: "\(work.name), processors: \(count)", words: [run.doodle] + work.words,
          processors: Array(run.allProcessors.prefix(count)), output: work.output)
      }
      // Some take seconds, so a few runs are enough.
      let runs = try ProcessBenchmark.run(benchmarks, rounds: min(3, run.rounds))
      let fastest = runs.map { runs in runs.reduce(runs[0]) { $0.seconds < $1.seconds ? $0 : $1 } }
      rows.append(row(work, fastest, processors: most))
      for (benchmark, runs) in zip(benchmarks, runs) {
        results.append(Result(name: benchmark.name, unit: "ms", values: runs.map { $0.seconds * 1e3 }))
        results.append(
          Result(name: benchmark.name, unit: "ms of processors", values: runs.map { $0.processorSeconds * 1e3 }))
      }
    }
    print(aligned(rows))
    return results
  }

  /// The figures of a command: for each number of processors, the growth of processor time from one to all, the share of
  /// the work that one processor does while the others wait, and what follows from both (Amdahl).
  private static func row(_ work: Work, _ runs: [ChildProcess], processors: Int) -> [String] {
    func figure(_ seconds: Double) -> String {
      guard let items = work.items else { return rounded(seconds, 3) }
      return rounded(Double(items.count) / seconds, 0)
    }
    let figures = [work.name, work.items.map { "\($0.name) a second" } ?? "s"] + runs.map { figure($0.seconds) }
    guard let all = runs.last, processors > 1 else { return figures }
    let growth = all.processorSeconds / runs[0].processorSeconds
    let least = 1 / Double(processors)
    let alone = max(0, (all.seconds / all.processorSeconds - least) / (1 - least))
    let seconds = runs[0].seconds * growth * (alone + (1 - alone) / forecast)
    return figures + ["\(rounded(growth, 2)) times", "\(rounded(100 * alone, 1)) %", figure(seconds)]
  }

  private static func works(_ run: Run) throws -> [Work] {
    let (sketches, count) = ("\(run.work)/sketches.ndjson", 20_000)
    try writeSketches(count, to: sketches)
    /// - Parameter count: The number of pictures.
    func batch(_ name: String, _ count: Int, _ output: String, _ options: [String]) -> Work {
      Work(
        name: "batch, \(name)",
        words: ["batch", "--quiet", "--overwrite", sketches, "-o", output] + options,
        output: nil, items: (count, "pictures"))
    }
    let pages = try CommandSuite.document(run)
    func render(_ name: String, _ log: String, _ output: String) -> Work {
      Work(name: name, words: ["render", "--quiet", log, "-o", "\(run.work)/\(output)"], output: nil)
    }
    let film = try run.log(of: .small)
    let films = [("apng", []), ("apng", ["--compress", "small"]), ("y4m", [])].map { format, options in
      let output = "\(run.work)/film.\(format)"
      let name = "film, \(format)\(options.isEmpty ? "" : ", small")"
      return Work(name: name, words: ["replay", "--quiet", film, "-o", output] + options, output: output)
    }
    let folder = "\(run.work)/accepted"
    mkdir(folder, 0o777)
    for number in 0..<300 {
      try Workload(name: "\(number)", strokes: 1 + number % 10, width: 400, height: 300).writeLog(
        to: "\(folder)/\(number).jsonl")
    }
    try run.make(["accept", folder])
    return [
      batch("28 x 28, array", count, "\(run.work)/small.npy", ["--preset", "quickdraw-28"]),
      batch(
        "28 x 28, arrays, a part of 16", count / 16, "\(run.work)/part/{shard}.npy",
        ["--preset", "quickdraw-28", "--part", "3/16", "--shard-size", "\(count / 16)"]),
      batch(
        "28 x 28, array, ink", 2000, "\(run.work)/ink.npy", ["--limit", "2000", "--size", "28", "--join", "curve"]),
      batch("256 x 256, tar", 4000, "\(run.work)/large/{shard}.tar", ["--limit", "4000", "--size", "256"]),
      render("200 pages to PNG", pages, "pages-{page}.png"), render("200 pages to PDF", pages, "pages.pdf"),
    ] + films + [
      render("L to PNG", try run.log(of: .large), "doodle.png"),
      Work(name: "2,000 small logs", words: ["hash", "--quiet"] + (try writeNotes(run)), output: nil),
      Work(name: "check of 300", words: ["check", "--quiet", folder], output: nil),
    ]
  }

  /// Writes simplified drawings of Quick, Draw!, of 45 points in five strokes.
  private static func writeSketches(_ count: Int, to path: String) throws {
    var random = SeededRandom(seed: 7)
    let file = try TextFile(path: path)
    for number in 0..<count {
      let strokes = (0..<5).map { _ in
        let (x, y) = (random.double(in: 40...215), random.double(in: 40...215))
        let (xs, ys) = (0..<9).reduce(into: ([Int](), [Int]())) { stroke, _ in
          stroke.0.append(Int(x + random.double(in: -40...40)))
          stroke.1.append(Int(y + random.double(in: -40...40)))
        }
        return "[[\(xs.map(String.init).joined(separator: ","))],[\(ys.map(String.init).joined(separator: ","))]]"
      }
      file.write(
        "{\"word\":\"cat\",\"countrycode\":\"US\",\"timestamp\":\"2017-03-02 23:25:10.07453 UTC\",\"recognized\":true,"
          + "\"key_id\":\"\(5_000_000_000_000_000 + number)\",\"drawing\":[\(strokes.joined(separator: ","))]}\n")
    }
  }

  private static func writeNotes(_ run: Run) throws -> [String] {
    let folder = "\(run.work)/small"
    mkdir(folder, 0o777)
    var random = SeededRandom(seed: 5)
    return try (0..<2000).map { number in
      let path = "\(folder)/\(number).jsonl"
      try TextFile(path: path).write(note(using: &random))
      return path
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
