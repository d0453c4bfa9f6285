import Geometry

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

extension BlendKernel {
  /// A pixel as opaque as `cover` says, 0...255.
  @inline(always)
  static func faded(_ word: UInt32, _ cover: UInt32) -> UInt32 {
    let alpha = scale(word >> 24, cover)
    return alpha == 0 ? 0 : word & 0x00FF_FFFF | alpha << 24
  }
}
