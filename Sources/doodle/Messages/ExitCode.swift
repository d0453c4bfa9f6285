/// What the process ends with: a contract with scripts.
enum ExitCode: Int32, Sendable, CaseIterable {
  /// Done; compared and the same.
  case done = 0
  /// Compared and different.
  case different = 1
  /// The command line is wrong.
  case badUsage = 2
  /// The input is bad.
  case badInput = 3
  /// Reading or writing failed, or a limit was hit.
  case failed = 4
  /// SIGINT came; no temporary file is left.
  case interrupted = 130
  /// SIGTERM came; no temporary file is left.
  case terminated = 143

  /// As the helps say it.
  var meaning: String {
    switch self {
    case .done: "done; compared and the same"
    case .different: "compared and different"
    case .badUsage: "the command line is wrong"
    case .badInput: "the input is bad"
    case .failed: "reading or writing failed, or a limit was hit"
    case .interrupted: "interrupted"
    case .terminated: "terminated"
    }
  }
}
