import JSON

/// A stroke as most are written: `[[1,2],[3,4],[0,17]]`, three arrays of short integers of one length, without space.
///
/// The arrays are read side by side, since the length of a number decides where the next one begins: a processor reads
/// three rows of numbers in little more time than one.
struct IntegerStroke {
  private(set) var points: [ImportedPoint] = []
  /// The offset after the stroke.
  private(set) var end: Int
  /// Whether the coordinates are known to be such as a log may have.
  private(set) var isValid: Bool
  /// The time from which the points' times count, in milliseconds.
  let origin: Double

  /// - Parameters:
  ///   - start: Where the stroke's bracket is.
  ///   - origin: The time from which times count, in milliseconds; nil for the stroke's first.
  ///   - limit: The most points.
  /// - Returns: Nil if the stroke is written in another way, or is wrong.
  init?(_ bytes: Span<UInt8>, at start: Int, origin: Double?, limit: Int) {
    guard bytes.byte(at: start) == ASCII.openBracket, bytes.byte(at: start + 1) == ASCII.openBracket,
      let second = Self.nextArray(bytes, from: start + 2), let third = Self.nextArray(bytes, from: second)
    else { return nil }
    var (x, y, t) = (start + 2, second, third)
    var digits = 0
    (end, isValid) = (start, false)
    self.origin = origin ?? ShortInteger(bytes, at: t).value
    let origin = self.origin
    var next = ASCII.comma
    while next == ASCII.comma, points.count <= limit {
      points.append(addingCapacity: Self.batch) { span in
        while next == ASCII.comma, span.freeCapacity > 0 {
          let numbers = (ShortInteger(bytes, at: x), ShortInteger(bytes, at: y), ShortInteger(bytes, at: t))
          next = numbers.0.next
          guard numbers.1.next == next, numbers.2.next == next,
            numbers.0.count > 0, numbers.1.count > 0, numbers.2.count > 0
          else {
            next = 0
            break
          }
          digits = max(digits, numbers.0.count, numbers.1.count)
          span.append(ImportedPoint(numbers.0.value, numbers.1.value, time: (numbers.2.value - origin) / 1000))
          x &+= numbers.0.count &+ 1
          y &+= numbers.1.count &+ 1
          t &+= numbers.2.count &+ 1
        }
      }
    }
    guard next == ASCII.closeBracket, x &+ 2 == second, y &+ 2 == third, bytes.byte(at: t) == ASCII.closeBracket else {
      return nil
    }
    end = t + 1
    isValid = digits < 8
  }

  /// The number of points that are read between two looks at the memory.
  private static let batch = 64

  /// The first element of the array after the one that `start` is in.
  private static func nextArray(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    let end = bytes.offset(of: ASCII.closeBracket, in: start..<bytes.count)
    guard bytes.byte(at: end + 1) == ASCII.comma, bytes.byte(at: end + 2) == ASCII.openBracket else { return nil }
    return end + 3
  }
}
