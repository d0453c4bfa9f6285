/// The options of a run of the benchmarks, and its paths.
struct Run {
  /// The suites with their names, in the order in which they run.
  static let suites: [(name: String, run: @Sendable (Run) throws -> [Result])] = [
    ("stages", StageSuite.run), ("processes", ProcessSuite.run), ("spiral", SpiralSuite.run),
    ("scale", ScaleSuite.run), ("growth", GrowthSuite.run), ("threads", ThreadSuite.run), ("editing", EditingSuite.run),
    ("following", FollowingSuite.run),
    ("formats", FormatSuite.run), ("commands", CommandSuite.run),
  ]

  static let usage = """
    usage: doodle-bench [SUITE…] [OPTIONS]
    suites: \(suites.map(\.name).joined(separator: ", ")) (all of these), peers, and
            workloads (writes the logs of S, M and L, and measures nothing)
      --doodle FILE      the command that is measured (build/doodle)
      --work DIR         where workloads and pictures go (build/bench)
      --rounds N         how often each is measured (7)
      --json FILE        write the figures, one JSON object a line
      --compare FILE     show them as ratios to those of such a file
      --peers DIR        where the peers are installed, for the suite of that name
      --markdown         of the peers, print a table for the README

    """

  struct UsageError: Error {}

  var suites: [String] = []
  var doodle = "build/doodle"
  var work = "build/bench"
  var rounds = 7
  var json: String?
  var baseline: String?
  var peers: String?
  var printsMarkdown = false
  /// The numbers of the processors that this process may run on.
  let allProcessors = Processors.allowed

  /// - Parameter arguments: The arguments after the program's name.
  init(_ arguments: some Sequence<String>) throws {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      func value() throws -> String {
        guard let next = rest.next() else { throw UsageError() }
        return next
      }
      switch argument {
      case "--doodle": doodle = try value()
      case "--work": work = try value()
      case "--json": json = try value()
      case "--compare": baseline = try value()
      case "--peers": peers = try value()
      case "--markdown": printsMarkdown = true
      case "--rounds":
        guard let count = Int(try value()), count > 0 else { throw UsageError() }
        rounds = count
      case "peers", "workloads": suites.append(argument)
      default:
        guard Run.suites.contains(where: { $0.name == argument }) else { throw UsageError() }
        suites.append(argument)
      }
    }
    if suites.isEmpty { suites = Run.suites.map(\.name) }
  }

  var oneProcessor: [Int] { [allProcessors[0]] }

  func path(of workload: Workload, as kind: String = "jsonl") -> String {
    "\(work)/\(workload.name.replacing(" ", with: "-")).\(kind)"
  }

  /// Writes the workload's log and returns its path.
  func log(of workload: Workload) throws -> String {
    let path = path(of: workload)
    try workload.writeLog(to: path)
    return path
  }

  /// A benchmark of the command that draws a log.
  func render(
    _ log: String, name: String, on processors: [Int], as kind: String = "png", _ options: [String] = []
  ) -> ProcessBenchmark {
    let output = "\(work)/doodle.\(kind)"
    return ProcessBenchmark(
      name: name, words: [doodle, "render", "--quiet", log, "-o", output] + options, processors: processors,
      output: output)
  }

  /// Runs the command to make a file that benchmarks read.
  func make(_ words: [String]) throws {
    _ = try ChildProcess.run([doodle, words[0], "--quiet"] + words[1...], on: allProcessors)
  }
}
