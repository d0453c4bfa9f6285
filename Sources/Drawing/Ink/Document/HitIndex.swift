import Geometry

/// Finds the elements near a position without looking at all elements.
///
/// A touch that selects or erases whole elements queries the index at each event. Elements are listed in the square
/// cells that their bounds meet. The index follows a document as a renderer does, and allocates nothing before the
/// first query.
struct HitIndex: Sendable {
  private struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  /// An element with its bounds, in points, when it was entered.
  private struct Entry {
    var element: ElementIndex
    var bounds: Rect
  }

  /// The side of a cell, in points.
  private static let side = 64.0
  /// Elements that meet more cells than this are candidates everywhere.
  private static let mostCells = 256

  /// The version of the document whose changes are in the index.
  private var version = -1
  /// Elements by cell. An element is entered again when it changes, and may still be listed in cells that it has left.
  private var cells: [Cell: [Entry]] = [:]
  private var large: [Entry] = []

  /// The topmost element within `reach` points of a position, erasers left out.
  mutating func topmost(at position: Point, within reach: Double, in document: Document) -> ElementIndex? {
    document.stack(candidates(in: Rect(around: position, reach: reach), document)).last {
      document.isHit($0, at: position, within: reach)
    }
  }

  /// The elements whose ink a disc touches while it moves from `start` to `end`, in points, in ascending order. Erasers
  /// are left out.
  mutating func elementsTouched(
    from start: Point, to end: Point, radius: Double, in document: Document
  ) -> [ElementIndex] {
    var swept = Rect.empty
    swept.include(start, radius: radius)
    swept.include(end, radius: radius)
    let way = end - start
    // From a radius of 0.5 on, discs one radius apart miss only ink that is less than about an eighth of the radius
    // inside the edge of the path. The number of discs is limited for the longest paths.
    let steps = Swift.min(4096, Int(saturating: (way.length / Swift.max(0.5, radius)).rounded(.up)))
    return candidates(in: swept, document).filter { element in
      (0...Swift.max(1, steps)).contains { step in
        let position = start + way * (Double(step) / Double(Swift.max(1, steps)))
        return document.isHit(element, at: position, within: radius)
      }
    }
  }

  /// The present elements whose bounds meet an area, in points, in ascending order. Erasers are left out.
  private mutating func candidates(in area: Rect, _ document: Document) -> [ElementIndex] {
    follow(document)
    var found: [ElementIndex] = []
    func add(_ entries: [Entry]) {
      for entry in entries where entry.bounds.intersects(area) {
        let element = entry.element
        guard document.elements[element].isPresent, !document.isEraser(element),
          document.bounds(of: element).intersects(area)
        else { continue }
        found.append(element)
      }
    }
    add(large)
    if let (columns, rows) = HitIndex.cells(of: area) {
      for row in rows {
        for column in columns { add(cells[Cell(column: column, row: row)] ?? []) }
      }
    } else {
      for entries in cells.values { add(entries) }
    }
    return Set(found).sorted()
  }

  private mutating func follow(_ document: Document) {
    var changes = document.changes(since: version)
    if changes.elements.count > document.elements.count / 2, version >= 0 {
      // Otherwise lists would grow with each change of the whole drawing.
      (cells, large) = ([:], [])
      changes = document.changes(since: -1)
    }
    version = changes.version
    for change in changes.elements where change.kind != .vanished {
      let bounds = document.bounds(of: change.element)
      guard !bounds.isEmpty else { continue }
      let entry = Entry(element: change.element, bounds: bounds)
      guard let (columns, rows) = HitIndex.cells(of: bounds) else {
        Self.enter(entry, in: &large)
        continue
      }
      for row in rows {
        for column in columns { Self.enter(entry, in: &cells[Cell(column: column, row: row), default: []]) }
      }
    }
  }

  private static func enter(_ entry: Entry, in list: inout [Entry]) {
    if list.last?.element == entry.element { list.removeLast() }
    list.append(entry)
  }

  /// The cells that meet an area; nil if there are more than `mostCells`, or their numbers do not fit.
  private static func cells(of area: Rect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    let bounds = [area.minX, area.maxX, area.minY, area.maxY].map { ($0 / side).rounded(.down) }
    guard bounds.allSatisfy({ $0.magnitude < 1e9 }) else { return nil }
    let columns = Int(saturating: bounds[0])...Int(saturating: bounds[1])
    let rows = Int(saturating: bounds[2])...Int(saturating: bounds[3])
    return Double(columns.count) * Double(rows.count) <= Double(mostCells) ? (columns, rows) : nil
  }
}
