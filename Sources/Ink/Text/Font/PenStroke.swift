import Geometry

/// One stroke of a glyph while it is drawn: lines and curves one behind the other, in hundredths of the em, y upwards.
struct PenStroke {
  private let start: Point
  private var segments: [Segment] = []

  /// The way from one place to another.
  private struct Segment {
    var start: Point
    var control1: Point
    var control2: Point
    var end: Point
    var isStraight: Bool

    /// The direction in which it sets off.
    var outset: Vector { unit(control1 == start ? control2 - start : control1 - start) }
    /// The direction in which it arrives.
    var arrival: Vector { unit(control2 == end ? end - control1 : end - control2) }

    /// How far it turns, as the chords of the unit circle between its control polygon's directions: about radians.
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

  /// The same stroke elsewhere.
  func moved(by offset: Vector) -> PenStroke {
    var moved = PenStroke(at: start + offset)
    moved.segments = segments.map {
      Segment(
        start: $0.start + offset, control1: $0.control1 + offset, control2: $0.control2 + offset, end: $0.end + offset,
        isStraight: $0.isStraight)
    }
    return moved
  }

  /// How far a stroke turns from one sample to the next, about, in radians.
  private static let turnPerSample = 0.27
  /// How near to a joint there is a sample that keeps the bend of one side off the other.
  private static let guardDistance = 1.8

  /// How long the ends of a stroke are over which the pen is set down and lifted.
  private static let endLength = 4.0

  /// Samples from which the stroke model's curve makes the stroke again: dense where it bends, and close to both sides
  /// of each joint, so that straight stays straight and a corner a corner. One sample for a dot.
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
        for k in 1..<Int(count) { samples.append(segment.point(at: Double(k) / count)) }
        if !isLast, Self.isCorner(segment, segments[i + 1]) { samples.append(segment.point(at: 1 - 0.3 / count)) }
      }
      samples.append(segment.end)
    }
    return samples
  }

  /// Whether the stroke turns by more than a quarter of a right angle from one segment to the next.
  private static func isCorner(_ before: Segment, _ after: Segment) -> Bool {
    (after.outset - before.arrival).length > 0.39
  }
}
