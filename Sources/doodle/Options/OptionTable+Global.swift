/// Every option of every command. An option means the same wherever it is taken.
enum OptionTable {}

/// The options that all commands take.
extension OptionTable {
  static var global: [OptionEntry] {
    [help.entry, version.entry, quiet.entry, verbose.entry, color.entry, errorFormat.entry]
  }

  static let help = Flag("help", letter: "h", in: .help, "show the help: -h in short, --help with examples")

  static let version = Flag(
    "version", letter: "V", in: .help, "show the version",
    details: "With -v also the stroke models and the versions of libpng, zlib and Swift.")

  static let quiet = Flag("quiet", letter: "q", in: .messages, "show errors only")

  static let verbose = Flag("verbose", letter: "v", in: .messages, "say more about what is done")

  static let color = ValueOption<ColorChoice>(
    "color", .choice("WHEN"), in: .messages, "colour in messages: auto, always or never",
    details: """
      "auto" colours what goes to a terminal, unless NO_COLOR is set or TERM is "dumb"; CLICOLOR_FORCE colours the \
      rest, too.
      """, initial: ColorChoice.auto.rawValue)

  static let errorFormat = ValueOption<ErrorFormat>(
    "error-format", .choice("FORMAT"), in: .messages,
    "how errors and warnings are written: text or github",
    details: "\"github\" writes the workflow commands that GitHub Actions shows beside the lines of a file.",
    initial: ErrorFormat.text.rawValue)
}

/// When messages are coloured.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// How errors and warnings are written.
enum ErrorFormat: String, CaseIterable, Sendable {
  case text, github
}
