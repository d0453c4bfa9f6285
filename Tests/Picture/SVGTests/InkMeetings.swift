import Geometry
import Ink
import Rendering

/// The pixels in which ink of one element meets itself: two stretches of it, apart along its center line, both cover a
/// part of the pixel, and neither covers all of it.
struct InkMeetings {
  private struct Disc {
    var center: Point
    var radius: Double
  }

  private struct ElementInk {
    /// The discs along each center line, in order and at most a quarter pixel apart, in pixels.
    var centerlines: [[Disc]]
    /// The bounds of the discs with a margin of two pixels.
    var bounds: Rect
  }

  private var elements: [ElementInk] = []

  init(_ drawing: Drawing, _ layout: CanvasLayout) {
    for index in drawing.elements.indices where drawing.elements[index].isPresent {
      let placement = drawing.placement(of: index)?.similarity
      let chains: [[RoundCone]] =
        switch drawing.elements[index].content {
        case .stroke(let stroke): [InkMeetings.settledCones(of: drawing.strokes[stroke])]
        case .text(let text): text.ink.map(\.cones)
        case .shape(let shape):
          drawing.geometry(ofShape: index)?.label.map { shape.labelInk($0, drawing.options).map(\.cones) } ?? []
        case .image: []
        }
      let centerlines = chains.map { cones in
        InkMeetings.discs(cones.map { layout.pixels($0, placement, drawing.model).cone })
      }
      let bounds = centerlines.joined().reduce(into: Rect.empty) { $0.include($1.center, radius: $1.radius + 2) }
      elements.append(ElementInk(centerlines: centerlines, bounds: bounds))
    }
  }

  private static func settledCones(of stroke: Stroke) -> [RoundCone] {
    var cones: [RoundCone] = []
    for span in stroke.spans.indices { stroke.appendCones(ofSpan: span, to: &cones) }
    return cones
  }

  private static func discs(_ cones: [RoundCone]) -> [Disc] {
    cones.flatMap { $0.chords(tolerance: 0.05) }.flatMap { cone in
      let count = Swift.max(1, Int((cone.start.distance(to: cone.end) * 4).rounded(.up)))
      return (0...count).map { i in
        let t = Double(i) / Double(count)
        return Disc(
          center: cone.start + (cone.end - cone.start) * t,
          radius: cone.startRadius + (cone.endRadius - cone.startRadius) * t)
      }
    }
  }

  /// Whether ink of one element meets itself in a pixel.
  func contains(x: Int, y: Int) -> Bool {
    let middle = Point(Double(x) + 0.5, Double(y) + 0.5)
    return elements.contains { element in
      let bounds = element.bounds
      guard bounds.minX <= middle.x && middle.x <= bounds.maxX && bounds.minY <= middle.y && middle.y <= bounds.maxY
      else { return false }
      return element.centerlines.reduce(0) { $0 + InkMeetings.stretchCount(near: middle, of: $1) } > 1
    }
  }

  /// The number of stretches of a center line whose edge lies in the pixel around a point.
  ///
  /// Along the center line, the distance from the point to the edge of the discs falls and rises: each minimum is a
  /// stretch that passes by. Its edge is in the pixel if it is no further from the middle than a corner, about 0.71.
  private static func stretchCount(near middle: Point, of discs: [Disc]) -> Int {
    var count = 0
    var isFalling = true
    var last = Double.infinity
    for disc in discs {
      let distance = middle.distance(to: disc.center) - disc.radius
      if distance > last, isFalling {
        isFalling = false
        if abs(last) < 0.72 { count += 1 }
      } else if distance < last {
        isFalling = true
      }
      last = distance
    }
    if isFalling, abs(last) < 0.72 { count += 1 }
    return count
  }
}
