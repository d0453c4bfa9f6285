/// Finds matches in rows of pixels. Four distances are tried: the pixel before, the row above, and the last positions
/// of the next three bytes and of the next six.
///
/// They are compared over eight bytes without a branch, because a processor cannot predict which of them is best.
struct MatchFinder {
  private let pixelBytes: Int
  private let rowBytes: Int
  /// For each hash, the position at which it was seen last: first the hashes of three bytes, then those of six.
  /// Positions grow from part to part, so that positions of earlier parts are beyond the window.
  private var places = [UInt32](repeating: 0, count: 2 * hashes)
  /// The position of the byte at index 0.
  private var origin = firstOrigin
  /// The index of the first byte after the last match, or of the block's first byte.
  private var literalStart = 0
  /// The index of the end of the current row.
  private var rowEnd: Int
  /// The number of literals and matches of the block.
  private var symbolCount = 0

  private static let hashBits: UInt64 = 13
  private static let hashes = 1 << 13
  /// From no position is 0 within the window.
  private static let firstOrigin = MatchBlock.window + 1
  /// The number of literals and matches that fill a block. Over more of them, their frequencies change too much.
  private static let symbolLimit = 1 << 14

  init(pixelBytes: Int, rowBytes: Int) {
    (self.pixelBytes, self.rowBytes, rowEnd) = (pixelBytes, rowBytes, rowBytes)
  }

  /// Forgets all bytes, of which there were `count`.
  mutating func startPart(after count: Int) {
    origin += count + MatchBlock.window
    if origin > 1 << 30 {
      origin = Self.firstOrigin
      for hash in places.indices { places[hash] = 0 }
    }
    (literalStart, symbolCount, rowEnd) = (0, 0, rowBytes)
  }

  /// Follows bytes that move to lower indices.
  mutating func moveDown(by count: Int) {
    origin += count
    literalStart -= count
    rowEnd -= count
  }

  /// - Returns: The number of literals since the last match.
  mutating func endBlock(at end: Int) -> Int {
    defer { (literalStart, symbolCount) = (end, 0) }
    return end - literalStart
  }

  /// Appends the matches in the bytes from `start` to `limit`, or as many of them as fill a block.
  ///
  /// - Parameter end: The end of the bytes that may be read.
  /// - Returns: The index up to which bytes were searched.
  mutating func search(
    _ bytes: [UInt8], from start: Int, limit: Int, end: Int, _ steps: inout [MatchBlock.Step]
  ) -> Int {
    var table: [UInt32] = []
    swap(&table, &places)
    defer { swap(&table, &places) }
    var places = table.mutableSpan
    let bytes = unsafe bytes.span.bytes
    precondition(
      places.count == 2 * Self.hashes && limit <= end && end + MatchBlock.slack <= bytes.byteCount && start >= 0)
    var (position, literalStart, rowEnd, symbolCount) = (start, self.literalStart, self.rowEnd, self.symbolCount)
    defer { (self.literalStart, self.rowEnd, self.symbolCount) = (literalStart, rowEnd, symbolCount) }
    let (pixelBytes, rowBytes, origin) = (self.pixelBytes, self.rowBytes, self.origin)
    // The first byte has nothing before it.
    if position == 0, limit > 0 { position = 1 }
    let lastWord = min(limit, end &- 8)
    while position <= lastWord, position < limit, symbolCount < Self.symbolLimit {
      let word = unsafe bytes.word(at: position)
      let place = position &+ origin
      let pixel = min(pixelBytes, position)
      let ofPixel = unsafe word ^ bytes.word(at: position &- pixel)
      var (length, distance) = (0, pixel)
      let row = position >= rowBytes && rowBytes <= MatchBlock.window ? rowBytes : pixel
      if ofPixel == 0 {
        unsafe Self.note(place, of: word, in: &places)
        length = unsafe bytes.matchLength(position, position &- pixel, limit: limit)
        // The row above may match beyond the end of the run.
        if length < 24, unsafe word == bytes.word(at: position &- row) {
          let other = unsafe bytes.matchLength(position, position &- row, limit: limit)
          if other > length &+ 4 { (length, distance) = (other, row) }
        }
      } else {
        let (one, two) = unsafe Self.note(place, of: word, in: &places)
        let (near, far) = (place &- one, place &- two)
        let short = near <= MatchBlock.window ? near : pixel
        let long = far <= MatchBlock.window ? far : pixel
        var best = Candidate(difference: ofPixel, distance: pixel)
        best.improve(by: Candidate(difference: word ^ (unsafe bytes.word(at: position &- row)), distance: row))
        let ofTwo = unsafe word ^ bytes.word(at: position &- long)
        best.improve(by: Candidate(difference: ofTwo, distance: long))
        best.improve(by: Candidate(difference: word ^ (unsafe bytes.word(at: position &- short)), distance: short))
        (length, distance) = (best.length, best.distance)
        if length == 8 {
          length = unsafe bytes.matchLength(position, position &- distance, limit: limit)
          if ofTwo == 0, long != distance {
            let other = unsafe bytes.matchLength(position, position &- long, limit: limit)
            if other > length &+ 2 { (length, distance) = (other, long) }
          }
        }
        length = min(length, limit &- position)
      }
      if length >= MatchLength.shortest {
        steps.append(
          MatchBlock.Step(
            literals: UInt32(truncatingIfNeeded: position &- literalStart),
            length: UInt32(truncatingIfNeeded: length), distance: UInt32(truncatingIfNeeded: distance)))
        position &+= length
        literalStart = position
        symbolCount &+= 1
        let last = position &- pixelBytes
        if length > pixelBytes, position <= lastWord {
          unsafe Self.note(last &+ origin, of: bytes.word(at: last), in: &places)
        }
      } else {
        while position >= rowEnd { rowEnd &+= rowBytes }
        // Go to the next pixel.
        let column = position &- rowEnd &+ rowBytes
        let count = column == 0 ? 1 : pixelBytes &- (column &- 1) % pixelBytes
        position &+= count
        symbolCount &+= count
      }
    }
    // The last bytes, which are fewer than a word.
    if position > lastWord || symbolCount < Self.symbolLimit { position = max(position, limit) }
    return min(position, limit)
  }

