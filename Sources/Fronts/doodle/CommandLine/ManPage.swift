/// The man pages, in roff with the man macros.
enum ManPage: Hashable, Sendable {
  /// doodle(1)
  case program
  /// doodle-COMMAND(1)
  case command(String)
  /// doodle-log(5) or doodle-drawing(5)
  case format(SchemaSubject)

  static let all =
    [ManPage.program] + CommandTable.commands.map { ManPage.command($0.name) }
    + SchemaSubject.allCases.map(ManPage.format)

  /// The page of "doodle", of a command or of a file format; nil if there is none.
  init?(named name: String) {
    if name == "doodle" {
      self = .program
    } else if CommandTable.command(named: name) != nil {
      self = .command(name)
    } else if let subject = SchemaSubject(rawValue: name) {
      self = .format(subject)
    } else {
      return nil
    }
  }

  /// Such as "doodle-render".
  var name: String {
    switch self {
    case .program: "doodle"
    case .command(let name): "doodle-\(name)"
    case .format(let subject): "doodle-\(subject.rawValue)"
    }
  }

  /// The section of the manual: 1 for commands, 5 for file formats.
  var section: Int {
    switch self {
    case .program, .command: 1
    case .format: 5
    }
  }

  /// The page's source.
  var text: String {
    var page = Roff()
    switch self {
    case .program: page.writeProgram()
    case .command(let name): CommandTable.command(named: name).map { page.write($0) }
    case .format(let subject): page.write(subject)
    }
    page.heading("SEE ALSO")
    page.references(to: Self.all.filter { $0 != self && isRelated(to: $0) })
    return page.text
  }

  /// Whether the page refers to another: the overview and the formats refer to all, a command to all but the commands.
  private func isRelated(to other: ManPage) -> Bool {
    switch (self, other) {
    case (.command, .command), (.format, .command): false
    default: true
    }
  }
}

/// Writes a man page.
struct Roff {
  private(set) var text = ""
  /// Whether the last line is a heading, after which a paragraph needs no macro.
  private var isAfterHeading = false

  /// The title line and the sections NAME and SYNOPSIS.
  /// - Parameter usage: The command line after the program's name, such as "render [OPTIONS] LOG…"; nil for a format.
  mutating func begin(_ page: ManPage, summary: String, usage: String?) {
    let manual = page.section == 1 ? "User Commands" : "File Formats"
    text +=
      ".TH \(Self.escaped(page.name.uppercased())) \(page.section) \(Version.date) \"doodle \(Version.number)\" "
      + "\"\(manual)\"\n"
    heading("NAME")
    text += "\(Self.escaped(page.name)) \\- \(Self.escaped(summary))\n"
    guard let usage else { return }
    heading("SYNOPSIS")
    text += ".B doodle\n\(Self.escaped(usage))\n"
  }

  mutating func heading(_ title: String) {
    text += ".SH \(Self.escaped(title))\n"
    isAfterHeading = true
  }

  mutating func subheading(_ title: String) {
    text += ".SS \(Self.escaped(title))\n"
    isAfterHeading = true
  }

  mutating func paragraph(_ sentences: String) {
    beginParagraph()
    text += Self.filled(sentences)
  }

  private mutating func beginParagraph() {
    if !isAfterHeading { text += ".P\n" }
    isAfterHeading = false
  }

  /// A term and its indented explanation.
  mutating func item(_ term: String, _ explanation: String) {
    text += ".TP\n.B \(Self.escaped(term))\n" + Self.filled(explanation)
    isAfterHeading = false
  }

  /// Lines that are printed as they are.
  mutating func example(_ lines: String) {
    beginParagraph()
    text += ".RS 4\n.nf\n"
    for line in lines.split(separator: "\n") { text += Self.guarded(Self.escaped(String(line))) + "\n" }
    text += ".fi\n.RE\n"
  }

  mutating func references(to pages: [ManPage]) {
    for (index, page) in pages.enumerated() {
      text += ".BR \(Self.escaped(page.name)) (\(page.section))\(index < pages.count - 1 ? "," : "")\n"
    }
  }

  /// `text` as a sentence: with a capital letter and a full stop.
  static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }

  /// Escaped text in lines of at most 78 bytes.
  private static func filled(_ sentences: String) -> String {
    let lines = wrapped(escaped(sentences), width: 78).split(separator: "\n")
    return lines.map { guarded(String($0)) + "\n" }.joined()
  }

  /// Keeps roff from taking a line of text for a request.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// `text`, escaped so that roff prints it unchanged.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "…": result += "..."
      case _ where !scalar.isASCII:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

// MARK: Commands

extension Roff {
  fileprivate mutating func writeProgram() {
    begin(.program, summary: "draw recorded touches as pictures", usage: "COMMAND [OPTIONS] [FILE…]")
    heading("DESCRIPTION")
    paragraph(
      """
      Draws recordings of touches as pictures and films, and compares pictures. Operands are inputs. Output is written \
      only where -o says. - is standard input or output. Options may stand anywhere; -- ends them. If an option is \
      repeated, the last one counts, unless its description says otherwise.
      """)
    heading("COMMANDS")
    for command in CommandTable.commands { item(command.name, Self.sentence(command.summary)) }
    heading("GLOBAL OPTIONS")
    write(OptionTable.global)
    heading("EXIT STATUS")
    for code in ExitCode.allCases { item(String(code.rawValue), Self.sentence(code.meaning)) }
    heading("ENVIRONMENT")
    item("NO_COLOR", "If set and not empty, messages are not colored.")
    item("CLICOLOR_FORCE", "If set and not 0, messages are colored even if standard error is not a terminal.")
    item("TERM", "If it is \"dumb\", messages are not colored and there is no progress bar.")
    item(
      "TERM, TERM_PROGRAM, LC_TERMINAL, KITTY_WINDOW_ID, TMUX", "Tell doodle show which image protocol to use.")
    heading("FILES")
    item("NAME.jsonl", "A touch log; see doodle-log(5).")
    item("NAME.json", "A saved drawing; see doodle-drawing(5).")
    item("NAME.png", "Beside NAME.jsonl: its golden for 'doodle check'.")
    item("goldens.tsv", "The goldens of a folder that are stored as hashes, one per line.")
    heading("EXAMPLES")
    write(CommandTable.commands.compactMap(\.examples.first))
  }

  fileprivate mutating func write(_ command: Command) {
    let usage = HelpText.usage(of: command).dropFirst("doodle ".count)
    begin(.command(command.name), summary: command.summary, usage: String(usage))
    heading("DESCRIPTION")
    paragraph(command.description + HelpText.operandRule(of: command))
    heading("OPTIONS")
    for group in OptionGroup.allCases {
      let options = command.allOptions.filter { $0.group == group }
      guard !options.isEmpty else { continue }
      subheading(group.rawValue)
      write(options)
    }
    for table in command.tables {
      heading(table.title.uppercased())
      for row in table.rows { item(row.name, Self.sentence(row.meaning)) }
    }
    if command.name == LintCommand.entry.name { writeRules() }
    heading("EXIT STATUS")
    paragraph("See doodle(1).")
    heading("EXAMPLES")
    write(command.examples)
  }

  private mutating func write(_ options: [OptionEntry]) {
    for option in options {
      let explanation = option.explanation()
      let details = explanation.details.map { " \($0)" } ?? ""
      item(option.synopsis, Self.sentence(explanation.summaryWithInitial) + details)
    }
  }

  private mutating func write(_ examples: [Command.Example]) {
    for example in examples {
      paragraph(example.effect)
      self.example(example.line)
    }
  }
}
