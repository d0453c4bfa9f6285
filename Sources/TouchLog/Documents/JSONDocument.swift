/// A JSON text (RFC 8259) that has been read whole and found well formed, and where each of its values stands.
///
/// The values are converted only when they are asked for: what is kept beside the text is 12 bytes a value.
public final class JSONDocument: Sendable {
  /// The file as the user named it, for messages.
  let name: String
  let bytes: [UInt8]
  let nodes: [JSONNode]

  /// - Parameter name: The file as the user named it, for messages.
  /// - Throws: `LogError` where the text is no JSON, is larger or nested deeper than `LogLimits` allows, or has an object
  ///   with the same key twice.
  public init(_ text: [UInt8], name: String) throws(LogError) {
    let hasMark = text.starts(with: [0xEF, 0xBB, 0xBF])
    let bytes = hasMark ? Array(text.dropFirst(3)) : text
    var builder = JSONTreeBuilder()
    do throws(Fault) {
      try builder.read(bytes.span)
    } catch {
      throw LogError(place: JSONDocument.place(of: error.offset, in: bytes, of: name), reason: error.reason)
    }
    self.name = name
    self.bytes = bytes
    nodes = builder.nodes
  }

  public var root: JSONValue { JSONValue(document: self, node: 0, key: "") }

  /// The line and column of a byte.
  func place(of offset: Int) -> LogPlace { JSONDocument.place(of: offset, in: bytes, of: name) }

  private static func place(of offset: Int, in bytes: [UInt8], of name: String) -> LogPlace {
    let offset = min(offset, bytes.count)
    var line = 1
    var start = 0
    for passed in 0..<offset where bytes[passed] == ASCII.newline {
      line += 1
      start = passed + 1
    }
    let end = bytes[offset...].firstIndex(of: ASCII.newline) ?? bytes.count
    return LogPlace(
      file: name, line: line, column: offset - start + 1, excerpt: Excerpt(bytes.span, line: start..<end, at: offset))
  }
}

/// A value of a document, or the key before one.
struct JSONNode: Sendable {
  /// The value's first byte.
  var start: Int32
  /// The node behind it and all that it holds.
  var next: Int32
  var kind: JSONKind
}

/// Reads a text into nodes: each array or object is followed by what it holds, keys before their values.
struct JSONTreeBuilder {
  private(set) var nodes: [JSONNode] = []
  private var json = JSONScanner(spansLines: true)

  mutating func read(_ bytes: Span<UInt8>) throws(Fault) {
    if bytes.count > LogLimits.documentBytes { throw Fault(.fileTooLong(limit: LogLimits.documentBytes), at: 0) }
    var offset = 0
    _ = json.skipSpace(bytes, &offset)
    try readValue(bytes, &offset, depth: 1)
    _ = json.skipSpace(bytes, &offset)
    if offset < bytes.count { throw json.unexpected(bytes, at: offset, .endOfFile) }
  }

  private mutating func readValue(_ bytes: Span<UInt8>, _ offset: inout Int, depth: Int) throws(Fault) {
    switch bytes.byte(at: offset) {
    case ASCII.openBrace: try readObject(bytes, &offset, depth: depth)
    case ASCII.openBracket: try readArray(bytes, &offset, depth: depth)
    default:
      let token = try json.scanValue(bytes, at: offset, depth: depth)
      append(token)
      offset = token.end
    }
  }

  private mutating func readArray(_ bytes: Span<UInt8>, _ offset: inout Int, depth: Int) throws(Fault) {
    let node = try open(.array, at: offset, depth: depth)
    offset += 1
    if json.skipSpace(bytes, &offset) == ASCII.closeBracket {
      offset += 1
    } else {
      repeat {
        _ = json.skipSpace(bytes, &offset)
        try readValue(bytes, &offset, depth: depth + 1)
      } while try json.goesOn(bytes, &offset, until: ASCII.closeBracket)
    }
    nodes[node].next = Int32(nodes.count)
  }

  private mutating func readObject(_ bytes: Span<UInt8>, _ offset: inout Int, depth: Int) throws(Fault) {
    let node = try open(.object, at: offset, depth: depth)
    offset += 1
    if json.skipSpace(bytes, &offset) == ASCII.closeBrace {
      offset += 1
    } else {
      var object = json.keys.open()
      repeat {
        let key = try json.scanKey(bytes, &offset)
        try json.keys.insert(key, in: bytes, of: &object)
        append(key)
        try readValue(bytes, &offset, depth: depth + 1)
      } while try json.goesOn(bytes, &offset, until: ASCII.closeBrace)
      json.keys.close(object)
    }
    nodes[node].next = Int32(nodes.count)
  }

  private mutating func open(_ kind: JSONKind, at offset: Int, depth: Int) throws(Fault) -> Int {
    if depth > LogLimits.nesting { throw Fault(.nestedTooDeep(limit: LogLimits.nesting), at: offset) }
    nodes.append(JSONNode(start: Int32(offset), next: 0, kind: kind))
    return nodes.count - 1
  }

  private mutating func append(_ token: JSONToken) {
    nodes.append(JSONNode(start: Int32(token.start), next: Int32(nodes.count + 1), kind: token.kind))
  }
}
