import Geometry

/// How copies of a drawing differ from it at random.
package struct Jitter: Hashable, Sendable {
  /// The largest change of the scale of x, and of that of y, as a fraction.
  package var scale = 0.0
  /// The largest rotation in degrees.
  package var rotation = 0.0
  /// The largest shift in x, and in y, as a fraction of the picture's side.
  package var shift = 0.0
  /// The largest change of the width of the lines, as a fraction.
  package var width = 0.0
  /// The share of strokes that are dropped.
  package var droppedStrokes = 0.0
  /// The share of points inside strokes that are dropped.
  package var droppedPoints = 0.0

  /// No changes.
  package init() {}

  /// Changes that leave most sketches recognizable.
  package static let usual: Jitter = {
    var jitter = Jitter()
    (jitter.scale, jitter.rotation, jitter.shift, jitter.width) = (0.15, 10, 0.05, 0.2)
    return jitter
  }()
}

/// One random change of a drawing.
package struct Variation: Hashable, Sendable {
  package var scaleX = 1.0
  package var scaleY = 1.0
  /// In degrees, clockwise.
  package var rotation = 0.0
  /// As a fraction of the picture's side.
  package var shiftX = 0.0
  package var shiftY = 0.0
  /// A factor of the width of the lines.
  package var width = 1.0
  /// A factor of all lengths but the width of the lines, and a shift in pixels, which keep the ink in the picture.
  private var reduction = 1.0
  private var moveX = 0.0
  private var moveY = 0.0

  /// No change.
  package init() {}

  /// Takes the random numbers in a fixed order, even those that are not used.
  package init(_ jitter: Jitter, _ random: inout SeededGenerator) {
    scaleX = 1 + jitter.scale * random.signed()
    scaleY = 1 + jitter.scale * random.signed()
    rotation = jitter.rotation * random.signed()
    shiftX = jitter.shift * random.signed()
    shiftY = jitter.shift * random.signed()
    width = 1 + jitter.width * random.signed()
  }

  /// The map of pixels to pixels about the center of a picture.
  func map(width: Int, height: Int) -> Affine {
    let center = Point(Double(width) / 2, Double(height) / 2)
    let turn = Similarity(scale: 1, degrees: rotation, about: Point(0, 0), translation: Vector(0, 0))
    let side = Double(Swift.max(width, height))
    let (a, b, c, d) = (turn.a * scaleX, turn.b * scaleX, -turn.b * scaleY, turn.a * scaleY)
    let map = Affine(
      a: a, b: b, c: c, d: d, tx: center.x + shiftX * side - (a * center.x + c * center.y),
      ty: center.y + shiftY * side - (b * center.x + d * center.y))
    return map.concatenating(Affine(a: reduction, b: 0, c: 0, d: reduction, tx: moveX, ty: moveY))
  }

  /// Moves the copy just far enough to keep its ink in a box. A copy that is too large is reduced first.
  /// - Parameters:
  ///   - points: The box of the copy's points, in pixels.
  ///   - radius: How far ink reaches from its points, in pixels.
  ///   - room: Where ink may lie, in pixels.
  mutating func keep(_ points: Rect, radius: Double, in room: Rect) {
    let width = room.width - 2 * radius
    let height = room.height - 2 * radius
    guard width > 0, height > 0, !points.isEmpty else { return }
    reduction = min(1, width / points.width, height / points.height)
    func move(_ low: Double, _ high: Double, _ least: Double, _ most: Double) -> Double {
      let (center, half) = ((low + high) / 2, reduction * (high - low) / 2)
      return max(least + half, min(most - half, center)) - reduction * center
    }
    moveX = move(points.minX, points.maxX, room.minX + radius, room.maxX - radius)
    moveY = move(points.minY, points.maxY, room.minY + radius, room.maxY - radius)
  }
}

/// Which strokes and points of a drawing are dropped at random. At least one stroke is left, and the ends of each stroke
/// that is left.
struct Dropping {
  private let keptStrokes: [Bool]
  private let points: Double

  init(_ jitter: Jitter, strokeCount: Int, _ random: inout SeededGenerator) {
    points = jitter.droppedPoints
    guard jitter.droppedStrokes > 0, strokeCount > 0 else {
      keptStrokes = []
      return
    }
    var keeps = (0..<strokeCount).map { _ in random.unit() >= jitter.droppedStrokes }
    if !keeps.contains(true) { keeps[Int(saturating: random.unit() * Double(strokeCount))] = true }
    keptStrokes = keeps
  }

  /// Whether it drops nothing.
  var isIdle: Bool { keptStrokes.isEmpty && points == 0 }

  func keeps(stroke: Int) -> Bool { keptStrokes.isEmpty || keptStrokes[stroke] }

  /// Drops points of a stroke. Takes one random number for each point.
  func drop<Point>(_ stroke: inout [Point], _ random: inout SeededGenerator) {
    guard points > 0 else { return }
    let last = stroke.count - 1
    stroke = stroke.enumerated().filter { index, _ in
      random.unit() >= points || index == 0 || index == last
    }.map(\.element)
  }
}

extension Sketch {
  /// The sketch without strokes and points that are dropped at random.
  package func dropping(_ jitter: Jitter, _ random: inout SeededGenerator) -> Sketch {
    let dropping = Dropping(jitter, strokeCount: strokeCount, &random)
    if dropping.isIdle { return self }
    var result = Sketch()
    for index in 0..<strokeCount where dropping.keeps(stroke: index) {
      var kept = Array(points[stroke(index)])
      dropping.drop(&kept, &random)
      for point in kept { result.append(point) }
      result.endStroke(erases: erasers.contains(index))
    }
    return result
  }

  /// The sketch as it was when a part of it was drawn: of its time if all points have one, otherwise of its points.
  /// - Parameter part: 0...1.
  package func partial(_ part: Double) -> Sketch {
    guard part < 1, let first = points.first else { return self }
    let hasTimes = points.allSatisfy { !$0.time.isNaN }
    let end = hasTimes ? first.time + part * (points[points.count - 1].time - first.time) : 0
    let count = Swift.max(1, Int(saturating: (part * Double(points.count)).rounded()))
    var result = Sketch()
    for index in 0..<strokeCount {
      for point in stroke(index) where hasTimes ? points[point].time <= end : point < count {
        result.append(points[point])
      }
      result.endStroke(erases: erasers.contains(index))
    }
    return result
  }
}
