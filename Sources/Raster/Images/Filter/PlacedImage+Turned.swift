import Geometry

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
