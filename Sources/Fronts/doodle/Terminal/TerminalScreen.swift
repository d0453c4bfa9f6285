import DoodleKit

/// The escape sequences that show one picture in a terminal, once or updated in place. The caller writes the bytes.
struct TerminalScreen: Sendable {
  let graphics: TerminalGraphics
  let size: TerminalSize

  /// The cell size in pixels to assume if the terminal does not report one.
  private static let usualCell = TerminalSize.Cell(width: 8, height: 16)

  private var cell: TerminalSize.Cell {
    graphics == .blocks ? TerminalSize.Cell(width: 1, height: 2) : size.cell ?? TerminalScreen.usualCell
  }

  /// The number of rows of cells for the picture. The last row of the screen stays free for the cursor.
  private var rows: Int { max(1, size.rows - 1) }

  /// The picture's largest width and height, in pixels.
  var room: (width: Int, height: Int) { (size.columns * cell.width, rows * cell.height) }

  /// A picture with the cursor below it.
  func picture(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    if graphics == .blocks { return HalfBlocks.text(of: bitmap) }
    return try image(bitmap, replacing: false) + [UInt8(ascii: "\n")]
  }

  /// Makes room for a picture that will change, and saves the position of its top left corner. The cursor stays below
  /// the picture, so that it is there however the command ends.
  func begin() -> [UInt8] {
    Array((String(repeating: "\n", count: rows) + "\u{1B}[\(rows)A\u{1B}7\u{1B}[\(rows)B").utf8)
  }

  /// Shows the changed part of the picture.
  /// - Parameter isNew: Whether this is the first picture, or one of a new size.
  func update(_ bitmap: Bitmap, changed: PixelRect, isNew: Bool) throws(ImageError) -> [UInt8] {
    var bytes = Array((isNew ? "\u{1B}8\u{1B}[J" : "\u{1B}8").utf8)
    if graphics == .blocks {
      for row in changed.minY / 2..<(changed.maxY + 1) / 2 {
        // Back to the corner, and from there to the first changed cell.
        bytes.append(contentsOf: "\u{1B}8".utf8)
        bytes.append(contentsOf: TerminalScreen.move(down: row, right: changed.minX))
        HalfBlocks.append(bitmap, row: row, columns: changed.minX..<changed.maxX, to: &bytes)
      }
    } else if graphics == .sixel, !isNew, let cell = size.cell {
      // An image must begin at a cell boundary, which is known only if the terminal reports the size of a cell.
      let (column, row) = (changed.minX / cell.width, changed.minY / cell.height)
      let box = PixelRect(
        minX: column * cell.width, minY: row * cell.height, maxX: changed.maxX, maxY: changed.maxY)
      bytes.append(contentsOf: TerminalScreen.move(down: row, right: column))
      bytes.append(contentsOf: SixelImage.sequence(of: bitmap.cropped(to: box)))
    } else if graphics == .kitty, let cell = size.cell {
      // The number of bytes sent depends on the change, not on the size of the picture.
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

  /// Moves the cursor by a number of cells.
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

/// The protocol that shows pictures in a terminal.
enum TerminalGraphics: Hashable, Sendable {
  case kitty, iterm, sixel, blocks

  /// The chosen protocol, or the one that environment variables suggest.
  init(_ choice: TerminalProtocol, in surroundings: Surroundings) throws(CommandError) {
    switch choice {
    case .kitty: self = .kitty
    case .iterm: self = .iterm
    case .sixel: self = .sixel
    case .blocks: self = .blocks
    case .auto:
      guard surroundings.canMoveCursor(on: .output) else { throw .usage(.needsTerminal) }
      self = TerminalGraphics(of: surroundings.variable)
    }
  }

  /// Decides by the variables that terminals set. It does not query the terminal, which might never answer.
  private init(of variable: (String) -> String?) {
    let term = variable("TERM") ?? ""
    // Multiplexers pass on text only, whatever terminal they run in.
    if variable("TMUX") != nil || term.hasPrefix("screen") || term.hasPrefix("tmux") {
      self = .blocks
    } else if variable("KITTY_WINDOW_ID") != nil || term == "xterm-kitty" || term == "xterm-ghostty" {
      self = .kitty
    } else if ["iTerm.app", "WezTerm", "mintty"].contains(variable("TERM_PROGRAM"))
      || variable("LC_TERMINAL") == "iTerm2"
    {
      self = .iterm
    } else if ["foot", "foot-extra", "mlterm", "contour", "yaft-256color"].contains(term) || term.hasSuffix("-sixel") {
      self = .sixel
    } else {
      self = .blocks
    }
  }
}
