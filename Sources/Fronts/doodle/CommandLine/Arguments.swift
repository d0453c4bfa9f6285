import TouchLog

/// A parsed command line: the command, its operands and its options, with the values still as text.
///
/// Values are read in a second stage, by the subscripts below and by the options type of each command, such as
/// `RenderOptions`.
struct Arguments: Sendable {
  /// One option on the command line.
  struct Occurrence: Sendable {
    let option: OptionEntry
    /// As it was typed: "-o" or "--output".
    let spelling: String
    /// nil for a flag.
    let value: String?
    /// Whether its letter was typed instead of its name.
    let isShort: Bool
  }

  fileprivate(set) var command: Command?
  fileprivate(set) var operands: [String] = []
  /// Operands that are not UTF-8, with the other bytes escaped. They name files that cannot be opened by that name.
  fileprivate(set) var undecodable: [String] = []
  /// In the order of the command line.
  fileprivate(set) var occurrences: [Occurrence] = []
  /// The first syntax error. Parsing continues after it, so that `--color` and `--error-format` still apply.
  fileprivate(set) var problem: UsageError?

  /// - Parameters:
  ///   - typed: The arguments after the program's name.
  ///   - undecodable: Those that are not UTF-8, with the other bytes escaped, by their number from 1.
  init(typed: some Sequence<String>, undecodable: [Int: String] = [:]) {
    var parser = ArgumentParser(Array(typed), undecodable: undecodable)
    parser.parse()
    self = parser.arguments
  }

  fileprivate init() {}

  /// The last occurrence of an option: it overrides earlier ones.
  func occurrence(of option: some Option) -> Occurrence? {
    let name = option.entry.name
    var index = occurrences.count
    while index > 0 {
      index -= 1
      if occurrences[index].option.name == name { return occurrences[index] }
    }
    return nil
  }

  /// Whether the flag is present.
  subscript(flag: Flag) -> Bool {
    occurrence(of: flag) != nil
  }

  /// The option's value, or nil if the option is absent.
  /// - Throws: A usage error if the text is not a valid value.
  subscript<Value>(option: ValueOption<Value>) -> Value? {
    get throws(CommandError) {
      guard let text = occurrence(of: option)?.value else { return nil }
      if let value = option.type.read(text) { return value }
      var nearest: String?
      if case .words(let words) = option.type.completion() {
        // Without prefixes such as "event:", which are not values.
        nearest = nearestName(to: text, among: words.filter { option.type.read($0) != nil }, completes: true)
      }
      throw .usage(
        .badValue(
          option: "--\(option.entry.name)", found: text, expected: option.type.expected(), nearest: nearest))
    }
  }

  /// All values of an option that may be repeated, in order.
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

  /// The option's value, or nil if the option is absent or its value invalid.
  func valid<Value>(_ option: ValueOption<Value>) -> Value? {
    occurrence(of: option)?.value.flatMap(option.type.read)
  }

  /// Throws a usage error if both options are present.
  func exclude(_ first: some Option, _ second: some Option) throws(CommandError) {
    if occurrence(of: first) != nil, occurrence(of: second) != nil {
      throw .usage(.exclusive("--\(first.entry.name)", "--\(second.entry.name)"))
    }
  }

  /// The inputs: the operands, or standard input if there are none and it is not a terminal.
  func inputs(in surroundings: Surroundings) throws(CommandError) -> [String] {
    if operands.isEmpty {
      if surroundings.terminals.contains(.input) { throw .usage(.noInput) }
      return ["-"]
    }
    if operands.contains("") { throw .usage(.emptyOperand) }
    if operands.count(where: { $0 == "-" }) > 1 { throw .usage(.standardInputTwice) }
    return operands
  }
}

/// Parses a command line. Options may stand anywhere, even before the command; `--` ends them.
private struct ArgumentParser {
  /// An argument's index is its number on the command line minus 1.
  private var remaining: ArraySlice<String>
  private let undecodable: [Int: String]
  private(set) var arguments = Arguments()
  /// The options of the command and those of all commands.
  private var known = OptionTable.global
  /// Whether the command's word was seen. An unknown command is not taken as an operand.
  private var hasCommandWord = false

