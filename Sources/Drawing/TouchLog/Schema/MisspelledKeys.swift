/// Finds keys of a log that are probably misspelled.
///
/// Apps may keep their own data in a log. A key is therefore found only if it resembles a known key of its kind of
/// line, and if the line does not have that property. Each key is found once for each kind of line.
package struct MisspelledKeys {
  /// The shortest key that is compared, and the shortest that is suggested. Every key of one or two letters resembles
  /// "t", "x", "y" and "id".
  private static let shortest = (key: 3, suggestion: 4)
  /// The most keys that are remembered for each kind of line.
  private static let most = 1000

  /// The unknown keys of a kind of line.
  private struct Unknown {
    /// The keys that were examined, and the known key that each may mean.
    var judged: [String: String?] = [:]
    /// The keys that were found.
    var found: Set<String> = []

    /// The known key that an unknown one may mean; nil if none is near.
    mutating func suggestion(for key: String, in known: KnownKeys) -> String? {
      if let judged = judged[key] { return judged }
      let names = known.names.filter { $0.utf8.count >= MisspelledKeys.shortest.suggestion }.sorted()
      let nearest = key.utf8.count < MisspelledKeys.shortest.key ? nil : nearestName(to: key, among: names)
      if judged.count < MisspelledKeys.most { judged.updateValue(nearest, forKey: key) }
      return nearest
    }
  }

  private var kinds: [String: Unknown] = [:]

  package init() {}

  /// Examines the keys of an event's line.
  /// - Parameter keys: Gives the keys of the line that satisfy a condition.
  /// - Returns: The misspelled keys that were not found before, each with the key that it may mean.
  package mutating func find(
    in event: LogEvent, _ keys: ((String) -> Bool) -> [LineKey]
  ) -> [MisspelledKey] {
    let known = KnownKeys.of(event)
    var unknown = kinds.removeValue(forKey: event.kindOfLine) ?? Unknown()
    defer { kinds[event.kindOfLine] = unknown }
    var found: [MisspelledKey] = []
    for key in keys({ !known.names.contains($0) && unknown.judged[$0] != .some(nil) })
    where !unknown.found.contains(key.name) {
      guard let nearest = unknown.suggestion(for: key.name, in: known) else { continue }
      // If the line already has the property, the key means something else.
      let aliases = known.aliases(of: nearest)
      guard keys({ aliases.contains($0) }).isEmpty else { continue }
      if unknown.found.count < Self.most { unknown.found.insert(key.name) }
      found.append(MisspelledKey(key: key, nearest: nearest))
    }
    return found
  }
}

/// A key that is probably misspelled, and the known one that it may mean.
package struct MisspelledKey: Sendable {
  package var key: LineKey
  package var nearest: String

  package var message: String { "the key \"\(key.name)\" is not read; did you mean \"\(nearest)\"?" }
}
