import Geometry
import TouchLog

/// The area of a board's frame, outside of which nothing in the frame is seen: a convex polygon.
package struct FrameClip: Sendable {
  /// In points, so that the area lies to the right of each side with y down.
  private let corners: [Point]
  private let sides: [(start: Point, end: Point)]

  /// The most corners of an area within others. Beyond them, the frames around a frame alone cut what is in it.
  private static let mostCorners = 100

  /// - Returns: Nil for a frame without an area.
  package init?(_ box: Rect, through map: Affine) {
    let clip = FrameClip(box.corners.map { map.apply($0) })
    var area = 0.0
    for (start, end) in clip.sides { area += start.x * end.y - start.y * end.x }
    guard area != 0, area.isFinite else { return nil }
    self = area < 0 ? FrameClip(clip.corners.reversed()) : clip
  }

  private init(_ corners: [Point]) {
    self.corners = corners
    sides = Array(zip(corners, Array(corners.dropFirst()) + corners.prefix(1)))
  }

  /// The distance of a point from a side, times the side's length; negative outside.
  private static func depth(_ point: Point, _ start: Point, _ end: Point) -> Double {
    (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
  }

  /// The area, if it is an upright rectangle.
  var box: Rect? {
    let isUpright = corners.count == 4 && sides.allSatisfy { $0.start.x == $0.end.x || $0.start.y == $0.end.y }
    return isUpright ? corners.reduce(into: Rect.empty) { $0.include($1) } : nil
  }

  func contains(_ box: Rect) -> Bool { box.corners.allSatisfy { contains($0) } }

  func contains(_ point: Point) -> Bool {
    !corners.isEmpty && sides.allSatisfy { Self.depth(point, $0.start, $0.end) >= 0 }
  }

  /// The part of a polygon in the area (Sutherland and Hodgman, "Reentrant polygon clipping", 1974).
  func part(of polygon: [Point]) -> [Point] {
    var rest = corners.isEmpty ? [] : polygon
    for (start, end) in sides {
      var kept: [Point] = []
      for (from, to) in zip(rest.suffix(1) + rest.dropLast(), rest) {
        let (before, after) = (Self.depth(from, start, end), Self.depth(to, start, end))
        if (before < 0) != (after < 0) { kept.append(from + (to - from) * (before / (before - after))) }
        if after >= 0 { kept.append(to) }
      }
      rest = kept
    }
    return rest
  }

  /// This area within another one, which may be empty.
  package func within(_ other: FrameClip?) -> FrameClip {
    guard let other else { return self }
    let common = other.part(of: corners)
    return common.count < 3 ? FrameClip([]) : common.count > Self.mostCorners ? other : FrameClip(common)
  }

  /// The parts of a line in the area (Cyrus and Beck, "Generalized two- and three-dimensional clipping", 1978).
  func parts(of points: [ImportedPoint]) -> [[ImportedPoint]] {
    guard !corners.isEmpty else { return [] }
    guard points.count > 1 else { return points.filter { contains(Point($0.x, $0.y)) }.map { [$0] } }
    var parts: [[ImportedPoint]] = []
    var isOpen = false
    for (from, to) in zip(points, points.dropFirst()) {
      var (first, last) = (0.0, 1.0)
      for (start, end) in sides {
        let before = Self.depth(Point(from.x, from.y), start, end)
        let after = Self.depth(Point(to.x, to.y), start, end)
        if before < 0, after < 0 { first = 2 }
        if before < 0, after >= 0 { first = max(first, before / (before - after)) }
        if before >= 0, after < 0 { last = min(last, before / (before - after)) }
      }
      guard first <= last else {
        isOpen = false
        continue
      }
      if !isOpen { parts.append([first > 0 ? from.between(to, first) : from]) }
      parts[parts.count - 1].append(last < 1 ? from.between(to, last) : to)
      isOpen = last == 1
    }
    return parts
  }
}

extension ImportedPoint {
  /// The point at a share of the way to another one, with the values between theirs.
  fileprivate func between(_ other: ImportedPoint, _ share: Double) -> ImportedPoint {
    func mean(_ a: Double?, _ b: Double?) -> Double? { if let a, let b { a + (b - a) * share } else { nil } }
    var point = self
    point.x += (other.x - x) * share
    point.y += (other.y - y) * share
    (point.time, point.pressure) = (mean(time, other.time), mean(pressure, other.pressure))
    return point
  }
}
