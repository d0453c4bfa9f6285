/// The contents of one DEFLATE block: literal bytes, and runs that repeat the byte before them.
///
/// If a pixel of ink on paper is one byte, nearly all repetition is runs, which can be found at the speed of memory.
package struct RunBlock {
  /// The number of bytes that a block holds, and of its parts.
  struct Counts {
    var literals = 0
    var runs = 0
    /// The number of literals before the last run.
    var literalsBeforeLastRun = 0
    /// The number of bytes that the literals and runs expand to.
    var bytes = 0
  }

  /// The literals; elements from `counts.literals` on are undefined.
  private(set) var literals: [UInt8] = []
  /// For each run, the number of literals between it and the run before (low half) and its length in bytes
  /// (high half); elements from `counts.runs` on are undefined.
  private(set) var runs: [UInt32] = []
  private(set) var counts = Counts()
  private var finder = RunFinder()

  /// The number of literals that fill a block.
  private static let literalLimit = 3 << 14
  /// The number of bytes that may be appended at once; with `literalLimit`, literal counts then fit into 16 bits.
  package static let pieceLimit = 1 << 14
  /// The number of bytes of rows that are appended at once. With more, the working memory of `finder` leaves the cache.
  private static let rowsLimit = 1 << 12
  /// Literals are stored in groups of up to 16 bytes, which may extend past the end by this many.
  private static let slack = 16

  package init() {}

  package var isEmpty: Bool { counts.literals == 0 }
  package var isFull: Bool { counts.literals >= Self.literalLimit }

  mutating func removeAll() {
    counts = Counts()
  }

  /// Ensures room for a piece of `count` bytes.
  private mutating func reserve(bytes count: Int) {
    precondition(!isFull && count <= Self.pieceLimit, "the block has room")
    let literalsNeeded = counts.literals + count + Self.slack
    if literals.count < literalsNeeded { literals.grow(to: literalsNeeded) }
    // Every run has a literal before it.
    let runsNeeded = counts.runs + count / 2 + 2
    if runs.count < runsNeeded { runs.grow(to: runsNeeded) }
  }

  /// Ends the block with an empty run, so that every literal has a run after it.
  mutating func end() {
    let trailing = counts.literals - counts.literalsBeforeLastRun
    runs[counts.runs] = UInt32(truncatingIfNeeded: trailing)
    counts.runs += 1
    counts.literalsBeforeLastRun = counts.literals
  }

  /// The bytes that the literals and runs expand to.
  var expanded: [UInt8] {
    var bytes: [UInt8] = []
    var literal = 0
    for run in runs[..<counts.runs] {
      let end = literal + Int(run & 0xFFFF)
      bytes += literals[literal..<end]
      literal = end
      for _ in 0..<run >> 16 { bytes.append(bytes[bytes.count - 1]) }
    }
    return bytes
  }

  /// Appends literals and the runs that `finder` has found in `range`, whose elements have `size` bytes each.
  ///
  /// - Parameter copy: Stores the bytes of some elements at an offset of the literals. It may store up to 16 bytes too
  ///   many.
  @inline(always)
  private mutating func append(
    _ range: Range<Int>, size: Int, _ copy: (Range<Int>, inout MutableRawSpan, Int) -> Void
  ) {
    // Moved out of `self`, because spans of two of its properties cannot be open at the same time.
    var (literals, runs): ([UInt8], [UInt32]) = ([], [])
    swap(&literals, &self.literals)
    swap(&runs, &self.runs)
    var literalSpan = literals.mutableSpan
    var output = unsafe literalSpan.mutableBytes
    var runSpan = runs.mutableSpan
    let (edges, edgeCount) = (finder.edges, finder.edgeCount)
    let edge = edges.span
    precondition(edgeCount <= edge.count && counts.runs + edgeCount / 2 <= runSpan.count)
    var counts = counts
    var first = counts.literals &- counts.literalsBeforeLastRun
    var start = range.lowerBound
    for number in 0..<edgeCount / 2 {
      let runStart = range.lowerBound &+ Int(unsafe edge[unchecked: 2 &* number])
      let runEnd = range.lowerBound &+ Int(unsafe edge[unchecked: 2 &* number &+ 1])
      copy(start..<runStart, &output, counts.literals)
      let single = (runStart &- start) &* size
      counts.literals &+= single
      unsafe runSpan[unchecked: counts.runs &+ number] = UInt32(
        truncatingIfNeeded: first &+ single | ((runEnd &- runStart) &* size) &<< 16)
      first = 0
      start = runEnd
    }
    copy(start..<range.upperBound, &output, counts.literals)
    counts.literalsBeforeLastRun = counts.literals &- first
    counts.literals &+= (range.upperBound &- start) &* size
    counts.runs &+= edgeCount / 2
    counts.bytes &+= range.count &* size
    self.counts = counts
    swap(&literals, &self.literals)
    swap(&runs, &self.runs)
  }
}

