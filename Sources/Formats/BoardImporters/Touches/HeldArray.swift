import JSON

/// Whether an object holds an array of objects as its `events`.
enum HeldArray {
  case begins(Int)
  case none
  /// The text ends, or is wrong, at this offset.
  case unknown(Int)

  init(in bytes: Span<UInt8>, from start: Int) {
    var json = JSONScanner(spansLines: true)
    var offset = start + 1
    do throws(JSONFault) {
      self = .none
      if json.skipSpace(bytes, &offset) == ASCII.closeBrace { return }
      repeat {
        let key = try json.scanKey(bytes, &offset)
        if bytes.byte(at: offset) == ASCII.openBracket, key.string(in: bytes) == "events" {
          self = .begins(offset)
          return
        }
        offset = try json.scanValue(bytes, at: offset, depth: 1).end
      } while try json.hasNext(bytes, &offset, until: ASCII.closeBrace)
    } catch {
      self = .unknown(error.offset)
    }
  }
}
