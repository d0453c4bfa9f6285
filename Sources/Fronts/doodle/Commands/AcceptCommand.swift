import DoodleKit

/// `doodle accept`: the current pictures become the goldens.
enum AcceptCommand {
  static let entry = Command(
    name: "accept",
    summary: "accept new and changed pictures as goldens",
    description: """
      Checks each LOG, and all recordings in each DIR and its subfolders, as 'doodle check' does with the same options, and \
      writes goldens for those that are new or different. Goldens that match are not rewritten. A LOG may be named \
      with or without its extension. To remove a golden whose log is gone, name the golden and add --prune.
      """,
    operands: "[DIR|LOG…]",
    operandCompletion: .files([]),
    standardInput: .refused,
    options: [
      OptionTable.all.entry, OptionTable.store.entry, OptionTable.prune.entry, OptionTable.review.entry,
    ] + OptionTable.goldenSelection + [OptionTable.drawnWith.entry, OptionTable.programTime.entry]
      + OptionTable.comparison + PictureReading.entries,
    examples: [
      Command.Example(line: "doodle accept drawings/star.jsonl", effect: "Accept one picture as it is now."),
      Command.Example(line: "doodle accept --store hash drawings/", effect: "Accept a folder, stored as hashes."),
      Command.Example(line: "doodle accept --review drawings/", effect: "Look at each change and decide."),
      Command.Example(
        line: "doodle accept --all --prune", effect: "Accept everything, and remove goldens without a log."),
      Command.Example(line: "doodle accept --prune drawings/old.png", effect: "Remove one golden without a log."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try AcceptOptions(arguments)
    let set = try GoldenSet(options.operands, options.selection)
    let isReviewed = options.isReviewed
    var rejectedCount = 0
    let hasTerminal = console.surroundings.terminals.contains(.input) && console.surroundings.canMoveCursor(on: .output)
    let checker = Checker(
      rule: options.rule, reading: options.reading, drawnBy: options.program,
      keepsImages: isReviewed && hasTerminal || options.program != nil, in: console)
    let (checked, stalePages) = try checker.check(set)
    let results = checked.map(\.result)
    let allStale = set.stale + stalePages
    var changed: [Review.Change] = checked.filter { golden, result in
      switch result.verdict {
      case .new, .different: true
      case .same: options.store.map { !golden.isStored(as: $0) } ?? false
      case .stale, .failed: false
      }
    }
    if isReviewed {
      guard hasTerminal else {
        try console.print(commands(changed.map(\.result), allStale))
        return report(results, in: console)
      }
      let review = try Review(changed, in: console)
      if review.isInterrupted { return .interrupted }
      changed = review.accepted
      rejectedCount = review.rejectedCount
    }
    var accepting = Accepting(checker: checker, store: options.store, in: console)
    for (golden, result) in changed {
      if let loss = result.loss { console.messages.warn(result.path, loss) }
      try tell(try accepting.accept(golden, result), in: console)
    }
    for stale in allStale {
      let path = printable(stale.path)
      let line = options.prunes ? try accepting.remove(stale) : "left  \(path): no log or page; --prune removes it\n"
      try tell(line, in: console)
    }
    try accepting.finish()
    let code = report(results, in: console)
    let rest = set.sieve.leftOut > 0 ? "; \(set.sieve.leftOut) left out" : ""
    try tell("\(accepting.count) accepted, \(accepting.removedCount) removed\(rest)\n", in: console)
    return code == .done && rejectedCount > 0 ? .different : code
  }

  /// Prints what was done, unless `--quiet` is on.
  private static func tell(_ line: String, in console: Console) throws(CommandError) {
    if !console.messages.isQuiet { try console.print(line) }
  }

  /// Reports the logs that could not be drawn.
  private static func report(_ results: [CheckResult], in console: Console) -> ExitCode {
    let errors = results.compactMap(\.error)
    for error in errors { console.messages.report(error) }
    return errors.map(\.exitCode).max { $0.rawValue < $1.rawValue } ?? .done
  }

  /// The commands that accept these results, printed if there is no terminal to ask in.
  private static func commands(_ results: [CheckResult], _ stale: [StaleGolden]) -> String {
    var text = results.map {
      "doodle accept \(shellWord($0.path))  # \($0.verdict.rawValue): \(printable($0.details))\n"
    }
    text += stale.map { "doodle accept --prune \(shellWord($0.operand))  # stale: no log or page\n" }
    return text.isEmpty ? "# nothing to accept\n" : text.joined()
  }
}

/// The options of `doodle accept`.
struct AcceptOptions: Hashable, Sendable {
  var operands: [String]
  var rule: ComparisonRule
  var reading: PictureReading
  /// Nil to use the form of existing goldens, or PNG without any.
  var store: GoldenStore?
  var prunes: Bool
  var isReviewed: Bool
  var selection: GoldenSelection
  var program: DrawingProgram?

  init(_ arguments: Arguments) throws(CommandError) {
    rule = try ComparisonRule(arguments)
    reading = try PictureReading(arguments)
    store = try arguments[OptionTable.store]
    prunes = arguments[OptionTable.prune]
    isReviewed = arguments[OptionTable.review]
    selection = try GoldenSelection(arguments)
    program = try DrawingProgram(arguments)
    // A table of hashes is of the pictures that this program draws.
    if program != nil, let store, store != .png {
      throw .usage(.exclusive("--with", "--store \(store.rawValue)"))
    }
    operands = arguments.operands
    if operands.contains("") { throw .usage(.emptyOperand) }
    if operands.contains("-") { throw .usage(.standardInputHasNoGolden) }
    if arguments[OptionTable.all] {
      if let operand = operands.first { throw .usage(.exclusive("--all", operand)) }
      operands = ["."]
    }
    if operands.isEmpty { throw .usage(.nothingNamed) }
  }
}
