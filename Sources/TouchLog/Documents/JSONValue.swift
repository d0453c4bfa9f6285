/// A value of a JSON document.
public struct JSONValue: Sendable {
  let document: JSONDocument
  let node: Int
  /// The key that it stands under, or that the array stands under that holds it; empty for the whole text.
  public let key: String

  public var kind: JSONKind { document.nodes[node].kind }

  /// Where its first byte is.
  public var place: LogPlace { document.place(of: start) }

  var start: Int { Int(document.nodes[node].start) }

  /// An error about this value.
  public func error(_ reason: LogError.Reason) -> LogError { LogError(place: place, reason: reason) }

  /// What an array holds, in order; nothing for other values.
  public var elements: [JSONValue] {
    guard kind == .array else { return [] }
    return children.map { JSONValue(document: document, node: $0, key: key) }
  }

  /// How many values an array holds.
  public var count: Int { kind == .array ? children.count : 0 }

  /// What an object holds, in order; nothing for other values.
  public var members: [JSONValue] {
    guard kind == .object else { return [] }
    let nodes = children
    return stride(from: 0, to: nodes.count, by: 2).map { place in
      JSONValue(document: document, node: nodes[place + 1], key: string(ofNode: nodes[place]))
    }
  }

  /// The value under a key of an object; nil where the object has no such key, or null under it.
  public subscript(key: String) -> JSONValue? {
    guard kind == .object else { return nil }
    var child = node + 1
    let end = Int(document.nodes[node].next)
    while child < end {
      let value = child + 1
      if string(ofNode: child) == key {
        if document.nodes[value].kind == .null { return nil }
        return JSONValue(document: document, node: value, key: key)
      }
      child = Int(document.nodes[value].next)
    }
    return nil
  }

  /// The nodes that an array or object holds directly.
  var children: [Int] {
    var children: [Int] = []
    var child = node + 1
    let end = Int(document.nodes[node].next)
    while child < end {
      children.append(child)
      child = Int(document.nodes[child].next)
    }
    return children
  }

  /// The text of a string, which is known to be one.
  func string(ofNode node: Int) -> String {
    let bytes = document.bytes
    let start = Int(document.nodes[node].start)
    guard let token = try? JSONScanner(spansLines: true).scanString(bytes.span, at: start) else { return "" }
    return token.string(in: bytes.span)
  }
}
