/// The type of the numbers of a NumPy array, such as "<i2": little-endian integers of two bytes.
struct NumberType {
  enum Kind: UInt8 {
    case signed = 0x69
    case unsigned = 0x75
    case float = 0x66
    /// Values of Python.
    case object = 0x4F
  }

  let kind: Kind
  /// In bytes.
  let size: Int
  var isBigEndian = false

  /// - Parameter text: The kind and the size, after an optional byte order.
  /// - Returns: Nil if the type is not read.
  init?(_ text: some Collection<UInt8>) {
    var text = text[...]
    if let order = text.first, "<>|=".utf8.contains(order) {
      isBigEndian = order == UInt8(ascii: ">")
      text = text.dropFirst()
    }
    guard let kind = text.popFirst().flatMap(Kind.init) else { return nil }
    self.kind = kind
    let digits = text.map { Int($0) - 0x30 }
    switch (kind, digits) {
    case (.object, _): size = 8
    case (.signed, [1]), (.unsigned, [1]), (.signed, [2]), (.unsigned, [2]), (_, [4]), (_, [8]): size = digits[0]
    default: return nil
    }
  }
}

/// The rows of a drawing in a file of NumPy: dx, dy, and whether the pen is lifted after the point.
struct NumberTable {
  static let columnCount = 3

  let type: NumberType
  let rowCount: Int
  /// Whether the columns are stored one after another.
  let isColumnMajor: Bool
  /// The offset of the numbers in the file.
  let start: Int

  /// The number in a row and a column. The file must have the table's bytes.
  func number(_ row: Int, _ column: Int, in bytes: [UInt8]) -> Double {
    let index = isColumnMajor ? column * rowCount + row : row * Self.columnCount + column
    let first = start + index * type.size
    var pattern: UInt64 = 0
    for byte in 0..<type.size {
      let place = type.isBigEndian ? type.size - 1 - byte : byte
      pattern |= UInt64(bytes[first + place]) << UInt64(8 * byte)
    }
    let unused = UInt64(64 - 8 * type.size)
    return switch type.kind {
    case .signed: Double(Int64(bitPattern: pattern << unused) >> Int64(unused))
    case .unsigned: Double(pattern)
    case .float where type.size == 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
    case .float: Double(bitPattern: pattern)
    case .object: .nan
    }
  }
}
