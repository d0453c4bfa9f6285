import DoodleKit

/// A terminal that shows one picture, whole or changed in place. Whoever uses it writes the bytes.
struct TerminalScreen: Sendable {
  let graphics: TerminalGraphics
  let size: TerminalSize

  /// What is taken for a cell where the terminal does not say.
  private static let usualCell = TerminalSize.Cell(width: 8, height: 16)

  private var cell: TerminalSize.Cell {
    graphics == .blocks ? TerminalSize.Cell(width: 1, height: 2) : size.cell ?? TerminalScreen.usualCell
  }

  /// The rows of cells for the picture: the last one is left for what comes after it.
  private var rows: Int { max(1, size.rows - 1) }

  /// The picture's largest width and height, in pixels.
  var room: (width: Int, height: Int) { (size.columns * cell.width, rows * cell.height) }

  /// A picture with the cursor below it.
  func picture(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    if graphics == .blocks { return HalfBlocks.text(of: bitmap) }
    return try image(bitmap, replacing: false) + [UInt8(ascii: "\n")]
  }

  /// Makes room for a picture that will change. The cursor stays below it, so that it is there for whatever ends it;
  /// its top left corner is the place that the terminal keeps.
  func begin() -> [UInt8] {
    Array((String(repeating: "\n", count: rows) + "\u{1B}[\(rows)A\u{1B}7\u{1B}[\(rows)B").utf8)
  }

  /// What changes of the picture.
  /// - Parameter isNew: Whether it takes the place of a picture of another size, or of none.
  func update(_ bitmap: Bitmap, changed: PixelRect, isNew: Bool) throws(ImageError) -> [UInt8] {
    var bytes = Array((isNew ? "\u{1B}8\u{1B}[J" : "\u{1B}8").utf8)
    if graphics == .blocks {
      for row in changed.minY / 2..<(changed.maxY + 1) / 2 {
        // Back to the corner, and from there to the first cell.
        bytes.append(contentsOf: "\u{1B}8".utf8)
        bytes.append(contentsOf: TerminalScreen.move(down: row, right: changed.minX))
        HalfBlocks.append(bitmap, row: row, columns: changed.minX..<changed.maxX, to: &bytes)
      }
    } else if graphics == .sixel, !isNew, let cell = size.cell {
      // From cell to cell, where it is known which pixels those are.
      let (column, row) = (changed.minX / cell.width, changed.minY / cell.height)
      let box = PixelRect(
        minX: column * cell.width, minY: row * cell.height, maxX: changed.maxX, maxY: changed.maxY)
      bytes.append(contentsOf: TerminalScreen.move(down: row, right: column))
      bytes.append(contentsOf: SixelImage.sequence(of: bitmap.cropped(to: box)))
    } else if graphics == .kitty, let cell = size.cell {
      // What is sent goes with what changes, not with how much is in the picture.
      let tiles = KittyTiles(cell: cell, room: room)
      if isNew { bytes.append(contentsOf: tiles.removal) }
      bytes.append(contentsOf: try tiles.update(bitmap, changed: changed))
    } else {
      bytes.append(contentsOf: try image(bitmap, replacing: true))
    }
    bytes.append(contentsOf: "\u{1B}8\u{1B}[\(rows)B".utf8)
    return bytes
  }

  /// Puts the cursor below the picture.
  func end(height: Int) -> [UInt8] {
    Array("\u{1B}8\u{1B}[\((height + cell.height - 1) / cell.height)B\r\n".utf8)
  }

  /// Moves the cursor by so many cells.
  static func move(down rows: Int, right columns: Int) -> [UInt8] {
    Array(((rows > 0 ? "\u{1B}[\(rows)B" : "") + (columns > 0 ? "\u{1B}[\(columns)C" : "")).utf8)
  }

  private func image(_ bitmap: Bitmap, replacing: Bool) throws(ImageError) -> [UInt8] {
    if graphics == .sixel { return SixelImage.sequence(of: bitmap) }
    var png = MemorySink()
    try writePNG(bitmap, options: PNGOptions(threads: 1), to: &png)
    return graphics == .kitty
      ? KittyImage.sequence(of: png.bytes, replacing: replacing ? 1 : nil)
      : ITermImage.sequence(of: png.bytes, width: bitmap.width, height: bitmap.height)
  }
}
