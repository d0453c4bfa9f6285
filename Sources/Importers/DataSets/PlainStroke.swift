import JSON
import TouchLog

/// A stroke in the usual form: `[[1,2],[3,4],[0,17]]`, three arrays of one length, without space and exponents.
///
/// The arrays are read side by side, since the length of a number decides where the next one begins: a processor reads
/// three rows of numbers in little more time than one.
struct PlainStroke {
  private(set) var points: [ImportedPoint] = []
  /// The offset after the stroke.
  private(set) var end: Int
  /// Whether the coordinates are known to be valid in a log.
  private(set) var isValid: Bool
  /// The time from which the points' times count, in milliseconds.
  let origin: Double

  /// - Parameters:
  ///   - start: The offset of the stroke's bracket.
  ///   - origin: The time from which times count, in milliseconds; nil for the stroke's first.
  ///   - limit: The most points.
  /// - Returns: Nil if the stroke is written in another way, or is wrong.
  init?(_ bytes: Span<UInt8>, at start: Int, origin: Double?, limit: Int) {
    guard bytes.byte(at: start) == ASCII.openBracket, bytes.byte(at: start + 1) == ASCII.openBracket,
      let second = Self.nextArray(bytes, from: start + 2), let third = Self.nextArray(bytes, from: second)
    else { return nil }
    var (x, y, t) = (start + 2, second, third)
    // The most digits of a whole number, and the largest of the other numbers.
    var digits = 0
    var largest = 0.0
    var firstTime = t
    guard let origin = origin ?? ShortNumber.read(bytes, &firstTime) else { return nil }
    (end, isValid, self.origin) = (start, false, origin)
    var next = ASCII.comma
    while next == ASCII.comma, points.count <= limit {
      points.append(addingCapacity: Self.batch) { span in
        while next == ASCII.comma, span.freeCapacity > 0 {
          let integers = (ShortInteger(bytes, at: x), ShortInteger(bytes, at: y), ShortInteger(bytes, at: t))
          next = integers.0.next
          if next == ASCII.comma || next == ASCII.closeBracket, integers.1.next == next, integers.2.next == next,
            integers.0.count > 0, integers.1.count > 0, integers.2.count > 0
          {
            digits = max(digits, integers.0.count, integers.1.count)
            span.append(ImportedPoint(integers.0.value, integers.1.value, time: (integers.2.value - origin) / 1000))
            x &+= integers.0.count
            y &+= integers.1.count
            t &+= integers.2.count
          } else {
            guard let px = ShortNumber.read(bytes, &x), let py = ShortNumber.read(bytes, &y),
              let time = ShortNumber.read(bytes, &t)
            else {
              next = 0
              break
            }
            next = bytes.byte(at: x)
            guard bytes.byte(at: y) == next, bytes.byte(at: t) == next else {
              next = 0
              break
            }
            largest = max(largest, max(px.magnitude, py.magnitude))
            span.append(ImportedPoint(px, py, time: (time - origin) / 1000))
          }
          x &+= 1
          y &+= 1
          t &+= 1
        }
      }
    }
    guard next == ASCII.closeBracket, x &+ 2 == second, y &+ 2 == third, bytes.byte(at: t) == ASCII.closeBracket else {
      return nil
    }
    end = t + 1
    isValid = digits < 8 && largest <= LogLimits.coordinate
  }

  /// The number of points that are read between two checks of the memory limit.
  private static let batch = 64

  /// The first element of the array after the one that `start` is in.
  private static func nextArray(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    let end = bytes.offset(of: ASCII.closeBracket, in: start..<bytes.count)
    guard bytes.byte(at: end + 1) == ASCII.comma, bytes.byte(at: end + 2) == ASCII.openBracket else { return nil }
    return end + 3
  }
}
