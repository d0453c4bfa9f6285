import CPairs
import CRaster

/// A way to run a kernel: with an instruction set, and one group of eight pixels at once or two.
enum KernelWay: Sendable, CaseIterable {
  case plain, avx2, avx512, plainPairs, avx2Pairs

  /// Those that this processor can run; the plain one is the first.
  static let supported: [KernelWay] = allCases.filter { way in
    switch way {
    case .plain, .plainPairs: true
    case .avx2, .avx2Pairs: raster_widest().rawValue >= RASTER_AVX2.rawValue
    case .avx512: raster_widest().rawValue >= RASTER_AVX512.rawValue
    }
  }

  /// The instruction set of CRaster, nil for those that it does not have.
  var instructions: raster_instructions? {
    switch self {
    case .plain: RASTER_PLAIN
    case .avx2: RASTER_AVX2
    case .avx512: RASTER_AVX512
    case .plainPairs, .avx2Pairs: nil
    }
  }

  typealias Tile = UnsafeMutablePointer<UInt8>
  typealias Owners = UnsafeMutablePointer<raster_owners>

  func join(_ strip: inout raster_strip, _ x: Float, _ y: Float, _ rows: Range<Int32>, _ tile: Tile, _ owners: Owners?)
  {
    let (first, end) = (rows.lowerBound, rows.upperBound)
    if let instructions { return raster_join_strip_by(instructions, &strip, x, y, first, end, tile, owners) }
    let join = self == .plainPairs ? raster_join_strip_plain_pairs : raster_join_strip_avx2_pairs
    join(&strip, x, y, first, end, tile, owners)
  }

  func join(_ disc: inout raster_disc, _ x: Float, _ y: Float, _ rows: Range<Int32>, _ tile: Tile, _ owners: Owners?) {
    let (first, end) = (rows.lowerBound, rows.upperBound)
    if let instructions { return raster_join_disc_by(instructions, &disc, x, y, first, end, tile, owners) }
    let join = self == .plainPairs ? raster_join_disc_plain_pairs : raster_join_disc_avx2_pairs
    join(&disc, x, y, first, end, tile, owners)
  }

  func join(_ hull: inout raster_hull, _ rows: Range<Int32>, _ tile: Tile, _ owners: Owners?) {
    let (first, end) = (rows.lowerBound, rows.upperBound)
    if let instructions { return raster_join_hull_by(instructions, &hull, first, end, tile, owners) }
    let join = self == .plainPairs ? raster_join_hull_plain_pairs : raster_join_hull_avx2_pairs
    join(&hull, first, end, tile, owners)
  }

  func join(
    _ tip: inout raster_tip, _ x: Float, _ y: Float, _ rows: Range<Int32>, _ columns: Range<Int32>, _ tile: Tile,
    _ levels: UnsafeMutablePointer<UInt8>?
  ) {
    let (first, end) = (rows.lowerBound, rows.upperBound)
    if let instructions {
      return raster_join_tip_by(
        instructions, &tip, x, y, first, end, columns.lowerBound, columns.upperBound, tile, levels)
    }
    let join = self == .plainPairs ? raster_join_tip_plain_pairs : raster_join_tip_avx2_pairs
    join(&tip, x, y, first, end, columns.lowerBound, columns.upperBound, tile, levels)
  }
}
