import DoodleKit

/// Shows the progress of a session, and prints its warnings as they occur.
struct SessionReporter {
  let session: DrawingSession
  private let console: Console
  private let losses: LossHandling
  /// Whether the run reads page after page.
  let isPaged: Bool
  private var progress: ProgressBar?

  /// - Parameters:
  ///   - path: The log's path.
  ///   - isPaged: Whether the run reads page after page, with `nextPage`.
  ///   - open: Opens the log.
  init(
    of path: String, losses: LossHandling, isPaged: Bool = false, in console: Console,
    _ open: () throws(SessionError) -> DrawingSession
  ) throws(CommandError) {
    session = try withSession(path, open)
    (self.console, self.losses, self.isPaged) = (console, losses, isPaged)
    for choice in session.idleChoices {
      console.messages.warn(session.path, choice.idleWording(session.format))
    }
    progress = session.fractionRead == nil ? nil : ProgressBar(in: console)
  }

  /// Opens a log.
  init(
    opening path: String, _ options: SessionOptions, losses: LossHandling, isPaged: Bool = false, in console: Console
  ) throws(CommandError) {
    var options = options
    options.filesRead = console.filesRead
    try self.init(of: path, losses: losses, isPaged: isPaged, in: console) { () throws(SessionError) in
      try DrawingSession(path: path, options: options)
    }
  }

  /// Runs a part of the session's work.
  /// - Throws: The error of `work`, as a `CommandError`.
  mutating func follow<Result>(_ work: () throws(SessionError) -> Result) throws(CommandError) -> Result {
    do throws(SessionError) {
      let result = try work()
      report()
      if let fraction = session.fractionRead { progress?.update(fraction: fraction) }
      return result
    } catch {
      report()
      progress?.finish()
      throw CommandError(error, log: session.path)
    }
  }

  /// Whether there is a page after the last one that is selected.
  func hasMorePages() throws(CommandError) -> Bool { try withSession(session.path, session.hasMorePages) }

  /// Ends a page and tells whether it has no ink, which is then said.
  mutating func skipsPage() throws(CommandError) -> Bool {
    session.finish()
    guard session.drawing.inkBounds.isEmpty else { return false }
    try finish {}
    console.messages.summarize("page \(session.page) of \(printable(shownName(session.path))) has no ink")
    return true
  }

  /// Continues with the next page, or ends after the last one as `finish` does in a run that reads one page.
  /// - Returns: Whether there is another page; false in a run that reads one.
  mutating func nextPage() throws(CommandError) -> Bool {
    guard isPaged else { return false }
    if try follow(session.nextPage) { return true }
    try close()
    return false
  }

  /// Runs the last part of the work on a page. If the run reads one page, then reports how a file of another format was
  /// understood, what was left out, and how many lines were skipped, even if the work fails.
  /// - Throws: The error of `work`; `CommandError.usage` if the run reads one page and there is another; `.input` if a
  ///   part of the file is left out and that is an error.
  mutating func finish<Result>(_ work: () throws(SessionError) -> Result) throws(CommandError) -> Result {
    if isPaged {
      let result = try follow(work)
      if losses == .refuse, session.report.loss != nil { try close() }
      return result
    }
    let outcome = Swift.Result { () throws(CommandError) in
      let result = try follow(work)
      try follow(session.requireLastPage)
      return result
    }
    // Nothing is made of a document with other pages.
    if case .failure(.usage) = outcome { return try outcome.get() }
    do throws(CommandError) {
      try close()
    } catch {
      _ = try outcome.get()
      throw error
    }
    return try outcome.get()
  }

  /// Reports what is known at the end.
  /// - Throws: `CommandError.input` if a part of the file is left out and that is an error.
  private mutating func close() throws(CommandError) {
    progress?.finish()
    let report = session.report
    for line in report.lines { console.messages.note("\(shownName(session.path)): \(line.label): \(line.text)") }
    let summary = session.totals
    if let decision = report.decision { console.messages.tell(session.path, decision) }
    if let loss = report.loss, losses == .warn { console.messages.warn(session.path, loss) }
    if summary.skipped > 0 {
      console.messages.warn(session.path, "skipped \(counted(summary.skipped, "invalid line"))")
    }
    if let loss = report.loss, losses == .refuse { throw .lossy(path: session.path, loss) }
  }

  private mutating func report() {
    let diagnostics = session.takeDiagnostics()
    guard !diagnostics.isEmpty else { return }
    progress?.finish()
    for diagnostic in diagnostics { console.messages.report(diagnostic) }
  }
}

/// What happens if a part of the file is left out.
enum LossHandling {
  /// A warning reports it.
  case warn
  /// The run fails.
  case refuse
  /// The caller reports it.
  case leave
}

extension CommandError {
  /// A part of the file is lost, which `--strict` forbids.
  static func lossy(path: String, _ loss: String) -> CommandError {
    .input(path: path, message: "\(loss); run without --strict to accept this")
  }

  /// - Parameter path: The log's path.
  init(_ error: SessionError, log path: String) {
    switch error {
    case .file(let error), .background(.file(let error)), .image(.file(let error)): self = .file(error)
    case .log(let diagnostic, isLimit: true): self = .beyondLimit(diagnostic)
    case .log(let diagnostic, isLimit: false): self = .malformed(diagnostic)
    case .severalPages(let count): self = .usage(.severalPages(input: path, count: count, example: nil))
    case .background(.image(let name, let image)): self = .init(image, of: name ?? path)
    case _ where error.isLimit: self = .limit(path: path, message: error.description)
    default: self = .input(path: path, message: error.description)
    }
  }

  /// The error of an image file at `path`.
  init(_ error: ImageError, of path: String) {
    switch error {
    case .file(let error): self = .file(error)
    case _ where error.isLimit: self = .limit(path: path, message: error.description)
    default: self = .input(path: path, message: error.description)
    }
  }
}

/// Runs `body` and turns its `SessionError` into a `CommandError`.
/// - Parameter path: The log's path.
func withSession<Result>(
  _ path: String, _ body: () throws(SessionError) -> Result
) throws(CommandError) -> Result {
  do throws(SessionError) {
    return try body()
  } catch {
    throw CommandError(error, log: path)
  }
}
