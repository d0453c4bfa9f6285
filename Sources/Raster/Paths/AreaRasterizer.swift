import Geometry

/// Which part of each pixel lies inside closed polygons: its true area, also where contours meet, cross or cover one
/// another inside of it, but for rounding by less than a hundredth of a shade.
///
/// A row of pixels is worked on at a time. The edges in it are taken from left to right in groups that no other edge
/// reaches, so that the winding number between two groups is the same in all of the row, and pixels there are inside
/// or not without a look at any of them. What a row holds depends on the polygons alone, not on other rows, on the
/// columns asked for or on the order of the polygons.
struct AreaRasterizer {
  private let edges: [PathEdge]
  private let rule: FillRule
  private let rows: Range<Int>
  /// Where the picture ends; edges behind it are not there.
  private let right: Double
  /// The next edge that is not yet among the pieces or done with.
  private var next = 0
  /// The parts of edges in the last row, about from left to right.
  private var pieces: [EdgePiece] = []
  private var strips: EdgeStrips
  private(set) var cells: RowCells

  /// - Parameters:
  ///   - polygons: In pixels.
  ///   - area: The whole picture.
  ///   - clip: Which of its pixels to work out.
  init(_ polygons: [[Point]], rule: FillRule, in area: PixelRect, clip: PixelRect) {
    self.rule = rule
    right = Double(area.maxX)
    edges = PathEdge.edges(of: polygons, in: area)
    strips = EdgeStrips(rule: rule)
    let pixels = clip.intersection(area).covering(Polygons.finiteBounds(of: polygons))
    rows = pixels.isEmpty ? 0..<0 : pixels.minY..<pixels.maxY
    cells = RowCells(columns: pixels.isEmpty ? 0..<0 : pixels.minX..<pixels.maxX)
  }

  /// Calls `body` with each row that has ink, from the top.
  mutating func forEachRow(_ body: (Int, RowCells) -> Void) {
    for row in rows {
      advance(to: row)
      guard !pieces.isEmpty else { continue }
      fillCells()
      if !cells.spans.isEmpty { body(row, cells) }
    }
  }

  /// Makes `pieces` those of the next row.
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
    // Those of the row before come nearly in order.
    guard pieces.count - kept <= 16 else {
      pieces.sort { $0.low < $1.low }
      return
    }
    for i in pieces.indices.dropFirst() where pieces[i].low < pieces[i - 1].low {
      let piece = pieces[i]
      var place = i
      while place > 0, piece.low < pieces[place - 1].low {
        pieces[place] = pieces[place - 1]
        place -= 1
      }
      pieces[place] = piece
    }
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
      // A group that has all of its edges turns by a whole number; one without lies beyond the picture's right.
      winding += Int(group.turns)
      i = group.range.upperBound
    }
    cells.finish(isInside: rule.isInside(winding: winding))
  }

  /// Pieces in a row that meet, directly or by way of others.
  private struct Group {
    var range: Range<Int>
    var high: Double
    /// The change of the winding number from their left to their right.
    var turns: Double
    /// How many of them go down, and how many up.
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
    // Where more contours go around than could end here, all is inside.
    if rule == .nonzero, winding > group.up || -winding > group.down { return }
    cells.reach(from: low, to: group.high, isInside: isInside)
    // All in one direction, and no two at one height: pieces that continue one another.
    let isChain = group.high < right && abs(group.turns) == 1 && (group.up == 0 || group.down == 0)
    guard isChain || group.range.count == 1 else {
      strips.add(pieces, group.range, winding: winding, to: &cells)
      return
    }
    for i in group.range {
      let piece = pieces[i]
      guard piece.winding != 0, rule.isInside(winding: winding + Int(piece.winding)) != isInside else { continue }
      let height = piece.bottom - piece.top
      cells.add(from: piece.topX, to: piece.bottomX, height: isInside ? -height : height)
    }
  }
}

extension Polygons {
  /// The bounds of those that have no number without a value.
  fileprivate static func finiteBounds(of polygons: [[Point]]) -> Rect {
    bounds(of: polygons.filter { $0.allSatisfy { $0.x.isFinite && $0.y.isFinite } })
  }
}
