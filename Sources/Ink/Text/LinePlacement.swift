/// Breaks a row of glyphs into lines and finds each glyph's place in its line, in hundredths of the em.
struct LinePlacement {
  struct Line {
    /// With the spaces or the line break at its end.
    var items: Range<Int>
    /// Without them.
    var width: Double
  }

  private(set) var lines: [Line] = []
  /// Where each item begins, from the beginning of its line.
  private(set) var places: [Double]

  private let row: GlyphRow
  private let font: StrokeFont
  private let space: Double
  private let tracking: Double
  /// Kerning that has been worked out, by both glyphs.
  private var kernings: [SIMD2<Int>: Double] = [:]

  private static let tabStop = 200.0

  /// - Parameters:
  ///   - width: Of a line at most; nil for no limit.
  ///   - tracking: What is added between all items.
  init(_ row: GlyphRow, font: StrokeFont, width: Double?, tracking: Double) {
    self.row = row
    self.font = font
    self.tracking = tracking
    space = (font.glyph(for: " ")?.advance ?? 25) + tracking
    places = Array(repeating: 0, count: row.items.count)
    var start = 0
    while let end = row.items[start...].firstIndex(of: .lineBreak) {
      breakLines(of: start..<end, width: width ?? .infinity)
      lines[lines.count - 1].items = lines[lines.count - 1].items.lowerBound..<end + 1
      start = end + 1
    }
    breakLines(of: start..<row.items.count, width: width ?? .infinity)
  }

  /// Breaks what stands between two line breaks into one line at least.
  private mutating func breakLines(of paragraph: Range<Int>, width: Double) {
    var line = Line(items: paragraph.lowerBound..<paragraph.lowerBound, width: 0)
    /// Where the line may end, after a space, and its width then.
    var lastBreak: (end: Int, width: Double)?
    var x = 0.0
    var i = paragraph.lowerBound
    while i < paragraph.upperBound {
      switch row.items[i] {
      case .nothing:
        places[i] = x
      case .space, .tab:
        places[i] = x
        x = row.items[i] == .tab ? (((x + space) / Self.tabStop).rounded(.down) + 1) * Self.tabStop : x + space
        lastBreak = (i + 1, line.width)
      case .lineBreak:
        break
      case .glyph(let glyph):
        let place = i > line.items.lowerBound ? x + kerning(before: i, glyph) + tracking : x
        let end = place + font.glyphs[glyph].advance
        if end > width, i > line.items.lowerBound {
          line.items = line.items.lowerBound..<(lastBreak?.end ?? i)
          line.width = lastBreak?.width ?? line.width
          lines.append(line)
          i = line.items.upperBound
          line = Line(items: i..<i, width: 0)
          (lastBreak, x) = (nil, 0)
          continue
        }
        places[i] = place
        (x, line.width) = (end, end)
      }
      i += 1
    }
    line.items = line.items.lowerBound..<paragraph.upperBound
    lines.append(line)
  }

  /// What stands between the glyph at `i` and the one before it beside their own room.
  private mutating func kerning(before i: Int, _ glyph: Int) -> Double {
    guard let previous = row.items[i - 1].glyph else { return 0 }
    if let known = kernings[SIMD2(previous, glyph)] { return known }
    let kerning = StrokeFont.kerning(font.glyphs[previous], font.glyphs[glyph])
    kernings[SIMD2(previous, glyph)] = kerning
    return kerning
  }
}
