import Geometry

/// The simplification of the Quick, Draw! data set.
///
/// The drawing is moved to the top left corner and scaled so that its longer side is 255. Each stroke is divided into
/// points at a distance of 1 along its path, of which the Ramer–Douglas–Peucker algorithm keeps those that are more than
/// 2 away from the line between their neighbors. Only then are the coordinates rounded: this gives the data set's
/// numbers.
enum QuickDrawSimplifier {
  private static let side = 255.0
  private static let spacing = 1.0
  private static let tolerance = 2.0

  /// - Parameter strokes: The points of each stroke, at least one.
  static func simplified(_ strokes: [[Point]]) -> [[Point]] {
    var bounds = Rect.empty
    for stroke in strokes { for point in stroke { bounds.include(point) } }
    let longest = max(bounds.width, bounds.height)
    let scale = longest > 0 ? side / longest : 1
    return strokes.map { stroke in
      let scaled = stroke.map { Point(($0.x - bounds.minX) * scale, ($0.y - bounds.minY) * scale) }
      let kept = simplifiedLine(resampled(scaled))
      // A dot is two equal points.
      return (kept.count == 1 ? kept + kept : kept).map { Point($0.x.rounded(), $0.y.rounded()) }
    }
  }

  /// The points at equal distances along a line, and its last point.
  private static func resampled(_ line: [Point]) -> [Point] {
    guard let first = line.first, let last = line.last, line.count > 1 else { return line }
    var points = [first]
    /// The length of the line since the last of the points.
    var passed = 0.0
    for (start, end) in zip(line, line.dropFirst()) {
      let length = start.distance(to: end)
      var next = spacing - passed
      while next <= length, length > 0 {
        points.append(
          Point(start.x + (end.x - start.x) * next / length, start.y + (end.y - start.y) * next / length))
        next += spacing
      }
      passed = length - (next - spacing)
    }
    points.append(last)
    return points
  }

  /// The points that the Ramer–Douglas–Peucker algorithm keeps.
  private static func simplifiedLine(_ points: [Point]) -> [Point] {
    guard points.count > 2 else { return points }
    var isKept = [Bool](repeating: false, count: points.count)
    isKept[0] = true
    isKept[points.count - 1] = true
    var parts = [(first: 0, last: points.count - 1)]
    while let part = parts.popLast() {
      let line = Line(points[part.first], points[part.last])
      var farthest = (distance: 0.0, index: part.first)
      for index in part.first + 1..<max(part.first + 1, part.last) {
        let distance = line.distance(to: points[index])
        if distance > farthest.distance { farthest = (distance, index) }
      }
      guard farthest.distance > tolerance else { continue }
      isKept[farthest.index] = true
      parts.append((part.first, farthest.index))
      parts.append((farthest.index, part.last))
    }
    return zip(points, isKept).filter(\.1).map(\.0)
  }

  /// The line through two points; the point itself if they are equal.
  private struct Line {
    let start: Point
    let direction: Vector
    let length: Double

    init(_ start: Point, _ end: Point) {
      self.start = start
      direction = end - start
      length = direction.length
    }

    func distance(to point: Point) -> Double {
      let offset = point - start
      if length == 0 { return offset.length }
      return (direction.dx * offset.dy - direction.dy * offset.dx).magnitude / length
    }
  }
}
