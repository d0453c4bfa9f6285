/// A known key of an object, and the slot of its value.
package struct FieldKey: Sendable {
  package var name: String
  /// 0...127. Several keys can share one slot: they are names of one property.
  package var slot: UInt8
  /// Whether the value can be a pair, `[a,b]` or `{"x":a,"y":b}`, whose members go to the next two slots.
  package var isPair: Bool

  package init(name: String, slot: UInt8, isPair: Bool = false) {
    self.name = name
    self.slot = slot
    self.isPair = isPair
  }
}

/// A set of numbers 0...127.
@usableFromInline struct FieldSet: Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  @inlinable @inline(__always) func contains(_ number: UInt8) -> Bool {
    (number < 64 ? low : high) & 1 &<< UInt64(number) != 0
  }

  @inline(__always) mutating func insert(_ number: UInt8) {
    let bit: UInt64 = 1 &<< UInt64(number)
    if number < 64 { low |= bit } else { high |= bit }
  }
}

/// Finds the values of an object's known keys, in any order, in one pass.
///
/// One instance reads one object after another. It allocates nothing for an object with few unknown keys.
@usableFromInline package struct ObjectFields: Sendable {
  private let names: NameTable
  /// The slot of each key.
  private let slots: [UInt8]
  /// Whether the value of each key may be a pair.
  private let pairs: [Bool]
  private var json: JSONScanner
  @usableFromInline private(set) var fields = [JSONToken](repeating: JSONToken(.null, start: 0, end: 0), count: 128)
  /// The keys that the object has.
  private var spelled = FieldSet()
  /// The slots that have values.
  @usableFromInline private(set) var present = FieldSet()
  /// Whether the object has a key that is not known.
  package private(set) var hasUnknownKeys = false
  /// The first two keys of the object that name one property, and the offset of the second; -1 if there are none.
  private var firstConflict = (first: UInt8(0), second: UInt8(0), offset: -1)
  /// The offset of the object's first byte.
  package private(set) var start = 0

  /// - Parameters:
  ///   - keys: At most 128.
  ///   - spansLines: Whether a newline within the object is white space; otherwise it is an error.
  package init(_ keys: [FieldKey], spansLines: Bool) {
    names = NameTable(keys.map { $0.name })
    slots = keys.map { $0.slot }
    pairs = keys.map { $0.isPair }
    json = JSONScanner(spansLines: spansLines)
  }

  /// The value in a slot; nil if it has none.
  @inlinable @inline(__always) package subscript(slot: UInt8) -> JSONToken? {
    present.contains(slot) ? fields[Int(slot & 127)] : nil
  }

  /// A bit for each of the slots 0...63 that has a value.
  package var firstPresent: UInt64 { present.low }

  /// Whether the object has a key that is not one of these names.
  package func hasKey(otherThan known: Set<String>) -> Bool {
    hasUnknownKeys || names.names.indices.contains { spelled.contains(UInt8($0)) && !known.contains(names.names[$0]) }
  }

  /// The slot of a key; nil if the key is not known.
  package func slot(ofKey key: JSONToken, in bytes: Span<UInt8>) -> UInt8? {
    names.index(of: key, in: bytes).map { slots[$0] }
  }

  /// The key of a value.
  package func name(of token: JSONToken) -> String { names.names[Int(token.key)] }

  /// Two names of one property in the same object.
  package struct Conflict {
    package var first: String
    package var second: String
    /// The offset of the second.
    package var offset: Int
  }

  /// The first conflict of the object; nil if there is none.
  package var conflict: Conflict? {
    if firstConflict.offset < 0 { return nil }
    return Conflict(
      first: names.names[Int(firstConflict.first)], second: names.names[Int(firstConflict.second)],
      offset: firstConflict.offset)
  }

  /// Reads the object that begins at `start` and returns the offset after it.
  ///
  /// Unknown keys are ignored, whatever their values. Any key that appears twice is an error, known or not.
  package mutating func scan(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
    self.start = start
    spelled = FieldSet()
    present = FieldSet()
    hasUnknownKeys = false
    firstConflict.offset = -1
    json.keys.removeAll()
    var offset = start
    guard bytes.byte(at: offset) == ASCII.openBrace else { throw json.unexpected(bytes, at: offset, .object) }
    offset &+= 1
    if json.skipSpace(bytes, &offset) == ASCII.closeBrace { return offset + 1 }
    var unknown = json.keys.open()
    repeat {
      let start = offset
      if let name = json.scanShortKey(bytes, &offset), let key = names.index(name.word, count: name.count) {
        try scanField(bytes, &offset, key: key, name: start)
        continue
      }
      offset = start
      let name = try json.scanKey(bytes, &offset)
      if let key = names.index(of: name, in: bytes) {
        try scanField(bytes, &offset, key: key, name: name.start)
      } else {
        hasUnknownKeys = true
        try json.keys.insert(name, in: bytes, of: &unknown)
        offset = try json.scanValue(bytes, at: offset, depth: 1).end
      }
    } while try json.hasNext(bytes, &offset, until: ASCII.closeBrace)
    return offset
  }

  /// Scans the value of a known key.
  @inline(__always) private mutating func scanField(
    _ bytes: Span<UInt8>, _ offset: inout Int, key: Int, name: Int
  ) throws(JSONFault) {
    let slot = slots[key]
    let number = UInt8(truncatingIfNeeded: key)
    if spelled.contains(number) { throw JSONFault(.duplicateKey(names.names[key]), at: name) }
    spelled.insert(number)
    if present.contains(slot) { noteConflict(slot: slot, key: key, at: name) }
    let byte = bytes.byte(at: offset)
    var token =
      byte == ASCII.minus || ASCII.isDigit(byte)
      ? try json.scanNumber(bytes, at: offset) : try scanOther(bytes, at: offset, slot: slot, key: key)
    offset = token.end
    token.key = number
    set(slot, token)
  }

  /// Scans a value that is not a number.
  @inline(never) private mutating func scanOther(
    _ bytes: Span<UInt8>, at offset: Int, slot: UInt8, key: Int
  ) throws(JSONFault) -> JSONToken {
    switch bytes.byte(at: offset) {
    case ASCII.quote: try json.scanString(bytes, at: offset)
    case ASCII.openBracket where pairs[key]: try scanPair(bytes, at: offset, slot: slot, key: key)
    case ASCII.openBrace where pairs[key]: try scanXY(bytes, at: offset, slot: slot, key: key)
    default: try json.scanValue(bytes, at: offset, depth: 1)
    }
  }

  @inline(__always) private mutating func set(_ slot: UInt8, _ token: JSONToken) {
    fields[Int(slot & 127)] = token
    present.insert(slot)
  }

  private mutating func noteConflict(slot: UInt8, key: Int, at offset: Int) {
    if firstConflict.offset >= 0 { return }
    firstConflict = (first: fields[Int(slot & 127)].key, second: UInt8(truncatingIfNeeded: key), offset: offset)
  }

  /// Scans an array and keeps its first two elements.
  private mutating func scanPair(
    _ bytes: Span<UInt8>, at start: Int, slot: UInt8, key: Int
  ) throws(JSONFault) -> JSONToken {
    var offset = start + 1
    var count: UInt64 = 0
    if json.skipSpace(bytes, &offset) == ASCII.closeBracket {
      offset += 1
    } else {
      repeat {
        _ = json.skipSpace(bytes, &offset)
        var element = try json.scanValue(bytes, at: offset, depth: 2)
        offset = element.end
        element.key = UInt8(truncatingIfNeeded: key)
        count += 1
        if count <= 2 { set(slot + UInt8(count), element) }
      } while try json.hasNext(bytes, &offset, until: ASCII.closeBracket)
    }
    var token = JSONToken(.array, start: start, end: offset)
    token.word = count
    return token
  }

  /// Scans an object and keeps its `x` and `y`.
  private mutating func scanXY(
    _ bytes: Span<UInt8>, at start: Int, slot: UInt8, key: Int
  ) throws(JSONFault) -> JSONToken {
    var offset = start + 1
    if json.skipSpace(bytes, &offset) == ASCII.closeBrace {
      offset += 1
    } else {
      var object = json.keys.open()
      repeat {
        let name = try json.scanKey(bytes, &offset)
        try json.keys.insert(name, in: bytes, of: &object)
        var value = try json.scanValue(bytes, at: offset, depth: 2)
        offset = value.end
        value.key = UInt8(truncatingIfNeeded: key)
        switch name.string(in: bytes) {
        case "x": set(slot + 1, value)
        case "y": set(slot + 2, value)
        default: break
        }
      } while try json.hasNext(bytes, &offset, until: ASCII.closeBrace)
      json.keys.close(object)
    }
    return JSONToken(.object, start: start, end: offset)
  }
}
