import JSON

extension JSONValue {
  /// The text of a string, or a number or other value as it is written.
  var text: String {
    let (token, bytes) = (self.token, document.bytes)
    if kind == .string { return token.string(in: bytes.span) }
    return String(decoding: bytes[token.start..<token.end], as: UTF8.self)
  }
}
