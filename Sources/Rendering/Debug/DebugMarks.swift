import Geometry
import Ink
import Raster

/// The marks of one element.
struct DebugMarks {
  /// From the lowest up, each of one colour.
  private(set) var inks: [(color: Pixel, cones: [RoundCone])] = []
  /// In pixels.
  private(set) var bounds = Rect.empty

  /// - Parameters:
  ///   - number: The element's in the order of drawing.
  ///   - strokes: The places of the touches that made it.
  init(
    _ ordinal: ElementIndex, number: Int, _ strokes: [StrokeIndex], of drawing: Drawing, _ layout: CanvasLayout,
    _ layers: Set<DebugLayer>,
    predicted: Bool
  ) {
    let place = drawing.placement(of: ordinal)?.similarity
    let cones = DebugMarks.cones(of: ordinal, drawing, predicted: predicted).map { layout.pixels($0, place) }
    if layers.contains(.cones) { add(.cones, cones.flatMap(DebugPen.outline)) }
    if layers.contains(.centerline) {
      add(.centerline, cones.map { DebugPen.line(from: $0.start, to: $0.end, bulge: $0.bulge) })
    }
    if layers.contains(.samples) {
      let samples = strokes.flatMap { drawing.strokes[$0].sampleStates }
      for state in SampleState.allCases {
        let dots = samples.filter { $0.state == state && (predicted || state != .predicted) }.map { sample in
          let point = layout.transform.apply(place?.apply(sample.sample.point) ?? sample.sample.point)
          return RoundCone(center: point, radius: DebugPen.dotRadius)
        }
        add(DebugLayer.color(of: state), dots)
      }
    }
    addNumbers(ordinal, number, strokes, drawing, layout, layers, place)
  }

  private mutating func addNumbers(
    _ ordinal: ElementIndex, _ number: Int, _ strokes: [StrokeIndex], _ drawing: Drawing, _ layout: CanvasLayout,
    _ layers: Set<DebugLayer>, _ place: Similarity?
  ) {
    let covered = drawing.bounds(of: ordinal)
    guard !covered.isEmpty else { return }
    // Beside where the touch began; beside the corner of what no touch has made.
    var corner = Point(covered.minX, covered.minY)
    if let first = strokes.first, let sample = drawing.strokes[first].samples.first {
      corner = place?.apply(sample.point) ?? sample.point
    }
    let start = layout.transform.apply(corner) + Vector(5, -9)
    var width = 0.0
    if layers.contains(.order) {
      addText(.order, String(number), at: start)
      width = DebugPen.width(of: String(number)) + 5
    }
    if layers.contains(.versions) {
      let version = "v\(drawing.version(of: ordinal))"
      addText(.versions, version, at: start + Vector(width, 0))
    }
  }

  /// The cones of what is made of cones, in points, before it was taken anywhere.
  private static func cones(of ordinal: ElementIndex, _ drawing: Drawing, predicted: Bool) -> [RoundCone] {
    switch drawing.elements[ordinal].content {
    case .stroke(let index):
      return Array(SVGElement.spans(of: drawing.strokes[index], drawing, predicted: predicted).joined())
    case .text(let text): return text.ink.flatMap(\.cones)
    case .shape, .image: return []
    }
  }

  /// On a white rim, so that it can be read on ink.
  private mutating func addText(_ layer: DebugLayer, _ text: String, at place: Point) {
    let cones = DebugPen.text(text, at: place)
    let rim = cones.map { cone in
      var cone = cone
      cone.startRadius += DebugMarks.rim
      cone.endRadius += DebugMarks.rim
      return cone
    }
    add(Pixel(red: 255, green: 255, blue: 255, alpha: 220), rim)
    add(layer, cones)
  }

  /// In pixels.
  private static let rim = 1.5

  private mutating func add(_ layer: DebugLayer, _ cones: [RoundCone]) { add(layer.color, cones) }

  private mutating func add(_ color: Pixel, _ cones: [RoundCone]) {
    guard !cones.isEmpty else { return }
    inks.append((color, cones))
    for cone in cones { bounds.formUnion(cone.touchedBounds) }
  }
}
