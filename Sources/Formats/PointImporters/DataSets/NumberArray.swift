import ImportCore
import JSON
import TouchLog

/// The numbers of a JSON array. One instance reads one array after another and keeps its memory.
struct NumberArray {
  private(set) var numbers: [Double] = []

  /// The number of elements that are read between two checks of the memory limit.
  private static let batch = 256

  mutating func removeAll() { numbers.removeAll(keepingCapacity: true) }

  /// Appends the numbers of the array whose bracket is before `offset`. Elements such as null and NaN become NaN.
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
    repeat {
      readShort(bytes, &offset)
      numbers.append(try Self.number(bytes, &offset, &json))
      if try !json.hasNextItem(bytes, &offset, until: ASCII.closeBracket) { break }
    } while numbers.count <= limit
    if numbers.count > limit { throw Fault(.tooMuchMemory("the array", limit: memoryLimit), at: offset) }
  }

  /// Appends the next numbers as long as they are short, with a comma and perhaps a space after each.
  private mutating func readShort(_ bytes: Span<UInt8>, _ offset: inout Int) {
    var start = offset
    numbers.append(addingCapacity: Self.batch) { span in
      while span.freeCapacity > 0 {
        var next = start
        guard let number = ShortNumber.read(bytes, &next), bytes.byte(at: next) == ASCII.comma else { break }
        span.append(number)
        start = bytes.byte(at: next &+ 1) == ASCII.space ? next &+ 2 : next &+ 1
      }
    }
    offset = start
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

/// The parts of JSON.
extension JSONScanner {
  mutating func readKey(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> JSONToken {
    do throws(JSONFault) { return try scanKey(bytes, &offset) } catch { throw Fault(error) }
  }

  mutating func readValue(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> JSONToken {
    do throws(JSONFault) {
      let token = try scanValue(bytes, at: offset, depth: 3)
      offset = token.end
      return token
    } catch {
      throw Fault(error)
    }
  }

  func hasNextItem(_ bytes: Span<UInt8>, _ offset: inout Int, until end: UInt8) throws(Fault) -> Bool {
    do throws(JSONFault) { return try hasNext(bytes, &offset, until: end) } catch { throw Fault(error) }
  }
}
