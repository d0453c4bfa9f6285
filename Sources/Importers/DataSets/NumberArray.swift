import JSON
import TouchLog

/// The numbers of a JSON array. One instance reads one array after another and keeps its memory.
struct NumberArray {
  private(set) var numbers: [Double] = []

  mutating func removeAll() { numbers.removeAll(keepingCapacity: true) }

  /// Appends the numbers of the array whose bracket is before `offset`. What stands for no number, such as null and NaN,
  /// becomes NaN.
  ///
  /// - Parameter memoryLimit: In bytes, for as many points as the array has numbers.
  /// - Throws: `Fault` if an element is no number, or there are too many.
  mutating func read(
    _ bytes: Span<UInt8>, _ offset: inout Int, memoryLimit: Int, _ json: inout JSONScanner
  ) throws(Fault) {
    if json.skipSpace(bytes, &offset) == ASCII.closeBracket {
      offset += 1
      return
    }
    let limit = memoryLimit / MemoryLayout<ImportedPoint>.stride
    while true {
      // Most numbers are integers of a few digits.
      if let word = bytes.word(at: offset) {
        let count = ByteWord.digitCount(word)
        let next =
          count < 8
          ? UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: count &* 8)) : bytes.byte(at: offset &+ 8)
        if count > 0, next == ASCII.comma || next == ASCII.closeBracket {
          numbers.append(Double(ByteWord.number(word, count: count)))
          offset &+= count &+ 1
          if next == ASCII.closeBracket { break }
          if bytes.byte(at: offset) == ASCII.space { offset &+= 1 }
          continue
        }
      }
      numbers.append(try Self.number(bytes, &offset, &json))
      do throws(JSONFault) {
        if try !json.hasNext(bytes, &offset, until: ASCII.closeBracket) { break }
      } catch {
        throw Fault(error)
      }
      if numbers.count > limit { break }
    }
    if numbers.count > limit {
      throw Fault(.tooMuchMemory("the array", limit: memoryLimit), at: offset)
    }
  }

  /// Reads any element.
  private static func number(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ json: inout JSONScanner
  ) throws(Fault) -> Double {
    _ = json.skipSpace(bytes, &offset)
    let token: JSONToken
    do throws(JSONFault) {
      token = try json.scanValue(bytes, at: offset, depth: 5)
    } catch {
      guard case .notFinite(let text) = error.error else { throw Fault(error) }
      offset += text.utf8.count
      return .nan
    }
    offset = token.end
    switch token.kind {
    case .number: return token.double(in: bytes) ?? .infinity
    case .null: return .nan
    case let kind: throw Fault(.wrongType(key: "drawing", found: kind, expected: .number), at: token.start)
    }
  }
}
