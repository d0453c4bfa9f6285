/// A JSON text (RFC 8259) that has been read completely and found well-formed, and the position of each of its values.
///
/// Values are converted only on request. Besides the text, the document takes 12 bytes for each value and each key.
package final class JSONDocument: Sendable {
  /// The file as the user named it, for messages.
  package let name: String
  package let bytes: [UInt8]
  let nodes: [JSONNode]

  /// - Parameters:
  ///   - text: Fewer than 2^31 bytes. A byte-order mark is skipped.
  ///   - name: The file as the user named it, for messages.
  /// - Throws: `JSONFault` if the text is not JSON, nests too deep, or has an object with the same key twice. Its
  ///   offset counts from the byte after a byte-order mark.
  package init(scanning text: [UInt8], name: String) throws(JSONFault) {
    let bytes = JSONDocument.withoutMark(text)
    var builder = JSONTreeBuilder()
    try builder.read(bytes.span)
    self.name = name
    self.bytes = bytes
    nodes = builder.nodes
  }

  /// The text without a byte-order mark at its beginning.
  package static func withoutMark(_ text: [UInt8]) -> [UInt8] {
    text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
  }

  package var root: JSONValue { JSONValue(document: self, node: 0, key: "") }
}

/// A value of a JSON document.
package struct JSONValue: Sendable {
  package let document: JSONDocument
  fileprivate let node: Int
  /// The key of the value, or of the array that holds it; empty for the root.
  package let key: String
  /// Whether an array holds the value, so that the key is not its own.
  package fileprivate(set) var isElement = false

  package var kind: JSONKind { document.nodes[node].kind }

  /// The offset of the value's first byte in the document.
  package var start: Int { Int(document.nodes[node].start) }

  /// The value as the scanner finds it.
  package var token: JSONToken {
    var json = JSONScanner(spansLines: true)
    let bytes = document.bytes
    // It has been scanned before and cannot fail.
    return (try? json.scanValue(bytes.span, at: start, depth: 0)) ?? JSONToken(.null, start: start, end: start)
  }

  /// The elements of an array, in order; empty for other values.
  package var elements: [JSONValue] {
    guard kind == .array else { return [] }
    return children.map { JSONValue(document: document, node: $0, key: key, isElement: true) }
  }

  /// The elements of an array, one at a time; none for other values. Takes no memory for long arrays.
  package var elementSequence: JSONElements { JSONElements(self) }

  /// The number of elements of an array; 0 for other values.
  package var count: Int {
    guard kind == .array else { return 0 }
    var count = 0
    for _ in elementSequence { count += 1 }
    return count
  }

  /// The members of an object, in order; empty for other values.
  package var members: [JSONValue] {
    guard kind == .object else { return [] }
    let nodes = children
    return stride(from: 0, to: nodes.count, by: 2).map { index in
      JSONValue(document: document, node: nodes[index + 1], key: name(atNode: nodes[index]))
    }
  }

  /// The value of an object's key; nil if the key is missing or its value is null.
  package subscript(key: String) -> JSONValue? {
    guard kind == .object else { return nil }
    var child = node + 1
    let end = Int(document.nodes[node].next)
    while child < end {
      let value = child + 1
      if isNamed(key, atNode: child) {
        if document.nodes[value].kind == .null { return nil }
        return JSONValue(document: document, node: value, key: key)
      }
      child = Int(document.nodes[value].next)
    }
    return nil
  }

  /// The nodes directly inside an array or object; for an object, keys and values alternate.
  private var children: [Int] {
    var children: [Int] = []
    var child = node + 1
    let end = Int(document.nodes[node].next)
    while child < end {
      children.append(child)
      child = Int(document.nodes[child].next)
    }
    return children
  }

  /// The text of a key.
  private func name(atNode node: Int) -> String {
    let bytes = document.bytes
    return token(atNode: node)?.string(in: bytes.span) ?? ""
  }

  /// Whether `name` equals a key. Without making a string, unless the key has escapes or is not ASCII.
  private func isNamed(_ name: String, atNode node: Int) -> Bool {
    guard let key = token(atNode: node) else { return name.isEmpty }
    let bytes = document.bytes
    let content = bytes[key.content]
    guard key.isPlain, content.allSatisfy({ $0 < 0x80 }) else { return key.string(in: bytes.span) == name }
    return content.elementsEqual(name.utf8)
  }

  private func token(atNode node: Int) -> JSONToken? {
    let bytes = document.bytes
    return try? JSONScanner(spansLines: true).scanString(bytes.span, at: Int(document.nodes[node].start))
  }
}

