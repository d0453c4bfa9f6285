import DoodleKit

/// Runs the command of a command line.
func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
  if let problem = arguments.problem, case .unknownCommand(let name, _) = problem {
    guard name == "version" else { throw .usage(problem) }
    try console.print(Version.text(isVerbose: arguments[OptionTable.verbose]))
    return .done
  }
  if let help = arguments.occurrence(of: OptionTable.help) {
    try console.print(HelpText.text(of: arguments.command, isShort: help.isShort))
    return .done
  }
  if arguments[OptionTable.version] {
    try console.print(Version.text(isVerbose: arguments[OptionTable.verbose]))
    return .done
  }
  if let problem = arguments.problem { throw .usage(problem) }
  try arguments.exclude(OptionTable.quiet, OptionTable.verbose)
  _ = try arguments[OptionTable.color]
  _ = try arguments[OptionTable.errorFormat]
  guard let command = arguments.command else { throw .usage(.noCommand) }
  if let name = arguments.undecodable.first, !command.takes(OptionTable.failFast.entry) || arguments.operands.isEmpty {
    throw .usage(.notText(name))
  }
  if let bytes = try arguments[OptionTable.memoryLimit] {
    let threads = try arguments[OptionTable.threads] ?? processorCount()
    // Checks of single parts report what is too large. This holds for all of them together.
    if let total = OptionTable.processLimit(for: bytes, threads: threads) { ProcessMemory.limit(to: total) }
  }
  if let seconds = try arguments[OptionTable.timeLimit] {
    let error = CommandError.limit(path: "doodle", message: "the time limit of \(JSON.number(seconds)) s is over")
    Interruption.limitTime(
      toMicroseconds: max(1, Int(saturating: seconds * 1e6)), message: console.messages.text(of: error),
      code: error.exitCode.rawValue)
  }
  return try command.run(arguments, console)
}

// First, so that a signal has the documented exit code as soon as the process runs its own code.
Interruption.install(outOfMemoryCode: ExitCode.failed.rawValue)
prepareHeap()
let surroundings = Surroundings.ofProcess
let arguments = Arguments(typed: CommandLine.arguments.dropFirst(), undecodable: argumentsThatAreNotUTF8())
let console = Console(surroundings: surroundings, messages: Messages(for: arguments, in: surroundings))

do throws(CommandError) {
  endProcess(try run(arguments, in: console).rawValue)
} catch {
  console.messages.report(error)
  endProcess(error.exitCode.rawValue)
}
