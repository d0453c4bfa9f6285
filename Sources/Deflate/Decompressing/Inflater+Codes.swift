/// The codes that a block brings with it (RFC 1951, 3.2.7).
extension Inflater {
  /// The order in which the lengths of the code for lengths come.
  private static let order: [UInt8] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// Reads the codes and makes their tables; false where there are too few bytes.
  mutating func readCodes() throws(InflateError) -> Bool {
    guard let literalCount = reader.take(5), let distanceCount = reader.take(5), let lengthCount = reader.take(4) else {
      return false
    }
    let counts = (literals: literalCount + 257, distances: distanceCount + 1)
    guard counts.literals <= 286, counts.distances <= 30 else { throw .symbolCount }
    var lengthLengths = [UInt8](repeating: 0, count: 19)
    for place in 0..<lengthCount + 4 {
      guard let length = reader.take(3) else { return false }
      lengthLengths[Int(Self.order[place])] = UInt8(length)
    }
    var table = DecodingTable.codeLengths
    try table.build(lengthLengths[...])
    guard let lengths = try readLengths(counts.literals + counts.distances, table) else { return false }
    guard lengths[256] > 0 else { throw .missingEnd }
    try literals.build(lengths[..<counts.literals])
    try distances.build(lengths[counts.literals...])
    return true
  }

  /// The lengths of `count` codes; nil where there are too few bytes.
  private mutating func readLengths(_ count: Int, _ table: DecodingTable) throws(InflateError) -> [UInt8]? {
    var lengths: [UInt8] = []
    lengths.reserveCapacity(count)
    while lengths.count < count {
      reader.refill()
      let entry = table.entries[Int(reader.state.bits & (1 << UInt64(table.rootBits) - 1))]
      let codeBits = UInt64(entry & 255)
      guard codeBits <= reader.state.count else { return nil }
      reader.drop(codeBits)
      var length = UInt8(entry >> 16)
      var times = 1
      if length >= 16 {
        let (base, extra): (Int, UInt64) =
          switch length {
          case 16: (3, 2)
          case 17: (3, 3)
          default: (11, 7)
          }
        guard let more = reader.take(extra) else { return nil }
        times = base + more
        guard length > 16 || !lengths.isEmpty else { throw .codeLengths }
        length = length == 16 ? lengths[lengths.count - 1] : 0
        guard lengths.count + times <= count else { throw .codeLengths }
      }
      for _ in 0..<times { lengths.append(length) }
    }
    return lengths
  }
}
