import Geometry

/// Edge pieces in a row of pixels that may meet or cross, told apart.
///
/// The row is cut at all their ends and wherever two cross, so that within a strip they stand in one order from left to
/// right. Only those count where inside and outside change, each with the area to the right of it.
struct EdgeStrips {
  private struct Line: Comparable {
    var topX, bottomX: Double
    var piece: Int
    var winding: Double

    /// From left to right; lines at one place in an order that is the same however they came.
    static func < (a: Line, b: Line) -> Bool {
      let (middleOfA, middleOfB) = (a.topX + a.bottomX, b.topX + b.bottomX)
      if middleOfA != middleOfB { return middleOfA < middleOfB }
      return a.topX != b.topX ? a.topX < b.topX : a.winding < b.winding
    }
  }

  let rule: FillRule
  /// Working memory.
  private var cuts: [Double] = []
  private var lines: [Line] = []
  private var bottoms: [Double] = []

  init(rule: FillRule) { self.rule = rule }

  /// What crossings are rounded to when the row is cut there. Many lines are cut at larger steps, so that a bundle of
  /// them does not take a time by the number of its crossings; what a cut beside a crossing misplaces is a small part
  /// of a step.
  private static func snapped(_ y: Double, lines: Int) -> Double {
    // Adding 1.5 · 2ⁿ rounds to multiples of 2ⁿ⁻⁵².
    let large = lines <= 128 ? 0x1.8p32 : lines <= 512 ? 0x1.8p44 : 0x1.8p46
    return (y + large) - large
  }

  /// Adds pieces to the cells of their row.
  /// - Parameters:
  ///   - range: Which ones: all that meet, directly or by way of others.
  ///   - winding: The winding number left of them all.
  mutating func add(_ pieces: [EdgePiece], _ range: Range<Int>, winding: Int, to cells: inout RowCells) {
    cuts.removeAll(keepingCapacity: true)
    for piece in range {
      cuts.append(pieces[piece].top)
      cuts.append(pieces[piece].bottom)
    }
    sortCuts()
    for i in cuts.indices.dropFirst() where cuts[i - 1] < cuts[i] {
      var top = cuts[i - 1]
      bottoms.append(cuts[i])
      lines.removeAll(keepingCapacity: true)
      for number in range where pieces[number].top <= top && pieces[number].bottom >= cuts[i] {
        guard pieces[number].winding != 0 else { continue }
        lines.append(Line(topX: 0, bottomX: 0, piece: number, winding: pieces[number].winding))
      }
      while let bottom = bottoms.last {
        for i in lines.indices {
          let piece = pieces[lines[i].piece]
          lines[i].topX = piece.x(at: top)
          lines[i].bottomX = piece.x(at: bottom)
        }
        sortLines()
        if let crossing = crossing(from: top, to: bottom) {
          bottoms.append(crossing)
          continue
        }
        addStrip(height: bottom - top, winding: winding, to: &cells)
        top = bottom
        bottoms.removeLast()
      }
    }
  }

  private mutating func sortCuts() {
    guard cuts.count <= 32 else {
      cuts.sort()
      return
    }
    var cuts = cuts.mutableSpan
    for i in 1..<cuts.count {
      let cut = cuts[i]
      var place = i
      while place > 0, cut < cuts[place - 1] {
        cuts[place] = cuts[place - 1]
        place -= 1
      }
      cuts[place] = cut
    }
  }

  private mutating func sortLines() {
    guard lines.count <= 32 else {
      lines.sort()
      return
    }
    var lines = lines.mutableSpan
    for i in lines.indices.dropFirst() {
      let line = lines[i]
      var place = i
      while place > 0, line < lines[place - 1] {
        lines[place] = lines[place - 1]
        place -= 1
      }
      lines[place] = line
    }
  }

  /// Where two lines cross that stand side by side in the middle of a strip; nil where none do further than a grain
  /// inside it.
  private func crossing(from top: Double, to bottom: Double) -> Double? {
    for i in lines.indices.dropFirst() {
      let above = lines[i].topX - lines[i - 1].topX
      let below = lines[i].bottomX - lines[i - 1].bottomX
      guard above < 0 || below < 0 else { continue }
      let y = EdgeStrips.snapped(top + (bottom - top) * (above / (above - below)), lines: lines.count)
      if y > top, y < bottom { return y }
    }
    return nil
  }

  private func addStrip(height: Double, winding: Int, to cells: inout RowCells) {
    var winding = winding
    var isInside = rule.isInside(winding: winding)
    for line in lines {
      winding += line.winding > 0 ? 1 : -1
      let nowInside = rule.isInside(winding: winding)
      if nowInside != isInside {
        cells.add(from: line.topX, to: line.bottomX, height: nowInside ? height : -height)
        isInside = nowInside
      }
    }
  }
}
