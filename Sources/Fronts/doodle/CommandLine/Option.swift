/// An option of a command. The parser, the help texts, the man pages and the completions all read this description.
protocol Option: Sendable {
  var entry: OptionEntry { get }
}

/// An option without a value.
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

/// An option with a value.
struct ValueOption<Value: Sendable>: Option {
  let entry: OptionEntry
  let type: ValueType<Value>

  /// - Parameter initial: The default, as the help texts print it.
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

/// An option's name and its description for users.
struct OptionEntry: Sendable {
  /// The texts, which the parser does not need. They are made on demand: most runs print no help.
  struct Explanation {
    /// One line, without a full stop.
    let summary: String
    /// Whole sentences that only the long help and the man page print.
    let details: String?
    /// The default.
    let initial: String?
    let completion: Completion

    /// The summary, followed by the default.
    var summaryWithInitial: String {
      initial.map { "\(summary) (default: \($0))" } ?? summary
    }
  }

  /// Without its dashes.
  let name: String
  let letter: Character?
  /// Stands for the value in the help texts; nil for a flag.
  let placeholder: String?
  let group: OptionGroup
  let explanation: @Sendable () -> Explanation

  /// The spellings, such as "-o, --output OUT".
  var synopsis: String {
    let long = placeholder.map { "--\(name) \($0)" } ?? "--\(name)"
    return letter.map { "-\($0), \(long)" } ?? long
  }
}

/// The headings of the options in help texts, in order.
enum OptionGroup: String, CaseIterable, Sendable {
  case output = "Output"
  case page = "Page"
  case picture = "Picture"
  case ink = "Ink"
  case dataSet = "Data set"
  case goldens = "Goldens"
  case comparison = "Comparing"
  case replay = "Replay"
  case reading = "Reading"
  case help = "Help"
  case messages = "Messages"
}

/// The suggestions of a shell for a value or an operand.
enum Completion: Hashable, Sendable {
  case nothing
  case words([String])
  case commands
  /// Directories, and files with one of these extensions (without dots); any file if the list is empty.
  case files([String])
}
