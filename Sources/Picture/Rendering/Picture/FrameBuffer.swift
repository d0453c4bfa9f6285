import Raster

/// The pixels of the current frame. An update copies only the pixels of the next frame that differ.
package struct FrameBuffer: Sendable {
  /// The pixels of the frame.
  package private(set) var bitmap: Bitmap
  /// The number of pixels that the last update changed.
  package private(set) var changedCount = 0
  private var scratch: [UInt32] = []

  /// Creates a transparent frame; width and height are in pixels.
  package init(width: Int, height: Int) {
    bitmap = Bitmap(width: width, height: height, pixels: [UInt32](repeating: 0, count: width * height))
  }

  /// Creates a transparent frame.
  /// - Throws: `RenderError` if it takes more than `memoryLimit` bytes.
  package init(width: Int, height: Int, memoryLimit: Int) throws(RenderError) {
    let (bytes, isOver) = width.multipliedReportingOverflow(by: height * 4)
    guard !isOver, bytes <= memoryLimit else { throw .memoryLimit(memoryLimit) }
    self.init(width: width, height: height)
  }

  /// Copies all of `picture`.
  /// - Returns: The box of all pixels, any of which may have changed.
  package mutating func fill(with picture: Picture) -> PixelRect {
    for band in 0..<picture.bandCount {
      let rows = picture.rows(ofBand: band)
      picture.copyRows(rows, into: &scratch)
      bitmap.pixels.replaceSubrange(
        rows.lowerBound * bitmap.width..<rows.upperBound * bitmap.width, with: scratch)
    }
    changedCount = bitmap.pixels.count
    return PixelRect(minX: 0, minY: 0, maxX: bitmap.width, maxY: bitmap.height)
  }

  /// Whether `picture` differs from the frame in any of `tiles`.
  package mutating func differs(from picture: Picture, in tiles: [Tile]) -> Bool {
    tiles.contains { tile in
      let area = picture.copyPixels(of: tile, into: &scratch)
      return (0..<area.height).contains { differingColumns(row: $0, area) != nil }
    }
  }

  /// Copies the pixels of `tiles` from `picture`.
  /// - Returns: The smallest box that holds all pixels that changed.
  package mutating func update(_ tiles: [Tile], from picture: Picture) -> PixelRect {
    var changed = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    changedCount = 0
    for tile in tiles {
      let area = picture.copyPixels(of: tile, into: &scratch)
      for row in 0..<area.height {
        guard let columns = differingColumns(row: row, area) else { continue }
        let y = area.minY + row
        let first = y * bitmap.width + area.minX
        for x in columns {
          let word = scratch[row * area.width + x]
          if bitmap.pixels[first + x] != word { changedCount += 1 }
          bitmap.pixels[first + x] = word
        }
        changed = changed.union(
          PixelRect(
            minX: area.minX + columns.lowerBound, minY: y, maxX: area.minX + columns.upperBound, maxY: y + 1))
      }
    }
    return changed
  }

  /// Copies the pixels of a box, row after row, into it.
  package mutating func replace(_ box: PixelRect, with pixels: [UInt32]) {
    for row in 0..<box.height {
      let first = (box.minY + row) * bitmap.width + box.minX
      bitmap.pixels.replaceSubrange(
        first..<first + box.width, with: pixels[row * box.width..<(row + 1) * box.width])
    }
  }

  /// The range from the first to the last pixel that differs in a row of a tile, counted from the tile's left edge; nil
  /// if none differs.
  private func differingColumns(row: Int, _ area: PixelRect) -> Range<Int>? {
    let before = bitmap.pixels.span
    let now = scratch.span
    let old = (area.minY + row) * bitmap.width + area.minX
    let new = row * area.width
    var first = 0
    while first < area.width, before[old + first] == now[new + first] { first += 1 }
    guard first < area.width else { return nil }
    var last = area.width
    while before[old + last - 1] == now[new + last - 1] { last -= 1 }
    return first..<last
  }
}
