/// The keys at the beginning of a text that may be a JSON object. They tell its format before all of it is read.
package struct JSONPrefix: Sendable {
  /// The keys of the object that the text begins with, each with the kind of its value; nil if the text ends before the
  /// value, or if no value begins there.
  package private(set) var keys: [(name: String, kind: JSONKind?)] = []
  /// Whether more text could add keys: the object has not ended and is well-formed so far.
  package private(set) var isOpen = true

  package init(_ text: [UInt8]) {
    let bytes = text.span
    var json = JSONScanner(spansLines: true)
    var offset = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    do throws(JSONFault) {
      let first = json.skipSpace(bytes, &offset)
      guard first == ASCII.openBrace else {
        isOpen = offset >= bytes.count
        return
      }
      offset += 1
      repeat {
        let key = try json.scanKey(bytes, &offset)
        keys.append((key.string(in: bytes), JSONPrefix.kind(ofValueAt: bytes.byte(at: offset))))
        offset = try json.scanValue(bytes, at: offset, depth: 2).end
      } while try json.hasNext(bytes, &offset, until: ASCII.closeBrace)
      isOpen = false
    } catch {
      isOpen = error.offset >= bytes.count
    }
  }

  private static func kind(ofValueAt byte: UInt8) -> JSONKind? {
    switch byte {
    case ASCII.quote: .string
    case ASCII.openBrace: .object
    case ASCII.openBracket: .array
    case ASCII.minus, ASCII.zero...ASCII.zero + 9: .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"): .null
    default: nil
    }
  }
}
