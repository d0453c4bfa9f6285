/// Decodes the symbols of a block (RFC 1951, 3.2.3) with the codes of that block.
struct SymbolDecoder {
  private var literals = DecodingTable.literals
  private var distances = DecodingTable.distances

  /// The codes that DEFLATE predefines (RFC 1951, 3.2.6).
  static let fixed: SymbolDecoder = {
    var lengths = [UInt8](repeating: 8, count: 288)
    for symbol in 144..<256 { lengths[symbol] = 9 }
    for symbol in 256..<280 { lengths[symbol] = 7 }
    var decoder = SymbolDecoder()
    do throws(InflateError) {
      try decoder.literals.build(lengths[...])
      try decoder.distances.build([UInt8](repeating: 5, count: 32)[...])
    } catch {
      preconditionFailure("the fixed codes are complete")
    }
    return decoder
  }()

  // MARK: Codes

  /// Reads the codes of a block (RFC 1951, 3.2.7).
  ///
  /// - Returns: False if there are too few bytes; the codes must then be read again from their start.
  mutating func readCodes(from reader: inout BitReader) throws(InflateError) -> Bool {
    guard let literalCount = reader.take(5), let distanceCount = reader.take(5), let lengthCount = reader.take(4) else {
      return false
    }
    let counts = (literals: literalCount + 257, distances: distanceCount + 1)
    guard counts.literals <= 286, counts.distances <= 30 else { throw .symbolCount }
    var lengthLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<lengthCount + 4 {
      guard let length = reader.take(3) else { return false }
      lengthLengths[HuffmanCode.lengthOrder[index]] = UInt8(length)
    }
    var table = DecodingTable.codeLengths
    try table.build(lengthLengths[...])
    guard let lengths = try Self.readLengths(counts.literals + counts.distances, table, from: &reader) else {
      return false
    }
    guard lengths[256] > 0 else { throw .missingEnd }
    try literals.build(lengths[..<counts.literals])
    try distances.build(lengths[counts.literals...])
    return true
  }

