import Geometry

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
