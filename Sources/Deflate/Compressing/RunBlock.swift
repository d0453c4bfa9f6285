/// What one DEFLATE block is made from: bytes, and runs that repeat the pixel before them.
///
/// The bytes of a block are its literals with runs between them. Nothing else that DEFLATE could match is looked for:
/// on paper with ink it is runs that matter, and they are found at the speed of memory.
package struct RunBlock {
  /// How far back runs match: the bytes of a pixel, 1...4.
  package let distance: Int

  /// The literals, and after them anything.
  var literals: [UInt8] = []
  /// For each run the number of literals before it, in the lower half, and its length in bytes, a multiple of
  /// `distance`; and after them anything.
  var runs: [UInt32] = []
  /// What of those arrays counts.
  var counts = Counts()

  struct Counts {
    var literals = 0
    var runs = 0
    /// How many literals stand before the last run.
    var literalsBeforeLastRun = 0
    /// Of literals and runs.
    var bytes = 0
  }

  var finder = RunFinder()

  /// With so many literals, the block is full.
  private static let literalLimit = 3 << 14
  /// So many bytes may be appended at once: their numbers fit into half a word, whatever is there already.
  package static let pieceLimit = 1 << 14
  /// Literals are written in groups of up to 16, of which not all may count.
  private static let slack = 16

  package init(distance: Int) {
    self.distance = distance
  }

  package var isEmpty: Bool { counts.literals == 0 }
  package var isFull: Bool { counts.literals >= Self.literalLimit }

  mutating func removeAll() {
    counts = Counts()
  }

  /// Makes room for a piece of `count` bytes.
  mutating func reserve(bytes count: Int) {
    precondition(!isFull && count <= Self.pieceLimit, "the block has room")
    let literalsNeeded = counts.literals + count + Self.slack
    if literals.count < literalsNeeded { literals.grow(to: literalsNeeded) }
    // Every run has a literal before it.
    let runsNeeded = counts.runs + count / 2 + 2
    if runs.count < runsNeeded { runs.grow(to: runsNeeded) }
  }

  /// Counts the literals after the last run as those before one of no length.
  mutating func end() {
    let trailing = counts.literals - counts.literalsBeforeLastRun
    runs[counts.runs] = UInt32(truncatingIfNeeded: trailing)
    counts.runs += 1
    counts.literalsBeforeLastRun = counts.literals
  }

  /// The block's bytes.
  var expanded: [UInt8] {
    var bytes: [UInt8] = []
    var literal = 0
    for run in runs[..<counts.runs] {
      let end = literal + Int(run & 0xFFFF)
      bytes += literals[literal..<end]
      literal = end
      for _ in 0..<run >> 16 { bytes.append(bytes[bytes.count - distance]) }
    }
    return bytes
  }
}

extension Array where Element: FixedWidthInteger {
  /// Appends zeros until there are `count` elements, or more where they cost nothing.
  fileprivate mutating func grow(to count: Int) {
    reserveCapacity(Swift.max(count, 2 * self.count))
    append(contentsOf: repeatElement(0, count: capacity - self.count))
  }
}
