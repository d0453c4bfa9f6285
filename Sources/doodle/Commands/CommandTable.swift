/// All commands, in the order of the help texts.
enum CommandTable {
  static let commands = [
    RenderCommand.entry, ReplayCommand.entry, ShowCommand.entry, ConvertCommand.entry, SaveCommand.entry,
    HashCommand.entry, DiffCommand.entry, CheckCommand.entry, AcceptCommand.entry, InspectCommand.entry,
    HelpCommand.entry,
  ]

  /// Every option of every command, once.
  static let options: [OptionEntry] = {
    var entries: [OptionEntry] = []
    for entry in commands.flatMap(\.options) + OptionTable.global
    where !entries.contains(where: { $0.name == entry.name }) {
      entries.append(entry)
    }
    return entries
  }()

  /// The first option that satisfies the predicate. The options of `command` are searched first.
  static func option(of command: Command?, where isMeant: (OptionEntry) -> Bool) -> OptionEntry? {
    command?.options.first(where: isMeant) ?? OptionTable.global.first(where: isMeant) ?? options.first(where: isMeant)
  }

  static func command(named name: String) -> Command? {
    commands.first { $0.name == name }
  }
}
