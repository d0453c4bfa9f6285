import DoodleKit

/// Shows the progress of a session, and prints its warnings as they occur.
struct SessionReporter {
  let session: DrawingSession
  private let console: Console
  private let losses: LossHandling
  private var progress: ProgressBar?

  /// - Parameters:
  ///   - path: The log's path.
  ///   - open: Opens the log.
  init(
    of path: String, losses: LossHandling, in console: Console, _ open: () throws(SessionError) -> DrawingSession
  ) throws(CommandError) {
    session = try withSession(path, open)
    (self.console, self.losses) = (console, losses)
    for choice in session.idleChoices {
      console.messages.warn(session.path, choice.idleWording(session.format))
    }
    progress = session.fractionRead == nil ? nil : ProgressBar(in: console)
  }

  /// Opens a log.
  init(
    opening path: String, _ options: SessionOptions, losses: LossHandling, in console: Console
  ) throws(CommandError) {
    var options = options
    options.filesRead = console.filesRead
    try self.init(of: path, losses: losses, in: console) { () throws(SessionError) in
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

  /// Runs the last part of the session's work. Then reports how a file of another format was understood, what was left
  /// out, and how many lines were skipped, even if the work fails.
  /// - Throws: The error of `work`; `CommandError.input` if a part of the file is left out and that is an error.
  mutating func finish<Result>(_ work: () throws(SessionError) -> Result) throws(CommandError) -> Result {
    let outcome = Swift.Result { () throws(CommandError) in try follow(work) }
    progress?.finish()
    let report = session.report
    for line in report.lines { console.messages.note("\(shownName(session.path)): \(line.label): \(line.text)") }
    let summary = session.summary
    if let loss = summary.loss, losses == .warn { console.messages.warn(session.path, loss) }
    if summary.skipped > 0 {
      console.messages.warn(session.path, "skipped \(counted(summary.skipped, "invalid line"))")
    }
    let result = try outcome.get()
    if let loss = summary.loss, losses == .refuse { throw .lossy(path: session.path, loss) }
    return result
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
