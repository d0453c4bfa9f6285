/// An option that a command takes: the one description that the parser, the helps, the man page and the completions
/// are made from.
protocol Option: Sendable {
  var entry: OptionEntry { get }
}

/// An option that is given or not.
struct Flag: Option {
  let entry: OptionEntry

  init(_ name: String, letter: Character? = nil, in group: OptionGroup, _ summary: String, details: String? = nil) {
    entry = OptionEntry(
      name: name, letter: letter, placeholder: nil, completion: .nothing, group: group, summary: summary,
      details: details, initial: nil)
  }
}

/// An option that has a value.
struct ValueOption<Value: Sendable>: Option {
  let entry: OptionEntry
  let type: ValueType<Value>

  /// - Parameter initial: What holds where the option is absent, as the helps say it.
  init(
    _ name: String, letter: Character? = nil, _ type: ValueType<Value>, in group: OptionGroup, _ summary: String,
    details: String? = nil, initial: String? = nil
  ) {
    self.type = type
    entry = OptionEntry(
      name: name, letter: letter, placeholder: type.placeholder, completion: type.completion, group: group,
      summary: summary, details: details, initial: initial)
  }
}

/// An option as people see it.
struct OptionEntry: Sendable {
  /// Without its dashes.
  let name: String
  let letter: Character?
  /// What stands for the value in the helps; nil for a flag.
  let placeholder: String?
  let completion: Completion
  let group: OptionGroup
  /// One line, without a full stop.
  let summary: String
  /// What the long help and the man page say beyond that, in whole sentences.
  let details: String?
  let initial: String?

  /// The spellings, "-o, --output OUT" say.
  var synopsis: String {
    let long = placeholder.map { "--\(name) \($0)" } ?? "--\(name)"
    return letter.map { "-\($0), \(long)" } ?? long
  }

  /// The summary, with what holds where the option is absent.
  var summaryWithInitial: String {
    initial.map { "\(summary) (default: \($0))" } ?? summary
  }
}

/// The headings under which the helps list options, in this order.
enum OptionGroup: String, CaseIterable, Sendable {
  case output = "Output"
  case picture = "Picture"
  case ink = "Ink"
  case reading = "Reading"
  case help = "Help"
  case messages = "Messages"
}

/// What a shell offers where a value or an operand is typed.
enum Completion: Hashable, Sendable {
  case nothing
  case words([String])
  case commands
  /// Files that end in one of these (no dots), or any file where there are none; and directories.
  case files([String])
}
