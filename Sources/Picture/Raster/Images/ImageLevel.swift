import Geometry
import Synchronization

/// The pixels of an image, or of a reduced version of it.
struct ImageLevel: Sendable {
  let width: Int
  let height: Int
  /// Words of `Pixel`, row by row from the top.
  let words: [UInt32]

  /// The image in which one pixel stands for `columns` by `rows` pixels, from the top left. The last column and row may
  /// extend beyond this image, as if its outermost pixels were repeated.
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

/// An image and its reduced versions, each made when it is first needed.
final class ImageLevels: Sendable {
  let full: ImageLevel
  private let reductions = Mutex<[Reduction: ImageLevel]>([:])

  private struct Reduction: Hashable {
    let columns: Int
    let rows: Int
  }

  init(_ full: ImageLevel) { self.full = full }

  /// The image in which one pixel stands for `columns` by `rows` pixels.
  func reduced(columns: Int, rows: Int) -> ImageLevel {
    if columns == 1, rows == 1 { return full }
    return reductions.withLock { reductions in
      let key = Reduction(columns: columns, rows: rows)
      if let level = reductions[key] { return level }
      let level = full.reduced(columns: columns, rows: rows)
      reductions[key] = level
      return level
    }
  }
}

/// A part of an image, converted for filtering.
struct ImagePatch {
  private(set) var width = 0
  /// The pixels, row by row.
  private(set) var pixels: [FloatPixel] = []
  private var minColumn = 0
  private var minRow = 0

  /// The index in `pixels` of a pixel of the image.
  @inline(always)
  func index(_ column: Int, _ row: Int) -> Int { (row &- minRow) &* width &+ column &- minColumn }

  /// Loads these columns and rows. Beyond the image its outermost pixels are repeated.
  mutating func load(_ level: ImageLevel, columns: Range<Int>, rows: Range<Int>) {
    (width, minColumn, minRow) = (columns.count, columns.lowerBound, rows.lowerBound)
    let count = width * rows.count
    if pixels.count < count { pixels = Array(repeating: .zero, count: count) }
    for row in rows { level.copyRow(row, columns, into: &pixels, at: (row - minRow) * width) }
  }
}

extension ImageLevel {
  /// Converts a part of a row into `output`, from index `start` on. Beyond the image its outermost pixels are repeated.
  func copyRow(_ row: Int, _ columns: Range<Int>, into output: inout [FloatPixel], at start: Int) {
    let row = Swift.min(Swift.max(row, 0), height - 1)
    let pixels = words.span.extracting(row * width..<(row + 1) * width)
    var output = output.mutableSpan
    let inner = columns.clamped(to: 0..<width)
    let (left, right) = (FloatPixel(word: pixels[0]), FloatPixel(word: pixels[width - 1]))
    var index = start
    for column in columns where column < 0 {
      output[index] = left
      index += 1
    }
    for column in inner {
      output[index] = FloatPixel(word: pixels[column])
      index &+= 1
    }
    for column in columns where column >= width {
      output[index] = right
      index += 1
    }
  }
}

/// The weights of a kernel for each of a row, or column, of pixels of the canvas.
private struct KernelRow {
  let count: Int
  let firsts: [Int]
  /// `count` weights for each pixel.
  let weights: [Float]

  /// - Parameters:
  ///   - pixels: Columns or rows of the canvas.
  ///   - step: The distance in the image from one pixel to the next.
  ///   - start: The position in the image of the canvas' edge.
  ///   - length: The size of the image along this axis, in pixels.
  init(_ kernel: CubicKernel, _ pixels: Range<Int>, step: Double, start: Double, length: Int) {
    var firsts: [Int] = []
    var weights = [Float](repeating: 0, count: pixels.count * kernel.count)
    var span = weights.mutableSpan
    for (index, pixel) in pixels.enumerated() {
      let position = kernel.clamped(step * (Double(pixel) + 0.5) + start - 0.5, length: length)
      firsts.append(kernel.first(at: position))
      kernel.write(at: position, from: firsts[index], into: &span, start: index * kernel.count)
    }
    (count, self.firsts, self.weights) = (kernel.count, firsts, weights)
  }

  /// The pixels of the image that have a weight in any of the kernels.
  var reach: Range<Int> {
    let low = firsts.min() ?? 0
    return low..<Swift.max(low, (firsts.max() ?? 0) + count)
  }
}

extension ImageLevel {
  /// Filters an image whose rows lie along the canvas' rows: first along the rows, then along the columns.
  ///
  /// - Parameters:
  ///   - inverse: The map from the canvas to the image.
  ///   - area: The pixels of the canvas to be filtered.
  ///   - start: The index in `words` of the first pixel; the next row begins `stride` words later.
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
      let offset = (row - down.lowerBound) * area.width
      ImageLevel.filterAlong(line, columns, across.lowerBound, into: &filtered, at: offset)
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
        for index in 0..<count {
          let pixel: FloatPixel = lines[(first &+ index) &* width &+ x]
          sum += pixel * weights[y &* count &+ index]
        }
        output[start &+ y &* stride &+ x] = sum.word
      }
    }
  }
}
