import DoodleKit
import JSON

/// Reading small JSON texts that this program, or a person for it, has written.
extension JSON {
  /// Nil if the bytes are not one JSON text.
  init?(reading bytes: [UInt8]) {
    guard let document = try? JSONDocument(scanning: bytes, name: "") else { return nil }
    self.init(document.root)
  }

  private init(_ value: JSONValue) {
    let bytes = value.document.bytes
    switch value.kind {
    case .null: self = .null
    case .boolean: self = .bool(value.isTrue)
    case .string: self = .string(value.token.string(in: bytes.span))
    case .number:
      let integer = try? value.token.integer(in: bytes.span)
      self = integer.map { .integer(Int($0)) } ?? value.token.double(in: bytes.span).map { .number($0) } ?? .null
    case .array: self = .array(value.elements.map { JSON($0) })
    case .object: self = .object(value.members.map { Member(name: $0.key, value: JSON($0)) })
    }
  }

  /// The value of an object's member.
  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  /// A number of pixels, lines or the like; nil for other numbers, and from 2^50 on.
  var whole: Int? { if case .integer(let whole) = self, (0..<1 << 50).contains(whole) { whole } else { nil } }
  var list: [JSON]? { if case .array(let list) = self { list } else { nil } }

  var number: Double? {
    switch self {
    case .integer(let whole): Double(whole)
    case .number(let number): number
    default: nil
    }
  }

  /// The numbers of an array of nothing else.
  var wholes: [Int]? {
    guard let list else { return nil }
    let wholes = list.compactMap(\.whole)
    return wholes.count == list.count ? wholes : nil
  }

  /// A box as `JSON.box` writes it.
  var box: PixelRect? {
    guard let sides = wholes, sides.count == 4, sides.allSatisfy((0..<1 << 31).contains) else { return nil }
    return PixelRect(minX: sides[0], minY: sides[1], maxX: sides[0] + sides[2], maxY: sides[1] + sides[3])
  }
}
