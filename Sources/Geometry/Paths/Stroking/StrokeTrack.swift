/// The middle of a stroked line, with the direction and the length of each of its segments.
struct StrokeTrack {
  private(set) var points: [Point] = []
  private(set) var isSmooth: [Bool] = []
  let isClosed: Bool
  /// Of the segment from each point to the next; a closed track has one from the last to the first.
  private(set) var directions: [Vector] = []
  private(set) var lengths: [Double] = []

  /// - Parameter nearest: Points no further apart than this are one: between them rounding would decide the direction.
  init(_ line: Polyline, nearest: Double) {
    isClosed = line.isClosed
    for (point, smooth) in zip(line.points, line.isSmooth) {
      if let last = points.last, last.distance(to: point) <= nearest {
        isSmooth[points.count - 1] = isSmooth[points.count - 1] && smooth
      } else {
        points.append(point)
        isSmooth.append(smooth)
      }
    }
    while isClosed, points.count > 1, points[points.count - 1].distance(to: points[0]) <= nearest {
      points.removeLast()
      isSmooth.removeLast()
    }
    guard points.count > 1 else { return }
    for i in 0..<(isClosed ? points.count : points.count - 1) {
      let step = points[(i + 1) % points.count] - points[i]
      lengths.append(step.length)
      directions.append(step / step.length)
    }
  }

  /// Point `i` as the corner between the segments before and behind it.
  func corner(_ i: Int) -> StrokeCorner {
    let before = (i + directions.count - 1) % directions.count
    return StrokeCorner(
      place: points[i], arriving: directions[before], leaving: directions[i],
      room: Swift.min(lengths[before], lengths[i]) / 2, isSmooth: isSmooth[i])
  }
}

/// Where two segments of a stroked line meet.
struct StrokeCorner {
  var place: Point
  /// The directions of the two segments, of length 1.
  var arriving, leaving: Vector
  /// Half of the shorter segment.
  var room: Double
  var isSmooth: Bool

  var cosine: Double { arriving.dx * leaving.dx + arriving.dy * leaving.dy }
  /// Positive where the line turns from x towards y.
  var sine: Double { arriving.dx * leaving.dy - arriving.dy * leaving.dx }
  /// The tangent of half the turn's size, infinite where the line turns back.
  var halfTangent: Double { cosine > 0 ? abs(sine) / (1 + cosine) : (1 - cosine) / abs(sine) }
}
