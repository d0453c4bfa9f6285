import DoodleKit

/// What goes to standard error: its form, and how much of it.
struct Messages: Sendable {
  var format = ErrorFormat.text
  var isColored = false
  /// Errors only.
  var isQuiet = false
  /// Notes as well.
  var isVerbose = false
  /// The command whose help a usage error points to.
  var command: String?

  /// - Parameter arguments: Their valid global options count, also where another argument is wrong.
  init(for arguments: Arguments, in surroundings: Surroundings) {
    format = arguments.valid(OptionTable.errorFormat) ?? .text
    isColored = surroundings.isColored(.error, arguments.valid(OptionTable.color) ?? .auto)
    isQuiet = arguments[OptionTable.quiet]
    isVerbose = arguments[OptionTable.verbose]
    command = arguments.command?.name
  }

  init() {}

  /// Says why the command ended.
  func report(_ error: CommandError) {
    StandardError.write(text(of: error))
  }

  /// Says what is wrong with a line of a recording while the command goes on.
  func report(_ diagnostic: Diagnostic) {
    StandardError.write(text(of: diagnostic))
  }

  /// Says what is doubtful about a whole file.
  func warn(_ path: String, _ message: String) {
    if !isQuiet { StandardError.write(text(.warning, path, message)) }
  }

  /// Says what was done, where `--verbose` asks for it.
  func note(_ message: String) {
    if isVerbose { StandardError.write("doodle: \(printable(message))\n") }
  }
}

/// The texts, as they are written.
extension Messages {
  func text(of error: CommandError) -> String {
    switch error {
    case .usage(.noCommand): HelpText.short()
    case .usage(.noInput):
      command.flatMap(CommandTable.command(named:)).map(HelpText.short(of:)) ?? HelpText.short()
    case .usage(let error): text(.error, nil, error.wording + "\ntry 'doodle \(command.map { "\($0) " } ?? "")--help'")
    case .malformed(let diagnostic), .beyondLimit(let diagnostic), .different(let diagnostic): text(of: diagnostic)
    case .input(let path, let message), .limit(let path, let message): text(.error, path, message)
    case .file(let error): error.isClosedPipe ? "" : text(.error, nil, printable(error.description))
    }
  }

  func text(of diagnostic: Diagnostic) -> String {
    if diagnostic.severity == .warning, isQuiet { return "" }
    guard format == .text else { return diagnostic.github + "\n" }
    let severity = ": \(diagnostic.severity.rawValue): "
    var text = diagnostic.description
    if isColored, let place = text.firstRange(of: severity) {
      text.replaceSubrange(place, with: ": \(painted(diagnostic.severity)) ")
    }
    return text + "\n"
  }

  /// A message about a file as a whole, or about none.
  private func text(_ severity: Diagnostic.Severity, _ path: String?, _ message: String) -> String {
    switch format {
    case .github:
      let place = path.map { " file=\(Self.escaped($0, and: ":,"))" } ?? ""
      return "::\(severity.rawValue)\(place)::\(Self.escaped(message, and: ""))\n"
    case .text:
      let kind = isColored ? painted(severity) : "\(severity.rawValue):"
      guard let path else { return "doodle: \(kind) \(message)\n" }
      return "\(printable(shownName(path))): \(kind) \(printable(message))\n"
    }
  }

  private func painted(_ severity: Diagnostic.Severity) -> String {
    "\u{1B}[1;\(severity == .error ? 31 : 33)m\(severity.rawValue):\u{1B}[0m"
  }

  /// As GitHub's workflow commands want it: %, line ends, and `others` as % and two hexadecimal digits.
  static func escaped(_ text: String, and others: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if "%\r\n".unicodeScalars.contains(scalar) || others.unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}

/// How messages call an input: its path, or what "-" stands for.
func shownName(_ path: String) -> String {
  path == "-" ? "<stdin>" : path
}