extension Array where Element: FixedWidthInteger {
  /// Appends zeros until the array has at least `count` elements and its capacity is used up.
  fileprivate mutating func grow(to count: Int) {
    reserveCapacity(Swift.max(count, 2 * self.count))
    append(contentsOf: repeatElement(0, count: capacity - self.count))
  }
}

// MARK: Bytes

extension RunBlock {
  /// How many bytes after a piece may be read.
  package static let margin = 8

  /// Appends the bytes in `range`, at most `pieceLimit`.
  ///
  /// - Precondition: The block is not full, and `bytes` has `margin` elements after the range.
  package mutating func append(_ range: Range<Int>, of bytes: [UInt8]) {
    append(inRowsOf: range.count, range, of: bytes)
  }

  /// How many rows of `rowBytes` bytes can be appended at once, without a check in between whether the block is full.
  package func rowsAtOnce(of rowBytes: Int) -> Int {
    min(Self.rowsLimit, Self.literalLimit - counts.literals) / rowBytes
  }

  /// Appends the rows in `range`, of `rowBytes` bytes each: the same as a piece for each row, in less time.
  ///
  /// - Precondition: As for a piece, and there are at most `rowsAtOnce(of:)` rows if there is more than one.
  package mutating func append(inRowsOf rowBytes: Int, _ range: Range<Int>, of bytes: [UInt8]) {
    precondition(range.lowerBound >= 0 && range.upperBound + Self.margin <= bytes.count)
    reserve(bytes: range.count)
    let bytes = unsafe bytes.span.bytes
    finder.find(in: range, of: bytes, rowBytes: max(1, rowBytes), shortest: MatchLength.shortest)
    append(range, size: 1) { range, output, target in
      var done = 0
      repeat {
        let group = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: range.lowerBound &+ done, as: UInt64.self)
        unsafe output.storeBytes(of: group, toUncheckedByteOffset: target &+ done, as: UInt64.self)
        done &+= 8
      } while done < range.count
    }
  }
}

extension RunBlock {
  /// Whether a row of a byte and `count` equal bytes is one piece with a run.
  package func canAppendRow(of count: Int) -> Bool {
    count > MatchLength.shortest && count < Self.pieceLimit
  }

  /// Appends a byte, and the next one `count` times: the same as a piece with these bytes, in less time.
  ///
  /// - Precondition: `canAppendRow(of: count)`, and the block is not full.
  package mutating func append(_ first: UInt8, then byte: UInt8, count: Int) {
    reserve(bytes: 2)
    literals[counts.literals] = first
    counts.literals += 1
    var length = count
    if byte != first {
      literals[counts.literals] = byte
      counts.literals += 1
      length -= 1
    }
    let single = counts.literals - counts.literalsBeforeLastRun
    runs[counts.runs] = UInt32(truncatingIfNeeded: single | length << 16)
    counts.runs += 1
    counts.literalsBeforeLastRun = counts.literals
    counts.bytes += 1 + count
  }
}
