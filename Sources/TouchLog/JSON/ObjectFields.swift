/// A key that an object may have, and where its value goes.
struct FieldKey {
  var name: String
  /// 0...63. Several keys may have one slot: they are names of one property.
  var slot: UInt8
  /// Whether the value may be a pair, `[a,b]` or `{"x":a,"y":b}`, whose members go to the two slots after this one.
  var isPair = false
}

/// The values of the known keys of one JSON object, in any order, found in one pass.
///
/// It is used again for one object after the other, and allocates for none that has few unknown keys.
struct ObjectFields {
  /// Two names of one property that stand in one object.
  struct Conflict {
    var first: String
    var second: String
    var offset: Int
  }

  private let keys: [FieldKey]
  private let names: NameTable
  private var json: JSONScanner
  private var fields = InlineArray<64, JSONToken>(repeating: JSONToken(.null, start: 0, end: 0))
  private var unknown = SeenKeys()
  /// A bit for each key that stands in the object.
  private var spelled: UInt64 = 0
  /// A bit for each slot that has a value.
  private(set) var present: UInt64 = 0
  /// The first property that stands in the object under two names.
  private(set) var conflict: Conflict?
  /// Where the object begins.
  private(set) var start = 0

  /// - Parameters:
  ///   - keys: At most 64.
  ///   - spansLines: Whether a newline is white space within the object; else it ends it.
  init(_ keys: [FieldKey], spansLines: Bool) {
    self.keys = keys
    names = NameTable(keys.map(\.name))
    json = JSONScanner(spansLines: spansLines)
  }

  /// The value in a slot; nil where it has none.
  @inline(__always) subscript(slot: UInt8) -> JSONToken? {
    present & 1 &<< UInt64(slot) == 0 ? nil : fields[Int(slot & 63)]
  }

  /// The key under which a value stands.
  func name(of token: JSONToken) -> String { keys[Int(token.key)].name }

  /// Reads the object that begins at `offset`, and returns the offset behind it.
  ///
  /// Keys that are not known are passed over, whatever their values; a key that stands twice is a fault, known or not.
  mutating func scan(_ bytes: Span<UInt8>, from offset: Int) throws(Fault) -> Int {
    start = offset
    spelled = 0
    present = 0
    conflict = nil
    unknown.removeAll()
    json.position = offset
    guard bytes.byte(at: offset) == ASCII.openBrace else { throw json.unexpected(bytes, .object) }
    json.position += 1
    if json.skipSpace(bytes) == ASCII.closeBrace { return json.position + 1 }
    repeat {
      let name = try json.scanKey(bytes)
      if let key = names.index(of: name, in: bytes) {
        try scanField(bytes, key: key, name: name)
      } else {
        try unknown.insert(name, in: bytes)
        _ = try json.scanValue(bytes, depth: 1)
      }
    } while try json.goesOn(bytes, until: ASCII.closeBrace)
    return json.position
  }

  @inline(__always) private mutating func scanField(
    _ bytes: Span<UInt8>, key: Int, name: JSONToken
  ) throws(Fault) {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: key)
    if spelled & bit != 0 { throw Fault(.duplicateKey(keys[key].name), at: name.start) }
    spelled |= bit
    let slot = keys[key].slot
    if present & 1 &<< UInt64(slot) != 0 && conflict == nil {
      let first = keys[Int(fields[Int(slot & 63)].key)].name
      conflict = Conflict(first: first, second: keys[key].name, offset: name.start)
    }
    var token: JSONToken
    let byte = bytes.byte(at: json.position)
    if byte == ASCII.minus || ASCII.isDigit(byte) {
      token = try json.scanNumber(bytes)
    } else if byte == ASCII.quote {
      token = try json.scanString(bytes)
    } else if keys[key].isPair && byte == ASCII.openBracket {
      token = try scanPair(bytes, slot: slot, key: key)
    } else if keys[key].isPair && byte == ASCII.openBrace {
      token = try scanXY(bytes, slot: slot, key: key)
    } else {
      token = try json.scanValue(bytes, depth: 1)
    }
    set(slot, token, key: key)
  }

  @inline(__always) private mutating func set(_ slot: UInt8, _ token: JSONToken, key: Int) {
    fields[Int(slot & 63)] = token
    fields[Int(slot & 63)].key = UInt8(truncatingIfNeeded: key)
    present |= 1 &<< UInt64(slot)
  }

  /// Reads an array, and keeps its first two elements.
  private mutating func scanPair(_ bytes: Span<UInt8>, slot: UInt8, key: Int) throws(Fault) -> JSONToken {
    let start = json.position
    var count: UInt64 = 0
    json.position += 1
    if json.skipSpace(bytes) == ASCII.closeBracket {
      json.position += 1
    } else {
      repeat {
        _ = json.skipSpace(bytes)
        let element = try json.scanValue(bytes, depth: 2)
        count += 1
        if count <= 2 { set(slot + UInt8(count), element, key: key) }
      } while try json.goesOn(bytes, until: ASCII.closeBracket)
    }
    var token = JSONToken(.array, start: start, end: json.position)
    token.word = count
    return token
  }

  /// Reads an object, and keeps what it has under `x` and `y`.
  private mutating func scanXY(_ bytes: Span<UInt8>, slot: UInt8, key: Int) throws(Fault) -> JSONToken {
    let start = json.position
    json.position += 1
    if json.skipSpace(bytes) == ASCII.closeBrace {
      json.position += 1
    } else {
      var seen = SeenKeys()
      repeat {
        let name = try json.scanKey(bytes)
        try seen.insert(name, in: bytes)
        let value = try json.scanValue(bytes, depth: 2)
        switch name.utf8(in: bytes) {
        case [UInt8(ascii: "x")]: set(slot + 1, value, key: key)
        case [UInt8(ascii: "y")]: set(slot + 2, value, key: key)
        default: break
        }
      } while try json.goesOn(bytes, until: ASCII.closeBrace)
    }
    return JSONToken(.object, start: start, end: json.position)
  }
}
