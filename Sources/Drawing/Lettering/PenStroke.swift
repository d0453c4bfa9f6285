import Geometry

/// One stroke of a glyph: connected lines and cubic curves, in hundredths of the em, y upward.
struct PenStroke {
  private let start: Point
  private var segments: [Segment] = []

  /// A line or a cubic curve.
  private struct Segment {
    var start: Point
    var control1: Point
    var control2: Point
    var end: Point
    var isStraight: Bool

    /// The unit direction at the start.
    var outset: Vector { unit(control1 == start ? control2 - start : control1 - start) }
    /// The unit direction at the end.
    var arrival: Vector { unit(control2 == end ? end - control1 : end - control2) }

    /// The approximate angle by which the segment turns, in radians: the lengths of the unit-circle chords between the
    /// directions of its control polygon.
    var turn: Double {
      let middle = unit(control2 - control1)
      return (middle - outset).length + (arrival - middle).length
    }

    func point(at t: Double) -> Point {
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      return Point(
        start.x * a + control1.x * b + control2.x * c + end.x * d,
        start.y * a + control1.y * b + control2.y * c + end.y * d)
    }

    private func unit(_ vector: Vector) -> Vector { vector.length > 0 ? vector / vector.length : Vector(0, 0) }
  }

  init(at start: Point) {
    self.start = start
  }

  var end: Point { segments.last?.end ?? start }

  mutating func addLine(to point: Point) {
    segments.append(Segment(start: end, control1: point, control2: end, end: point, isStraight: true))
  }

  mutating func addCurve(_ control1: Point, _ control2: Point, to point: Point) {
    segments.append(Segment(start: end, control1: control1, control2: control2, end: point, isStraight: false))
  }

  func moved(by offset: Vector) -> PenStroke {
    var moved = PenStroke(at: start + offset)
    moved.segments = segments.map {
      Segment(
        start: $0.start + offset, control1: $0.control1 + offset, control2: $0.control2 + offset, end: $0.end + offset,
        isStraight: $0.isStraight)
    }
    return moved
  }

  /// The approximate turn of a curve between two samples, in radians.
  private static let turnPerSample = 0.27
  /// The distance from a joint to the next sample on a line. A nearby sample keeps the joint's bend out of the line.
  private static let guardDistance = 1.8
  /// The length of the first and the last piece of a line at a stroke end, over which the pressure rises and falls.
  private static let endLength = 4.0

  /// Samples from which the stroke model's interpolation reproduces the stroke: dense in curves, and close to both
  /// sides of each joint, so that lines stay straight and corners stay sharp. A dot has one sample.
  var samples: [Point] {
    var samples = [start]
    for (i, segment) in segments.enumerated() {
      let isFirst = i == 0
      let isLast = i == segments.count - 1
      if segment.isStraight {
        let length = segment.start.distance(to: segment.end)
        if length > 3 * Self.guardDistance {
          let unit = (segment.end - segment.start) / length
          let atStart = isFirst ? Self.endLength : Self.guardDistance
          let atEnd = isLast ? Self.endLength : Self.guardDistance
          samples.append(segment.start + unit * atStart)
          if length > atStart + atEnd { samples.append(segment.end + unit * -atEnd) }
        }
      } else {
        let count = Swift.max(2, (segment.turn / Self.turnPerSample).rounded(.up))
        if !isFirst, Self.isCorner(segments[i - 1], segment) { samples.append(segment.point(at: 0.3 / count)) }
        for k in 1..<Int(saturating: count) { samples.append(segment.point(at: Double(k) / count)) }
        if !isLast, Self.isCorner(segment, segments[i + 1]) { samples.append(segment.point(at: 1 - 0.3 / count)) }
      }
      samples.append(segment.end)
    }
    return samples
  }

  /// Whether the stroke turns by more than a quarter of a right angle between two segments: 2 sin(22.5°/2) = 0.39.
  private static func isCorner(_ before: Segment, _ after: Segment) -> Bool {
    (after.outset - before.arrival).length > 0.39
  }
}
