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
  @inline(always)
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
    let notes = unsafe (start + TileBytes.notes).assumingMemoryBound(to: UInt16.self)
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
