import Geometry

/// Which elements may be where: what a touch that selects or erases whole elements asks at each event, at a cost that
/// does not grow with the elements elsewhere.
///
/// It follows the drawing as a renderer does, and takes memory from the first question on.
struct ElementGrid: Sendable {
  private struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  /// In points.
  private static let side = 128.0
  /// What covers more cells than this is looked at whatever the place.
  private static let mostCells = 256

  private var version = -1
  private var cells: [Cell: [Int]] = [:]
  private var large: [Int] = []

  /// Takes over what has changed in the drawing. Where an element was before, it stays noted.
  mutating func follow(_ drawing: Drawing) {
    let changes = drawing.changes(since: version)
    version = changes.version
    for change in changes.elements where change.kind != .vanished {
      let bounds = drawing.bounds(of: change.element)
      guard !bounds.isEmpty else { continue }
      guard let (columns, rows) = ElementGrid.cells(of: bounds) else {
        if large.last != change.element { large.append(change.element) }
        continue
      }
      for row in rows {
        for column in columns {
          let cell = Cell(column: column, row: row)
          if cells[cell]?.last != change.element { cells[cell, default: []].append(change.element) }
        }
      }
    }
  }

  /// The elements that may be in an area, in points, in the order in which they began; the drawing may know better.
  func candidates(in area: Rect) -> [Int] {
    guard let (columns, rows) = ElementGrid.cells(of: area) else {
      return Set(cells.values.joined()).union(large).sorted()
    }
    var found = Set(large)
    for row in rows {
      for column in columns { found.formUnion(cells[Cell(column: column, row: row)] ?? []) }
    }
    return found.sorted()
  }

  /// Nil where there are too many, or places beyond all reckoning.
  private static func cells(of area: Rect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    let bounds = [area.minX, area.maxX, area.minY, area.maxY].map { ($0 / side).rounded(.down) }
    guard bounds.allSatisfy({ $0.magnitude < 1e9 }) else { return nil }
    let columns = Int(bounds[0])...Int(bounds[1])
    let rows = Int(bounds[2])...Int(bounds[3])
    return columns.count * rows.count <= mostCells ? (columns, rows) : nil
  }
}
