/// Breaks a row of glyphs into lines and computes the x position of each glyph, in hundredths of the em.
struct LineBreaker {
  struct Line {
    /// The items of the line, including the trailing spaces or line break.
    var items: Range<Int>
    /// The width without them.
    var width: Double
  }

  private(set) var lines: [Line] = []
  /// The x position of each item, from the start of its line.
  private(set) var positions: [Double]

  private let row: GlyphRow
  private let font: StrokeFont
  private let space: Double
  private let tracking: Double
  /// Kerning computed so far, by the indices of both glyphs.
  private var kernings: [SIMD2<Int>: Double] = [:]

  private static let tabStop = 200.0

  /// - Parameters:
  ///   - width: The maximum line width; nil for no limit.
  ///   - tracking: Space added between all items.
  init(_ row: GlyphRow, font: StrokeFont, width: Double?, tracking: Double) {
    self.row = row
    self.font = font
    self.tracking = tracking
    space = (font.glyph(for: " ")?.advance ?? 25) + tracking
    positions = Array(repeating: 0, count: row.items.count)
    var start = 0
    while let end = row.items[start...].firstIndex(of: .lineBreak) {
      breakLines(of: start..<end, width: width ?? .infinity)
      lines[lines.count - 1].items = lines[lines.count - 1].items.lowerBound..<end + 1
      start = end + 1
    }
    breakLines(of: start..<row.items.count, width: width ?? .infinity)
  }

  /// Breaks the items between two line breaks into one or more lines.
  private mutating func breakLines(of paragraph: Range<Int>, width: Double) {
    var line = Line(items: paragraph.lowerBound..<paragraph.lowerBound, width: 0)
    /// The last possible break, after a space, and the line width before it.
    var lastBreak: (end: Int, width: Double)?
    var x = 0.0
    var i = paragraph.lowerBound
    while i < paragraph.upperBound {
      switch row.items[i] {
      case .nothing:
        positions[i] = x
      case .space, .tab:
        positions[i] = x
        x = row.items[i] == .tab ? (((x + space) / Self.tabStop).rounded(.down) + 1) * Self.tabStop : x + space
        lastBreak = (i + 1, line.width)
      case .lineBreak:
        break
      case .glyph(let glyph):
        let start = i > line.items.lowerBound ? x + kerning(before: i, glyph) + tracking : x
        let end = start + font.glyphs[glyph].advance
        if end > width, i > line.items.lowerBound {
          line.items = line.items.lowerBound..<(lastBreak?.end ?? i)
          line.width = lastBreak?.width ?? line.width
          lines.append(line)
          i = line.items.upperBound
          line = Line(items: i..<i, width: 0)
          (lastBreak, x) = (nil, 0)
          continue
        }
        positions[i] = start
        (x, line.width) = (end, end)
      }
      i += 1
    }
    line.items = line.items.lowerBound..<paragraph.upperBound
    lines.append(line)
  }

  /// The kerning between the glyph at `i` and the item before it.
  private mutating func kerning(before i: Int, _ glyph: Int) -> Double {
    guard let previous = row.items[i - 1].glyph else { return 0 }
    if let known = kernings[SIMD2(previous, glyph)] { return known }
    let kerning = StrokeFont.kerning(font.glyphs[previous], font.glyphs[glyph])
    kernings[SIMD2(previous, glyph)] = kerning
    return kerning
  }
}
