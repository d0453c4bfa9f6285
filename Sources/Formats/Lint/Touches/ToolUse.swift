import TouchLog

/// Finds tool lines without effect: before a stroke began, later tool lines have replaced all their keys.
struct ToolUse<Line> {
  private struct Pending {
    var line: Line
    /// The keys that no later line has replaced.
    var keys: Set<String>
  }

  /// The tool lines since the last stroke. No key is in two of them, so they are few.
  private var pending: [Pending] = []

  /// Takes a tool line.
  /// - Returns: The lines that have no effect because of it.
  mutating func set(_ change: ToolChange, _ line: Line) -> [Line] {
    let keys = ["tool"] + change.keys
    for index in pending.indices { pending[index].keys.subtract(keys) }
    let replaced = pending.filter(\.keys.isEmpty).map(\.line)
    pending.removeAll(where: \.keys.isEmpty)
    pending.append(Pending(line: line, keys: Set(keys)))
    return replaced
  }

  /// Takes an event that uses the tool.
  mutating func use() { pending.removeAll() }
}

extension LogEvent {
  /// Whether the event is a command that takes the style of the tool.
  var usesTool: Bool {
    if case .command(.text, _) = self { true } else { false }
  }
}
