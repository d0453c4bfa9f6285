import DoodleKit

/// Runs a command on each of its inputs. An input that fails is reported, and the others are still done.
///
/// With one input, or with `--fail-fast`, the first failure ends the command.
struct Batch {
  private let console: Console
  /// What was done with an input, for the summary, such as "drawn".
  private let participle: String
  private let stopsAtFailure: Bool
  private let keepsFiles: Bool
  /// The directories that outputs were written to.
  private var directories: Set<String> = []
  private var done = 0
  private var failed = 0
  private var existing = 0
  private var code = ExitCode.done

  /// Begins with the operands that are no file names.
  init(_ arguments: Arguments, _ participle: String, in console: Console) throws(CommandError) {
    self.console = console
    self.participle = participle
    stopsAtFailure = arguments[OptionTable.failFast] || arguments.operands.count + arguments.undecodable.count < 2
    keepsFiles = arguments[OptionTable.noClobber]
    for name in arguments.undecodable { try fail(.input(path: name, message: "a file name must be UTF-8; rename it")) }
  }

  /// Runs `body` for an input.
  ///
  /// - Parameters:
  ///   - job: The input and its output; nil if no file is written. If the output's name was made from the input's, its
  ///     directory is created, and with `--no-clobber` the input is left out if the output exists.
  ///   - body: Returns the code that the command would end with if this were its only input.
  /// - Throws: The error of `body` if it ends the command, and that of a directory that cannot be created.
  mutating func run(_ job: Job? = nil, _ body: () throws(CommandError) -> ExitCode) throws(CommandError) {
    let canLeaveOut = keepsFiles && job?.isNamedAfterInput == true
    if let job, job.isNamedAfterInput {
      if canLeaveOut, try withFiles({ () throws(FileError) in try isFile(job.output) }) {
        existing += 1
        return
      }
      let directory = FilePath.directory(of: job.output)
      if directories.insert(directory).inserted {
        try withFiles { () throws(FileError) in try createDirectory(directory) }
      }
    }
    do throws(CommandError) {
      code = max(code, try body())
      done += 1
    } catch {
      if canLeaveOut, case .file(let refusal) = error, refusal.isExistingFile {
        existing += 1
      } else {
        try fail(error)
      }
    }
  }

  private mutating func fail(_ error: CommandError) throws(CommandError) {
    if stopsAtFailure { throw error }
    // Nobody reads what the other inputs would print.
    if case .file(let refusal) = error, refusal.isClosedPipe { throw error }
    console.messages.report(error)
    failed += 1
    code = max(code, error.exitCode)
  }

  /// Says how many inputs failed or were left out, if any.
  /// - Returns: The highest code of all inputs.
  consuming func finish() -> ExitCode {
    var parts = ["\(done) \(participle)"]
    if existing > 0 { parts.append("\(existing) already there") }
    if failed > 0 { parts.append("\(failed) failed") }
    if parts.count > 1 { console.messages.summarize(parts.joined(separator: ", ")) }
    return code
  }
}

extension ExitCode: Comparable {
  static func < (first: ExitCode, second: ExitCode) -> Bool { first.rawValue < second.rawValue }

  /// The code after reading a recording of which lines were skipped.
  static func afterReading(_ summary: SessionSummary) -> ExitCode { summary.skipped > 0 ? .badInput : .done }
}
