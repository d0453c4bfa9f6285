import Geometry

/// Resolves pieces of edges in a row of pixels that may meet or cross.
///
/// The row is cut into strips at the ends of all pieces and wherever two cross, so that within a strip the pieces have
/// one order from left to right. Only those at which inside and outside change count, each with the area to its right.
struct EdgeStrips {
  private struct Line: Comparable {
    var topX, bottomX: Double
    var piece: Int
    var winding: Double

    /// From left to right. The order of lines at the same position does not depend on the order in which they were
    /// added.
    static func < (a: Line, b: Line) -> Bool {
      let (middleOfA, middleOfB) = (a.topX + a.bottomX, b.topX + b.bottomX)
      if middleOfA != middleOfB { return middleOfA < middleOfB }
      return a.topX != b.topX ? a.topX < b.topX : a.winding < b.winding
    }
  }

  let rule: FillRule
  /// Scratch memory.
  private var cuts: [Double] = []
  private var lines: [Line] = []
  private var bottoms: [Double] = []

  init(rule: FillRule) { self.rule = rule }

  /// Rounds the height of a crossing, where the row is cut. With many lines the steps are larger, so that the time does
  /// not grow with the number of crossings. The area that a cut beside a crossing misplaces is a small part of a step.
  private static func snapped(_ y: Double, lines: Int) -> Double {
    // Adding 1.5 · 2ⁿ rounds to multiples of 2ⁿ⁻⁵².
    let large = lines <= 128 ? 0x1.8p32 : lines <= 512 ? 0x1.8p44 : 0x1.8p46
    return (y + large) - large
  }

  /// Adds pieces to the coverage of their row.
  /// - Parameters:
  ///   - range: The pieces of a group: each overlaps the columns of one before it.
  ///   - winding: The winding number left of the group.
  mutating func add(_ pieces: [EdgePiece], _ range: Range<Int>, winding: Int, to cells: inout RowCells) {
    cuts.removeAll(keepingCapacity: true)
    for piece in range {
      cuts.append(pieces[piece].top)
      cuts.append(pieces[piece].bottom)
    }
    sortCuts()
    lines.removeAll(keepingCapacity: true)
    for i in cuts.indices.dropFirst() where cuts[i - 1] < cuts[i] {
      var top = cuts[i - 1]
      bottoms.append(cuts[i])
      // The lines of the strip above that go on are nearly in order.
      lines.removeAll { pieces[$0.piece].bottom < cuts[i] }
      for number in range where pieces[number].top == top && pieces[number].bottom > top {
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
    guard cuts.count <= 32 else { return cuts.sort() }
    var cuts = cuts.mutableSpan
    cuts.sortByInsertion { $0 < $1 }
  }

  private mutating func sortLines() {
    if !insertLines(moves: 8 * lines.count) { lines.sort() }
  }

  private mutating func insertLines(moves: Int) -> Bool {
    var lines = lines.mutableSpan
    return lines.sortByInsertion(moves: moves) { $0 < $1 }
  }

  /// The height of a crossing of two neighboring lines in a strip; nil if none cross further inside of it than the
  /// rounding step.
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

extension MutableSpan {
  /// Sorts by insertion, which is fastest for a few elements and for elements that are nearly in order. Equal elements
  /// keep their order.
  /// - Parameter moves: The number of moves by one index after which to give up.
  /// - Returns: Whether the elements are sorted; otherwise they are in some other order.
  @inline(always) @discardableResult
  mutating func sortByInsertion(moves: Int = .max, _ areInIncreasingOrder: (Element, Element) -> Bool) -> Bool {
    var left = moves
    for i in indices.dropFirst() where areInIncreasingOrder(self[i], self[i - 1]) {
      let element = self[i]
      var index = i
      while index > 0, areInIncreasingOrder(element, self[index - 1]) {
        self[index] = self[index - 1]
        index -= 1
      }
      self[index] = element
      left -= i - index
      if left < 0 { return false }
    }
    return true
  }
}
