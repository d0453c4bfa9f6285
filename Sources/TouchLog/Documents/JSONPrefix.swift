/// The beginning of a text that may be a JSON object, to tell what it is before it is read whole.
public struct JSONPrefix: Sendable {
  /// The keys of the object that the text begins with, as far as they are there, each with what its value is; nil where
  /// that has not come yet.
  public private(set) var keys: [(name: String, kind: JSONKind?)] = []
  /// Whether more of the text could add keys: neither has the object ended, nor does it break JSON's rules.
  public private(set) var isOpen = true

  public init(_ text: [UInt8]) {
    let bytes = text.span
    var json = JSONScanner(spansLines: true)
    var offset = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    do throws(Fault) {
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
      } while try json.goesOn(bytes, &offset, until: ASCII.closeBrace)
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
