/// Strings and numbers in JSON notation. All JSON that this package writes goes through these two methods.
extension [UInt8] {
  /// Appends a string in quotes. Only what JSON requires is escaped.
  mutating func appendJSON(_ text: String) {
    // Nearly all strings have nothing to escape.
    var isVerbatim = true
    append(addingCapacity: text.utf8.count + 2) { bytes in
      bytes.append(ASCII.quote)
      for byte in text.utf8 {
        bytes.append(byte)
        isVerbatim = isVerbatim && ASCII.isVerbatim(byte)
      }
      bytes.append(ASCII.quote)
    }
    if isVerbatim { return }
    removeLast(text.utf8.count + 1)
    for byte in text.utf8 { appendEscaped(byte) }
    append(ASCII.quote)
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case ASCII.quote, ASCII.backslash: append(contentsOf: [ASCII.backslash, byte])
    case ASCII.newline: append(contentsOf: "\\n".utf8)
    case ASCII.carriageReturn: append(contentsOf: "\\r".utf8)
    case ASCII.tab: append(contentsOf: "\\t".utf8)
    case 0..<0x10: append(contentsOf: ("\\u000" + String(byte, radix: 16)).utf8)
    case 0x10..<0x20: append(contentsOf: ("\\u00" + String(byte, radix: 16)).utf8)
    default: append(byte)
    }
  }

  /// Appends a finite number in the fewest digits that read as the same Double; whole numbers have no fraction.
  mutating func appendJSON(_ number: Double) {
    // Most are whole, and need no text of their own. Zero may have a sign.
    if number.magnitude < 1e15, number != 0, let whole = Int64(exactly: number) { return appendJSON(whole) }
    append(contentsOf: number.description.utf8)
    if count > 2, self[count - 1] == ASCII.zero, self[count - 2] == ASCII.dot { removeLast(2) }
  }
}

extension [UInt8] {
  /// Appends the digits of an integer.
  fileprivate mutating func appendJSON(_ number: Int64) {
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = digits.count
    var rest = number.magnitude
    repeat {
      first -= 1
      digits[first] = ASCII.zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    append(addingCapacity: 20) { bytes in
      if number < 0 { bytes.append(UInt8(ascii: "-")) }
      for index in first..<digits.count { bytes.append(digits[index]) }
    }
  }
}

/// Writes a JSON object member by member. A member whose value is nil, infinite or NaN is left out.
package struct JSONObjectWriter {
  private var bytes: [UInt8]
  private var isEmpty = true

  /// - Parameter bytes: The bytes to which the object is appended.
  package init(bytes: consuming [UInt8]) {
    // Before the assignment, which shares them for a moment: appending to shared bytes copies them all.
    bytes.append(ASCII.openBrace)
    self.bytes = bytes
  }

  /// Ends the object and its line, and returns all bytes.
  package consuming func close() -> [UInt8] {
    bytes.append(ASCII.closeBrace)
    bytes.append(ASCII.newline)
    return bytes
  }

  package mutating func add(_ key: String, _ value: String?) {
    guard let value else { return }
    addKey(key)
    bytes.appendJSON(value)
  }

  package mutating func add(_ key: String, _ value: Int?) { add(key, value.map(Int64.init)) }

  package mutating func add(_ key: String, _ value: Int64?) {
    guard let value else { return }
    addKey(key)
    bytes.appendJSON(value)
  }

  package mutating func add(_ key: String, _ value: Bool) {
    addKey(key)
    bytes.append(contentsOf: value.description.utf8)
  }

  package mutating func add(_ key: String, _ value: Double?) {
    guard let value, value.isFinite else { return }
    addKey(key)
    bytes.appendJSON(value)
  }

  /// Adds a pair, `[first,second]`.
  package mutating func add(_ key: String, _ first: Double, _ second: Double) {
    guard first.isFinite && second.isFinite else { return }
    addKey(key)
    bytes.append(ASCII.openBracket)
    bytes.appendJSON(first)
    bytes.append(ASCII.comma)
    bytes.appendJSON(second)
    bytes.append(ASCII.closeBracket)
  }

  package mutating func add(_ key: String, _ values: [String]) {
    addKey(key)
    addList(values) { $1.bytes.appendJSON($0) }
  }

  /// - Parameter values: Finite numbers.
  package mutating func add(_ key: String, _ values: [Double]) {
    addKey(key)
    addNumbers(values)
  }

  /// Adds an object, which `write` fills.
  package mutating func add(_ key: String, _ write: (inout JSONObjectWriter) -> Void) {
    addKey(key)
    addObject(write)
  }

  /// Adds an array of objects, each of which `write` fills.
  /// - Parameter onLines: Whether each object starts a new line.
  package mutating func add<Item>(
    _ key: String, objects: [Item], onLines: Bool = false, _ write: (Item, inout JSONObjectWriter) -> Void
  ) {
    addKey(key)
    addList(objects, onLines: onLines) { item, writer in writer.addObject { write(item, &$0) } }
  }

  /// Adds an array that contains, for each item, an array of the finite numbers that `row` appends.
  package mutating func add<Item>(_ key: String, rows: [Item], _ row: (Item, inout [Double]) -> Void) {
    addKey(key)
    var numbers: [Double] = []
    addList(rows) { item, writer in
      numbers.removeAll(keepingCapacity: true)
      row(item, &numbers)
      writer.addNumbers(numbers)
    }
  }

  private mutating func addNumbers(_ numbers: [Double]) {
    addList(numbers) { $1.bytes.appendJSON($0) }
  }

  private mutating func addList<Item>(
    _ items: [Item], onLines: Bool = false, _ add: (Item, inout JSONObjectWriter) -> Void
  ) {
    bytes.append(ASCII.openBracket)
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(ASCII.comma) }
      if onLines { bytes.append(ASCII.newline) }
      add(item, &self)
    }
    if onLines { bytes.append(ASCII.newline) }
    bytes.append(ASCII.closeBracket)
  }

  private mutating func addObject(_ write: (inout JSONObjectWriter) -> Void) {
    bytes.append(ASCII.openBrace)
    isEmpty = true
    write(&self)
    isEmpty = false
    bytes.append(ASCII.closeBrace)
  }

  private mutating func addKey(_ key: String) {
    if !isEmpty { bytes.append(ASCII.comma) }
    isEmpty = false
    bytes.appendJSON(key)
    bytes.append(ASCII.colon)
  }
}
