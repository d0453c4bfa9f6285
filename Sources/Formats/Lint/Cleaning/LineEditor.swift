import TouchLog

/// Writes values into the text of a line and keeps its other bytes.
struct LineEditor {
  private let source: LogLine.Source
  private let members: [(name: String, key: Range<Int>, value: Range<Int>)]
  /// The ranges that change, with their new bytes.
  private var edits: [(range: Range<Int>, text: String)] = []

  init(_ source: LogLine.Source) {
    self.source = source
    members = LogReader.members(of: source.text)
  }

  /// The text with the values of an event that fixes have changed.
  func text(of event: LogEvent) -> [UInt8] {
    var editor = self
    switch (source.event, event) {
    case (.touch(let old), .touch(let new)):
      if old.phase != new.phase { editor.set("phase", "\"\(new.phase.rawValue)\"") }
      editor.set("pressure", from: old.pressure, to: new.pressure)
      editor.set("time", from: old.time, to: new.time)
    case (.revision(let old), .revision(let new)):
      editor.set("pressure", from: old.pressure, to: new.pressure)
      editor.set("time", from: old.time, to: new.time)
    case (.command(_, let old), .command(_, let new)): editor.set("time", from: old, to: new)
    case (.header(let old), .header(let new)):
      if old.size != new.size, let size = new.size {
        editor.add("\"size\":[\(plain(size.width)),\(plain(size.height))]")
      }
    default: break
    }
    return editor.text
  }

  /// The text with another name of a key.
  static func renaming(_ key: LineKey, to name: String, in text: [UInt8]) -> [UInt8] {
    let start = key.location.column - 1
    // The name ends at the last quote before the value.
    let end = text[..<(start + key.valueStart)].lastIndex(of: quote) ?? start
    var renamed: [UInt8] = Array(text[..<start])
    renamed += "\"\(name)".utf8
    renamed += text[end...]
    return renamed
  }

  private static let quote = UInt8(ascii: "\"")

  private mutating func set(_ property: String, from old: Double?, to new: Double?) {
    guard old != new else { return }
    if let new { set(property, plain(new)) } else { remove(property) }
  }

  /// The index of the member that has a property, under any of its names.
  private func index(of property: String) -> Int? {
    let aliases = KnownKeys.of(source.event).aliases(of: property)
    return members.firstIndex { aliases.contains($0.name) }
  }

  private mutating func set(_ property: String, _ value: String) {
    guard let index = index(of: property) else { return }
    edits.append((members[index].value, value))
  }

  /// Removes a member with the comma before it, or after it if it is the first.
  private mutating func remove(_ property: String) {
    guard let index = index(of: property) else { return }
    let start = index > 0 ? members[index - 1].value.upperBound : members[index].key.lowerBound
    let isOnly = members.count == 1
    let end = index > 0 || isOnly ? members[index].value.upperBound : members[1].key.lowerBound
    edits.append((start..<end, ""))
  }

  /// Adds a member after the first one.
  private mutating func add(_ member: String) {
    guard let end = members.first?.value.upperBound else { return }
    edits.append((end..<end, "," + member))
  }

  private var text: [UInt8] {
    edits.sorted { $0.range.lowerBound > $1.range.lowerBound }.reduce(into: source.text) { text, edit in
      text.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
  }
}
