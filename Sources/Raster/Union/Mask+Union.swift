import CRaster
import Geometry

/// Joining shapes so that a pixel has what they cover together.
extension Mask {
  /// Joins a shape in one tile.
  /// - Parameters:
  ///   - field: The shape's index among the owners' fields.
  ///   - pixels: Those that may change.
  @inline(always)
  mutating func unite(_ kernel: some TileKernel, _ field: Int, in tile: Tile, _ pixels: PixelRect) {
    guard let number = find(tile) else { return }
    let shape = shape(field, in: tile, number)
    let rows = tile.rows(of: pixels)
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe owners.shapes.withUnsafeMutableBufferPointer { shapes in
        unsafe owners.meetings.withUnsafeMutableBufferPointer { meetings in
          guard let start = bytes.baseAddress, let first = shapes.baseAddress else { return 0 }
          var owners = unsafe raster_owners(
            shapes: first + number &* CanvasTile.pixels, meetings: meetings.baseAddress, count: 0, shape: shape)
          unsafe kernel.join(rows, of: tile, TileBytes(start + number &* TileBytes.count), &owners)
          return unsafe Int(owners.count)
        }
      }
    }
    if count > 0 { owners.uniteMeetings(count, shape, in: tile, number, with: &bytes) }
  }

  /// Joins a hull in one tile, by way of a tile of its own.
  mutating func unite(_ hull: ConeShape, _ field: Int, in tile: Tile, _ pixels: PixelRect) {
    guard let number = find(tile) else { return }
    let shape = shape(field, in: tile, number)
    var own = [UInt8](repeating: 0, count: TileBytes.count)
    unsafe own.withUnsafeMutableBytes { own in
      guard let start = own.baseAddress else { return }
      unsafe HullKernel(hull, in: tile).join(tile.rows(of: pixels), TileBytes(start))
    }
    for row in tile.rows(of: pixels) {
      let note = TileBytes.noteStart(row)
      guard own[note] | own[note + 1] != 0 else { continue }
      let start = number * TileBytes.count + note
      bytes[start] |= own[note]
      bytes[start + 1] |= own[note + 1]
      for pixel in TileBytes.rowStart(row)..<TileBytes.rowStart(row) + Tile.side where own[pixel] != 0 {
        let index = number * TileBytes.count + pixel
        owners.unite(own[pixel], of: shape, with: &bytes[index], at: pixel, of: tile, number: number)
      }
    }
  }

  /// Joins the end of a thin line, or a dot.
  /// - Parameter field: Of the line: both ends of a short one have it, so that a pixel which both cover is covered once.
  mutating func join(_ end: ThinEnd, _ field: EdgeField, _ clip: PixelRect) {
    let pixels = end.pixels(of: clip)
    guard !pixels.isEmpty else { return }
    let field = owners.add(field)
    for tile in Tile.all(of: pixels) {
      let part = pixels.intersection(tile.pixels)
      var shape: UInt8?
      for y in part.minY..<part.maxY {
        for x in part.minX..<part.maxX {
          let coverage = end.coverage(x: x, y: y)
          guard coverage != 0, let number = find(tile) else { continue }
          let own = shape ?? self.shape(field, in: tile, number)
          shape = own
          let (row, column) = (y - tile.row * Tile.side, x - tile.column * Tile.side)
          unsafe bytes.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe TileBytes(start + number &* TileBytes.count).note(columnsFrom: column, to: column + 1, row: row)
          }
          let pixel = TileBytes.rowStart(row) + column
          let index = number * TileBytes.count + pixel
          owners.unite(coverage, of: own, with: &bytes[index], at: pixel, of: tile, number: number)
        }
      }
    }
  }

  /// Joins another mask's ink in one tile, which has the numbers `theirs` there and `ours` here.
  mutating func unite(_ other: Mask, _ theirs: Int, in tile: Tile, _ ours: Int) {
    var numbers: (other: UInt8, own: UInt8)?
    for row in 0..<Tile.side {
      let (note, otherNote) = (
        ours * TileBytes.count + TileBytes.noteStart(row), theirs * TileBytes.count + TileBytes.noteStart(row)
      )
      guard other.bytes[otherNote] | other.bytes[otherNote + 1] != 0 else { continue }
      bytes[note] |= other.bytes[otherNote]
      bytes[note + 1] |= other.bytes[otherNote + 1]
      for pixel in TileBytes.rowStart(row)..<TileBytes.rowStart(row) + Tile.side {
        let coverage = other.bytes[theirs * TileBytes.count + pixel]
        guard coverage != 0 else { continue }
        let index = ours * TileBytes.count + pixel
        if coverage == 255 {
          bytes[index] = 255
          continue
        }
        if owners.isFull(tile: ours) {
          forgetNumbers(in: tile, ours)
          numbers = nil
        }
        owners.unite(
          coverage, from: other.owners, theirs * CanvasTile.pixels + pixel, with: &bytes[index], at: pixel, of: tile,
          number: ours, &numbers)
      }
    }
  }

  /// The number of a shape in a tile.
  @inline(always)
  private mutating func shape(_ field: Int, in tile: Tile, _ number: Int) -> UInt8 {
    if owners.isFull(tile: number) { forgetNumbers(in: tile, number) }
    return owners.number(of: field, in: number)
  }

  /// Makes room for the numbers of more shapes in a tile: pixels that are covered in part keep which part it is.
  @inline(never)
  private mutating func forgetNumbers(in tile: Tile, _ number: Int) {
    for pixel in 0..<CanvasTile.pixels {
      let coverage = bytes[number * TileBytes.count + pixel]
      // Less is no part, and whose it is does not count.
      if coverage > PixelPart.least, coverage != 255 {
        owners.own(at: pixel, of: tile, number: number, covering: coverage)
      }
    }
    owners.forgetNumbers(in: number)
  }
}

extension Tile {
  /// The tile's rows among some pixels.
  @inline(always)
  func rows(of pixels: PixelRect) -> Range<Int> {
    let top = row * Tile.side
    return Swift.max(pixels.minY, top) - top..<Swift.min(pixels.maxY, top + Tile.side) - top
  }
}
