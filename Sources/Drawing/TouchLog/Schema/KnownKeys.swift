/// The keys that are read in one kind of line.
package struct KnownKeys: Sendable {
  /// The names of each property.
  private let properties: [[String]]
  package let names: Set<String>

  private init(_ schema: ObjectSchema) {
    properties = schema.fields.map { $0.names }
    names = Set(properties.flatMap { $0 })
  }

  /// The keys of the line of an event. All other keys in it are the app's own.
  package static func of(_ event: LogEvent) -> KnownKeys {
    switch event {
    case .header: header
    case .touch: touch
    case .revision, .tool, .command: kinds[event.kindOfLine] ?? KnownKeys(ObjectSchema([]))
    }
  }

  // The names that only a drawing knows do not matter for keys.
  private static let schema = LogSchema(tools: [], eraserModes: [], models: [])
  // Many logs have no other lines, and describing those takes longer than reading a short log.
  private static let header = KnownKeys(schema.header.line)
  private static let touch = KnownKeys(schema.touch.line)
  private static let kinds = Dictionary(uniqueKeysWithValues: schema.lines.map { ($0.name, KnownKeys($0.line)) })

  /// All names of the property that a key names.
  package func aliases(of key: String) -> [String] { properties.first { $0.contains(key) } ?? [] }
}

extension LogEvent {
  /// The name of the kind of line in `LogSchema`.
  package var kindOfLine: String {
    switch self {
    case .header: "header"
    case .touch: "touch"
    case .revision: "revision"
    case .tool: "tool"
    case .command(let command, _): command.name
    }
  }
}
