import Geometry
import ImportCore
import JSON
import TouchLog

/// Lines, the shafts of arrows, and the polylines of old files.
extension ExcalidrawBoard {
  /// Lines are closed if their ends are no farther from each other, in points.
  private static let closingDistance = 8.0

  /// Whether a line encloses an area that its background fills.
  static func isLoop(_ points: [Point]) -> Bool {
    guard points.count >= 3 else { return false }
    return points[0].distance(to: points[points.count - 1]) <= closingDistance
  }

  mutating func appendLine(_ element: ExcalidrawElement) throws(LogReadError) {
    var points = try element.points(&ink.report)
    if points.count < 2 { points = [Point(0, 0), Point(element.width, element.height)] }
    let isArrow = element.type == "arrow"
    let hasFill = try element.fill(&ink.report) != nil
    let isFilled = hasFill && !isArrow && Self.isLoop(points)
    let path: Path
    if isArrow, element.value["elbowed"]?.isTrue == true {
      path = Self.elbows(points)
    } else if try element.isRound {
      path = Self.curve(points)
    } else {
      path = Path(points, isClosed: isFilled)
    }
    let map = element.map(turning: path.bounds)
    let style = try element.style(&ink.report)
    if isArrow, let id = try element.value.text(of: "id"), let label = labels[id] {
      try append(path, of: element, style, around: label, through: map)
    } else {
      try append(path, of: element, style, isFilled: isFilled, through: map)
    }
    if style.color.alpha > 0 { try appendHeads(element, path, points, style, through: map) }
  }

  /// The smooth curve through points: the tangent at each is parallel to the line between its neighbors (a uniform
  /// Catmull-Rom spline, which repeats its ends).
  private static func curve(_ points: [Point]) -> Path {
    var path = Path()
    path.move(to: points[0])
    for index in 1..<points.count {
      let (start, end) = (points[index - 1], points[index])
      let before = points[max(0, index - 2)]
      let after = points[min(points.count - 1, index + 1)]
      path.cubic(start + (end - before) / 6, end + (start - after) / 6, to: end)
    }
    return path
  }

  /// The largest radius of an elbow, in points.
  private static let elbowRadius = 16.0

  /// A line with round corners.
  private static func elbows(_ points: [Point]) -> Path {
    var path = Path()
    path.move(to: points[0])
    for index in points.indices.dropFirst().dropLast() {
      let corner = points[index]
      let (before, after) = (points[index - 1] - corner, points[index + 1] - corner)
      let radius = min(elbowRadius, before.length / 2, after.length / 2)
      guard radius > 0 else { continue }
      path.line(to: corner + before * (radius / before.length))
      path.quadratic(corner, to: corner + after * (radius / after.length))
    }
    path.line(to: points[points.count - 1])
    return path
  }

  /// The distance of an arrow from its text, in points.
  private static let labelMargin = 5.0

  /// Appends the parts of an arrow outside of its text.
  /// - Parameter label: The box of the text in the scene.
  private mutating func append(
    _ path: Path, of element: ExcalidrawElement, _ style: BoardStyle, around label: Rect, through map: Affine
  ) throws(LogReadError) {
    let hole = Rect(
      minX: label.minX - Self.labelMargin + shift.dx, minY: label.minY - Self.labelMargin + shift.dy,
      maxX: label.maxX + Self.labelMargin + shift.dx, maxY: label.maxY + Self.labelMargin + shift.dy)
    let whole = path.transformed(by: map)
    for line in whole.flattened(tolerance: BoardPath.tolerance(of: whole)) {
      var rest = Path()
      for (start, end) in zip(line.points, line.points.dropFirst()) {
        if rest.currentPoint != start { rest.move(to: start) }
        guard let inside = Self.part(of: start, end, in: hole) else {
          rest.line(to: end)
          continue
        }
        let step = end - start
        if inside.lowerBound > 0 { rest.line(to: start + step * inside.lowerBound) }
        if inside.upperBound < 1 {
          rest.move(to: start + step * inside.upperBound)
          rest.line(to: end)
        }
      }
      try append(rest, of: element, style, isFilled: false, through: .identity)
    }
  }

  /// The part of a line in a box, 0...1; nil if the line does not enter it.
  private static func part(of start: Point, _ end: Point, in box: Rect) -> ClosedRange<Double>? {
    var (low, high) = (0.0, 1.0)
    let step = end - start
    for (from, step, minimum, maximum) in [
      (start.x, step.dx, box.minX, box.maxX), (start.y, step.dy, box.minY, box.maxY),
    ] {
      if step == 0 {
        guard minimum <= from, from <= maximum else { return nil }
        continue
      }
      let (one, other) = ((minimum - from) / step, (maximum - from) / step)
      (low, high) = (max(low, min(one, other)), min(high, max(one, other)))
    }
    return low < high ? low...high : nil
  }
}
