/// Which regions of overlapping contours are inside (SVG 2, 13.4.2).
package enum FillRule: Hashable, Sendable {
  /// Inside if the winding number is not 0.
  case nonzero
  /// Inside if the winding number is odd.
  case evenOdd

  /// - Parameter winding: How often the contours go around a point; turns in the other direction count negative.
  @inlinable package func isInside(winding: Int) -> Bool {
    switch self {
    case .nonzero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}

/// Measures of closed polygons.
package enum Polygons {
  /// The winding number of a point, positive for polygons that run from x toward y.
  package static func winding(of point: Point, in polygons: [[Point]]) -> Int {
    var winding = 0
    for polygon in polygons {
      guard var from = polygon.last else { continue }
      for to in polygon {
        if (from.y <= point.y) != (to.y <= point.y) {
          let (edge, offset) = (to - from, point - from)
          let side = edge.dx * offset.dy - edge.dy * offset.dx
          if from.y <= point.y, side > 0 { winding += 1 }
          if from.y > point.y, side < 0 { winding -= 1 }
        }
        from = to
      }
    }
    return winding
  }

  /// The distance from a point to the nearest edge; infinite if there is none.
  package static func distance(from point: Point, toEdgesOf polygons: [[Point]]) -> Double {
    var nearest = Double.infinity
    for polygon in polygons {
      guard var from = polygon.last else { continue }
      for to in polygon {
        let (edge, offset) = (to - from, point - from)
        let squared = edge.dx * edge.dx + edge.dy * edge.dy
        let along = squared > 0 ? (edge.dx * offset.dx + edge.dy * offset.dy) / squared : 0
        let foot = from + edge * Swift.max(0, Swift.min(1, along))
        nearest = Swift.min(nearest, foot.distance(to: point))
        from = to
      }
    }
    return nearest
  }

  /// The signed area of a polygon that does not cross itself: positive if it runs from x toward y.
  package static func area(of polygon: [Point]) -> Double {
    guard let origin = polygon.first, var from = polygon.last else { return 0 }
    var sum = 0.0
    for to in polygon {
      let (a, b) = (from - origin, to - origin)
      sum += a.dx * b.dy - a.dy * b.dx
      from = to
    }
    return sum / 2
  }

  /// The bounds of all corners; empty without corners.
  package static func bounds(of polygons: [[Point]]) -> Rect {
    var bounds = Rect.empty
    for polygon in polygons {
      for point in polygon { bounds.include(point) }
    }
    return bounds
  }
}
