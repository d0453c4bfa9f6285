/// The commands that there are, in the order in which the helps list them.
enum CommandTable {
  static let commands = [
    RenderCommand.entry, ConvertCommand.entry, HashCommand.entry, InspectCommand.entry, HelpCommand.entry,
  ]

  /// Every option of every command, once.
  static let options: [OptionEntry] = {
    var entries: [OptionEntry] = []
    for entry in commands.flatMap({ $0.options.map(\.entry) }) + OptionTable.global.map(\.entry)
    where !entries.contains(where: { $0.name == entry.name }) {
      entries.append(entry)
    }
    return entries
  }()

  static func command(named name: String) -> Command? {
    commands.first { $0.name == name }
  }
}
