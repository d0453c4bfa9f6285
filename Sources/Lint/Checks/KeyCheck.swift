import TouchLog

/// Finds keys that are probably misspelled.
struct KeyCheck {
  /// The shortest key that is compared, and the shortest that is suggested. Every key of one or two letters resembles
  /// "t", "x", "y" and "id".
  private static let shortest = (key: 3, suggestion: 4)
  /// The most keys that are remembered for each kind of line.
  private static let most = 1000

  /// What is known of the unknown keys of a kind of line.
  private struct Unknown {
    /// The keys that were looked at, and what each may mean.
    var judged: [String: String?] = [:]
    /// The keys that were reported.
    var reported: Set<String> = []

    /// The known key that an unknown one may mean; nil if none is near.
    mutating func suggestion(for key: String, in known: KnownKeys) -> String? {
      if let judged = judged[key] { return judged }
      let names = known.names.filter { $0.utf8.count >= KeyCheck.shortest.suggestion }.sorted()
      let nearest = key.utf8.count < KeyCheck.shortest.key ? nil : nearestName(to: key, among: names)
      if judged.count < KeyCheck.most { judged.updateValue(nearest, forKey: key) }
      return nearest
    }
  }

  private var kinds: [String: Unknown] = [:]

  /// - Parameter keys: Gives the keys of the event's line that satisfy a condition.
  mutating func add(_ event: LogEvent, _ keys: ((String) -> Bool) -> [LineKey], _ findings: inout FindingList) {
    let known = KnownKeys.of(event)
    var unknown = kinds.removeValue(forKey: event.kindOfLine) ?? Unknown()
    defer { kinds[event.kindOfLine] = unknown }
    for key in keys({ !known.names.contains($0) && unknown.judged[$0] != .some(nil) })
    where !unknown.reported.contains(key.name) {
      guard let nearest = unknown.suggestion(for: key.name, in: known) else { continue }
      // A line that has the property means something else by the key.
      let aliases = known.aliases(of: nearest)
      guard keys({ aliases.contains($0) }).isEmpty else { continue }
      if unknown.reported.count < Self.most { unknown.reported.insert(key.name) }
      findings.report(
        .unknownKey, at: key.location, "the key \"\(key.name)\" is not read; did you mean \"\(nearest)\"?")
    }
  }
}

extension LintRule {
  /// Only keys near a known one are reported, once for each kind of line: apps may keep data of their own in a log. Near
  /// means that at most a third of the letters differ. Keys of one or two letters are left alone, and so are keys of lines
  /// that have the property that is near.
  public static let unknownKey = LintRule(
    "unknown-key", "a key that resembles a known one",
    """
    Keys that are not known are ignored, so that apps can keep their own data in a log. A key is reported if at most a \
    third of its letters differ from a key that the line could have but does not have under any of its names. It is \
    reported once for each kind of line. An app may mean the key, so there is no fix.
    """,
    example: [
      #"{"phase":"began","point":[20,20],"presure":0.5,"time":0}"#,
      #"{"phase":"ended","point":[40,20],"time":0.01}"#,
    ])
}
