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
      if readIntegers(bytes, &offset) { break }
      numbers.append(try Self.number(bytes, &offset, &json))
      do throws(JSONFault) {
        if try !json.hasNext(bytes, &offset, until: ASCII.closeBracket) { break }
      } catch {
        throw Fault(error)
      }
    } while numbers.count <= limit
    if numbers.count > limit { throw Fault(.tooMuchMemory("the array", limit: memoryLimit), at: offset) }
  }

  /// Appends the next numbers as long as they have the usual form: integers of up to 8 digits, each followed by a comma
  /// and perhaps a space.
  ///
  /// - Returns: Whether the array has ended. Otherwise another element follows.
  private mutating func readIntegers(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
    var next = offset
    var hasEnded = false
    numbers.append(addingCapacity: Self.batch) { span in
      while span.freeCapacity > 0 {
        let number = ShortInteger(bytes, at: next)
        guard number.count > 0, number.next == ASCII.comma || number.next == ASCII.closeBracket else { break }
        span.append(number.value)
        next &+= number.count &+ 1
        if number.next == ASCII.closeBracket {
          hasEnded = true
          break
        }
        if bytes.byte(at: next) == ASCII.space { next &+= 1 }
      }
    }
    offset = next
    return hasEnded
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

/// An integer of 1 to 8 digits in a text, and the byte after it.
struct ShortInteger {
  private let word: UInt64
  /// The number of digits; 0 if there is none, or if it is near the end of the text.
  let count: Int
  /// The byte after the digits.
  let next: UInt8

  @inline(__always) init(_ bytes: Span<UInt8>, at offset: Int) {
    guard let word = bytes.word(at: offset) else {
      (word, count, next) = (0, 0, 0)
      return
    }
    self.word = word
    count = ByteWord.digitCount(word)
    next =
      count < 8
      ? UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: count &* 8)) : bytes.byte(at: offset &+ 8)
  }

  /// `count` must not be 0.
  @inline(__always) var value: Double { Double(ByteWord.number(word, count: count)) }
}