  /// Stores the position of a word.
  /// - Returns: The last positions of its first three bytes and of its first six, or of others with the same hash.
  @unsafe @inline(always) @discardableResult
  private static func note(_ place: Int, of word: UInt64, in places: inout MutableSpan<UInt32>) -> (Int, Int) {
    // Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4).
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    let one = Int(truncatingIfNeeded: ((word &<< 40) &* factor) &>> (64 &- hashBits))
    let two = hashes | Int(truncatingIfNeeded: ((word &<< 16) &* factor) &>> (64 &- hashBits))
    let before = unsafe (Int(places[unchecked: one]), Int(places[unchecked: two]))
    unsafe places[unchecked: one] = UInt32(truncatingIfNeeded: place)
    unsafe places[unchecked: two] = UInt32(truncatingIfNeeded: place)
    return before
  }
}

/// A match of up to eight bytes.
private struct Candidate {
  var length: Int
  var distance: Int
  /// About how many bits it saves.
  private var gain: Int

  /// - Parameter difference: The bits in which the bytes ahead differ from those at the distance.
  @inline(always)
  init(difference: UInt64, distance: Int) {
    length = difference.trailingZeroBitCount &>> 3
    self.distance = distance
    gain = 9 &* length &- (Int.bitWidth &- (distance | 3).leadingZeroBitCount)
  }

  @inline(always)
  mutating func improve(by other: Candidate) {
    let isBetter = other.gain > gain
    length = isBetter ? other.length : length
    distance = isBetter ? other.distance : distance
    gain = isBetter ? other.gain : gain
  }
}

extension RawSpan {
  /// Eight bytes, the first of them in the low byte.
  @unsafe @inline(always)
  fileprivate func word(at index: Int) -> UInt64 {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self).littleEndian
  }

  /// How many bytes at `index` equal those at `earlier`, of which the first eight do.
  @unsafe @inline(always)
  fileprivate func matchLength(_ index: Int, _ earlier: Int, limit: Int) -> Int {
    var (here, there) = (index &+ 8, earlier &+ 8)
    while here < limit {
      let difference = unsafe word(at: here) ^ word(at: there)
      if difference != 0 { return min(limit, here &+ difference.trailingZeroBitCount &>> 3) &- index }
      here &+= 8
      there &+= 8
    }
    return limit &- index
  }
}
