import ImportCore
import JSON
import TouchLog

/// Reads events that have the form of earlier events, in one pass.
///
/// The events of a log are nearly all alike except for their numbers. A template is the text between the numbers. It is
/// made of an event that `PointerEventDecoder` accepted, so every object that fits has valid keys, and gives the same
/// touch as the decoder would make of it.
struct PointerEventScanner {
  /// The most templates. A log has one for each type of event and of pointer.
  private static let limit = 16

  private var templates: [PointerEventTemplate] = []
  /// The number of events to skip before one is learned: after too many templates, learning gains nothing.
  private var skipCount = 0
  /// The templates as they are compared.
  private(set) var texts = PointerEventTexts()

  /// Makes a template of an event that was read.
  /// - Parameters:
  ///   - object: Its bytes.
  ///   - touch: What it gave.
  ///   - slots: The keys that the decoder uses.
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
      // It fits, but has a number in an unusual notation or is near the end of the memory.
      if new.pieces == templates[known].pieces { return }
      templates[known] = new
    } else if templates.count < Self.limit {
      templates.append(new)
    } else {
      templates.removeAll()
      skipCount = 4096
    }
    texts = PointerEventTexts()
    for template in templates { texts.add(template) }
  }
}

/// The texts of templates, without indirection.
struct PointerEventTexts {
  /// Eight bytes of a text, or its last ones.
  private struct Word {
    var text: UInt64
    var mask: UInt64
  }

  /// A text of any length and the value after it.
  private struct Part {
    /// The index after the text's last word.
    var wordEnd: Int32
    /// The text's length in bytes.
    var count: Int32
    var value: PointerEventTemplate.Value
  }

  /// The properties that the events of a template share.
  struct Template {
    var touch: ImportedTouch
    var name: PointerEventName
    var hasNewlines = false
    /// The indices of the first word and the first part.
    fileprivate var word: Int
    fileprivate var part: Int
  }

  private var words: [Word] = []
  private var parts: [Part] = []
  private(set) var templates: [Template] = []

  /// Joins the texts and constant values of a template.
  fileprivate mutating func add(_ template: PointerEventTemplate) {
    var new = Template(touch: template.touch, name: template.name, word: words.count, part: parts.count)
    var text: [UInt8] = []
    for piece in template.pieces {
      text += piece.text
      if let constant = piece.constant {
        text += constant
        continue
      }
      new.hasNewlines = new.hasNewlines || text.contains(ASCII.newline)
      for start in stride(from: 0, to: text.count, by: 8) {
        var word = Word(text: 0, mask: 0)
        for (index, byte) in text[start..<min(start + 8, text.count)].enumerated() {
          word.text |= UInt64(byte) << UInt64(index * 8)
          word.mask |= 0xFF << UInt64(index * 8)
        }
        words.append(word)
      }
      parts.append(Part(wordEnd: Int32(words.count), count: Int32(text.count), value: piece.value))
      text = []
    }
    templates.append(new)
  }

  /// The offset after the object that begins at `start`; nil if it fits no template.
  /// - Parameters:
  ///   - recent: The index of the template to try first; becomes that of the template that fits.
  ///   - values: Gets the numbers of the object.
  @inline(__always) func scan(
    _ bytes: Span<UInt8>, from start: Int, recent: inout Int, into values: inout PointerEventValues
  ) -> Int? {
    if recent < templates.count, let end = scan(recent, bytes, from: start, into: &values) { return end }
    for index in templates.indices where index != recent {
      values = PointerEventValues()
      if let end = scan(index, bytes, from: start, into: &values) {
        recent = index
        return end
      }
    }
    return nil
  }

  /// Compares the object at `start` with one template.
  private func scan(
    _ index: Int, _ bytes: Span<UInt8>, from start: Int, into values: inout PointerEventValues
  ) -> Int? {
    var word = templates[index].word
    var part = templates[index].part
    var offset = start
    while true {
      var position = offset
      let wordEnd = Int(parts[part].wordEnd)
      let text = words.span.extracting(word..<wordEnd)
      for index in text.indices {
        guard let found = bytes.word(at: position), (found ^ text[index].text) & text[index].mask == 0 else {
          return nil
        }
        position &+= 8
      }
      word = wordEnd
      offset &+= Int(parts[part].count)
      switch parts[part].value {
      case .number(let number):
        guard let value = Self.number(bytes, &offset) else { return nil }
        values[number] = value
      case .end: return offset
      case .unused, .fixed:
        guard Self.skip(bytes, &offset) else { return nil }
      }
      part &+= 1
    }
  }

  /// Reads a number, which has few digits or is any other of JSON.
  @inline(__always) private static func number(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    if let number = ShortNumber.read(bytes, &offset) { return number }
    guard let token = try? JSONScanner(spansLines: true).scanNumber(bytes, at: offset) else { return nil }
    offset = token.end
    return token.double(in: bytes)
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
    default: return Self.number(bytes, &offset) != nil
    }
  }
}
