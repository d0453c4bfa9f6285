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
  private let typeface: Typeface
  private let space: Double
  private let tracking: Double
  private var kernings = Kernings()
  /// Kerning of outline fonts computed so far, by both clusters.
  private var clusterKernings: [Pair: Double] = [:]

  private struct Pair: Hashable {
    var first, second: Int
  }

  private static let tabStop = 200.0

  /// - Parameters:
  ///   - width: The maximum line width; nil for no limit.
  ///   - tracking: Space added between all items.
  ///   - known: Kerning of the built-in font, which is extended.
  init(_ row: GlyphRow, typeface: Typeface, width: Double?, tracking: Double, _ known: inout Kernings) {
    self.row = row
    self.typeface = typeface
    self.tracking = tracking
    space = typeface.space + tracking
    positions = Array(repeating: 0, count: row.items.count)
    swap(&kernings, &known)
    var start = 0
    while let end = row.items[start...].firstIndex(of: .lineBreak) {
      breakLines(of: start..<end, width: width ?? .infinity)
      lines[lines.count - 1].items = lines[lines.count - 1].items.lowerBound..<end + 1
      start = end + 1
    }
    breakLines(of: start..<row.items.count, width: width ?? .infinity)
    swap(&kernings, &known)
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
      case .glyph, .cluster:
        let start = i > line.items.lowerBound ? x + kerning(before: i) + tracking : x
        let end = start + advance(of: row.items[i])
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
        if mayBreak(after: i, of: paragraph) { lastBreak = (i + 1, end) }
      }
      i += 1
    }
    line.items = line.items.lowerBound..<paragraph.upperBound
    lines.append(line)
  }

  private func advance(of item: GlyphRow.Item) -> Double {
    switch item {
    case .glyph(let glyph): typeface.hand.glyphs[glyph].advance
    case .cluster(let cluster): row.clusters[cluster].advance
    case .space, .tab, .lineBreak, .nothing: 0
    }
  }

  /// Whether a line may be broken beside an ideograph.
  private func mayBreak(after i: Int, of paragraph: Range<Int>) -> Bool {
    guard i + 1 < paragraph.upperBound, case .cluster(let one) = row.items[i], case .cluster(let two) = row.items[i + 1]
    else { return false }
    let (last, next) = (row.clusters[one], row.clusters[two])
    return (last.isIdeographic || next.isIdeographic) && !last.mayNotEnd && !next.mayNotBegin
  }

  /// The kerning between the item at `i` and the item before it.
  private mutating func kerning(before i: Int) -> Double {
    switch (row.items[i - 1], row.items[i]) {
    case (.glyph(let first), .glyph(let second)):
      return kernings.kerning(first, second, of: typeface.hand)
    case (.cluster(let first), .cluster(let second)):
      let pair = Pair(first: first, second: second)
      if let known = clusterKernings[pair] { return known }
      let kerning = typeface.kerning(row.clusters[first], row.clusters[second])
      clusterKernings[pair] = kerning
      return kerning
    default: return 0
    }
  }
}
