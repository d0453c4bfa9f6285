import Geometry

/// Computes the true area of closed polygons in each pixel. That includes pixels in which contours meet, cross or cover
/// each other. The error from rounding is less than a hundredth of a level of coverage.
///
/// The rasterizer takes one row of pixels at a time. It walks through the edges in the row from left to right, in
/// groups that no other edge reaches into. Between two groups the winding number is constant in the whole row, so all
/// pixels there are inside or outside and need no further work. The result for a row depends only on the polygons, not
/// on other rows, on the columns asked for, or on the order of the polygons.
struct AreaRasterizer {
  private let edges: [PathEdge]
  private let rule: FillRule
  private let rows: Range<Int>
  /// The right edge of the picture; edges beyond it are ignored.
  private let right: Double
  /// The first edge that the rows so far have not reached.
  private var next = 0
  /// The parts of edges in the current row, approximately from left to right.
  private var pieces: [EdgePiece] = []
  private var strips: EdgeStrips
  private(set) var cells: RowCells

  /// - Parameters:
  ///   - polygons: The corners of the polygons, in pixels.
  ///   - area: All pixels of the picture.
  ///   - clip: The pixels whose coverage is computed.
  init(_ polygons: [[Point]], rule: FillRule, in area: PixelRect, clip: PixelRect) {
    self.rule = rule
    right = Double(area.maxX)
    edges = PathEdge.edges(of: polygons, in: area)
    strips = EdgeStrips(rule: rule)
    let pixels = clip.intersection(area).covering(Polygons.finiteBounds(of: polygons))
    rows = pixels.isEmpty ? 0..<0 : pixels.minY..<pixels.maxY
    cells = RowCells(columns: pixels.isEmpty ? 0..<0 : pixels.minX..<pixels.maxX)
  }

  /// Calls `body` with each row that has coverage, from the top.
  mutating func forEachRow(_ body: (Int, RowCells) -> Void) {
    for row in rows {
      advance(to: row)
      guard !pieces.isEmpty else { continue }
      fillCells()
      if !cells.spans.isEmpty { body(row, cells) }
    }
  }

  /// Replaces `pieces` with those of the next row.
  private mutating func advance(to row: Int) {
    let top = Double(row)
    var kept = 0
    for i in pieces.indices {
      let edge = pieces[i].edge
      guard edges[edge].bottomY > top else { continue }
      var piece = pieces[i]
      piece.advance(edges[edge], row: row)
      pieces[kept] = piece
      kept += 1
    }
    pieces.removeLast(pieces.count - kept)
    while next < edges.count, edges[next].topY < top + 1 {
      if edges[next].bottomY > top { pieces.append(EdgePiece(edges[next], next, row: row)) }
      next += 1
    }
    // The pieces of the row before are nearly in order; only the new ones may be far from their index.
    guard pieces.count - kept <= 16 else { return pieces.sort { $0.low < $1.low } }
    var pieces = pieces.mutableSpan
    pieces.sortByInsertion { $0.low < $1.low }
  }

  private mutating func fillCells() {
    let (first, end) = (Double(cells.columns.lowerBound), Double(cells.columns.upperBound))
    cells.begin()
    var winding = 0
    var i = 0
    while i < pieces.count {
      let low = pieces[i].low
      guard low < end else { break }
      let group = group(from: i)
      if group.high > first { add(group, low: low, winding: winding) }
      // A complete group changes the winding number by an integer. An incomplete one lies at the picture's right edge.
      winding += Int(saturating: group.turns)
      i = group.range.upperBound
    }
    cells.finish(isInside: rule.isInside(winding: winding))
  }

  /// Successive pieces. Each overlaps the columns of an earlier one.
  private struct Group {
    var range: Range<Int>
    var high: Double
    /// The change of the winding number from the left of the group to its right.
    var turns: Double
    /// The number of pieces that go down, and that go up.
    var down: Int
    var up: Int
  }

  private func group(from first: Int) -> Group {
    var group = Group(range: first..<first + 1, high: pieces[first].high, turns: 0, down: 0, up: 0)
    var i = first
    repeat {
      let piece = pieces[i]
      group.high = piece.high > group.high ? piece.high : group.high
      group.turns += piece.winding * (piece.bottom - piece.top)
      if piece.winding > 0 { group.down += 1 }
      if piece.winding < 0 { group.up += 1 }
      i += 1
    } while i < pieces.count && pieces[i].low <= group.high
    group.range = first..<i
    return group
  }

  private mutating func add(_ group: Group, low: Double, winding: Int) {
    let isInside = rule.isInside(winding: winding)
    // The winding number is too large to become 0 in the group, so all of it is inside.
    if rule == .nonzero, winding > group.up || -winding > group.down { return }
    cells.reach(from: low, to: group.high, isInside: isInside)
    // All pieces have one direction, and no two overlap in height: each continues another.
    let isChain = group.high < right && abs(group.turns) == 1 && (group.up == 0 || group.down == 0)
    guard isChain || group.range.count == 1 else {
      strips.add(pieces, group.range, winding: winding, to: &cells)
      return
    }
    for i in group.range {
      let piece = pieces[i]
      guard piece.winding != 0, rule.isInside(winding: winding + Int(saturating: piece.winding)) != isInside else {
        continue
      }
      let height = piece.bottom - piece.top
      cells.add(from: piece.topX, to: piece.bottomX, height: isInside ? -height : height)
    }
  }
}

extension Polygons {
  /// The bounds of the polygons without infinite or undefined coordinates.
  fileprivate static func finiteBounds(of polygons: [[Point]]) -> Rect {
    bounds(of: polygons.filter { $0.allSatisfy { $0.x.isFinite && $0.y.isFinite } })
  }
}
