/// The bytes of one tile of a mask: a note for each of its rows of which groups of four pixels may hold ink, a bit
/// each, and behind the notes the coverage, row by row.
///
/// Kernels read and write groups of four pixels as words. The standard library's safe accesses would go byte by byte,
/// which takes four times as long for what is most of the work.
enum TileBytes {
  /// In bytes.
  static let notes = Tile.side * 2
  static let count = notes + Tile.side * Tile.side

  /// What is noted of a row.
  @inline(always)
  static func note(_ bytes: borrowing MutableRawSpan, _ tile: Int, row: Int) -> UInt16 {
    unsafe bytes.unsafeLoad(fromByteOffset: tile &+ row &* 2, as: UInt16.self)
  }

  @inline(always)
  static func setNote(_ note: UInt16, _ bytes: inout MutableRawSpan, _ tile: Int, row: Int) {
    bytes.storeBytes(of: note, toByteOffset: tile &+ row &* 2, as: UInt16.self)
  }

  /// The note of groups `first` up to `end`, 0...16.
  @inline(always)
  static func note(from first: Int, to end: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: (1 &<< end) &- (1 &<< first))
  }

  /// Joins the coverage of four pixels to that of a group: the larger counts.
  @inline(always)
  static func join(_ coverage: Lanes, _ bytes: inout MutableRawSpan, _ place: Int) {
    let below = unsafe bytes.unsafeLoad(fromByteOffset: place, as: SIMD4<UInt8>.self)
    let above = coverage.roundedBytes
    bytes.storeBytes(
      of: below.replacing(with: above, where: above .> below), toByteOffset: place, as: SIMD4<UInt8>.self)
  }

  /// Where the first group of a row stands.
  @inline(always)
  static func rowStart(_ tile: Int, row: Int) -> Int { tile &+ notes &+ row &* Tile.side }
}

/// The groups of four pixels between two columns of a row, 0...16, with a little to spare for rounding.
@inline(always)
func groups(from low: Float, to high: Float) -> (first: Int, end: Int) {
  (column(low - 0.02) &>> 2, (column(high + 1.02) &+ 3) &>> 2)
}

/// The whole part of a number, kept in 0...64. Adding 2²³ leaves the rounded value in the lowest bits.
@inline(always)
private func column(_ value: Float) -> Int {
  let side = Float(Tile.side)
  let kept = value < side ? (value > 0.5 ? value : 0.5) : side
  return Int(truncatingIfNeeded: (kept - 0.5 + 8_388_608).bitPattern & 0x7F)
}