  init(_ typed: [String], undecodable: [Int: String]) {
    remaining = typed[...]
    self.undecodable = undecodable
  }

  mutating func parse() {
    var areOptionsOver = false
    while let argument = remaining.first {
      let escaped = undecodable[remaining.startIndex + 1]
      remaining.removeFirst()
      if let escaped {
        parseUndecodable(escaped, isOperand: areOptionsOver || !argument.hasPrefix("-"))
      } else if areOptionsOver {
        parseWord(argument)
      } else if argument == "--" {
        areOptionsOver = true
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

  private mutating func parseUndecodable(_ escaped: String, isOperand: Bool) {
    if isOperand, hasCommandWord { arguments.undecodable.append(escaped) } else { refuse(.notText(escaped)) }
  }

  private mutating func parseWord(_ word: String) {
    if hasCommandWord { return arguments.operands.append(word) }
    hasCommandWord = true
    arguments.command = CommandTable.command(named: word)
    if let command = arguments.command {
      known = command.allOptions
    } else {
      let names: [String] = CommandTable.commands.map(\.name)
      refuse(.unknownCommand(word, nearest: nearestName(to: word, among: names, completes: true)))
    }
  }

  /// `--name`, `--name value` or `--name=value`.
  private mutating func parseLong(_ argument: String) {
    let text = argument.dropFirst(2)
    let equals = text.firstIndex(of: "=")
    let name = String(text[..<(equals ?? text.endIndex)])
    guard let option = option(where: { $0.name == name }) else {
      return refuse(.unknownOption("--\(name)", nearest: nearestOption(to: name)))
    }
    let attached = equals.map { String(text[text.index(after: $0)...]) }
    record(option, spelling: "--\(name)", attached: attached, isShort: false)
  }

  /// `-abc`: the flags a, b and c. The last may take a value, attached or as the next argument.
  private mutating func parseShort(_ argument: String) {
    let name = String(argument.dropFirst().prefix { $0 != "=" })
    if name.count > 1, CommandTable.options.contains(where: { $0.name == name }) {
      return refuse(.unknownOption("-\(name)", nearest: "--\(name)"))
    }
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = option(where: { $0.letter == letter }) else {
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
        if let escaped = undecodable[remaining.startIndex + 1] { refuse(.notText(escaped)) }
        value = remaining.removeFirst()
      }
    } else if let value {
      return refuse(.unexpectedValue(option: spelling, value: value))
    }
    arguments.occurrences.append(
      Arguments.Occurrence(option: option, spelling: spelling, value: value, isShort: isShort))
  }

  /// Whether an argument is an option, not a value. `-` is a value, and so is a negative number, so that a message can
  /// name the range it should be in.
  private func looksLikeOption(_ argument: String) -> Bool {
    guard argument.hasPrefix("-"), let second = argument.dropFirst().first else { return false }
    return !(second == "." || second.isNumber)
  }

  private mutating func checkOptions() {
    guard let command = arguments.command else {
      if !hasCommandWord { refuse(.noCommand) }
      return
    }
    for given in arguments.occurrences where !known.contains(where: { $0.name == given.option.name }) {
      let others = CommandTable.commands.filter { $0.takes(given.option) }.map(\.name)
      refuse(.optionOfOtherCommands(option: given.spelling, command: command.name, others: others))
    }
  }

  /// The first option that satisfies the predicate. Those of the command are searched first, then those of others.
  private func option(where isMeant: (OptionEntry) -> Bool) -> OptionEntry? {
    known.first(where: isMeant) ?? CommandTable.options.first(where: isMeant)
  }

  private func nearestOption(to name: String) -> String? {
    let options = arguments.command == nil ? CommandTable.options : known
    return nearestName(to: name, among: options.map(\.name), completes: true).map { "--\($0)" }
  }

  private mutating func refuse(_ problem: UsageError) {
    arguments.problem = arguments.problem ?? problem
  }
}
