#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The commands beside `render` to PNG, as processes on one processor.
enum CommandSuite {
  static func run(_ run: Run) throws -> [Result] {
    let short = try conversions(run) + readings(run) + comparisons(run)
    // A film takes seconds, so a few are enough.
    return try measure(short, rounds: run.rounds) + measure(films(run), rounds: min(3, run.rounds))
  }

  private static func measure(_ benchmarks: [ProcessBenchmark], rounds: Int) throws -> [Result] {
    zip(benchmarks, try ProcessBenchmark.run(benchmarks, rounds: rounds)).flatMap { benchmark, runs in
      let (time, memory) = benchmark.results(runs)
      return [time, memory]
    }
  }

  /// L written in other formats, and read from them.
  private static func conversions(_ run: Run) throws -> [ProcessBenchmark] {
    let log = try run.log(of: .large)
    func convert(_ input: String, from: String, to format: String) -> ProcessBenchmark {
      let output = "\(run.work)/converted.\(format)"
      return ProcessBenchmark(
        name: "doodle convert L, \(from) to \(format)",
        words: [run.doodle, "convert", "--quiet", "--to", format, input, "-o", output], processors: run.oneProcessor,
        output: output)
    }
    let formats = ["xopp", "excalidraw", "inkml", "webdriver"]
    let there = (["doodle"] + formats).map { convert(log, from: "doodle", to: $0) }
    let back = try formats.map { format in
      let file = run.path(of: .large, as: format)
      try run.make(["convert", "--to", format, log, "-o", file])
      return convert(file, from: format, to: "doodle")
    }
    return there + back
  }

  /// The other outputs that are made from a log.
  private static func readings(_ run: Run) throws -> [ProcessBenchmark] {
    let (log, small) = (try run.log(of: .large), try run.log(of: .medium))
    func reading(_ name: String, _ words: [String]) -> ProcessBenchmark {
      ProcessBenchmark(name: name, words: [run.doodle] + words, processors: run.oneProcessor, output: nil)
    }
    let shown = ["sixel", "kitty", "blocks"].map { kind in
      ProcessBenchmark(
        name: "doodle show M, \(kind)",
        words: intoPipe([run.doodle, "show", "--quiet", small, "--protocol", kind]),
        processors: run.oneProcessor, output: nil)
    }
    return [
      reading("doodle hash L", ["hash", log]), reading("doodle inspect L", ["inspect", log]),
      reading("doodle lint L", ["lint", "--quiet", log]),
      run.render(log, name: "doodle render L, SVG", on: run.oneProcessor, as: "svg"),
      run.render(
        try document(run), name: "doodle render 200 pages of S, PDF", on: run.oneProcessor, as: "pdf"),
    ] + shown
  }

  /// A log whose 200 pages are S.
  static func document(_ run: Run) throws -> String {
    let lines = try bytes(ofFile: run.log(of: .small))
    let header = (lines.firstIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let path = "\(run.work)/pages.jsonl"
    let file = try TextFile(path: path)
    file.write(String(decoding: lines, as: UTF8.self))
    for _ in 1..<200 { file.write("{\"command\":\"page\"}\n" + String(decoding: lines[header...], as: UTF8.self)) }
    return path
  }

  /// Pictures compared with each other, and logs with their goldens.
  private static func comparisons(_ run: Run) throws -> [ProcessBenchmark] {
    let small = (0..<100).map { number in
      Workload(name: "\(number)", strokes: 1 + number % 10, width: 400, height: 300)
    }
    let checks = try [("100 small logs", small), ("M", [Workload.medium])].flatMap { name, workloads in
      let folder = "\(run.work)/\(name.replacing(" ", with: "-"))"
      mkdir(folder, 0o777)
      let logs = try workloads.map { workload in
        let log = "\(folder)/\(workload.name).jsonl"
        try workload.writeLog(to: log)
        return log
      }
      try run.make(["render"] + logs + ["-o", "\(folder)/"])
      return [("", [], 0), (", all different", ["--model", "ink-1"], 1)].map { ending, options, code in
        ProcessBenchmark(
          name: "doodle check \(name)\(ending)", words: [run.doodle, "check", "--quiet"] + options + [folder],
          processors: run.oneProcessor, output: nil, exitCode: code)
      }
    }
    let diffs = try [Workload.medium, .large].flatMap { workload in
      let pair = try PicturePair(of: workload, run)
      return try [
        ("", pair.paths), (" --metric yiq", ["--metric", "yiq"] + pair.paths),
        (", its log", [run.log(of: workload), pair.paths[1]]),
      ]
      .map { ending, words in
        ProcessBenchmark(
          name: "doodle diff \(workload.name)\(ending)", words: [run.doodle, "diff"] + words,
          processors: run.oneProcessor, output: nil, exitCode: 1)
      }
    }
    return checks + diffs
  }

  /// S as it was drawn, and M fifty times as fast: 30 frames a second.
  private static func films(_ run: Run) throws -> [ProcessBenchmark] {
    try [(Workload.small, "1"), (.medium, "50")].flatMap { workload, speed in
      let log = try run.log(of: workload)
      let words = [
        run.doodle, "replay", "--quiet", log, "--speed", speed, "--last-frame-duration", "0.1", "-f",
      ]
      let piped = ProcessBenchmark(
        name: "doodle replay \(workload.name), y4m into a pipe", words: intoPipe(words + ["y4m", "-o", "-"]),
        processors: run.oneProcessor, output: nil)
      return [piped]
        + ["y4m", "apng"].map { format in
          let output = "\(run.work)/film.\(format)"
          return ProcessBenchmark(
            name: "doodle replay \(workload.name), \(format) to a file", words: words + [format, "-o", output],
            processors: run.oneProcessor, output: output)
        }
    }
  }

  /// A command line whose standard output another program reads and discards.
  private static func intoPipe(_ words: [String]) -> [String] {
    ["sh", "-c", "\"$0\" \"$@\" | cat > /dev/null"] + words
  }
}
