/// The bytes of one tile of a mask: the coverage, row by row, and behind it a note for each row of which groups of four
/// pixels may hold ink, a bit each.
///
/// Kernels read and write four pixels as a word, where the standard library's safe accesses call a function for each:
/// that would be a sixth of all the work on a picture. Places are columns and rows below 64 of a tile that the mask
/// holds.
@safe struct TileBytes {
  /// Where the notes begin, in bytes: a kernel that writes beyond the last row leaves them as they are.
  static let notes = Tile.side * Tile.side
  static let count = notes + Tile.side * 2

  private let start: UnsafeMutableRawPointer

  /// - Parameter start: The first of `count` bytes, which outlive this.
  init(_ start: UnsafeMutableRawPointer) { unsafe self.start = start }

  /// Where the first pixel of a row stands.
  @inline(always)
  static func rowStart(_ row: Int) -> Int { row &* Tile.side }

  /// Where the note of a row stands.
  static func noteStart(_ row: Int) -> Int { notes &+ row &* 2 }

  /// For kernels in C: the first of the bytes.
  var coverage: UnsafeMutablePointer<UInt8> { unsafe start.assumingMemoryBound(to: UInt8.self) }

  /// The last column at which four pixels begin.
  static let lastColumn = Tile.side - 4

  /// Notes that columns `first` up to `end`, 0...64, may hold ink.
  @inline(always)
  func note(columnsFrom first: Int, to end: Int, row: Int) {
    let groups = UInt16(truncatingIfNeeded: (1 &<< ((end &+ 3) &>> 2)) &- (1 &<< (first &>> 2)))
    unsafe (start + TileBytes.notes).assumingMemoryBound(to: UInt16.self)[row] |= groups
  }

  /// Takes all ink away.
  func clear() {
    for four in 0..<TileBytes.fours {
      let place = TileBytes.notes &+ four &* 8
      let notes = unsafe start.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard notes != 0 else { continue }
      unsafe start.storeBytes(of: 0, toByteOffset: place, as: UInt64.self)
      var blocks = TileBytes.blocks(notes)
      while let block = TileBytes.next(of: &blocks) {
        unsafe start.storeBytes(
          of: .zero, toByteOffset: TileBytes.blockStart(four, block), as: SIMD16<UInt8>.self)
      }
    }
  }

  /// How often a tile has four rows: their notes are read as one word.
  static let fours = Tile.side / 4

  /// Which blocks of 16 pixels of four rows may hold ink, one after the other and row by row: the lowest of four bits
  /// each.
  @inline(always)
  static func blocks(_ notes: UInt64) -> UInt64 {
    let pairs = notes | notes &>> 1
    return (pairs | pairs &>> 2) & 0x1111_1111_1111_1111
  }

  /// Takes the next of `blocks`, 0...15, nil where there is none.
  @inline(always)
  static func next(of blocks: inout UInt64) -> Int? {
    guard blocks != 0 else { return nil }
    let block = blocks.trailingZeroBitCount &>> 2
    blocks &= blocks &- 1
    return block
  }

  /// Where a block of four rows stands.
  @inline(always)
  static func blockStart(_ four: Int, _ block: Int) -> Int { four &* (4 &* Tile.side) &+ block &* 16 }

  /// Covers the pixels of a row from column `first` up to `end`, four at least, in full.
  func fill(_ row: Int, _ first: Int, _ end: Int) {
    var place = TileBytes.rowStart(row) &+ first
    let last = TileBytes.rowStart(row) &+ end &- 4
    while place < last {
      unsafe start.storeBytes(of: .max, toByteOffset: place, as: UInt32.self)
      place &+= 4
    }
    unsafe start.storeBytes(of: .max, toByteOffset: last, as: UInt32.self)
  }

  /// Joins the coverage of four pixels to what is there: the larger counts.
  @inline(always)
  func join(_ coverage: Lanes, at place: Int) {
    let word = unsafe start.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    let below = unsafe unsafeBitCast(word, to: SIMD4<UInt8>.self)
    let above = coverage.roundedBytes
    let larger = below.replacing(with: above, where: above .> below)
    unsafe start.storeBytes(of: unsafeBitCast(larger, to: UInt32.self), toByteOffset: place, as: UInt32.self)
  }
}
