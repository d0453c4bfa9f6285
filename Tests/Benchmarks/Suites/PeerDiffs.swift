/// Comparing two pictures, beside other programs, on one processor.
extension PeerSuite {
  /// A program that compares two pictures, which it takes as its last arguments.
  private struct Comparer {
    var name: String
    var words: [String]
    /// The words after the pictures.
    var rest: [String] = []
    /// The exit code if they differ.
    var exitCode: Int
    /// A command line that succeeds if the program is installed.
    var probe: [String]
    /// Whether it takes seconds for M: then it compares M only, in a few rounds.
    var isSlow = false
  }

  private static func comparers(_ run: Run, in folder: String) -> [Comparer] {
    let pixelmatch = ["pixelmatch", "pixelmatch-fast"].map { package in
      let words = [
        "\(folder)/venv/bin/python", "Tests/Benchmarks/Peers/pixelmatch_comparison.py", "\(folder)/\(package)",
      ]
      return Comparer(
        name: "\(package), Python", words: words, exitCode: 0, probe: words, isSlow: package == "pixelmatch")
    }
    return [
      Comparer(name: "doodle", words: [run.doodle, "diff"], exitCode: 1, probe: [run.doodle, "--version"]),
      Comparer(
        name: "doodle --metric yiq", words: [run.doodle, "diff", "--metric", "yiq"], exitCode: 1,
        probe: [run.doodle, "--version"]),
      // It prints the count as an error message.
      Comparer(
        name: "ImageMagick's compare -metric AE",
        words: ["sh", "-c", "exec \"$0\" \"$@\" 2> /dev/null", "compare", "-metric", "AE"], rest: ["null:"],
        exitCode: 1, probe: ["compare", "-version"]),
    ] + pixelmatch
  }

  /// For each of M and L, the times to compare two pictures that differ a little.
  static func diffs(_ run: Run, in folder: String) throws -> [[Result]] {
    let found = comparers(run, in: folder).filter { comparer in
      if (try? ChildProcess.run(comparer.probe, on: run.oneProcessor)) != nil { return true }
      complain("\(comparer.name) is not installed, and is left out\n")
      return false
    }
    return try [Workload.medium, .large].map { workload in
      let pair = try PicturePair(of: workload, run)
      return try (workload.name == "L" ? [false] : [false, true]).flatMap { isSlow in
        let benchmarks = found.filter { $0.isSlow == isSlow }.map { comparer in
          ProcessBenchmark(
            name: "comparing two pictures of \(workload.name): \(comparer.name)",
            words: comparer.words + pair.paths + comparer.rest, processors: run.oneProcessor, output: nil,
            exitCode: comparer.exitCode)
        }
        let runs = try ProcessBenchmark.run(benchmarks, rounds: isSlow ? min(2, run.rounds) : run.rounds)
        return zip(benchmarks, runs).map { $0.results($1).time }
      }
    }
  }
}
