/// The symbols of a block with codes (RFC 1951, 3.2.3).
extension Inflater {
  /// Decodes until the block ends; false where there are too few bytes or no room.
  mutating func decodeSymbols() throws(InflateError) -> Bool {
    while !window.isFull {
      if reader.bytes.count - reader.state.position >= Self.inputMargin {
        if try decodeFast() { return true }
      } else {
        switch try decodeSymbol() {
        case .isDecoded: break
        case .isEnd: return true
        case .isIncomplete: return false
        }
      }
    }
    return false
  }

  /// `decodeFast` reads a word of 8 bytes for a symbol, up to 7 bytes behind it one for the match's distance, and passes
  /// over up to 7 more.
  private static let inputMargin = 24

  /// Decodes while there are so many bytes and so much room that words can be read and written whatever comes next.
  /// - Returns: Whether the block has ended.
  private mutating func decodeFast() throws(InflateError) -> Bool {
    let (compressed, literalEntries, distanceEntries) = (reader.bytes, self.literals.entries, self.distances.entries)
    let input = unsafe compressed.span.bytes
    let inputLimit = compressed.count - Self.inputMargin
    let (literals, distances) = (literalEntries.span, distanceEntries.span)
    let literalMask = UInt64(1) << UInt64(self.literals.rootBits) - 1
    let distanceMask = UInt64(1) << UInt64(self.distances.rootBits) - 1
    let (reach, limit) = (self.reach, window.limit)
    // Of the count only the lowest six bits mean something: entries are subtracted as they are.
    var (position, bits, count) = (reader.state.position, reader.state.bits, reader.state.count)
    var isEnd = false
    var failure: InflateError?

    var place = window.end
    do {
      var span = window.bytes.mutableSpan
      var bytes = unsafe span.mutableBytes
      while position <= inputLimit, place < limit {
        Self.refill(input, &position, &bits, &count)
        // There are 56 bits or more; at most 15 each for two literals, and 20 for a length.
        var entry = literals[Int(truncatingIfNeeded: bits & literalMask)]
        if entry & DecodingTable.literal != 0 {
          Self.drop(entry, &bits, &count)
          Self.append(entry, to: &bytes, at: &place)
          entry = literals[Int(truncatingIfNeeded: bits & literalMask)]
          if entry & DecodingTable.literal != 0 {
            Self.drop(entry, &bits, &count)
            Self.append(entry, to: &bytes, at: &place)
            entry = literals[Int(truncatingIfNeeded: bits & literalMask)]
            if entry & DecodingTable.literal != 0 {
              Self.drop(entry, &bits, &count)
              Self.append(entry, to: &bytes, at: &place)
              continue
            }
          }
        }
        if entry & DecodingTable.exception != 0 {
          if entry & DecodingTable.pointer != 0 { entry = Self.follow(entry, literals, &bits, &count) }
          if entry & DecodingTable.literal != 0 {
            Self.drop(entry, &bits, &count)
            Self.append(entry, to: &bytes, at: &place)
            continue
          }
          if entry & DecodingTable.exception != 0 {
            if entry & DecodingTable.end != 0 {
              Self.drop(entry, &bits, &count)
              isEnd = true
            } else {
              failure = .symbol
            }
            break
          }
        }
        let length = Self.value(entry, bits)
        Self.drop(entry, &bits, &count)

        Self.refill(input, &position, &bits, &count)
        entry = distances[Int(truncatingIfNeeded: bits & distanceMask)]
        if entry & DecodingTable.exception != 0 {
          if entry & DecodingTable.pointer != 0 { entry = Self.follow(entry, distances, &bits, &count) }
          if entry & DecodingTable.exception != 0 {
            failure = .symbol
            break
          }
        }
        let distance = Self.value(entry, bits)
        Self.drop(entry, &bits, &count)
        guard distance <= place, distance <= reach else {
          failure = .distance
          break
        }
        InflateWindow.copy(in: &bytes, at: place, distance: distance, length: length)
        place &+= length
      }
    }
    window.end = place

    count &= 63
    reader.state = BitReader.State(position: position, bits: bits & ((1 << count) - 1), count: count)
    if let failure { throw failure }
    return isEnd
  }

