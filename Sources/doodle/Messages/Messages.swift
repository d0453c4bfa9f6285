import DoodleKit

/// What goes to standard error: its form, and how much of it.
struct Messages: Sendable {
  enum Severity: String, Sendable {
    case error, warning
  }

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

  /// Says what is wrong with an input while the command goes on.
  func report(_ diagnostic: Diagnostic, as severity: Severity) {
    StandardError.write(text(of: diagnostic, as: severity))
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
    case .usage(let error): text([error.wording, "try 'doodle \(command.map { "\($0) " } ?? "")--help'"])
    case .input(let diagnostic), .limit(let diagnostic): text(of: diagnostic, as: .error)
    case .file(let error): error.isClosedPipe ? "" : text([error.wording], file: error.path)
    case .unavailable(let command): text(["\(command) does not work in this build"])
    }
  }

  func text(of diagnostic: Diagnostic, as severity: Severity) -> String {
    if severity == .warning, isQuiet { return "" }
    return text(
      [printable(diagnostic.message)] + diagnostic.excerpt.map(printable), severity, file: diagnostic.file,
      line: diagnostic.line, column: diagnostic.column, placeInText: true)
  }

  private func text(
    _ lines: [String], _ severity: Severity = .error, file: String? = nil, line: Int? = nil, column: Int? = nil,
    placeInText: Bool = false
  ) -> String {
    switch format {
    case .github:
      var properties: [String] = []
      if let file, file != "-" { properties.append("file=\(escaped(file, and: ":,"))") }
      if let line { properties.append("line=\(line)") }
      if let column { properties.append("col=\(column)") }
      let place = properties.isEmpty ? "" : " " + properties.joined(separator: ",")
      return "::\(severity.rawValue)\(place)::\(escaped(lines.joined(separator: "\n"), and: ""))\n"
    case .text:
      let numbers = [line, column].compactMap { $0.map { "\($0):" } }.joined()
      let name = file == "-" ? "standard input" : printable(file ?? "")
      let place = placeInText ? "\(name):\(numbers) " : ""
      let warning = severity == .warning ? "warning: " : ""
      return paint("doodle:", severity) + " " + place + warning + lines.joined(separator: "\n") + "\n"
    }
  }

  private func paint(_ text: String, _ severity: Severity) -> String {
    isColored ? "\u{1B}[1;\(severity == .error ? 31 : 33)m\(text)\u{1B}[0m" : text
  }

  /// As GitHub's workflow commands want it: %, line ends, and `others` as % and two hexadecimal digits.
  private func escaped(_ text: String, and others: String) -> String {
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
