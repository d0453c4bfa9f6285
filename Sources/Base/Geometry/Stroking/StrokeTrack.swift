/// The center line of a stroke, with the direction and length of each segment.
struct StrokeTrack {
  private(set) var points: [Point] = []
  private(set) var isSmooth: [Bool] = []
  let isClosed: Bool
  /// The unit direction of the segment from each point to the next; in a closed track the last one leads to the first.
  private(set) var directions: [Vector] = []
  private(set) var lengths: [Double] = []

  /// - Parameter nearest: Consecutive points no farther apart than this are merged, because rounding would decide their
  ///   direction.
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

  /// The corner at point `i`, between the segments before and after it.
  func corner(_ i: Int) -> StrokeCorner {
    let before = (i + directions.count - 1) % directions.count
    return StrokeCorner(
      position: points[i], arriving: directions[before], leaving: directions[i],
      room: Swift.min(lengths[before], lengths[i]) / 2, isSmooth: isSmooth[i])
  }
}

/// The point where two segments of a stroked line meet.
struct StrokeCorner {
  var position: Point
  /// The unit directions of the two segments.
  var arriving, leaving: Vector
  /// Half the length of the shorter segment.
  var room: Double
  var isSmooth: Bool

  var cosine: Double { arriving.dx * leaving.dx + arriving.dy * leaving.dy }
  /// Positive if the line turns from x toward y.
  var sine: Double { arriving.dx * leaving.dy - arriving.dy * leaving.dx }
  /// The tangent of half the absolute turning angle; infinite for a U-turn.
  var halfTangent: Double { cosine > 0 ? abs(sine) / (1 + cosine) : (1 - cosine) / abs(sine) }
}
