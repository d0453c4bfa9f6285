import Geometry

/// An image with its placement on a canvas, ready to be drawn.
///
/// Each pixel of the canvas is the image filtered around the pixel's center by a cubic kernel, which is as wide as the
/// pixel is in the image. Its alpha is multiplied by the part of the pixel that the image covers. Beyond the image's
/// edges its outermost pixels are repeated, so that the edges stay sharp.
package struct PlacedImage: Sendable {
  package let image: ImageSource
  package let placement: ImagePlacement

  private let outline: ImageOutline
  /// The map from the canvas to pixels of `level`.
  private let inverse: ImagePlacement
  /// The image, or a reduced version of it if very many of its pixels fall on one pixel of the canvas.
  private let level: ImageLevel
  /// The kernels along the image's rows and columns, in pixels of `level`.
  private let kernels: (x: CubicKernel, y: CubicKernel)

  /// The limit of the kernels' stretch. A larger one is applied to a reduced image instead, so that the time depends on
  /// the number of pixels of the canvas. Reduction loses nothing visible, because the remaining kernel is at least half
  /// as wide.
  private static let widestStretch = 8.0

  /// Fails if the placement shrinks the image to nothing, or if its inverse is beyond the precision of Double.
  ///
  /// An image that is shrunk a lot is reduced here first; all placements of the image share the reduced version.
  package init?(_ image: ImageSource, _ placement: ImagePlacement) {
    guard let inverse = placement.moderateInverse else { return nil }
    self.image = image
    self.placement = placement
    outline = ImageOutline(inverse: inverse, width: image.width, height: image.height)
    let (columns, x) = PlacedImage.reduction(inverse.a, inverse.c, image.width)
    let (rows, y) = PlacedImage.reduction(inverse.b, inverse.d, image.height)
    level = image.reduced(columns: columns, rows: rows)
    kernels = (CubicKernel(stretch: x), CubicKernel(stretch: y))
    let (perColumn, perRow) = (1 / Double(columns), 1 / Double(rows))
    self.inverse = ImagePlacement(
      a: inverse.a * perColumn, b: inverse.b * perRow, c: inverse.c * perColumn, d: inverse.d * perRow,
      tx: inverse.tx * perColumn, ty: inverse.ty * perRow)
  }

  /// How many pixels of the image are reduced to one along an axis, and the kernel's stretch after that.
  /// - Parameters:
  ///   - right: The distance along the axis for a step of one pixel to the right on the canvas.
  ///   - down: The distance along the axis for a step of one pixel down on the canvas.
  ///   - length: The size of the image along the axis, in pixels.
  private static func reduction(_ right: Double, _ down: Double, _ length: Int) -> (count: Int, stretch: Double) {
    let step = (right * right + down * down).squareRoot()
    var count = 1
    while step / Double(count) >= widestStretch, count < length { count *= 2 }
    return (count, Swift.min(widestStretch, Swift.max(1, step / Double(count))))
  }

  /// The pixels of `area` that the image may touch.
  package func pixels(in area: PixelRect) -> PixelRect {
    area.covering(placement.apply(Rect(minX: 0, minY: 0, maxX: Double(image.width), maxY: Double(image.height))))
  }

  /// Writes the image's pixels into `words`, which must be 0 where the image touches it.
  ///
  /// - Parameters:
  ///   - area: The pixels of the canvas that are written; no larger than a tile.
  ///   - start: The index in `words` of the first pixel; the next row begins `stride` words later.
  func copy(_ area: PixelRect, into words: inout [UInt32], at start: Int, stride: Int) {
    let touched = pixels(in: area)
    guard !touched.isEmpty else { return }
    let start = start + (touched.minY - area.minY) * stride + touched.minX - area.minX
    if let steps = placement.pixelSteps?.inverse {
      copy(touched, steps, into: &words, at: start, stride: stride)
      return
    }
    if placement.isUpright {
      level.filterUpright(inverse, kernels, touched, into: &words, at: start, stride: stride)
    } else {
      filterTurned(touched, into: &words, at: start, stride: stride)
    }
    if outline.side(of: touched) == .edge { trim(touched, &words, at: start, stride: stride) }
  }

  private func copy(
    _ area: PixelRect, _ steps: PixelSteps, into words: inout [UInt32], at start: Int, stride: Int
  ) {
    let pixels = level.words.span
    let right = steps.right.y * level.width + steps.right.x
    let down = steps.down.y * level.width + steps.down.x
    let origin = steps.origin.y * level.width + steps.origin.x + area.minY * down + area.minX * right
    var output = words.mutableSpan
    for y in 0..<area.height {
      let first = origin &+ y &* down
      let target = start &+ y &* stride
      for x in 0..<area.width { output[target &+ x] = pixels[first &+ x &* right] }
    }
  }

  /// Multiplies the alpha of pixels at the image's edges by their coverage.
  private func trim(_ area: PixelRect, _ words: inout [UInt32], at start: Int, stride: Int) {
    for y in 0..<area.height {
      for x in 0..<area.width {
        let index = start + y * stride + x
        guard words[index] != 0 else { continue }
        words[index] = BlendKernel.faded(words[index], outline.coverage(x: area.minX + x, y: area.minY + y))
      }
    }
  }
}

