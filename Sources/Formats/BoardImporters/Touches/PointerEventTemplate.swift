import ImportCore
import JSON
import TouchLog

/// The text of an event between its numbers.
struct PointerEventTemplate {
  /// A value, and the text before it.
  struct Piece: Equatable {
    var text: [UInt8]
    var value: Value
    /// The value's text, if it is the same in all events of the template.
    var constant: [UInt8]?
  }

  enum Value: Equatable {
    case number(PointerEventValues.Number)
    /// A value that the touch does not need.
    case unused
    /// A value other than a number that the touch needs. It is constant.
    case fixed
    case end
  }

  /// The pieces of an object, the last one with the closing brace.
  private(set) var pieces: [Piece] = []
  let touch: ImportedTouch
  let name: PointerEventName

  /// Nil if the object's values are not only numbers and simple ones, or if it has no coordinates.
  init?(
    _ object: Range<Int>, of bytes: Span<UInt8>, _ fields: ObjectFields, touch: ImportedTouch, name: PointerEventName,
    slots: PointerEventSlots
  ) {
    (self.touch, self.name) = (touch, name)
    guard (try? addPieces(object, bytes, fields, slots)) == true else { return nil }
    for number in [PointerEventValues.Number.x, .y] where !pieces.contains(where: { $0.value == .number(number) }) {
      return nil
    }
  }

  private mutating func addPieces(
    _ object: Range<Int>, _ bytes: Span<UInt8>, _ fields: ObjectFields, _ slots: PointerEventSlots
  ) throws(JSONFault) -> Bool {
    var json = JSONScanner(spansLines: true)
    var offset = object.lowerBound + 1
    var textStart = object.lowerBound
    repeat {
      let key = try json.scanKey(bytes, &offset)
      let token = try json.scanValue(bytes, at: offset, depth: 1)
      if token.kind == .array || token.kind == .object { return false }
      var piece = Piece(text: bytes.array(textStart..<offset), value: .unused)
      switch fields.slot(ofKey: key, in: bytes).map({ slots.value(of: $0) }) {
      case .number(let number) where token.kind == .number: piece.value = .number(number)
      case .number, .fixed: piece.value = .fixed
      case .unused, nil: break
      }
      if piece.value == .fixed || piece.value == .unused { piece.constant = bytes.array(token.start..<token.end) }
      pieces.append(piece)
      offset = token.end
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
    return true
  }
}
