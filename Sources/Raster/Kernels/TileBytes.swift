/// The bytes of one tile of a mask: a note for each of its rows of which groups of four pixels may hold ink, a bit
/// each, and behind the notes the coverage, row by row.
///
/// Kernels read and write four pixels as a word, where the standard library's safe accesses call a function for each:
/// that would be a sixth of all the work on a picture. Places are columns and rows below 64 of a tile that the mask
/// holds.
@safe struct TileBytes {
  /// In bytes.
  static let notes = Tile.side * 2
  static let count = notes + Tile.side * Tile.side

  private let start: UnsafeMutableRawPointer

  /// - Parameter start: The first of `count` bytes, which outlive this.
  init(_ start: UnsafeMutableRawPointer) { unsafe self.start = start }

  /// Where the first pixel of a row stands.
  @inline(always)
  static func rowStart(_ row: Int) -> Int { notes &+ row &* Tile.side }

  /// The last column at which four pixels begin.
  static let lastColumn = Tile.side - 4

  /// Notes that columns `first` up to `end`, 0...64, may hold ink.
  @inline(always)
  func note(columnsFrom first: Int, to end: Int, row: Int) {
    let groups = UInt16(truncatingIfNeeded: (1 &<< ((end &+ 3) &>> 2)) &- (1 &<< (first &>> 2)))
    unsafe start.assumingMemoryBound(to: UInt16.self)[row] |= groups
  }

  /// Takes all ink away.
  func clear() {
    let notes = unsafe start.assumingMemoryBound(to: UInt16.self)
    for row in 0..<Tile.side {
      var note = unsafe notes[row]
      guard note != 0 else { continue }
      unsafe notes[row] = 0
      let blocks = unsafe (start + TileBytes.rowStart(row)).assumingMemoryBound(to: SIMD16<UInt8>.self)
      while let block = TileBytes.nextBlock(of: &note) { unsafe blocks[block] = .zero }
    }
  }

  /// Takes the next block of 16 pixels that may hold ink out of a row's note, nil where there is none.
  @inline(always)
  static func nextBlock(of note: inout UInt16) -> Int? {
    guard note != 0 else { return nil }
    let block = note.trailingZeroBitCount / 4
    note &= ~(15 &<< UInt16(truncatingIfNeeded: 4 &* block))
    return block
  }

  /// Covers the pixels of a row from column `first` up to `end`, four at least, in full.
  @inline(always)
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
