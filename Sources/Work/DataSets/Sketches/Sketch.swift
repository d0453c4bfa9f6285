import Geometry

/// A drawing as the points of its strokes, without tools: what data sets of sketches hold.
package struct Sketch: Sendable {
  /// A point of a stroke.
  package struct Point: Hashable, Sendable {
    /// In the unit of the data set; y grows downward.
    package var x: Double
    package var y: Double
    /// In seconds from the beginning; NaN if there is none.
    package var time: Double
    /// 0...1; NaN if there is none.
    package var pressure: Double
    /// Half of the line's width, in the unit of x and y; NaN for the width of the picture's form.
    package var radius: Double

    package init(x: Double, y: Double, time: Double = .nan, pressure: Double = .nan, radius: Double = .nan) {
      (self.x, self.y, self.time, self.pressure, self.radius) = (x, y, time, pressure, radius)
    }
  }

  /// The points of all strokes, one stroke after another.
  package private(set) var points: [Point] = []
  /// For each stroke, the index after its last point, in ascending order. Every stroke has a point.
  package private(set) var ends: [Int] = []
  /// The strokes that remove ink, in ascending order.
  package private(set) var erasers: [Int] = []

  package init() {}

  /// Removes all strokes. The memory stays allocated.
  package mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    erasers.removeAll(keepingCapacity: true)
  }

  package mutating func append(_ point: Point) { points.append(point) }

  /// Ends a stroke, which has the points since the last stroke; does nothing if there are none.
  package mutating func endStroke(erases: Bool = false) {
    guard points.count > (ends.last ?? 0) else { return }
    if erases { erasers.append(ends.count) }
    ends.append(points.count)
  }

  package var strokeCount: Int { ends.count }

  package var isEmpty: Bool { ends.isEmpty }

  /// The indices of a stroke's points.
  package func stroke(_ index: Int) -> Range<Int> { (index > 0 ? ends[index - 1] : 0)..<ends[index] }

  /// Moves all points.
  mutating func move(_ map: (Geometry.Point) -> Geometry.Point) {
    for index in points.indices {
      let moved = map(Geometry.Point(points[index].x, points[index].y))
      (points[index].x, points[index].y) = (moved.x, moved.y)
    }
  }

  /// The smallest box that contains all points of ink.
  package var bounds: Rect { bounds { $0 } }

  /// The smallest box that contains all points of ink once they are mapped.
  func bounds(_ map: (Geometry.Point) -> Geometry.Point) -> Rect {
    var bounds = Rect.empty
    for stroke in 0..<strokeCount where erasers.isEmpty || !erasers.contains(stroke) {
      for index in self.stroke(stroke) {
        bounds.include(map(Geometry.Point(points[index].x, points[index].y)), radius: 0)
      }
    }
    return bounds
  }

  /// The time from the first point to the last, in seconds; nil without times.
  package var seconds: Double? {
    guard let first = points.first(where: { !$0.time.isNaN }), let last = points.last(where: { !$0.time.isNaN }) else {
      return nil
    }
    return last.time - first.time
  }
}
