/// An option that a command takes: the one description that the parser, the helps, the man page and the completions
/// are made from.
protocol Option: Sendable {
  var entry: OptionEntry { get }
}

/// An option that is given or not.
struct Flag: Option {
  let entry: OptionEntry

  init(
    _ name: String, letter: Character? = nil, in group: OptionGroup,
    _ summary: @autoclosure @escaping @Sendable () -> String,
    details: @autoclosure @escaping @Sendable () -> String? = nil
  ) {
    entry = OptionEntry(name: name, letter: letter, placeholder: nil, group: group) {
      OptionEntry.Explanation(summary: summary(), details: details(), initial: nil, completion: .nothing)
    }
  }
}

/// An option that has a value.
struct ValueOption<Value: Sendable>: Option {
  let entry: OptionEntry
  let type: ValueType<Value>

  /// - Parameter initial: What holds where the option is absent, as the helps say it.
  init(
    _ name: String, letter: Character? = nil, _ type: ValueType<Value>, in group: OptionGroup,
    _ summary: @autoclosure @escaping @Sendable () -> String,
    details: @autoclosure @escaping @Sendable () -> String? = nil,
    initial: @autoclosure @escaping @Sendable () -> String? = nil
  ) {
    self.type = type
    entry = OptionEntry(name: name, letter: letter, placeholder: type.placeholder, group: group) {
      OptionEntry.Explanation(
        summary: summary(), details: details(), initial: initial(), completion: type.completion())
    }
  }
}

/// An option as people see it.
struct OptionEntry: Sendable {
  /// What the parser has no need of. It is made when a help or a completion asks for it: most runs do not.
  struct Explanation {
    /// One line, without a full stop.
    let summary: String
    /// What the long help and the man page say beyond that, in whole sentences.
    let details: String?
    let initial: String?
    let completion: Completion

    /// The summary, with what holds where the option is absent.
    var summaryWithInitial: String {
      initial.map { "\(summary) (default: \($0))" } ?? summary
    }
  }

  /// Without its dashes.
  let name: String
  let letter: Character?
  /// What stands for the value in the helps; nil for a flag.
  let placeholder: String?
  let group: OptionGroup
  let explanation: @Sendable () -> Explanation

  /// The spellings, "-o, --output OUT" say.
  var synopsis: String {
    let long = placeholder.map { "--\(name) \($0)" } ?? "--\(name)"
    return letter.map { "-\($0), \(long)" } ?? long
  }
}

/// The headings under which the helps list options, in this order.
enum OptionGroup: String, CaseIterable, Sendable {
  case output = "Output"
  case picture = "Picture"
  case ink = "Ink"
  case goldens = "Goldens"
  case comparison = "Comparing"
  case replay = "Replay"
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
