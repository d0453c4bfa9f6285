import DoodleKit
import Geometry

/// Where ink of one element meets itself within a pixel: two stretches of it, apart along its way, both cover a part of
/// the pixel and neither all of it.
struct InkMeetings {
  /// The ways of each element's discs, in pixels: a disc for every quarter pixel, in the order of the way.
  private var elements: [[[(center: Point, radius: Double)]]] = []
  private var bounds: [Rect] = []

  init(_ drawing: Drawing, _ layout: CanvasLayout) {
    for ordinal in drawing.elements.indices where drawing.elements[ordinal].isPresent {
      let ways = InkMeetings.ways(of: ordinal, drawing).map { way in
        InkMeetings.discs(
          way.map { cone in
            layout.transform.apply(
              drawing.placement(of: ordinal)?.similarity.apply(cone) ?? cone,
              minimumRadius: CanvasLayout.thinnestRadius)
          })
      }
      elements.append(ways)
      bounds.append(
        ways.joined().reduce(into: Rect.empty) { $0.include($1.center, radius: $1.radius + 2) })
    }
  }

  private static func ways(of ordinal: ElementIndex, _ drawing: Drawing) -> [[RoundCone]] {
    switch drawing.elements[ordinal].content {
    case .stroke(let index):
      var cones: [RoundCone] = []
      for span in drawing.strokes[index].spans.indices {
        drawing.strokes[index].appendCones(ofSpan: span, to: &cones)
      }
      return [cones]
    case .text(let text): return text.ink.map(\.cones)
    case .shape(let shape):
      return drawing.geometry(ofShape: ordinal)?.label.map { shape.labelInk($0, drawing.options).map(\.cones) } ?? []
    case .image: return []
    }
  }

  private static func discs(_ cones: [RoundCone]) -> [(center: Point, radius: Double)] {
    cones.flatMap { $0.chords(tolerance: 0.05) }.flatMap { cone in
      let count = Swift.max(1, Int((cone.start.distance(to: cone.end) * 4).rounded(.up)))
      return (0...count).map { i in
        let t = Double(i) / Double(count)
        return (
          cone.start + (cone.end - cone.start) * t, cone.startRadius + (cone.endRadius - cone.startRadius) * t
        )
      }
    }
  }

  /// Whether ink meets ink of its own element in a pixel.
  ///
  /// Along the way, the distance of the pixel's middle from the discs' edges falls and rises: each valley is a stretch
  /// that passes by. An edge is in the pixel where it is no farther from the middle than a corner is.
  func contains(x: Int, y: Int) -> Bool {
    let middle = Point(Double(x) + 0.5, Double(y) + 0.5)
    for (ways, bounds) in zip(elements, bounds)
    where bounds.minX <= middle.x && middle.x <= bounds.maxX && bounds.minY <= middle.y && middle.y <= bounds.maxY {
      var valleys = 0
      for way in ways {
        var isFalling = true
        var last = Double.infinity
        for disc in way {
          let distance = middle.distance(to: disc.center) - disc.radius
          if distance > last, isFalling {
            isFalling = false
            if abs(last) < 0.72 { valleys += 1 }
          } else if distance < last {
            isFalling = true
          }
          last = distance
        }
        if isFalling, abs(last) < 0.72 { valleys += 1 }
      }
      if valleys > 1 { return true }
    }
    return false
  }
}
