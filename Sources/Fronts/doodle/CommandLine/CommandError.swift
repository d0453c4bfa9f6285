import DoodleKit

/// Why a command failed.
enum CommandError: Error, Hashable, Sendable {
  /// The command line is invalid.
  case usage(UsageError)
  /// A line of a recording is invalid.
  case malformed(Diagnostic)
  /// Two pictures differ from this line of a recording on.
  case different(Diagnostic)
  /// A line of a recording exceeds a limit.
  case beyondLimit(Diagnostic)
  /// A file as a whole is invalid.
  case input(path: String, message: String)
  /// The operating system refused.
  case file(FileError)
  /// The result would exceed a limit, or the run has; then `path` is nil.
  case limit(path: String?, message: String)

  var exitCode: ExitCode {
    switch self {
    case .usage: .badUsage
    case .malformed, .input: .badInput
    case .different: .different
    case .file(let error): error.isClosedPipe ? .done : error.code == FileError.isInput ? .badUsage : .failed
    case .beyondLimit, .limit: .failed
    }
  }
}

/// The exit codes. Scripts rely on them.
enum ExitCode: Int32, Sendable, CaseIterable {
  /// Success; for a comparison, no difference; for `lint`, no warning.
  case done = 0
  /// A comparison found a difference, or `lint` something doubtful.
  case different = 1
  /// The command line is invalid.
  case badUsage = 2
  /// The input is invalid.
  case badInput = 3
  /// Reading or writing failed, or a limit was exceeded.
  case failed = 4
  /// SIGHUP; temporary files are removed.
  case hungUp = 129
  /// SIGINT; temporary files are removed.
  case interrupted = 130
  /// SIGQUIT; temporary files are removed.
  case quit = 131
  /// SIGTERM; temporary files are removed.
  case terminated = 143

  /// For the help texts.
  var meaning: String {
    switch self {
    case .done: "success; for a comparison, no difference; for lint, no warning"
    case .different: "a comparison found a difference, or lint a mistake"
    case .badUsage: "the command line is invalid"
    case .badInput: "the input is invalid"
    case .failed: "reading or writing failed, or a limit was exceeded"
    case .hungUp: "the terminal was closed (SIGHUP)"
    case .interrupted: "interrupted by Ctrl-C (SIGINT)"
    case .quit: "quit from the keyboard (SIGQUIT)"
    case .terminated: "terminated (SIGTERM)"
    }
  }
}

extension FileError {
  /// Whether the reader of a pipe has closed it, as `head` does. That is not a failure.
  var isClosedPipe: Bool { operation == .write && isBrokenPipe }
}

/// Runs `body` and turns its `FileError` into a `CommandError`.
func withFiles<Result>(_ body: () throws(FileError) -> Result) throws(CommandError) -> Result {
  do throws(FileError) {
    return try body()
  } catch {
    throw .file(error)
  }
}
