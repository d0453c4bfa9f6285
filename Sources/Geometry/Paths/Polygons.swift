/// Questions about closed polygons.
public enum Polygons {
  /// How often the polygons go round a point, positive from x towards y.
  public static func winding(of point: Point, in polygons: [[Point]]) -> Int {
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

  /// How far a point is from the nearest edge, infinite where there is none.
  public static func distance(from point: Point, toEdgesOf polygons: [[Point]]) -> Double {
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

  /// The area inside a polygon where it does not cross itself: positive where it goes from x towards y.
  public static func area(of polygon: [Point]) -> Double {
    guard let origin = polygon.first, var from = polygon.last else { return 0 }
    var sum = 0.0
    for to in polygon {
      let (a, b) = (from - origin, to - origin)
      sum += a.dx * b.dy - a.dy * b.dx
      from = to
    }
    return sum / 2
  }

  public static func bounds(of polygons: [[Point]]) -> Rect {
    var bounds = Rect.empty
    for polygon in polygons {
      for point in polygon { bounds.include(point) }
    }
    return bounds
  }
}
