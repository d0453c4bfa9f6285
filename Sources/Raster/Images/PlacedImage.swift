public import Geometry

/// A picture at its place on a canvas, ready to be drawn.
///
/// Each pixel of the canvas is the picture filtered around the pixel's middle by a cubic kernel, as wide as the pixel
/// is in the picture, and as opaque as the area of it that the picture covers. It depends on the two alone, not on
/// what else is drawn. Beyond its edges the picture counts as going on with its outermost pixels, so that they stay
/// sharp.
public struct PlacedImage: Sendable {
  public let image: ImageSource
  public let placement: ImagePlacement

  let outline: ImageOutline
  /// From the canvas to pixels of `level`.
  let inverse: ImagePlacement
  /// The picture, or where very many of its pixels fall on one, a smaller one made of it.
  let level: ImageLevel
  /// Along the picture's rows and columns, in pixels of `level`.
  let kernels: (x: CubicKernel, y: CubicKernel)

  /// Kernels are stretched over less than this. What would need more is made of a smaller picture, so that the time
  /// goes with the pixels of the canvas; where its kernel is half as wide and wider, that picture has all that shows.
  static let widestStretch = 8.0

  /// Nil where the placement leaves nothing of the picture, or has numbers beyond reckoning.
  ///
  /// A picture that becomes much smaller is reduced here first, once for all of its placements.
  public init?(_ image: ImageSource, _ placement: ImagePlacement) {
    guard let inverse = placement.inverse else { return nil }
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

  /// How many pixels of the picture one of the smaller one stands for, along one axis, and how far the kernel is then
  /// stretched.
  /// - Parameters: How far one goes along that axis with a pixel of the canvas to the right, and with one downwards.
  private static func reduction(_ right: Double, _ down: Double, _ length: Int) -> (count: Int, stretch: Double) {
    let step = (right * right + down * down).squareRoot()
    var count = 1
    while step / Double(count) >= widestStretch, count < length { count *= 2 }
    return (count, Swift.min(widestStretch, Swift.max(1, step / Double(count))))
  }

  /// The pixels of `area` that the picture may touch.
  public func pixels(in area: PixelRect) -> PixelRect {
    area.covering(placement.bounds(width: image.width, height: image.height))
  }

  /// Puts the picture's pixels into `words`, where those that it touches are 0.
  ///
  /// - Parameters:
  ///   - area: Which, on the canvas: no larger than a tile.
  ///   - start: Where in `words` the first one goes; each next row is `stride` words further on.
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

  /// Makes the pixels at the picture's edges as opaque as they are covered.
  private func trim(_ area: PixelRect, _ words: inout [UInt32], at start: Int, stride: Int) {
    for y in 0..<area.height {
      for x in 0..<area.width {
        let place = start + y * stride + x
        guard words[place] != 0 else { continue }
        words[place] = BlendKernel.faded(words[place], outline.coverage(x: area.minX + x, y: area.minY + y))
      }
    }
  }
}

extension PlacedImage {
  /// Filters a picture that is turned or slanted, in small blocks whose pixels in the picture lie close together.
  func filterTurned(_ area: PixelRect, into words: inout [UInt32], at start: Int, stride: Int) {
    let isNarrow = kernels.x.isNarrow && kernels.y.isNarrow
    let side = isNarrow ? 32 : 16
    var patch = ImagePatch()
    for top in Swift.stride(from: area.minY, to: area.maxY, by: side) {
      for left in Swift.stride(from: area.minX, to: area.maxX, by: side) {
        let block = PixelRect(minX: left, minY: top, maxX: left + side, maxY: top + side).intersection(area)
        guard outline.side(of: block) != .outside else { continue }
        load(block, into: &patch)
        let place = start + (top - area.minY) * stride + left - area.minX
        if isNarrow {
          filterNarrow(block, patch, into: &words, at: place, stride: stride)
        } else {
          filterWide(block, patch, into: &words, at: place, stride: stride)
        }
      }
    }
  }

  /// Where the middle of a canvas' pixel lies, from the middle of the picture's first pixel, and no further beyond its
  /// edges than where nothing changes any more.
  @inline(always)
  private func place(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
    let place = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
    return (
      kernels.x.clamped(place.x - 0.5, length: level.width), kernels.y.clamped(place.y - 0.5, length: level.height)
    )
  }

  private func load(_ block: PixelRect, into patch: inout ImagePatch) {
    let corners = [
      place(block.minX, block.minY), place(block.maxX - 1, block.minY), place(block.minX, block.maxY - 1),
      place(block.maxX - 1, block.maxY - 1),
    ]
    let (xs, ys) = (corners.map { kernels.x.first(at: $0.x) }, corners.map { kernels.y.first(at: $0.y) })
    // Rounded sums and products of what grows do not fall: no place in the block is beyond those of its corners.
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
        let place = place(block.minX &+ x, block.minY &+ y)
        let (column, row) = (kernels.x.first(at: place.x), kernels.y.first(at: place.y))
        let across = CubicKernel.weights(Float(place.x - Double(column &+ 1)))
        let down = CubicKernel.weights(Float(place.y - Double(row &+ 1)))
        var first = patch.place(column, row)
        var sum = FloatPixel.zero
        for line in 0..<4 {
          let left = pixels[first] * across.x + pixels[first &+ 1] * across.y
          sum += (left + pixels[first &+ 2] * across.z + pixels[first &+ 3] * across.w) * down[line]
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
        let place = place(block.minX &+ x, block.minY &+ y)
        let (column, row) = (kernels.x.first(at: place.x), kernels.y.first(at: place.y))
        var weights = across.mutableSpan
        kernels.x.put(at: place.x, from: column, into: &weights, start: 0)
        weights = down.mutableSpan
        kernels.y.put(at: place.y, from: row, into: &weights, start: 0)
        var first = patch.place(column, row)
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