extension PlacedImage {
  /// Filters an image that is rotated or skewed, in small blocks whose pixels lie close together in the image.
  private func filterTurned(_ area: PixelRect, into words: inout [UInt32], at start: Int, stride: Int) {
    let isNarrow = kernels.x.isNarrow && kernels.y.isNarrow
    let side = isNarrow ? 32 : 16
    var patch = ImagePatch()
    for top in Swift.stride(from: area.minY, to: area.maxY, by: side) {
      for left in Swift.stride(from: area.minX, to: area.maxX, by: side) {
        let block = PixelRect(minX: left, minY: top, maxX: left + side, maxY: top + side).intersection(area)
        guard outline.side(of: block) != .outside else { continue }
        load(block, into: &patch)
        let first = start + (top - area.minY) * stride + left - area.minX
        if isNarrow {
          filterNarrow(block, patch, into: &words, at: first, stride: stride)
        } else {
          filterWide(block, patch, into: &words, at: first, stride: stride)
        }
      }
    }
  }

  /// The position in the image of the center of a pixel of the canvas, measured from the center of the image's first
  /// pixel. Clamped to the range in which the kernel covers more than the outermost pixel.
  @inline(always)
  private func position(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
    let position = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
    return (
      kernels.x.clamped(position.x - 0.5, length: level.width),
      kernels.y.clamped(position.y - 0.5, length: level.height)
    )
  }

  private func load(_ block: PixelRect, into patch: inout ImagePatch) {
    let corners = [
      position(block.minX, block.minY), position(block.maxX - 1, block.minY), position(block.minX, block.maxY - 1),
      position(block.maxX - 1, block.maxY - 1),
    ]
    let xs: [Int] = corners.map { kernels.x.first(at: $0.x) }
    let ys: [Int] = corners.map { kernels.y.first(at: $0.y) }
    // Rounded sums and products of growing numbers do not fall, so no position in the block is beyond those of its
    // corners.
    patch.load(
      level, columns: (xs.min() ?? 0)..<(xs.max() ?? 0) + kernels.x.count,
      rows: (ys.min() ?? 0)..<(ys.max() ?? 0) + kernels.y.count)
  }

  private func filterNarrow(
    _ block: PixelRect, _ patch: ImagePatch, into words: inout [UInt32], at start: Int, stride: Int
  ) {
    let pixels = patch.pixels.span
    var output = words.mutableSpan
    for y in 0..<block.height {
      for x in 0..<block.width {
        let position = position(block.minX &+ x, block.minY &+ y)
        let (column, row) = (kernels.x.first(at: position.x), kernels.y.first(at: position.y))
        let across = CubicKernel.weights(Float(position.x - Double(column &+ 1)))
        let down = CubicKernel.weights(Float(position.y - Double(row &+ 1)))
        var first = patch.index(column, row)
        var sum = FloatPixel.zero
        for line in 0..<4 {
          let left: FloatPixel = pixels[first] * across.x + pixels[first &+ 1] * across.y
          let third: FloatPixel = pixels[first &+ 2] * across.z
          let fourth: FloatPixel = pixels[first &+ 3] * across.w
          sum += (left + third + fourth) * down[line]
          first &+= patch.width
        }
        output[start &+ y &* stride &+ x] = sum.word
      }
    }
  }

  private func filterWide(
    _ block: PixelRect, _ patch: ImagePatch, into words: inout [UInt32], at start: Int, stride: Int
  ) {
    let pixels = patch.pixels.span
    var across = [Float](repeating: 0, count: kernels.x.count)
    var down = [Float](repeating: 0, count: kernels.y.count)
    var output = words.mutableSpan
    for y in 0..<block.height {
      for x in 0..<block.width {
        let position = position(block.minX &+ x, block.minY &+ y)
        let (column, row) = (kernels.x.first(at: position.x), kernels.y.first(at: position.y))
        var weights = across.mutableSpan
        kernels.x.write(at: position.x, from: column, into: &weights, start: 0)
        weights = down.mutableSpan
        kernels.y.write(at: position.y, from: row, into: &weights, start: 0)
        var first = patch.index(column, row)
        var sum = FloatPixel.zero
        for line in down.indices {
          var lineSum = FloatPixel.zero
          for index in across.indices { lineSum += pixels[first &+ index] * across[index] }
          sum += lineSum * down[line]
          first &+= patch.width
        }
        output[start &+ y &* stride &+ x] = sum.word
      }
    }
  }
}
