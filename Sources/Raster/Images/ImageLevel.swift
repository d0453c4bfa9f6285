import Geometry
import Synchronization

/// The pixels of a picture, or of a smaller one made of it.
struct ImageLevel: Sendable {
  let width: Int
  let height: Int
  /// Row by row from the top.
  let words: [UInt32]

  /// The picture in which one pixel stands for `columns` by `rows`, from the top left. At the right and lower edge it
  /// may go beyond this one, as if its outermost pixels went on.
  fileprivate func reduced(columns: Int, rows: Int) -> ImageLevel {
    let area = PixelRect(
      minX: 0, minY: 0, maxX: (width + columns - 1) / columns, maxY: (height + rows - 1) / rows)
    let inverse = ImagePlacement(a: Double(columns), b: 0, c: 0, d: Double(rows), tx: 0, ty: 0)
    let kernels = (CubicKernel(stretch: Double(columns)), CubicKernel(stretch: Double(rows)))
    var words = [UInt32](repeating: 0, count: area.width * area.height)
    for tile in Tile.all(of: area) {
      let part = tile.pixels.intersection(area)
      filterUpright(
        inverse, kernels, part, into: &words, at: part.minY * area.width + part.minX, stride: area.width)
    }
    return ImageLevel(width: area.width, height: area.height, words: words)
  }
}

/// A picture and smaller ones of it, each made when it is asked for first.
final class ImageLevels: Sendable {
  let full: ImageLevel
  private let reductions = Mutex<[SIMD2<Int>: ImageLevel]>([:])

  init(_ full: ImageLevel) { self.full = full }

  /// - Parameters: How many pixels one of the smaller picture stands for, along both axes.
  func reduced(columns: Int, rows: Int) -> ImageLevel {
    if columns == 1, rows == 1 { return full }
    return reductions.withLock { reductions in
      let key = SIMD2(columns, rows)
      if let level = reductions[key] { return level }
      let level = full.reduced(columns: columns, rows: rows)
      reductions[key] = level
      return level
    }
  }
}
