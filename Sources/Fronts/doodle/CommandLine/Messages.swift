import Files
import DoodleKit

/// Writes errors, warnings and notes to standard error.
struct Messages: Sendable {
  var format = ErrorFormat.text
  var isColored = false
  /// Errors only.
  var isQuiet = false
  /// Notes too.
  var isVerbose = false
  /// The columns of the terminal that shows the messages; nil if they do not go to a terminal.
  var columns: Int?
  /// The command whose help a usage error refers to.
  var command: String?
  /// Keeps the output; nil to write it at once.
  var transcript: Transcript?

  /// - Parameter arguments: Its valid global options apply even if another argument is invalid.
  init(for arguments: Arguments, in surroundings: Surroundings) {
    format = arguments.valid(OptionTable.errorFormat) ?? .text
    isColored = surroundings.isColored(.error, arguments.valid(OptionTable.color) ?? .auto)
    isQuiet = arguments[OptionTable.quiet]
    isVerbose = arguments[OptionTable.verbose]
    columns = surroundings.terminals.contains(.error) ? surroundings.errorColumns().map { max(10, $0) } : nil
    command = arguments.command?.name
  }

  init() {}

  /// Writes the error that ended the command.
  func report(_ error: CommandError) {
    write(text(of: error))
  }

  /// Writes an error or a warning about a line of a recording.
  func report(_ diagnostic: Diagnostic) {
    write(text(of: diagnostic))
  }

  /// Writes a warning about a whole file.
  func warn(_ path: String, _ message: String) {
    if !isQuiet { write(text(.warning, path, message)) }
  }

  /// Writes how a file was understood, unless `--quiet` is on.
  func tell(_ path: String, _ message: String) {
    if !isQuiet { write("\(printable(shownName(path))): \(printable(message))\n") }
  }

  /// Writes the summary of a run on several files, unless `--quiet` is on.
  func summarize(_ message: String) {
    if !isQuiet { write("doodle: \(message)\n") }
  }

  /// Writes what was done, if `--verbose` is on.
  func note(_ message: String) {
    if isVerbose { write("doodle: \(printable(message))\n") }
  }

  private func write(_ text: String) {
    let text = Advice.worded(text)
    if let transcript { transcript.append(text, to: .error) } else { StandardError.write(text) }
  }
}

extension Messages {
  /// The message of an error, with its newline; empty for a closed pipe.
  func text(of error: CommandError) -> String {
    switch error {
    case .usage(.noCommand): HelpText.short()
    case .usage(.noInput):
      command.flatMap(CommandTable.command(named:)).map(HelpText.short(of:)) ?? HelpText.short()
    case .usage(let error): text(.error, nil, error.wording + "\ntry 'doodle \(command.map { "\($0) " } ?? "")--help'")
    case .malformed(let diagnostic), .beyondLimit(let diagnostic), .different(let diagnostic): text(of: diagnostic)
    case .input(let path, let message): text(.error, path, message)
    case .limit(let path, let message): text(.error, path, message)
    case .file(let error) where error.code == FileError.isInput: text(of: .usage(.outputIsInput(error.path)))
    case .file(let error): error.isClosedPipe ? "" : text(.error, nil, printable(error.description))
    }
  }

  /// The message of a diagnostic, with its newline; empty for a warning if `--quiet` is on.
  func text(of diagnostic: Diagnostic) -> String {
    if diagnostic.severity == .warning, isQuiet { return "" }
    guard format == .text else { return diagnostic.github + "\n" }
    let severity = ": \(diagnostic.severity.rawValue): "
    var text = diagnostic.description(columns: columns)
    if isColored, let range = text.places(of: severity).first {
      text.replaceSubrange(range, with: ": \(painted(diagnostic.severity)) ")
    }
    return text + "\n"
  }

  /// A message about a whole file, or without a file.
  private func text(_ severity: Diagnostic.Severity, _ path: String?, _ message: String) -> String {
    switch format {
    case .github:
      let file = path.map { " file=\(Diagnostic.escaped(printable(shownName($0)), inProperty: true))" } ?? ""
      return "::\(severity.rawValue)\(file)::\(Diagnostic.escaped(message, inProperty: false))\n"
    case .text:
      let kind = isColored ? painted(severity) : "\(severity.rawValue):"
      guard let path else { return "doodle: \(kind) \(message)\n" }
      return "\(printable(shownName(path))): \(kind) \(printable(message))\n"
    }
  }

  private func painted(_ severity: Diagnostic.Severity) -> String {
    "\u{1B}[1;\(severity == .error ? 31 : 33)m\(severity.rawValue):\u{1B}[0m"
  }
}

// MARK: Names in messages

/// The name of an input in messages: its path, or `<stdin>`.
func shownName(_ path: String) -> String {
  path == "-" ? "<stdin>" : path
}

/// `text` in quotes, with control characters escaped.
func quoted(_ text: String) -> String {
  "\"\(printable(text))\""
}
