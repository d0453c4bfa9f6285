import DoodleKit

/// Finds the lines of a log that have made and changed each element.
struct ElementLines {
  /// The lines and touches of an element.
  private struct Entry {
    /// The ranges of lines that changed the element. Lines count from 1.
    var ranges: [ClosedRange<Int>] = []
    /// The touches of a stroke, before the stroke was moved: the line and the position in points.
    var touches: [(line: Int, point: Point)] = []
  }

  /// By the element's index.
  private var entries: [Entry] = []
  private var version = -1

  /// Adds the line of the drawing's last event to the elements that it changed.
  mutating func add(_ event: LogEvent, line: Int, _ drawing: Drawing) {
    let changes = drawing.changes(since: version)
    version = changes.version
    while entries.count < drawing.elements.count { entries.append(Entry()) }
    for change in changes.elements {
      let index = change.element.rawValue
      Self.add(line, to: &entries[index].ranges)
      if case .touch(let touch) = event, drawing.elements[change.element].stroke != nil {
        entries[index].touches.append((line, touch.point))
      }
    }
  }

  /// All lines of an element.
  func all(of element: ElementIndex) -> [ClosedRange<Int>] { entries[element.rawValue].ranges }

  /// The lines of a stroke's touches near a position; nil for other elements.
  ///
  /// The ink at a position follows from the touches around it: those closer than `reach`, or the closest one if there is
  /// none, and on both sides the next one in time.
  /// - Parameters:
  ///   - position: In points.
  ///   - reach: In points.
  func near(
    _ position: Point, within reach: Double, of element: ElementIndex, _ drawing: Drawing
  ) -> [ClosedRange<Int>]? {
    let touches = entries[element.rawValue].touches
    guard !touches.isEmpty else { return nil }
    let map = drawing.placement(of: element)?.similarity
    let distances = touches.map { touch in
      let point = map?.apply(touch.point) ?? touch.point
      let (dx, dy) = (point.x - position.x, point.y - position.y)
      return (dx * dx + dy * dy).squareRoot()
    }
    let limit = max(reach, distances.min() ?? 0)
    var lines: [ClosedRange<Int>] = []
    for index in touches.indices {
      let neighbors = max(0, index - 1)...min(touches.count - 1, index + 1)
      if neighbors.contains(where: { distances[$0] <= limit }) { Self.add(touches[index].line, to: &lines) }
    }
    return lines
  }

  private static func add(_ line: Int, to ranges: inout [ClosedRange<Int>]) {
    if let last = ranges.last, last.upperBound >= line - 1 {
      ranges[ranges.count - 1] = last.lowerBound...max(line, last.upperBound)
    } else {
      ranges.append(line...line)
    }
  }
}
