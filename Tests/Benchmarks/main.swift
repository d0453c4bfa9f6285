#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

func complain(_ text: String) {
  _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}

ChildProcess.launchIfAsked(CommandLine.arguments)

do {
  let run = try Run(CommandLine.arguments.dropFirst())
  let baseline = try run.baseline.map { try Results(jsonLines: text(ofFile: $0)) }
  mkdir(run.work, 0o777)
  var results = Results(machine: Processors.description, all: [])
  print(results.machine)
  for suite in run.suites {
    let found: [Result]
    if let known = Run.suites.first(where: { $0.name == suite }) {
      found = try known.run(run)
      print(Results(machine: results.machine, all: found).table(comparedWith: baseline))
    } else if suite == "workloads" {
      found = []
      for workload in Workload.all { _ = try run.log(of: workload) }
    } else {
      found = try PeerSuite.run(run)
    }
    results.all += found
  }
  if let path = run.json { try TextFile(path: path).write(results.jsonLines) }
} catch is Run.UsageError {
  complain(Run.usage)
  exit(2)
} catch {
  complain("doodle-bench: \(error)\n")
  exit(1)
}