/// The elements of an array, each found when it is asked for.
package struct JSONElements: Sequence, IteratorProtocol {
  private let array: JSONValue
  private var node: Int
  private let end: Int

  fileprivate init(_ array: JSONValue) {
    self.array = array
    node = array.node + 1
    end = array.kind == .array ? Int(array.document.nodes[array.node].next) : node
  }

  package mutating func next() -> JSONValue? {
    guard node < end else { return nil }
    defer { node = Int(array.document.nodes[node].next) }
    return JSONValue(document: array.document, node: node, key: array.key, isElement: true)
  }
}

/// A value of a document, or the key before one.
struct JSONNode: Sendable {
  /// The offset of the value's first byte.
  var start: Int32
  /// The index of the node after this one and its contents.
  var next: Int32
  var kind: JSONKind
}

/// Scans a text into nodes. The contents of an array or object follow its node, each key before its value.
private struct JSONTreeBuilder {
  private(set) var nodes: [JSONNode] = []
  private var json = JSONScanner(spansLines: true)

  mutating func read(_ bytes: Span<UInt8>) throws(JSONFault) {
    var offset = 0
    _ = json.skipSpace(bytes, &offset)
    try readValue(bytes, &offset, depth: 1)
    _ = json.skipSpace(bytes, &offset)
    if offset < bytes.count { throw json.unexpected(bytes, at: offset, .endOfFile) }
  }

  /// - Parameter depth: The depth of the value if it is an array or object; 1 for the root.
  private mutating func readValue(_ bytes: Span<UInt8>, _ offset: inout Int, depth: Int) throws(JSONFault) {
    switch bytes.byte(at: offset) {
    case ASCII.openBrace: try readObject(bytes, &offset, depth: depth)
    case ASCII.openBracket: try readArray(bytes, &offset, depth: depth)
    default:
      let token = try json.scanValue(bytes, at: offset, depth: depth)
      append(token)
      offset = token.end
    }
  }

  private mutating func readArray(_ bytes: Span<UInt8>, _ offset: inout Int, depth: Int) throws(JSONFault) {
    let node = try open(.array, bytes, &offset, depth: depth)
    if json.skipSpace(bytes, &offset) == ASCII.closeBracket {
      offset += 1
    } else {
      repeat {
        _ = json.skipSpace(bytes, &offset)
        try readValue(bytes, &offset, depth: depth + 1)
      } while try json.hasNext(bytes, &offset, until: ASCII.closeBracket)
    }
    nodes[node].next = Int32(nodes.count)
  }

  private mutating func readObject(_ bytes: Span<UInt8>, _ offset: inout Int, depth: Int) throws(JSONFault) {
    let node = try open(.object, bytes, &offset, depth: depth)
    if json.skipSpace(bytes, &offset) == ASCII.closeBrace {
      offset += 1
    } else {
      var object = json.keys.open()
      repeat {
        let key = try json.scanKey(bytes, &offset)
        try json.keys.insert(key, in: bytes, of: &object)
        append(key)
        try readValue(bytes, &offset, depth: depth + 1)
      } while try json.hasNext(bytes, &offset, until: ASCII.closeBrace)
      json.keys.close(object)
    }
    nodes[node].next = Int32(nodes.count)
  }

  /// Appends the node of an array or object and skips its opening bracket.
  private mutating func open(
    _ kind: JSONKind, _ bytes: Span<UInt8>, _ offset: inout Int, depth: Int
  ) throws(JSONFault) -> Int {
    let start = offset
    offset = try json.open(at: start, depth: depth)
    nodes.append(JSONNode(start: Int32(start), next: 0, kind: kind))
    return nodes.count - 1
  }

  private mutating func append(_ token: JSONToken) {
    nodes.append(JSONNode(start: Int32(token.start), next: Int32(nodes.count + 1), kind: token.kind))
  }
}
