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

/// A part of a picture, ready to reckon with.
struct ImagePatch {
  private(set) var width = 0
  /// Row by row.
  private(set) var pixels: [FloatPixel] = []
  private var minColumn = 0
  private var minRow = 0

  /// Where a pixel of the picture stands in `pixels`.
  @inline(always)
  func place(_ column: Int, _ row: Int) -> Int { (row &- minRow) &* width &+ column &- minColumn }

  /// Takes these columns and rows, which may go beyond the picture: its outermost pixels go on there.
  mutating func load(_ level: ImageLevel, columns: Range<Int>, rows: Range<Int>) {
    (width, minColumn, minRow) = (columns.count, columns.lowerBound, rows.lowerBound)
    let count = width * rows.count
    if pixels.count < count { pixels = Array(repeating: .zero, count: count) }
    for row in rows { level.copyRow(row, columns, into: &pixels, at: (row - minRow) * width) }
  }
}

extension ImageLevel {
  /// Puts a part of a row into `output`, from place `start` on. Beyond the picture its outermost pixels go on.
  func copyRow(_ row: Int, _ columns: Range<Int>, into output: inout [FloatPixel], at start: Int) {
    let row = Swift.min(Swift.max(row, 0), height - 1)
    let pixels = words.span.extracting(row * width..<(row + 1) * width)
    var output = output.mutableSpan
    let inner = columns.clamped(to: 0..<width)
    let (left, right) = (FloatPixel(word: pixels[0]), FloatPixel(word: pixels[width - 1]))
    var place = start
    for column in columns where column < 0 {
      output[place] = left
      place += 1
    }
    for column in inner {
      output[place] = FloatPixel(word: pixels[column])
      place &+= 1
    }
    for column in columns where column >= width {
      output[place] = right
      place += 1
    }
  }
}

/// Where a kernel lies for each of a row of pixels.
private struct KernelRow {
  let count: Int
  let firsts: [Int]
  /// `count` for each pixel.
  let weights: [Float]

  /// - Parameters:
  ///   - pixels: Columns or rows of the canvas.
  ///   - step: How far one goes in the picture from one pixel to the next.
  ///   - start: Where in the picture the canvas' edge is.
  ///   - length: Of the picture, in pixels.
  init(_ kernel: CubicKernel, _ pixels: Range<Int>, step: Double, start: Double, length: Int) {
    var firsts: [Int] = []
    var weights = [Float](repeating: 0, count: pixels.count * kernel.count)
    var span = weights.mutableSpan
    for (index, pixel) in pixels.enumerated() {
      let place = kernel.clamped(step * (Double(pixel) + 0.5) + start - 0.5, length: length)
      firsts.append(kernel.first(at: place))
      kernel.put(at: place, from: firsts[index], into: &span, start: index * kernel.count)
    }
    (count, self.firsts, self.weights) = (kernel.count, firsts, weights)
  }

  /// The picture's pixels that have a weight in any of the kernels.
  var reach: Range<Int> {
    let low = firsts.min() ?? 0
    return low..<Swift.max(low, (firsts.max() ?? 0) + count)
  }
}

extension ImageLevel {
  /// Filters a picture whose rows lie along the canvas' rows: first along them, then across.
  ///
  /// - Parameters:
  ///   - inverse: From the canvas to the picture.
  ///   - area: Which pixels of the canvas.
  ///   - start: Where in `words` the first one goes; each next row is `stride` words further on.
  func filterUpright(
    _ inverse: ImagePlacement, _ kernels: (x: CubicKernel, y: CubicKernel), _ area: PixelRect,
    into words: inout [UInt32], at start: Int, stride: Int
  ) {
    let columns = KernelRow(kernels.x, area.minX..<area.maxX, step: inverse.a, start: inverse.tx, length: width)
    let rows = KernelRow(kernels.y, area.minY..<area.maxY, step: inverse.d, start: inverse.ty, length: height)
    let (across, down) = (columns.reach, rows.reach)
    var line = [FloatPixel](repeating: .zero, count: across.count)
    var filtered = [FloatPixel](repeating: .zero, count: down.count * area.width)
    for row in down {
      copyRow(row, across, into: &line, at: 0)
      let place = (row - down.lowerBound) * area.width
      ImageLevel.filterAlong(line, columns, across.lowerBound, into: &filtered, at: place)
    }
    ImageLevel.filterAcross(
      filtered, rows, down.lowerBound, width: area.width, into: &words, at: start, stride: stride)
  }

  private static func filterAlong(
    _ line: [FloatPixel], _ kernels: KernelRow, _ origin: Int, into output: inout [FloatPixel], at start: Int
  ) {
    let line = line.span
    let weights = kernels.weights.span
    let firsts = kernels.firsts.span
    let count = kernels.count
    var output = output.mutableSpan
    for x in firsts.indices {
      let first = firsts[x] &- origin
      var sum = FloatPixel.zero
      for index in 0..<count { sum += line[first &+ index] * weights[x &* count &+ index] }
      output[start &+ x] = sum
    }
  }

  private static func filterAcross(
    _ lines: [FloatPixel], _ kernels: KernelRow, _ origin: Int, width: Int, into words: inout [UInt32],
    at start: Int, stride: Int
  ) {
    let lines = lines.span
    let weights = kernels.weights.span
    let firsts = kernels.firsts.span
    let count = kernels.count
    var output = words.mutableSpan
    for y in firsts.indices {
      let first = firsts[y] &- origin
      for x in 0..<width {
        var sum = FloatPixel.zero
        for index in 0..<count { sum += lines[(first &+ index) &* width &+ x] * weights[y &* count &+ index] }
        output[start &+ y &* stride &+ x] = sum.word
      }
    }
  }
}
