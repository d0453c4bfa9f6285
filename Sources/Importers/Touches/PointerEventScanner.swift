import Geometry
import JSON
import TouchLog

/// Reads events that are written like events before them, in one pass.
///
/// The events of a log are nearly all alike except for their numbers. A template is the text between these. It is made
/// of an event that `PointerEventDecoder` accepted, so every object that fits has valid keys, and gives the same touch
/// as the decoder would make of it.
struct PointerEventScanner {
  /// The most templates. A log has one for each type of event and of pointer.
  private static let limit = 16

  /// In the order in which they are tried.
  private var templates: [PointerEventTemplate] = []
  /// The number of events to skip before one is learned: after too many templates, learning gains nothing.
  private var skipCount = 0

  /// An event that fits a template.
  struct Event {
    /// What the template's events have in common.
    var touch: ImportedTouch
    var name: PointerEventName
    var values: PointerEventValues
    /// The offset after the object.
    var end: Int
    /// Whether the object has newlines.
    var hasNewlines: Bool
  }

  /// The event of the object that begins at `start`; nil if it fits no template.
  @inline(__always) mutating func scan(_ bytes: Span<UInt8>, from start: Int) -> Event? {
    for index in templates.indices {
      var values = PointerEventValues()
      guard let end = templates[index].scan(bytes, from: start, into: &values) else { continue }
      let event = Event(
        touch: templates[index].touch, name: templates[index].name, values: values, end: end,
        hasNewlines: templates[index].hasNewlines)
      // Most events are of the type of the one before.
      if index > 0 { templates.swapAt(0, index) }
      return event
    }
    return nil
  }

  /// Makes a template of an event that was read.
  /// - Parameters:
  ///   - object: Its bytes.
  ///   - touch: What it gave.
  ///   - slots: The slots of the numbers that the decoder uses.
  mutating func learn(
    _ object: Range<Int>, of bytes: Span<UInt8>, fields: ObjectFields, touch: ImportedTouch, name: PointerEventName,
    slots: PointerEventSlots
  ) {
    if skipCount > 0 {
      skipCount -= 1
      return
    }
    guard var new = PointerEventTemplate(object, of: bytes, fields, touch: touch, name: name, slots: slots) else {
      skipCount = 64
      return
    }
    if let known = templates.firstIndex(where: { new.absorb($0) }) {
      templates[known] = new
    } else if templates.count < Self.limit {
      templates.append(new)
    } else {
      templates.removeAll()
      skipCount = 4096
    }
  }
}

/// The text of an event between its numbers.
struct PointerEventTemplate {
  /// A value, and the text before it.
  private struct Piece {
    var text: [UInt8]
    var value: Value
    /// The value's text, if it is the same in all events of the template.
    var constant: [UInt8]?
  }

  private enum Value: Equatable {
    case number(PointerEventValues.Number)
    /// A value that the touch does not need.
    case unused
    /// A value other than a number that the touch needs. It is constant.
    case fixed
    case end
  }

  /// Eight bytes of a text, or its last ones.
  private struct Word {
    var text: UInt64
    var mask: UInt64
  }

  /// A text of any length and the value after it.
  private struct Part {
    var words: Range<Int>
    var count: Int
    var value: Value
  }

  private var pieces: [Piece] = []
  private var words: [Word] = []
  private var parts: [Part] = []
  let touch: ImportedTouch
  let name: PointerEventName
  private(set) var hasNewlines = false

  /// Nil if the object's values are not only numbers and simple ones, or if it has no coordinates.
  init?(
    _ object: Range<Int>, of bytes: Span<UInt8>, _ fields: ObjectFields, touch: ImportedTouch, name: PointerEventName,
    slots: PointerEventSlots
  ) {
    (self.touch, self.name) = (touch, name)
    do throws(JSONFault) {
      guard try addPieces(object, bytes, fields, slots), pieces.contains(where: { $0.value == .number(.x) }),
        pieces.contains(where: { $0.value == .number(.y) })
      else { return nil }
    } catch {
      return nil
    }
    compile()
  }

  private mutating func addPieces(
    _ object: Range<Int>, _ bytes: Span<UInt8>, _ fields: ObjectFields, _ slots: PointerEventSlots
  ) throws(JSONFault) -> Bool {
    var json = JSONScanner(spansLines: true)
    var offset = object.lowerBound + 1
    var textStart = object.lowerBound
    repeat {
      let key = try json.scanKey(bytes, &offset)
      let slot = fields.slot(ofKey: key, in: bytes)
      let value = try json.scanValue(bytes, at: offset, depth: 1)
      if value.kind == .array || value.kind == .object { return false }
      let kind = slot.map { slots.value(of: $0) } ?? PointerEventSlots.Value.unused
      let piece: Value =
        switch kind {
        case .number(let number) where value.kind == .number: .number(number)
        case .number, .fixed: .fixed
        case .unused: .unused
        }
      pieces.append(
        Piece(text: bytes.array(textStart..<offset), value: piece, constant: bytes.array(value.start..<value.end)))
      offset = value.end
      textStart = offset
    } while try json.hasNext(bytes, &offset, until: ASCII.closeBrace)
    pieces.append(Piece(text: bytes.array(textStart..<object.upperBound), value: .end))
    return true
  }

  /// If the other template differs from this one only in values that are not used, notes which ones vary.
  mutating func absorb(_ other: PointerEventTemplate) -> Bool {
    guard pieces.count == other.pieces.count else { return false }
    for (piece, known) in zip(pieces, other.pieces) {
      guard piece.text == known.text, piece.value == known.value,
        piece.value != .fixed || piece.constant == known.constant
      else { return false }
    }
    for index in pieces.indices where pieces[index].constant != other.pieces[index].constant {
      pieces[index].constant = nil
    }
    compile()
    return true
  }