  /// Takes up as many whole bytes as there is room for. A part of the next is there too, which it will be again.
  @inline(always)
  private static func refill(_ bytes: RawSpan, _ position: inout Int, _ bits: inout UInt64, _ count: inout UInt64) {
    let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
    bits |= UInt64(littleEndian: word) &<< count
    position &+= 7 &- Int(truncatingIfNeeded: count &>> 3 & 7)
    count |= 56
  }

  @inline(always)
  private static func append(_ literal: UInt32, to bytes: inout MutableRawSpan, at place: inout Int) {
    bytes.storeBytes(of: UInt8(truncatingIfNeeded: literal &>> 16), toByteOffset: place, as: UInt8.self)
    place &+= 1
  }

  @inline(always)
  private static func drop(_ entry: UInt32, _ bits: inout UInt64, _ count: inout UInt64) {
    bits &>>= UInt64(entry)
    count &-= UInt64(entry)
  }

  /// The base and the extra bits, which stand behind the code.
  @inline(always)
  private static func value(_ entry: UInt32, _ bits: UInt64) -> Int {
    let all = bits & ((1 &<< UInt64(entry)) &- 1)
    return Int(entry &>> 16) &+ Int(truncatingIfNeeded: all &>> UInt64(entry &>> 8 & 15))
  }

  @inline(always)
  private static func follow(
    _ pointer: UInt32, _ entries: Span<UInt32>, _ bits: inout UInt64, _ count: inout UInt64
  ) -> UInt32 {
    drop(pointer, &bits, &count)
    let place = bits & ((1 &<< UInt64(pointer &>> 8 & 15)) &- 1)
    return entries[Int(pointer &>> 16 & 0x7FFF) &+ Int(truncatingIfNeeded: place)]
  }

  private enum Step {
    case isDecoded
    case isEnd
    case isIncomplete
  }

  /// Decodes one literal or one match, whose bits may be the last that have come. Of one that is incomplete nothing is
  /// taken.
  private mutating func decodeSymbol() throws(InflateError) -> Step {
    reader.refill()
    var (bits, count) = (reader.state.bits, reader.state.count)
    guard let symbol = Self.look(literals, &bits, &count) else { return .isIncomplete }
    if symbol.entry & DecodingTable.literal != 0 {
      window.append(UInt8(truncatingIfNeeded: symbol.entry >> 16))
    } else if symbol.entry & DecodingTable.end != 0 {
      (reader.state.bits, reader.state.count) = (bits, count)
      return .isEnd
    } else {
      guard symbol.entry & DecodingTable.exception == 0 else { throw .symbol }
      guard let distance = Self.look(distances, &bits, &count) else { return .isIncomplete }
      guard distance.entry & DecodingTable.exception == 0 else { throw .symbol }
      guard distance.value <= window.end, distance.value <= reach else { throw .distance }
      window.repeatBytes(length: symbol.value, distance: distance.value)
    }
    (reader.state.bits, reader.state.count) = (bits, count)
    return .isDecoded
  }

  /// What the next bits stand for; nil where they are not enough. Bits that are missing are zeros, and a code that is
  /// found without any of them is the right one.
  private static func look(
    _ table: DecodingTable, _ bits: inout UInt64, _ count: inout UInt64
  ) -> (entry: UInt32, value: Int)? {
    var entry = table.entries[Int(bits & (1 << UInt64(table.rootBits) - 1))]
    if entry & DecodingTable.pointer != 0 {
      let taken = UInt64(entry & 255)
      guard taken <= count else { return nil }
      (bits, count) = (bits >> taken, count - taken)
      let place = bits & (1 << UInt64(entry >> 8 & 15) - 1)
      entry = table.entries[Int(entry >> 16 & 0x7FFF) + Int(place)]
    }
    let taken = UInt64(entry & 255)
    guard taken <= count else { return nil }
    let value = Self.value(entry, bits)
    (bits, count) = (bits >> taken, count - taken)
    return (entry, value)
  }
}
