/// A command line as it was typed: which options and operands, with their values unread.
///
/// The second stage, reading the values, is the subscripts below and the options of each command, such as
/// `RenderOptions`.
struct Arguments: Sendable {
  /// One option as it was typed.
  struct Occurrence: Sendable {
    let option: OptionEntry
    /// "-o" or "--output", say.
    let spelling: String
    /// nil for a flag.
    let value: String?
    /// Whether the option was given by its letter.
    let isShort: Bool
  }

  fileprivate(set) var command: Command?
  fileprivate(set) var operands: [String] = []
  /// The options in their order.
  fileprivate(set) var occurrences: [Occurrence] = []
  /// The first thing that is wrong. What stands before and after it was read all the same.
  fileprivate(set) var problem: UsageError?

  /// - Parameter typed: What follows the program's name.
  init(typed: some Sequence<String>) {
    var parser = ArgumentParser(remaining: Array(typed)[...])
    parser.parse()
    self = parser.arguments
  }

  fileprivate init() {}

  /// The last occurrence of an option, which counts.
  func occurrence(of option: some Option) -> Occurrence? {
    let name = option.entry.name
    return occurrences.last { $0.option.name == name }
  }

  /// Whether the flag was given.
  subscript(flag: Flag) -> Bool {
    occurrence(of: flag) != nil
  }

  /// The option's value; nil where it was not given.
  subscript<Value>(option: ValueOption<Value>) -> Value? {
    get throws(CommandError) {
      guard let text = occurrence(of: option)?.value else { return nil }
      if let value = option.type.read(text) { return value }
      var nearest: String?
      if case .words(let words) = option.type.completion() {
        // Those alone that are whole values.
        nearest = nearestName(to: text, in: words.filter { option.type.read($0) != nil })
      }
      throw .usage(
        .badValue(
          option: "--\(option.entry.name)", found: text, expected: option.type.expected(), nearest: nearest))
    }
  }

  /// The values of an option that may be given several times, in their order.
  func all<Value>(_ option: ValueOption<Value>) throws(CommandError) -> [Value] {
    let name = option.entry.name
    var values: [Value] = []
    for occurrence in occurrences where occurrence.option.name == name {
      var single = Arguments()
      single.occurrences = [occurrence]
      if let value = try single[option] { values.append(value) }
    }
    return values
  }

  /// The option's value; nil also where it makes no sense.
  func valid<Value>(_ option: ValueOption<Value>) -> Value? {
    occurrence(of: option)?.value.flatMap(option.type.read)
  }

  /// Refuses two options that were both given.
  func exclude(_ first: some Option, _ second: some Option) throws(CommandError) {
    if occurrence(of: first) != nil, occurrence(of: second) != nil {
      throw .usage(.exclusive("--\(first.entry.name)", "--\(second.entry.name)"))
    }
  }
}

/// Takes a command line apart. Options stand anywhere, also before the command, and `--` ends them.
private struct ArgumentParser {
  var remaining: ArraySlice<String>
  var arguments = Arguments()
  /// Whether a word has stood where the command should; a wrong one is no operand.
  private var hasCommandWord = false

  init(remaining: ArraySlice<String>) {
    self.remaining = remaining
  }

  mutating func parse() {
    while let argument = remaining.popFirst() {
      if argument == "--" {
        while let word = remaining.popFirst() { parseWord(word) }
      } else if argument.hasPrefix("--") {
        parseLong(argument)
      } else if argument.hasPrefix("-"), argument != "-" {
        parseShort(argument)
      } else {
        parseWord(argument)
      }
    }
    checkOptions()
  }

  private mutating func parseWord(_ word: String) {
    if hasCommandWord { return arguments.operands.append(word) }
    hasCommandWord = true
    arguments.command = CommandTable.command(named: word)
    if arguments.command == nil {
      refuse(.unknownCommand(word, nearest: nearestName(to: word, in: CommandTable.commands.map(\.name))))
    }
  }

  /// `--name`, `--name value` or `--name=value`.
  private mutating func parseLong(_ argument: String) {
    let text = argument.dropFirst(2)
    let equals = text.firstIndex(of: "=")
    let name = String(text[..<(equals ?? text.endIndex)])
    guard let option = CommandTable.option(of: arguments.command, where: { $0.name == name }) else {
      return refuse(.unknownOption("--\(name)", nearest: nearestOption(to: name)))
    }
    let attached = equals.map { String(text[text.index(after: $0)...]) }
    record(option, spelling: "--\(name)", attached: attached, isShort: false)
  }

  /// `-abc`: the flags a, b and c, the last of which may be an option whose value is attached or follows.
  private mutating func parseShort(_ argument: String) {
    let name = String(argument.dropFirst().prefix { $0 != "=" })
    if name.count > 1, CommandTable.options.contains(where: { $0.name == name }) {
      return refuse(.unknownOption("-\(name)", nearest: "--\(name)"))
    }
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = CommandTable.option(of: arguments.command, where: { $0.letter == letter }) else {
        return refuse(.unknownOption("-\(letter)", nearest: nil))
      }
      if option.placeholder == nil, letters.first != "=" {
        record(option, spelling: "-\(letter)", attached: nil, isShort: true)
      } else {
        let value = letters.first == "=" ? letters.dropFirst() : letters
        return record(
          option, spelling: "-\(letter)", attached: letters.isEmpty ? nil : String(value), isShort: true)
      }
    }
  }

  private mutating func record(_ option: OptionEntry, spelling: String, attached: String?, isShort: Bool) {
    var value = attached
    if let placeholder = option.placeholder {
      if value == nil {
        guard let next = remaining.first, !looksLikeOption(next) else {
          return refuse(.missingValue(option: spelling, placeholder: placeholder, next: remaining.first))
        }
        value = remaining.removeFirst()
      }
    } else if let value {
      return refuse(.unexpectedValue(option: spelling, value: value))
    }
    arguments.occurrences.append(
      Arguments.Occurrence(option: option, spelling: spelling, value: value, isShort: isShort))
  }

  /// Whether an argument is no value: `-` is one, and so is a negative number, which is then refused as such.
  private func looksLikeOption(_ argument: String) -> Bool {
    guard argument.hasPrefix("-"), let second = argument.dropFirst().first else { return false }
    return !(second == "." || second.isNumber)
  }

  private mutating func checkOptions() {
    guard let command = arguments.command else {
      if !hasCommandWord { refuse(.noCommand) }
      return
    }
    for given in arguments.occurrences where !command.takes(given.option) {
      let others = CommandTable.commands.filter { $0.takes(given.option) }.map(\.name)
      refuse(.optionOfOtherCommands(option: given.spelling, command: command.name, others: others))
    }
  }

  private func nearestOption(to name: String) -> String? {
    let options = arguments.command?.allOptions ?? CommandTable.options
    return nearestName(to: name, in: options.map(\.name)).map { "--\($0)" }
  }

  private mutating func refuse(_ problem: UsageError) {
    arguments.problem = arguments.problem ?? problem
  }
}
