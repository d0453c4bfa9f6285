/// Writes one JSON object on one line.
package struct JSONObjectWriter {
  private var bytes: [UInt8]
  private var isEmpty = true

  /// - Parameter bytes: What the object is appended to.
  package init(bytes: consuming [UInt8]) {
    self.bytes = bytes
    self.bytes.append(ASCII.openBrace)
  }

  /// Ends the object and its line.
  package consuming func close() -> [UInt8] {
    bytes.append(ASCII.closeBrace)
    bytes.append(ASCII.newline)
    return bytes
  }

  package mutating func add(_ key: String, _ value: String?) {
    guard let value else { return }
    addKey(key)
    append(value)
  }

  package mutating func add(_ key: String, _ value: Int?) {
    guard let value else { return }
    addKey(key)
    bytes.append(contentsOf: value.description.utf8)
  }

  package mutating func add(_ key: String, _ value: Bool) {
    addKey(key)
    bytes.append(contentsOf: value.description.utf8)
  }

  /// JSON has no infinities and no NaN: their keys are left out.
  package mutating func add(_ key: String, _ value: Double?) {
    guard let value, value.isFinite else { return }
    addKey(key)
    append(value)
  }

  package mutating func add(_ key: String, _ first: Double, _ second: Double) {
    guard first.isFinite && second.isFinite else { return }
    addKey(key)
    bytes.append(ASCII.openBracket)
    append(first)
    bytes.append(ASCII.comma)
    append(second)
    bytes.append(ASCII.closeBracket)
  }

  package mutating func add(_ key: String, _ values: [String]) {
    addKey(key)
    bytes.append(ASCII.openBracket)
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(ASCII.comma) }
      append(value)
    }
    bytes.append(ASCII.closeBracket)
  }

  /// The numbers are finite.
  package mutating func add(_ key: String, _ values: [Double]) {
    addKey(key)
    bytes.append(ASCII.openBracket)
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(ASCII.comma) }
      append(value)
    }
    bytes.append(ASCII.closeBracket)
  }

  /// Adds an object, which `write` fills.
  package mutating func add(_ key: String, _ write: (inout JSONObjectWriter) -> Void) {
    addKey(key)
    addObject(write)
  }

  /// Adds an array of objects, each of which `write` fills.
  /// - Parameter onLines: Whether each has a line of its own.
  package mutating func add<Item>(
    _ key: String, objects: [Item], onLines: Bool = false, _ write: (Item, inout JSONObjectWriter) -> Void
  ) {
    addKey(key)
    bytes.append(ASCII.openBracket)
    for (index, item) in objects.enumerated() {
      if index > 0 { bytes.append(ASCII.comma) }
      if onLines { bytes.append(ASCII.newline) }
      addObject { write(item, &$0) }
    }
    if onLines { bytes.append(ASCII.newline) }
    bytes.append(ASCII.closeBracket)
  }

  /// Adds an array of arrays of numbers, all finite: those that `row` appends for each item.
  package mutating func add<Item>(_ key: String, rows: [Item], _ row: (Item, inout [Double]) -> Void) {
    addKey(key)
    var numbers: [Double] = []
    for (index, item) in rows.enumerated() {
      bytes.append(index == 0 ? ASCII.openBracket : ASCII.comma)
      numbers.removeAll(keepingCapacity: true)
      row(item, &numbers)
      for (place, number) in numbers.enumerated() {
        bytes.append(place == 0 ? ASCII.openBracket : ASCII.comma)
        append(number)
      }
      bytes.append(ASCII.closeBracket)
    }
    if rows.isEmpty { bytes.append(ASCII.openBracket) }
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
    append(key)
    bytes.append(ASCII.colon)
  }

  /// The standard library writes the shortest digits that read as the same Double; whole numbers lose their `.0`.
  private mutating func append(_ value: Double) {
    let text = value.description
    bytes.append(contentsOf: text.hasSuffix(".0") ? text.dropLast(2).utf8 : text[...].utf8)
  }

  private mutating func append(_ text: String) {
    bytes.append(ASCII.quote)
    for byte in text.utf8 {
      switch byte {
      case ASCII.quote, ASCII.backslash: bytes.append(contentsOf: [ASCII.backslash, byte])
      case ASCII.newline: bytes.append(contentsOf: "\\n".utf8)
      case 0..<0x10: bytes.append(contentsOf: ("\\u000" + String(byte, radix: 16)).utf8)
      case 0x10..<0x20: bytes.append(contentsOf: ("\\u00" + String(byte, radix: 16)).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(ASCII.quote)
  }
}
