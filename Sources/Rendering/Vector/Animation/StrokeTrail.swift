import Geometry
import Ink

/// The way of a stroke's ink, cut into stretches of about one width: what a pen goes along that uncovers the ink.
struct StrokeTrail {
  struct Stretch {
    /// In pixels.
    var places: [Point]
    /// In pixels: the largest of its ink.
    var radius: Double
    /// From where to where it goes along the whole, in pixels.
    var start: Double
    var end: Double

    /// In units of the document, between its rounded places.
    var length: Double {
      let places = places.map(SVGPathData.rounded)
      return zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
  }

  private(set) var stretches: [Stretch] = []
  /// How long the ink is up to each sample, in pixels.
  private(set) var sampleLengths: [Double] = []

  // Where ink comes back to itself, a pen that is wider than the ink that it goes along uncovers some that comes later:
  // so it is hardly wider, though that takes more stretches.

  /// How far the pen may go beside the way, in pixels.
  private static let tolerance = 0.15
  /// The pen is wider than its ink by so much on either side at least, in pixels.
  private static let margin = 0.15
  /// Radii of one stretch differ by no more than this part of the largest, or by so many pixels.
  private static let spread = (part: 0.1, pixels: 0.35)

  private typealias Vertex = (place: Point, radius: Double, length: Double)

  /// - Parameters:
  ///   - spans: The cones of the stroke's spans, in pixels.
  ///   - samples: What they were made of.
  init(_ spans: [[RoundCone]], _ samples: [Sample]) {
    var vertices: [Vertex] = []
    var spanLengths = [0.0]
    for span in spans {
      for cone in span {
        if vertices.isEmpty { vertices.append((cone.start, cone.startRadius, 0)) }
        for chord in cone.chords(tolerance: StrokeTrail.tolerance / 2) {
          let last = vertices[vertices.count - 1]
          let step = last.place.distance(to: chord.end)
          if step > 0 { vertices.append((chord.end, chord.endRadius, last.length + step)) }
        }
      }
      spanLengths.append(vertices.last?.length ?? 0)
    }
    measure(samples, spanLengths)
    cut(vertices)
  }

  /// A span's ink is as long up to a sample, in proportion, as the way through the samples is.
  private mutating func measure(_ samples: [Sample], _ spanLengths: [Double]) {
    var ways = [0.0]
    for (a, b) in zip(samples, samples.dropFirst()) {
      ways.append(ways[ways.count - 1] + a.point.distance(to: b.point))
    }
    sampleLengths = samples.indices.map { sample in
      let span = sample / Stroke.samplesPerSpan
      guard span + 1 < spanLengths.count else { return spanLengths[spanLengths.count - 1] }
      let first = span * Stroke.samplesPerSpan
      let last = Swift.min(first + Stroke.samplesPerSpan, samples.count - 1)
      let way = ways[last] - ways[first]
      let share = way > 0 ? (ways[sample] - ways[first]) / way : 1
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
        let limit = Swift.max(StrokeTrail.spread.pixels, StrokeTrail.spread.part * largest)
        // A step's own ends may differ by more.
        if largest - least > limit, last > first { break }
        last += 1
      }
      let radius = vertices[first...last].reduce(0) { Swift.max($0, $1.radius) }
      let places = StrokeTrail.thinned(vertices[first...last].map(\.place))
      stretches.append(
        Stretch(
          places: places, radius: radius + StrokeTrail.margin, start: vertices[first].length,
          end: vertices[last].length))
      first = last
    }
  }

  /// Without places that a straight line passes within the tolerance (Douglas and Peucker 1973).
  private static func thinned(_ places: [Point]) -> [Point] {
    guard places.count > 2 else { return places }
    var isKept = [Bool](repeating: false, count: places.count)
    (isKept[0], isKept[places.count - 1]) = (true, true)
    var ranges = [(0, places.count - 1)]
    while let (first, last) = ranges.popLast() {
      let chord = places[last] - places[first]
      let square = chord.dx * chord.dx + chord.dy * chord.dy
      var farthest = (place: first, distance: StrokeTrail.tolerance)
      for i in first + 1..<Swift.max(first + 1, last) {
        let step = places[i] - places[first]
        let along = square > 0 ? (step.dx * chord.dx + step.dy * chord.dy) / square : 0
        let distance = (step - chord * Swift.max(0, Swift.min(1, along))).length
        if distance > farthest.distance { farthest = (i, distance) }
      }
      guard farthest.place > first else { continue }
      isKept[farthest.place] = true
      ranges += [(first, farthest.place), (farthest.place, last)]
    }
    return zip(places, isKept).filter(\.1).map(\.0)
  }
}
