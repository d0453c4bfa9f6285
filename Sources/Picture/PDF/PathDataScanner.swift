/// Scans path data that `SVGPathData` has made.
struct PathDataScanner {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func skipSeparators() {
    while offset < bytes.count, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
  }

  /// The letter that comes next; nil if it is no letter.
  mutating func letter() -> UInt8? {
    skipSeparators()
    guard offset < bytes.count, bytes[offset] >= UInt8(ascii: "A") else { return nil }
    offset += 1
    return bytes[offset - 1]
  }

  /// A flag of an arc, which needs no separator after it.
  mutating func flag() -> Bool {
    skipSeparators()
    guard offset < bytes.count else { return false }
    offset += 1
    return bytes[offset - 1] == UInt8(ascii: "1")
  }

  /// The whole number that comes next; nil if there is none.
  mutating func number() -> Double? {
    skipSeparators()
    let isNegative = offset < bytes.count && bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    let start = offset
    var number = 0.0
    while offset < bytes.count, 48...57 ~= bytes[offset] {
      number = number * 10 + Double(bytes[offset] - 48)
      offset += 1
    }
    return offset > start ? isNegative ? -number : number : nil
  }
}
