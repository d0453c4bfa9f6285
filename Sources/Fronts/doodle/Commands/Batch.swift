import DoodleKit
import Synchronization

/// Runs a command on each of its inputs. An input that fails is reported, and the others are still done.
///
/// With one input, or with `--fail-fast`, the first failure ends the command.
struct Batch {
  private let console: Console
  /// The participle for an input in the summary, such as "drawn".
  private let participle: String
  private let stopsAtFailure: Bool
  private let keepsFiles: Bool
  private var done = 0
  private var failed = 0
  private var existing = 0
  private var code = ExitCode.done

  /// Begins by reporting operands that are not file names.
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
  ///   - job: The input and its output; nil if no file is written. If the output's name was made from the input's,
  ///     with `--no-clobber` the input is left out if the output exists.
  ///   - body: Returns the code that the command would end with if this were its only input.
  /// - Throws: The error of `body` if it ends the command.
  mutating func run(_ job: Job? = nil, _ body: () throws(CommandError) -> ExitCode) throws(CommandError) {
    if try isWanted(job) { try count(job, body) }
  }

  /// Whether a job is done, and not left out.
  private mutating func isWanted(_ job: Job?) throws(CommandError) -> Bool {
    guard let job, job.isNamedAfterInput else { return true }
    if keepsFiles, try withFiles({ () throws(FileError) in try isFile(job.output) }) {
      existing += 1
      return false
    }
    return true
  }

