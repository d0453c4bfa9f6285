import Geometry
import Ink
import Raster

/// The center line of a stroke's ink, cut into sections of about one width each. Pens that run along the sections
/// reveal the ink.
struct StrokeTrail {
  struct Section {
    /// The center line, in pixels.
    var points: [Point]
    /// The pen's radius, which covers all ink of the section, in pixels.
    var radius: Double
    /// The lengths of the whole center line up to the section's start and end, in pixels.
    var start: Double
    var end: Double

    /// The length between the points as the document rounds them, in its units.
    var length: Double {
      let points = points.map(SVGPathData.rounded)
      return zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
  }

  private(set) var sections: [Section] = []
  /// The length of the ink up to each sample, in pixels.
  private(set) var sampleLengths: [Double] = []

  // If the stroke returns to its own ink, a pen wider than the ink under it reveals some of the later ink too early. So
  // pens are hardly wider than their ink, although that takes more sections.

  /// How far the pen may deviate from the center line, in pixels.
  private static let tolerance = 0.15
  /// How much further than the ink the pen reaches to either side, in pixels.
  private static let margin = 0.15
  /// The radii of a section differ by at most this part of the largest, or at most this many pixels.
  private static let relativeSpread = 0.1
  private static let absoluteSpread = 0.35

  private struct Vertex {
    var point: Point
    var radius: Double
    /// The length of the center line up to the point.
    var length: Double
  }

  /// - Parameters:
  ///   - spans: The cones of the stroke's spans, in pixels.
  ///   - samples: The samples that the ink was made of.
  init(_ spans: [[PixelCone]], _ samples: [Sample]) {
    var vertices: [Vertex] = []
    var spanLengths = [0.0]
    for span in spans {
      for cone in span.map({ $0.cone }) {
        if vertices.isEmpty { vertices.append(Vertex(point: cone.start, radius: cone.startRadius, length: 0)) }
        for chord in cone.chords(tolerance: StrokeTrail.tolerance / 2) {
          let last = vertices[vertices.count - 1]
          let step = last.point.distance(to: chord.end)
          if step > 0 {
            vertices.append(Vertex(point: chord.end, radius: chord.endRadius, length: last.length + step))
          }
        }
      }
      spanLengths.append(vertices.last?.length ?? 0)
    }
    measure(samples, spanLengths)
    cut(vertices)
  }

  /// Measures the length up to each sample: distributes the length of each span's ink in proportion to the distances of
  /// its samples.
  private mutating func measure(_ samples: [Sample], _ spanLengths: [Double]) {
    var lengths = [0.0]
    for (a, b) in zip(samples, samples.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + a.point.distance(to: b.point))
    }
    sampleLengths = samples.indices.map { sample in
      let span = sample / Stroke.samplesPerSpan
      guard span + 1 < spanLengths.count else { return spanLengths[spanLengths.count - 1] }
      let first = span * Stroke.samplesPerSpan
      let last = Swift.min(first + Stroke.samplesPerSpan, samples.count - 1)
      let length = lengths[last] - lengths[first]
      let share = length > 0 ? (lengths[sample] - lengths[first]) / length : 1
      return spanLengths[span] + share * (spanLengths[span + 1] - spanLengths[span])
    }
  }

  private mutating func cut(_ vertices: [Vertex]) {
    var first = 0
    while first + 1 < vertices.count {
      var (least, largest) = (vertices[first].radius, vertices[first].radius)
      var last = first
      while last + 1 < vertices.count {
        let radius = vertices[last + 1].radius
        (least, largest) = (Swift.min(least, radius), Swift.max(largest, radius))
        let limit = Swift.max(StrokeTrail.absoluteSpread, StrokeTrail.relativeSpread * largest)
        // The two ends of one step may differ by more.
        if largest - least > limit, last > first { break }
        last += 1
      }
      let radius = vertices[first...last].reduce(0) { Swift.max($0, $1.radius) }
      sections.append(
        Section(
          points: StrokeTrail.thinned(vertices[first...last].map { $0.point }), radius: radius + StrokeTrail.margin,
          start: vertices[first].length, end: vertices[last].length))
      first = last
    }
  }

  /// Leaves out points that a straight line passes within the tolerance (Douglas and Peucker 1973).
  private static func thinned(_ points: [Point]) -> [Point] {
    guard points.count > 2 else { return points }
    var isKept = [Bool](repeating: false, count: points.count)
    (isKept[0], isKept[points.count - 1]) = (true, true)
    var ranges = [(0, points.count - 1)]
    while let (first, last) = ranges.popLast() {
      let chord = points[last] - points[first]
      let square = chord.dx * chord.dx + chord.dy * chord.dy
      var farthest = (index: first, distance: StrokeTrail.tolerance)
      for i in first + 1..<Swift.max(first + 1, last) {
        let step = points[i] - points[first]
        let along = square > 0 ? (step.dx * chord.dx + step.dy * chord.dy) / square : 0
        let distance = (step - chord * Swift.max(0, Swift.min(1, along))).length
        if distance > farthest.distance { farthest = (i, distance) }
      }
      guard farthest.index > first else { continue }
      isKept[farthest.index] = true
      ranges += [(first, farthest.index), (farthest.index, last)]
    }
    return zip(points, isKept).filter { $0.1 }.map { $0.0 }
  }
}

extension StrokeTrail.Section {
  /// The pen that runs along the section: a dash as long as the section, which enters it from before its start.
  /// - Parameter knots: The part of the growth curve in which the section grows; empty if all of it is drawn from the
  ///   beginning.
  func penMarkup(_ knots: [GrowthCurve.Knot], _ keyframes: inout FilmKeyframes) -> [UInt8] {
    var data = SVGPathData()
    data.move(to: points[0])
    for point in points.dropFirst() { data.line(to: point) }
    var markup = SVGMarkup()
    markup.append("<path")
    if !knots.isEmpty {
      let dash = length.rounded(.up) + 1
      let steps = knots.map { knot -> FilmKeyframes.Step in
        let share = (knot.length - start) / (end - start)
        // At the start, the dash lies wholly before the section; but a touch leaves a dot at once.
        let offset = share > 0 ? dash - share * length : start > 0 ? dash + 0.5 : dash - 1
        return FilmKeyframes.Step(
          frame: knot.frame, declaration: "stroke-dashoffset:\(SVGMarkup.number(offset, decimals: 1))")
      }
      markup.append(" class=\"\(FilmKeyframes.Timing.sliding.rawValue)\" style=\"animation-name:")
      markup.append("\(keyframes.add(steps, .sliding))\"")
      markup.attribute("stroke-dasharray", dash, decimals: 0)
    }
    markup.attribute("stroke-width", 2 * radius * Double(SVGPathData.unitsPerPixel), decimals: 0)
    markup.attribute("d", data.bytes)
    markup.append("/>")
    return markup.bytes
  }
}
