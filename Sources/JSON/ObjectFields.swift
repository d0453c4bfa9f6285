/// A known key of an object, and the slot of its value.
package struct FieldKey: Sendable {
  package var name: String
  /// 0...63. Several keys can share one slot: they are names of one property.
  package var slot: UInt8
  /// Whether the value can be a pair, `[a,b]` or `{"x":a,"y":b}`, whose members go to the next two slots.
  package var isPair: Bool

  package init(name: String, slot: UInt8, isPair: Bool = false) {
    self.name = name
    self.slot = slot
    self.isPair = isPair
  }
}

/// Finds the values of an object's known keys, in any order, in one pass.
///
/// One instance reads one object after another. It allocates nothing for an object with few unknown keys.
@usableFromInline package struct ObjectFields: Sendable {
  private let names: NameTable
  /// The slot of each key.
  private let slots: [UInt8]
  /// A bit for each key whose value may be a pair.
  private let pairs: UInt64
  private var json: JSONScanner
  @usableFromInline private(set) var fields = [JSONToken](repeating: JSONToken(.null, start: 0, end: 0), count: 64)
  /// A bit for each key that the object has.
  private var spelled: UInt64 = 0
  /// A bit for each slot that has a value.
  @usableFromInline package private(set) var present: UInt64 = 0
  /// Whether the object has a key that is not known.
  package private(set) var hasUnknownKeys = false
  /// The first two keys of the object that name one property, and the offset of the second; -1 if there are none.
  private var firstConflict = (first: UInt8(0), second: UInt8(0), offset: -1)
  /// The offset of the object's first byte.
  package private(set) var start = 0

  /// - Parameters:
  ///   - keys: At most 64.
  ///   - spansLines: Whether a newline within the object is white space; otherwise it is an error.
  package init(_ keys: [FieldKey], spansLines: Bool) {
    names = NameTable(keys.map { $0.name })
    slots = keys.map { $0.slot }
    pairs = keys.indices.reduce(0) { $0 | (keys[$1].isPair ? 1 << UInt64($1) : 0) }
    json = JSONScanner(spansLines: spansLines)
  }

  /// The value in a slot; nil if it has none.
  @inlinable @inline(__always) package subscript(slot: UInt8) -> JSONToken? {
    present & 1 &<< UInt64(slot) == 0 ? nil : fields[Int(slot & 63)]
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
    spelled = 0
    present = 0
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
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: key)
    let slot = slots[key]
    if spelled & bit != 0 { throw JSONFault(.duplicateKey(names.names[key]), at: name) }
    spelled |= bit
    if present & 1 &<< UInt64(slot) != 0 { noteConflict(slot: slot, key: key, at: name) }
    let byte = bytes.byte(at: offset)
    var token =
      byte == ASCII.minus || ASCII.isDigit(byte)
      ? try json.scanNumber(bytes, at: offset) : try scanOther(bytes, at: offset, slot: slot, key: key)
    offset = token.end
    token.key = UInt8(truncatingIfNeeded: key)
    set(slot, token)
  }

  /// Scans a value that is not a number.
  @inline(never) private mutating func scanOther(
    _ bytes: Span<UInt8>, at offset: Int, slot: UInt8, key: Int
  ) throws(JSONFault) -> JSONToken {
    switch bytes.byte(at: offset) {
    case ASCII.quote: try json.scanString(bytes, at: offset)
    case ASCII.openBracket where pairs & 1 << UInt64(key) != 0: try scanPair(bytes, at: offset, slot: slot, key: key)
    case ASCII.openBrace where pairs & 1 << UInt64(key) != 0: try scanXY(bytes, at: offset, slot: slot, key: key)
    default: try json.scanValue(bytes, at: offset, depth: 1)
    }
  }

  @inline(__always) private mutating func set(_ slot: UInt8, _ token: JSONToken) {
    fields[Int(slot & 63)] = token
    present |= 1 &<< UInt64(slot)
  }

  private mutating func noteConflict(slot: UInt8, key: Int, at offset: Int) {
    if firstConflict.offset >= 0 { return }
    firstConflict = (first: fields[Int(slot & 63)].key, second: UInt8(truncatingIfNeeded: key), offset: offset)
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
