/// The kinds of JSON value (RFC 8259, section 3).
@usableFromInline package enum JSONKind: String, Hashable, Sendable {
  case string, number, boolean, null, array, object
}

/// A well-formed JSON value that the scanner has found: its kind and its bytes.
///
/// Offsets count from the start of the scanned bytes. A value is converted only on request.
@frozen @usableFromInline package struct JSONToken {
  /// The value's first byte; for a string, its opening quote.
  package var start: Int
  /// One past the value's last byte.
  package var end: Int
  /// For a number: its decimal digits, valid if `isPlain`. For a string: its first eight bytes, the first in the
  /// lowest bits. For a boolean: 1 for true. For an array: its element count.
  package var word: UInt64 = 0
  /// For a number: the power of ten that multiplies its digits.
  @usableFromInline var exponent: Int32 = 0
  package var kind: JSONKind
  /// For a number: whether it has a minus sign.
  @usableFromInline var isNegative = false
  /// For a number: whether all its digits fit into `word`. For a string: whether it has no escapes.
  @usableFromInline var isPlain = true
  /// The index of the key that the value belongs to, in an `ObjectFields`' table of names.
  package var key: UInt8 = 0

  package init(_ kind: JSONKind, start: Int, end: Int) {
    self.kind = kind
    self.start = start
    self.end = end
  }

  /// A string's bytes between the quotes.
  package var content: Range<Int> { start + 1..<end - 1 }

  /// The elements of an array that was found well-formed.
  package func elements(in bytes: Span<UInt8>) -> [JSONToken] {
    var json = JSONScanner(spansLines: true)
    var elements: [JSONToken] = []
    var offset = start + 1
    while offset < end, json.skipSpace(bytes, &offset) != ASCII.closeBracket {
      // It has been scanned before and cannot fail.
      guard var element = try? json.scanValue(bytes, at: offset, depth: 1) else { break }
      offset = element.end
      element.key = key
      elements.append(element)
      if json.skipSpace(bytes, &offset) == ASCII.comma { offset += 1 }
    }
    return elements
  }
}
