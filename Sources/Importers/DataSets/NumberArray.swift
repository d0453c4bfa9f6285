import JSON
import TouchLog

/// The numbers of a JSON array. One instance reads one array after another and keeps its memory.
struct NumberArray {
  private(set) var numbers: [Double] = []

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
      _ = json.skipSpace(bytes, &offset)
      var next = offset
      if let number = ShortNumber.read(bytes, &next), bytes.byte(at: next) == ASCII.comma {
        numbers.append(number)
        offset = next &+ 1
        continue
      }
      numbers.append(try Self.number(bytes, &offset, &json))
      if try !json.hasNextItem(bytes, &offset, until: ASCII.closeBracket) { break }
    } while numbers.count <= limit
    if numbers.count > limit { throw Fault(.tooMuchMemory("the array", limit: memoryLimit), at: offset) }
  }

  /// Reads any element.
  private static func number(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ json: inout JSONScanner
  ) throws(Fault) -> Double {
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
