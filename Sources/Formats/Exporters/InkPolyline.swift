import Geometry

/// A stroke as points that a program joins by straight segments, each of one width.
///
/// The segments follow the axis of the ink. They turn so little from one to the next that a smooth curve through the
/// points, as some readers draw it, follows the axis, too.
struct InkPolyline {
  /// The points, each with half of the ink's width there.
  private(set) var discs: [ExportedDisc]

  /// The largest distance between the axis of the ink and recorded points or their segments, and between half of the
  /// ink's width and that of the segments, and the largest bulge of a smooth curve over a segment, in points: 0.1 in
  /// strokes of up to 5,000 points.
  private let tolerance: Double
  /// The largest distance between the axis and the segments that replace it, in points.
  private var flatness: Double { tolerance / 2 }
  /// In very wide ink, the width may change along a segment by the width divided by this: otherwise the number of
  /// segments would have no bound.
  private static let widestShare = 64.0

  /// Takes the recorded points if their segments follow the ink, and points of its axis otherwise.
  init(_ stroke: ExportedStroke) {
    discs = stroke.points.map { ExportedDisc(center: $0.point, radius: $0.radius) }
    var bounds = Rect.empty
    for disc in stroke.axis { bounds.include(disc.center) }
    tolerance = 0.1 * max(1, max(bounds.width, bounds.height) / 5000)
    guard stroke.axis.count > 1, !follows(stroke.axis) else { return }
    discs = simplified(stroke.axis)
    divideSegments()
  }

  private func follows(_ axis: [ExportedDisc]) -> Bool {
    !discs.indices.contains(where: mustDivide) && isNear(axis, discs) && isNear(discs, axis)
  }

  /// Whether discs lie on a line, in the same order.
  private func isNear(_ discs: [ExportedDisc], _ line: [ExportedDisc]) -> Bool {
    func distance(_ disc: ExportedDisc, _ segment: Int) -> Double {
      Self.distance(disc.center, line[segment].center, line[min(segment + 1, line.count - 1)].center)
    }
    // The nearest segment is never before that of the last disc.
    var index = 0
    for disc in discs {
      while index + 2 < line.count, distance(disc, index + 1) <= distance(disc, index) { index += 1 }
      guard distance(disc, index) <= tolerance else { return false }
    }
    return true
  }

  /// The distance of a point from a segment.
  private static func distance(_ point: Point, _ start: Point, _ end: Point) -> Double {
    point.distance(to: start + (end - start) * point.share(from: start, to: end))
  }

  /// The most discs of the axis that a segment replaces.
  private static let longestRun = 64

  /// The axis with as few discs as are needed.
  private func simplified(_ axis: [ExportedDisc]) -> [ExportedDisc] {
    var result = [axis[0]]
    var start = 0
    while start < axis.count - 1 {
      var end = start + 1
      while end + 1 < axis.count, end < start + Self.longestRun, replaces(axis[start...(end + 1)]) { end += 1 }
      result.append(axis[end])
      start = end
    }
    return result
  }

  /// Whether the segment from the first disc to the last replaces those between them.
  private func replaces(_ run: ArraySlice<ExportedDisc>) -> Bool {
    let (start, end) = (run[run.startIndex], run[run.endIndex - 1])
    return run.allSatisfy {
      let share = $0.center.share(from: start.center, to: end.center)
      let radius = start.radius + (end.radius - start.radius) * share
      return Self.distance($0.center, start.center, end.center) <= flatness && abs($0.radius - radius) <= flatness
    }
  }

  /// Whether a curve bulges over the segment that begins at a disc, or the ink's width changes too much along it.
  private func mustDivide(_ index: Int) -> Bool {
    guard index + 1 < discs.count else { return false }
    let (start, end) = (discs[index], discs[index + 1])
    let widest = max(start.radius, end.radius)
    if abs(end.radius - start.radius) > max(tolerance, widest / Self.widestShare) { return true }
    let step = end.center - start.center
    let length = step.length
    func bulges(_ other: Vector) -> Bool {
      guard length > 0, other.length > 0 else { return false }
      let sine = abs(step.dx * other.dy - step.dy * other.dx) / (length * other.length)
      let isSharp = step.dx * other.dx + step.dy * other.dy <= 0
      return length * (isSharp ? 1 : sine) / 8 > tolerance
    }
    return index > 0 && bulges(start.center - discs[index - 1].center)
      || index + 2 < discs.count && bulges(discs[index + 2].center - end.center)
  }

  /// The most times that a segment is halved. Coordinates of less than 10⁷ points need no more.
  private static let mostHalvings = 28

  /// Halves segments until a curve through the points follows them.
  private mutating func divideSegments() {
    for _ in 0..<Self.mostHalvings {
      var divided: [ExportedDisc] = []
      for index in discs.indices {
        divided.append(discs[index])
        guard mustDivide(index) else { continue }
        let (start, end) = (discs[index], discs[index + 1])
        divided.append(
          ExportedDisc(
            center: start.center + (end.center - start.center) * 0.5, radius: (start.radius + end.radius) / 2))
      }
      if divided.count == discs.count { return }
      discs = divided
    }
  }
}

extension Point {
  /// Where on a segment the point nearest to this one is: 0 at its start, 1 at its end.
  package func share(from start: Point, to end: Point) -> Double {
    let (step, offset) = (end - start, self - start)
    let square = step.dx * step.dx + step.dy * step.dy
    return square > 0 ? max(0, min(1, (step.dx * offset.dx + step.dy * offset.dy) / square)) : 0
  }
}
