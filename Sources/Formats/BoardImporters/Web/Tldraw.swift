import Files
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// Files and snapshots of tldraw, and the files of two plugins of Obsidian around them.
  package static let tldraw = LogFormat(
    "tldraw", "tldraw files and snapshots, also those of Obsidian", leavesOpen: [.page]
  ) { glimpse in
    TldrawNote.recognizes(glimpse) || glimpse.json.map { TldrawStore.recognizes($0) } == true
  } open: { input, name, options throws(LogReadError) in
    let text = TldrawNote.drawing(in: try input.readAll(name: name, options: options))
    let store = try TldrawStore(try WebDocument(text, name: name), options: options)
    return try PagedReader(
      name, count: store.pages.count, from: options.firstPage, report: store.report
    ) { page throws(LogReadError) in
      try TldrawPage.ink(of: store.pages[page - 1], in: store, name: name, options: options)
    }
  }
}

/// A note of Obsidian's tldraw plugin: Markdown with the file in a code block.
enum TldrawNote {
  static func recognizes(_ glimpse: Glimpse) -> Bool {
    glimpse.isNote(with: "tldraw-file:")
  }

  /// The JSON text of a note, at its offset in the file: everything else is blank. Text that is not a note is returned
  /// unchanged.
  static func drawing(in text: [UInt8]) -> [UInt8] {
    let text = JSONDocument.withoutMark(text)
    let start = text.firstIndex { !ASCII.isSpace($0) && $0 != ASCII.newline } ?? text.count
    guard text[start...].starts(with: "---".utf8),
      let mark = firstOffset(of: "!!!_START_OF_TLDRAW_DATA", in: text, from: start),
      let begin = text[mark...].firstIndex(of: ASCII.openBrace)
    else { return text }
    let end = firstOffset(of: "!!!_END_OF_TLDRAW_DATA", in: text, from: begin) ?? text.count
    return text.blank(outside: [begin..<end])
  }

  private static func firstOffset(of phrase: String, in text: [UInt8], from start: Int) -> Int? {
    let phrase = Array(phrase.utf8)
    return text[start...].indices.first { text[$0] == phrase[0] && text[$0...].starts(with: phrase) }
  }
}

/// The records of a file: pages, the shapes on them by their parents, assets, and bindings of arrows to shapes.
struct TldrawStore: Sendable {
  /// A shape or a page among its siblings.
  struct Entry: Sendable {
    var id: String
    /// The key of the order of siblings, which compares as bytes.
    var index: String
    var record: JSONValue
  }

  let document: WebDocument
  private(set) var pages: [Entry] = []
  /// The shapes of a page or a shape, from the bottom to the top.
  private(set) var children: [String: [Entry]] = [:]
  private(set) var assets: [String: JSONValue] = [:]
  /// The bindings of an arrow.
  private(set) var bindings: [String: [JSONValue]] = [:]
  /// How the file as a whole was understood.
  private(set) var report = ImportReport(format: "tldraw", ink: "shapes", unit: "CSS pixels")

  /// More than the memory for what is kept of a record, in bytes.
  private static let recordMemory = 1024

  init(_ document: WebDocument, options: ImportOptions) throws(LogReadError) {
    self.document = document
    guard let records = Self.records(in: document.root, depth: 4) else {
      throw .malformed(
        document.root.error(.unexpected("a value without records", expected: "a tldraw file or snapshot")))
    }
    guard records.count <= options.memoryLimit / Self.recordMemory else {
      throw .malformed(document.root.error(.tooMuchMemory("the records", limit: options.memoryLimit)))
    }
    var ids: Set<String> = []
    for record in records {
      try record.checkObject()
      guard let id = try record.text(of: "id"), ids.insert(id).inserted else {
        report.omit("records without an id of their own", .damage)
        continue
      }
      let entry = Entry(id: id, index: try record.text(of: "index") ?? "", record: record)
      switch try record.text(of: "typeName") {
      case "page": pages.append(entry)
      case "shape": children[try record.text(of: "parentId") ?? "", default: []].append(entry)
      case "asset": assets[id] = record
      case "binding": bindings[try record.text(of: "fromId") ?? "", default: []].append(record)
      default: break
      }
    }
    sort(ids: ids, root: document.root)
  }

  /// Sorts the pages and the shapes, and counts those that are on no page.
  private mutating func sort(ids: Set<String>, root: JSONValue) {
    if pages.isEmpty {
      // Parts of files: the shapes whose parents are missing are on one page.
      let orphans = children.keys.filter { !ids.contains($0) }
      let all = orphans.flatMap { children.removeValue(forKey: $0) ?? [] }
      pages = [Entry(id: "", index: "", record: root)]
      children[""] = all
    }
    func precedes(_ a: Entry, _ b: Entry) -> Bool {
      a.index == b.index
        ? a.id.utf8.lexicographicallyPrecedes(b.id.utf8) : a.index.utf8.lexicographicallyPrecedes(b.index.utf8)
    }
    pages.sort(by: precedes)
    var count = 0
    for parent in children.keys {
      children[parent]?.sort(by: precedes)
      count += children[parent]?.count ?? 0
    }
    var rest = pages.map(\.id)
    while let parent = rest.popLast() {
      for child in children[parent] ?? [] {
        count -= 1
        rest.append(child.id)
      }
    }
    report.omit("shapes that are on no page", count: count, .damage)
  }
}

// MARK: Where the records are

extension TldrawStore {
  /// The objects around records: those of Obsidian's plugins and those of snapshots.
  private static let wrappers = ["tldraw", "raw", "document", "snapshot"]
  private static let kinds: Set<Substring> = [
    "asset", "binding", "camera", "document", "instance", "instance_page_state", "page", "pointer", "shape", "user",
  ]

  /// - Parameter depth: The most objects around the records.
  private static func records(in value: JSONValue, depth: Int) -> [JSONValue]? {
    guard depth > 0, value.kind == .object else { return nil }
    if let records = value["records"], records.kind == .array { return records.elements }
    if let store = value["store"], store.kind == .object { return store.members }
    for wrapper in wrappers {
      if let inner = value[wrapper], let records = records(in: inner, depth: depth - 1) { return records }
    }
    let members = value.members
    return members.contains { $0["typeName"] != nil } ? members : nil
  }

  static func recognizes(_ value: JSONGlimpse, depth: Int = 4) -> Bool {
    guard depth > 0, value.isObject else { return false }
    if value["tldrawFileFormatVersion"] != nil || value["meta"]?["tldrawVersion"] != nil { return true }
    if let record = value["records"]?[0], isRecord(record) { return true }
    let store = value["store"] ?? value
    if let key = store.keys.first, isID(key) { return true }
    return wrappers.contains { value[$0].map { recognizes($0, depth: depth - 1) } == true }
  }

  private static func isRecord(_ value: JSONGlimpse) -> Bool {
    value.has("id", "typeName") || value["id"]?.text.map(isID) == true || value.has("isLocked", "props")
  }

  /// Whether a text is the id of a record, such as `page:page`.
  private static func isID(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    return kinds.contains(text[..<colon])
  }
}
