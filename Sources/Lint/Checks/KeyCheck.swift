import TouchLog

/// Finds keys that are probably misspelled.
struct KeyCheck {
  /// The shortest key that is compared, and the shortest that is suggested. Every key of one or two letters resembles
  /// "t", "x", "y" and "id".
  private static let shortest = (key: 3, suggestion: 4)
  /// The most keys that are remembered for each kind of line.
  private static let most = 1000

  /// The keys of a kind of line.
  private struct Known {
    /// The names of each property.
    let properties: [[String]]
    let names: Set<String>
    /// The names to suggest.
    let suggestions: [String]
    /// Unknown keys that were looked at, and what each may mean.
    var judged: [String: String?] = [:]
    /// The keys that were reported.
    var reported: Set<String> = []

    init(_ schema: ObjectSchema) {
      properties = schema.fields.map(\.names)
      names = Set(properties.joined())
      suggestions = properties.joined().filter { $0.utf8.count >= KeyCheck.shortest.suggestion }
    }

    /// The known key that an unknown one may mean; nil if none is near.
    mutating func suggestion(for key: String) -> String? {
      if let judged = judged[key] { return judged }
      let nearest = key.utf8.count < KeyCheck.shortest.key ? nil : nearestName(to: key, among: suggestions)
      if judged.count < KeyCheck.most { judged.updateValue(nearest, forKey: key) }
      return nearest
    }

    /// All names of the property that a key names.
    func aliases(of key: String) -> [String] { properties.first { $0.contains(key) } ?? [] }
  }

  private var kinds: [String: Known] = [:]

  init() {
    // The names that only a drawing knows do not matter for keys.
    for line in LogSchema(tools: [], eraserModes: [], fonts: [], models: []).lines {
      kinds[line.name] = Known(line.line)
    }
  }

  /// - Parameter keys: Gives the keys of the event's line that satisfy a condition.
  mutating func add(_ event: LogEvent, _ keys: ((String) -> Bool) -> [LineKey], _ findings: inout FindingList) {
    let kind = event.kindOfLine
    guard var known = kinds[kind] else { return }
    let unknown = keys { !known.names.contains($0) && known.judged[$0] != .some(nil) }
    guard !unknown.isEmpty else { return }
    // Without a copy of the tables.
    kinds[kind] = nil
    for key in unknown where !known.reported.contains(key.name) {
      guard let nearest = known.suggestion(for: key.name) else { continue }
      let aliases = known.aliases(of: nearest)
      // A line that has the property means something else by the key.
      guard keys({ aliases.contains($0) }).isEmpty else { continue }
      if known.reported.count < Self.most { known.reported.insert(key.name) }
      findings.report(
        .unknownKey, at: key.location, "the key \"\(key.name)\" is not read; did you mean \"\(nearest)\"?")
    }
    kinds[kind] = known
  }
}

extension LogEvent {
  /// The name of the kind of line in `LogSchema`.
  fileprivate var kindOfLine: String {
    switch self {
    case .header: "header"
    case .touch: "touch"
    case .revision: "revision"
    case .tool: "tool"
    case .command(let command): command.name
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
