import CRaster

/// What draws a shape in a tile, in C.
protocol TileKernel {
  /// Joins the shape to the rows of a tile.
  /// - Parameters:
  ///   - bytes: The tile's.
  ///   - owners: Whose the tile's pixels are: where the shape meets others, its pixels are listed there and left as they
  ///     are. Where there are none, the larger coverage of each pixel counts.
  @unsafe
  func join(_ rows: Range<Int>, of tile: Tile, _ bytes: TileBytes, _ owners: UnsafeMutablePointer<raster_owners>?)
}