  /// Reads the lengths of `count` codes. Returns nil if there are too few bytes.
  private static func readLengths(
    _ count: Int, _ table: DecodingTable, from reader: inout BitReader
  ) throws(InflateError) -> [UInt8]? {
    var lengths: [UInt8] = []
    lengths.reserveCapacity(count)
    while lengths.count < count {
      reader.refill()
      let entry = table.entry(reader.state.bits)
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

  // MARK: Symbols

  /// Decodes until the block ends, the window is full or the bytes run out.
  ///
  /// - Returns: Whether the block has ended.
  func decode(from reader: inout BitReader, to window: inout InflateWindow) throws(InflateError) -> Bool {
    while !window.isFull {
      if reader.bytes.count - reader.state.position >= Self.inputMargin {
        if try decodeFast(from: &reader, to: &window) { return true }
      } else {
        switch try decodeSymbol(from: &reader, to: &window) {
        case .isDecoded: break
        case .isEnd: return true
        case .isIncomplete: return false
        }
      }
    }
    return false
  }

  /// The number of bytes that one step of `decodeFast` may read: a word of 8 bytes for a symbol, one up to 7 bytes
  /// later for the distance, and up to 7 more that are skipped.
  private static let inputMargin = 24

  /// Decodes while there is enough input and room that words can be read and written without checking for the end.
  ///
  /// - Returns: Whether the block has ended.
  private func decodeFast(from reader: inout BitReader, to window: inout InflateWindow) throws(InflateError) -> Bool {
    let (compressed, literalEntries, distanceEntries) = (reader.bytes, self.literals.entries, self.distances.entries)
    let input = unsafe compressed.span.bytes
    let inputLimit = compressed.count - Self.inputMargin
    let (literals, distances) = (literalEntries.span, distanceEntries.span)
    let literalMask = UInt64(1) << UInt64(self.literals.rootBits) - 1
    let distanceMask = UInt64(1) << UInt64(self.distances.rootBits) - 1
    let (reach, limit) = (window.reach, window.limit)
    var state = reader.state
    var isEnd = false
    var failure: InflateError?

    var end = window.end
    do {
      var span = window.bytes.mutableSpan
      var bytes = unsafe span.mutableBytes
      while state.position <= inputLimit, end < limit {
        state.refill(from: input)
        // At least 56 bits: two literals take at most 15 each, a length 20.
        var entry = literals[Int(truncatingIfNeeded: state.bits & literalMask)]
        if entry & DecodingTable.literal != 0 {
          state.drop(entry)
          Self.append(entry, to: &bytes, at: &end)
          entry = literals[Int(truncatingIfNeeded: state.bits & literalMask)]
          if entry & DecodingTable.literal != 0 {
            state.drop(entry)
            Self.append(entry, to: &bytes, at: &end)
            entry = literals[Int(truncatingIfNeeded: state.bits & literalMask)]
            if entry & DecodingTable.literal != 0 {
              state.drop(entry)
              Self.append(entry, to: &bytes, at: &end)
              continue
            }
          }
        }
        if entry & DecodingTable.exception != 0 {
          if entry & DecodingTable.pointer != 0 { entry = state.follow(entry, in: literals) }
          if entry & DecodingTable.literal != 0 {
            state.drop(entry)
            Self.append(entry, to: &bytes, at: &end)
            continue
          }
          if entry & DecodingTable.exception != 0 {
            if entry & DecodingTable.end != 0 {
              state.drop(entry)
              isEnd = true
            } else {
              failure = .symbol
            }
            break
          }
        }
        let length = DecodingTable.value(of: entry, state.bits)
        state.drop(entry)

        state.refill(from: input)
        entry = distances[Int(truncatingIfNeeded: state.bits & distanceMask)]
        if entry & DecodingTable.exception != 0 {
          if entry & DecodingTable.pointer != 0 { entry = state.follow(entry, in: distances) }
          if entry & DecodingTable.exception != 0 {
            failure = .symbol
            break
          }
        }
        let distance = DecodingTable.value(of: entry, state.bits)
        state.drop(entry)
        guard distance <= end, distance <= reach else {
          failure = .distance
          break
        }
        InflateWindow.copy(in: &bytes, at: end, distance: distance, length: length)
        end &+= length
      }
    }
    window.end = end

    state.normalize()
    reader.state = state
    if let failure { throw failure }
    return isEnd
  }

  @inline(always)
  private static func append(_ literal: UInt32, to bytes: inout MutableRawSpan, at end: inout Int) {
    bytes.storeBytes(of: UInt8(truncatingIfNeeded: literal &>> 16), toByteOffset: end, as: UInt8.self)
    end &+= 1
  }

  private enum Step {
    case isDecoded
    case isEnd
    case isIncomplete
  }

  /// Decodes one literal or match, whose bits may be the last ones. Reads nothing of an incomplete one.
  private func decodeSymbol(from reader: inout BitReader, to window: inout InflateWindow) throws(InflateError) -> Step {
    reader.refill()
    var state = reader.state
    guard let symbol = Self.lookUp(literals, &state) else { return .isIncomplete }
    if symbol.entry & DecodingTable.literal != 0 {
      window.append(UInt8(truncatingIfNeeded: symbol.entry >> 16))
    } else if symbol.entry & DecodingTable.end != 0 {
      reader.state = state
      return .isEnd
    } else {
      guard symbol.entry & DecodingTable.exception == 0 else { throw .symbol }
      guard let distance = Self.lookUp(distances, &state) else { return .isIncomplete }
      guard distance.entry & DecodingTable.exception == 0 else { throw .symbol }
      guard distance.value <= window.end, distance.value <= window.reach else { throw .distance }
      window.repeatBytes(length: symbol.value, distance: distance.value)
    }
    reader.state = state
    return .isDecoded
  }

  /// Decodes the next code and its extra bits. Returns nil if there are too few bits: missing bits are zeros, and an
  /// entry that needs none of them is the right one.
  private static func lookUp(_ table: DecodingTable, _ state: inout BitReader.State) -> (entry: UInt32, value: Int)? {
    var entry = table.entry(state.bits)
    if entry & DecodingTable.pointer != 0 {
      guard UInt64(entry & 255) <= state.count else { return nil }
      let pointer = entry
      state.drop(pointer & 255)
      entry = table.entries[DecodingTable.index(of: pointer, state.bits)]
    }
    guard UInt64(entry & 255) <= state.count else { return nil }
    let value = DecodingTable.value(of: entry, state.bits)
    state.drop(entry & 255)
    return (entry, value)
  }
}