  /// Runs a job and counts how it ended.
  private mutating func count(_ job: Job?, _ body: () throws(CommandError) -> ExitCode) throws(CommandError) {
    let canLeaveOut = keepsFiles && job?.isNamedAfterInput == true
    do throws(CommandError) {
      code = max(code, try body())
      done += 1
    } catch {
      if canLeaveOut, case .file(let refusal) = error, refusal.isExistingFile {
        existing += 1
      } else {
        try fail(error.naming(pagesOf: job))
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

  /// Reports how many inputs failed or were left out, if any.
  /// - Returns: The highest code of all inputs.
  consuming func finish() -> ExitCode {
    var parts = ["\(done) \(participle)"]
    if existing > 0 { parts.append("\(existing) already there") }
    if failed > 0 { parts.append("\(failed) failed") }
    if parts.count > 1 { console.messages.summarize(parts.joined(separator: ", ")) }
    return code
  }
}

// MARK: Jobs at the same time

extension Batch {
  /// Smaller files, in bytes, are read beside others. A larger one is worth all threads, and may need all memory.
  private static let smallSize = 1 << 20

  /// The number of jobs per thread after which results are written.
  private static let jobsPerThread = 64

  /// The result of a job that ran beside others.
  private enum JobResult {
    case ended(Result<ExitCode, CommandError>)
    /// It must run again, alone.
    case postponed
  }

  /// Runs `body` for inputs, for small files on several threads.
  ///
  /// The result is that of running one job after the other. What the jobs print is kept, and appears in their order. A
  /// log that names files runs alone, in its turn, because other jobs may write them. A job that exceeds its share runs
  /// again, alone, after the others of its group.
  ///
  /// - Parameters:
  ///   - share: What a job may use beside others.
  ///   - job: The input and the output of an item; the output is empty if no file is written.
  ///   - namesFiles: Whether a log names files; adds them to the files that the run reads, so that no job replaces
  ///     them.
  ///   - body: Uses no more than its share, and writes to the console that it gets.
  /// - Throws: As `run` for a single job does.
  mutating func run<Item: Sendable>(
    _ items: [Item], share: Share, job: (Item) -> Job, namesFiles: (Job) -> Bool = { _ in false },
    _ body: @escaping @Sendable (Item, Share, Console) throws(CommandError) -> ExitCode
  ) throws(CommandError) {
    let console = console
    if !share.isWhole, items.count > 1 { divideHeap(among: share.jobs) }
    var group: [(item: Item, job: Job)] = []
    // All of them are known before the first output is written.
    let readers =
      items.count > 1 || items.contains { !job($0).more.isEmpty } ? items.map { namesFiles(job($0)) } : [false]
    for index in items.indices {
      let item = items[index]
      let job = job(item)
      let isShared = !share.isWhole && !stopsAtFailure && !readers[index] && Self.isSmall(job.input)
      if !isShared || group.count == share.jobs * Self.jobsPerThread {
        try run(group, share, body)
        group.removeAll()
      }
      if isShared {
        let isMade: Bool
        do throws(CommandError) {
          isMade = try isWanted(job)
        } catch {
          try run(group, share, body)
          throw error
        }
        if isMade { group.append((item, job)) }
      } else {
        try run(job) { () throws(CommandError) in try body(item, .whole, console) }
      }
    }
    try run(group, share, body)
  }

  private static func isSmall(_ input: String) -> Bool {
    guard input != "-", let size = try? fileSize(input) else { return false }
    return size < smallSize
  }

  /// Runs jobs at the same time.
  private mutating func run<Item: Sendable>(
    _ group: [(item: Item, job: Job)], _ share: Share,
    _ body: @escaping @Sendable (Item, Share, Console) throws(CommandError) -> ExitCode
  ) throws(CommandError) {
    if group.isEmpty { return }
    let console = console
    let transcripts = group.map { _ in Transcript() }
    let outcomes = Mutex([JobResult](repeating: .postponed, count: group.count))
    let next = Atomic(0)
    if group.count > 1 {
      parallel(min(share.jobs, group.count)) {
        while true {
          let index = next.add(1, ordering: .relaxed).oldValue
          guard index < group.count else { return }
          let outcome = Self.outcome { () throws(CommandError) in
            try body(group[index].item, share, console.recording(in: transcripts[index]))
          }
          outcomes.withLock { $0[index] = outcome }
        }
      }
    }
    let ended = outcomes.withLock { $0 }
    for (index, member) in group.enumerated() {
      try count(member.job) { () throws(CommandError) in
        guard case .ended(let result) = ended[index] else { return try body(member.item, .whole, console) }
        try transcripts[index].write(to: console)
        return try result.get()
      }
    }
  }

  private static func outcome(of body: () throws(CommandError) -> ExitCode) -> JobResult {
    do throws(CommandError) {
      return .ended(.success(try body()))
    } catch {
      return error.isOfShare ? .postponed : .ended(.failure(error))
    }
  }
}

extension CommandError {
  /// The error with a name for the pages of a job's output or tiles, if it lacks one.
  fileprivate func naming(pagesOf job: Job?) -> CommandError {
    guard case .usage(.severalPages(let input, let count, nil, nil, _)) = self, let job else { return self }
    guard job.pageTemplate == nil, !job.output.isEmpty else {
      let example = job.tiles.map { OutputPlan.pageName(for: $0.hasSuffix("/") ? $0 : $0 + "/") }
      return .usage(.severalPages(input: input, count: count, example: example, option: "--tiles"))
    }
    return .usage(
      .severalPages(
        input: input, count: count, example: OutputPlan.pageName(for: job.output),
        document: OutputPlan.documentName(for: job.output)))
  }

  /// Whether a job may have failed because others ran beside it.
  fileprivate var isOfShare: Bool {
    switch self {
    case .limit, .beyondLimit: true
    case .file(let error): error.code == FileError.postponed || error.code == FileError.noMemory
    case .usage, .malformed, .different, .input: false
    }
  }
}

extension ExitCode: Comparable {
  static func < (first: ExitCode, second: ExitCode) -> Bool { first.rawValue < second.rawValue }

  /// The exit code after reading a recording, from which lines may have been skipped.
  static func afterReading(_ summary: SessionSummary) -> ExitCode { summary.skipped > 0 ? .badInput : .done }
}
