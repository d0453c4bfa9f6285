import TouchLog

/// Which tool lines have had no effect: no stroke has begun until later tool lines replaced all that they set.
struct ToolUse<Line> {
  private struct Pending {
    var line: Line
    /// The keys that no later line has replaced.
    var keys: Set<String>
  }

  /// The tool lines since the last stroke. No key is in two of them, so they are few.
  private var pending: [Pending] = []

  /// Notes a tool line.
  /// - Returns: The lines that it has deprived of their effect.
  mutating func set(_ change: ToolChange, _ line: Line) -> [Line] {
    let keys = ["tool"] + change.keys
    for index in pending.indices { pending[index].keys.subtract(keys) }
    let replaced = pending.filter(\.keys.isEmpty).map(\.line)
    pending.removeAll(where: \.keys.isEmpty)
    pending.append(Pending(line: line, keys: Set(keys)))
    return replaced
  }

  /// Notes that the tool is used.
  mutating func use() { pending.removeAll() }
}

extension LogEvent {
  /// Whether the event is a command that takes the style of the tool.
  var usesTool: Bool {
    if case .command(.text) = self { true } else { false }
  }
}