  /// Joins texts and constant values.
  private mutating func compile() {
    (words, parts, hasNewlines) = ([], [], false)
    var text: [UInt8] = []
    for piece in pieces {
      text += piece.text
      if piece.value == .fixed || piece.value == .unused, let constant = piece.constant {
        text += constant
        continue
      }
      hasNewlines = hasNewlines || text.contains(ASCII.newline)
      let start = words.count
      for first in stride(from: 0, to: text.count, by: 8) {
        var word = Word(text: 0, mask: 0)
        for (index, byte) in text[first..<min(first + 8, text.count)].enumerated() {
          word.text |= UInt64(byte) << UInt64(index * 8)
          word.mask |= 0xFF << UInt64(index * 8)
        }
        words.append(word)
      }
      parts.append(Part(words: start..<words.count, count: text.count, value: piece.value))
      text = []
    }
  }

  /// Reads the object at `start` if it fits. Returns the offset after it.
  @inline(__always) func scan(_ bytes: Span<UInt8>, from start: Int, into values: inout PointerEventValues) -> Int? {
    let words = words.span
    let parts = parts.span
    var offset = start
    for index in parts.indices {
      let part = parts[index]
      var position = offset
      for word in part.words {
        guard let found = bytes.word(at: position), (found ^ words[word].text) & words[word].mask == 0 else {
          return nil
        }
        position &+= 8
      }
      offset &+= part.count
      switch part.value {
      case .number(let number):
        guard let value = ShortDecimal.read(bytes, &offset) else { return nil }
        values[number] = value
      case .end: return offset
      case .unused, .fixed:
        guard Self.skip(bytes, &offset) else { return nil }
      }
    }
    return nil
  }

  /// Skips a number, a plain string, or a literal.
  private static func skip(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
    switch bytes.byte(at: offset) {
    case ASCII.quote:
      offset &+= 1
      while let word = bytes.word(at: offset) {
        let count = ByteWord.plainCount(word)
        offset &+= count
        if count < 8 {
          offset &+= 1
          return bytes.byte(at: offset &- 1) == ASCII.quote
        }
      }
      return false
    case UInt8(ascii: "t"), UInt8(ascii: "n"):
      guard let word = bytes.word(at: offset) else { return false }
      offset &+= 4
      let letters = word & 0xFFFF_FFFF
      return letters == 0x6575_7274 || letters == 0x6C6C_756E
    case UInt8(ascii: "f"):
      guard let word = bytes.word(at: offset) else { return false }
      offset &+= 5
      return word & 0xFF_FFFF_FFFF == 0x65_736C_6166
    default: return ShortDecimal.read(bytes, &offset) != nil
    }
  }
}

/// Reads decimal numbers without an exponent, of at most 15 digits before the point and 15 after it.
enum ShortDecimal {
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
  private static let integers: [UInt64] = [1, 10, 100, 1000, 10000, 100_000, 1_000_000, 10_000_000, 100_000_000]

  /// The nearest Double to the number at `offset`, which is advanced past it; nil for other numbers.
  ///
  /// Digits and power of ten are exact as Doubles, so their quotient is rounded once (Clinger, How to Read Floating
  /// Point Numbers Accurately, PLDI 1990).
  @inline(__always) static func read(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    var end = offset
    let isNegative = bytes.byte(at: end) == ASCII.minus
    if isNegative { end &+= 1 }
    let whole = end
    var digits: UInt64 = 0
    guard add(bytes, &end, to: &digits), end > whole else { return nil }
    if bytes.byte(at: whole) == ASCII.zero, end > whole &+ 1 { return nil }
    var magnitude: Double
    if bytes.byte(at: end) == ASCII.dot {
      end &+= 1
      let fraction = end
      guard end &- whole <= 9, add(bytes, &end, to: &digits), end > fraction else { return nil }
      let exponent = end &- fraction
      if digits <= 1 << 53 {
        magnitude = Double(Int64(truncatingIfNeeded: digits)) / powers[exponent]
      } else {
        guard end &- whole <= 20, let double = DecimalFloat.double(digits: digits, exponent: -exponent) else {
          return nil
        }
        magnitude = double
      }
    } else {
      guard digits <= 1 << 53 else { return nil }
      magnitude = Double(Int64(truncatingIfNeeded: digits))
    }
    if bytes.byte(at: end) | 0x20 == UInt8(ascii: "e") { return nil }
    offset = end
    return isNegative ? -magnitude : magnitude
  }

  /// Appends at most 15 digits to a number; returns false if there are more.
  @inline(__always) private static func add(_ bytes: Span<UInt8>, _ offset: inout Int, to digits: inout UInt64) -> Bool {
    guard let word = bytes.word(at: offset) else { return false }
    let count = ByteWord.digitCount(word)
    offset &+= count
    if count < 8 {
      if count > 0 { digits = digits &* integers[count] &+ ByteWord.number(word, count: count) }
      return true
    }
    digits = digits &* 100_000_000 &+ ByteWord.number(ByteWord.digitValues(word))
    guard let next = bytes.word(at: offset) else { return false }
    let more = ByteWord.digitCount(next)
    offset &+= more
    if more > 0, more < 8 { digits = digits &* integers[more] &+ ByteWord.number(next, count: more) }
    return more < 8
  }
}
