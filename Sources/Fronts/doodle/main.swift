import DoodleKit

/// Prepares the heap and limits the memory of the process. Parts check their own memory and report what is too large;
/// this limit covers all of them together.
func limitMemory(_ arguments: Arguments, _ console: Console) {
  let given = arguments.valid(OptionTable.memoryLimit)
  prepareHeap(isSmall: given != nil)
  let limit = given ?? OptionTable.defaultMemoryLimit
  let threads = arguments.valid(OptionTable.threads) ?? processorCount()
  guard let total = OptionTable.processLimit(for: limit, threads: threads, isGiven: given != nil) else { return }
  let error = CommandError.limit(
    path: nil,
    message: "the run takes more than the memory limit of \(counted(limit, "byte")); use a larger --memory-limit")
  Interruption.limitMemory(to: total, message: console.messages.text(of: error))
}

/// Runs the command of a command line.
func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
  var asksVersion = arguments[OptionTable.version]
  if let problem = arguments.problem, case .unknownCommand(let name, _) = problem {
    asksVersion = name == "version"
    guard asksVersion else { throw .usage(problem) }
  }
  if let help = arguments.occurrence(of: OptionTable.help) {
    try console.print(HelpText.text(of: arguments.command, isShort: help.isShort))
    return .done
  }
  if asksVersion {
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
  if let seconds = try arguments[OptionTable.timeLimit] {
    let error = CommandError.limit(path: nil, message: "the time limit of \(JSON.number(seconds)) s is over")
    Interruption.limitTime(
      toMicroseconds: max(1, Int(saturating: seconds * 1e6)), message: console.messages.text(of: error),
      code: error.exitCode.rawValue)
  }
  return try command.run(arguments, console)
}

// Done first, so that a signal gives the documented exit code from the start.
Interruption.install(outOfMemoryCode: ExitCode.failed.rawValue)
let surroundings = Surroundings.ofProcess
let given = processArguments()
let arguments = Arguments(typed: given.texts, undecodable: given.undecodable)
let console = Console(surroundings: surroundings, messages: Messages(for: arguments, in: surroundings))

limitMemory(arguments, console)

do throws(CommandError) {
  endProcess(try run(arguments, in: console).rawValue)
} catch {
  console.messages.report(error)
  endProcess(error.exitCode.rawValue)
}
