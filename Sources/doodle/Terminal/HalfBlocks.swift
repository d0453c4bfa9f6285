import DoodleKit

/// Pictures as text: a cell of a terminal shows two pixels, one above the other, by a half block and colours of 24 bits
/// (ISO 8613-6's 38;2 and 48;2). Pixels that are more than half clear show the terminal's own background.
enum HalfBlocks {
  /// How many rows of cells a picture of so many pixels takes.
  static func rows(height: Int) -> Int { (height + 1) / 2 }

  /// A whole picture: rows of cells with a newline after each.
  static func text(of bitmap: Bitmap) -> [UInt8] {
    var text: [UInt8] = []
    for row in 0..<rows(height: bitmap.height) {
      append(bitmap, row: row, columns: 0..<bitmap.width, to: &text)
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  /// Appends the text of some cells of a row, after which colours are as they were.
  static func append(_ bitmap: Bitmap, row: Int, columns: Range<Int>, to text: inout [UInt8]) {
    var brush = Brush()
    for column in columns {
      let top = color(bitmap.pixels[2 * row * bitmap.width + column])
      let below = 2 * row + 1
      let bottom = below < bitmap.height ? color(bitmap.pixels[below * bitmap.width + column]) : nil
      switch (top, bottom) {
      case (let top, let bottom) where top == bottom: brush.paint(" ", nil, top, &text)
      case (nil, let bottom): brush.paint("▄", bottom, nil, &text)
      case (let top, let bottom): brush.paint("▀", top, bottom, &text)
      }
    }
    if !brush.isPlain { text.append(contentsOf: "\u{1B}[0m".utf8) }
  }

  /// Red, green and blue from the lowest byte on; nil for a clear pixel.
  private static func color(_ word: UInt32) -> UInt32? { word >> 24 < 128 ? nil : word & 0xFF_FFFF }

  /// The colours that the terminal has been told.
  private struct Brush {
    private var foreground: UInt32?
    private var background: UInt32?
    var isPlain: Bool { foreground == nil && background == nil }

    /// - Parameter ink: Nil where the character has none.
    mutating func paint(_ character: Character, _ ink: UInt32?, _ paper: UInt32?, _ text: inout [UInt8]) {
      if let ink, ink != foreground {
        Self.append("38", ink, &text)
        foreground = ink
      }
      if paper != background {
        if let paper { Self.append("48", paper, &text) } else { text.append(contentsOf: "\u{1B}[49m".utf8) }
        background = paper
      }
      text.append(contentsOf: character.utf8)
    }

    private static func append(_ layer: String, _ color: UInt32, _ text: inout [UInt8]) {
      text.append(contentsOf: "\u{1B}[\(layer);2;\(color & 0xFF);\(color >> 8 & 0xFF);\(color >> 16)m".utf8)
    }
  }
}
