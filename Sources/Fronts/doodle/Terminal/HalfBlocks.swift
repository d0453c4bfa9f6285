import DoodleKit

/// Pictures as text: each character cell shows two pixels, one above the other, with a half block and 24-bit colors (38;2
/// and 48;2 of ISO 8613-6). Pixels with less than half alpha show the background of the terminal.
enum HalfBlocks {
  /// The number of rows of cells of a picture that is `height` pixels high.
  static func rows(height: Int) -> Int { (height + 1) / 2 }

  /// The text of a whole picture, with a newline after each row of cells.
  static func text(of bitmap: Bitmap) -> [UInt8] {
    var text: [UInt8] = []
    for row in 0..<rows(height: bitmap.height) {
      append(bitmap, row: row, columns: 0..<bitmap.width, to: &text)
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  /// Appends the text of some cells of a row. Colors are reset at its end.
  static func append(_ bitmap: Bitmap, row: Int, columns: Range<Int>, to text: inout [UInt8]) {
    var brush = Colors()
    for column in columns {
      let top = color(bitmap.pixels[2 * row * bitmap.width + column])
      let lower = 2 * row + 1
      let bottom = lower < bitmap.height ? color(bitmap.pixels[lower * bitmap.width + column]) : nil
      switch (top, bottom) {
      case (let top, let bottom) where top == bottom: brush.paint(" ", nil, top, &text)
      case (nil, let bottom): brush.paint("▄", bottom, nil, &text)
      case (let top, let bottom): brush.paint("▀", top, bottom, &text)
      }
    }
    if !brush.isPlain { text.append(contentsOf: "\u{1B}[0m".utf8) }
  }

  /// Red, green and blue, starting at the low byte; nil for a pixel with less than half alpha.
  private static func color(_ word: UInt32) -> UInt32? { word >> 24 < 128 ? nil : word & 0xFF_FFFF }

  /// The current colors of the terminal; nil for the default.
  private struct Colors {
    private var foreground: UInt32?
    private var background: UInt32?
    var isPlain: Bool { foreground == nil && background == nil }

    /// - Parameters:
    ///   - ink: The foreground; nil if the character has none.
    ///   - paper: The background; nil for the default.
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
