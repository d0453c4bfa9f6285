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

  /// Where to begin so that steps of four pixels take in columns `first` up to `end` and none beyond the tile's edge.
  @inline(always)
  static func firstColumn(_ first: Int, _ end: Int) -> Int {
    let last = Tile.side &- ((end &- first &+ 3) & ~3)
    return first < last ? first : last
  }

  /// Notes that columns `first` up to `end`, 0...64, may hold ink.
  @inline(always)
  func note(columnsFrom first: Int, to end: Int, row: Int) {
    let groups = UInt16(truncatingIfNeeded: (1 &<< ((end &+ 3) &>> 2)) &- (1 &<< (first &>> 2)))
    unsafe start.assumingMemoryBound(to: UInt16.self)[row] |= groups
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
