import Geometry
import Ink
import Lettering
import Raster
import TouchLog

/// The marks of one element.
struct DebugMarks {
  /// The marks' inks, from the lowest to the topmost.
  private(set) var inks: [ColoredInk] = []
  /// In pixels.
  private(set) var bounds = Rect.empty

  /// - Parameters:
  ///   - number: The element's number in the order of drawing.
  ///   - strokes: The indices of the strokes whose touches made the element.
  ///   - predicted: Whether ink extends to where touches are predicted to go.
  init(
    _ element: ElementIndex, number: Int, _ strokes: [StrokeIndex], of drawing: Drawing, _ layout: CanvasLayout,
    _ layers: Set<DebugLayer>, predicted: Bool
  ) {
    let similarity = drawing.similarity(of: element)
    let cones = DebugMarks.cones(of: element, drawing, predicted: predicted).map {
      layout.pixels($0, similarity, drawing.model)
    }
    if layers.contains(.cones) { add(.cones, cones.flatMap(DebugPen.outline)) }
    if layers.contains(.centerline) {
      add(.centerline, cones.map { DebugPen.line(from: $0.cone.start, to: $0.cone.end, bulge: $0.cone.bulge) })
    }
    if layers.contains(.samples) {
      let samples = strokes.flatMap { drawing.strokes[$0].sampleStates }
      for state in SampleState.allCases {
        let dots = samples.filter { $0.state == state && (predicted || state != .predicted) }.map { sample in
          let point = layout.transform.apply(similarity?.apply(sample.sample.point) ?? sample.sample.point)
          return PixelCone(RoundCone(center: point, radius: DebugPen.dotRadius))
        }
        add(DebugLayer.color(of: state), dots)
      }
    }
    addNumbers(element, number, strokes, drawing, layout, layers, similarity)
  }

  private mutating func addNumbers(
    _ element: ElementIndex, _ number: Int, _ strokes: [StrokeIndex], _ drawing: Drawing, _ layout: CanvasLayout,
    _ layers: Set<DebugLayer>, _ similarity: Similarity?
  ) {
    let covered = drawing.bounds(of: element)
    guard !covered.isEmpty else { return }
    // Beside the first sample of a touch, or beside the corner of an element that no touch has made.
    var anchor = Point(covered.minX, covered.minY)
    if let first = strokes.first, let sample = drawing.strokes[first].samples.first {
      anchor = similarity?.apply(sample.point) ?? sample.point
    }
    let start = layout.transform.apply(anchor) + Vector(5, -9)
    var width = 0.0
    if layers.contains(.order) {
      addText(.order, String(number), at: start)
      width = DebugPen.width(of: String(number)) + 5
    }
    if layers.contains(.versions) {
      addText(.versions, "v\(drawing.version(of: element))", at: start + Vector(width, 0))
    }
  }

  /// The cones of an element in points, before it was moved; none for a shape or an image.
  private static func cones(of element: ElementIndex, _ drawing: Drawing, predicted: Bool) -> [RoundCone] {
    switch drawing.elements[element].content {
    case .stroke(let index):
      Array(drawing.strokes[index].spanCones(predicted: predicted, options: drawing.options).joined())
    case .text(let text): text.ink.flatMap { $0.cones }
    case .shape, .image: []
    }
  }

  /// Adds text with a white rim, so that it is legible on ink.
  private mutating func addText(_ layer: DebugLayer, _ text: String, at position: Point) {
    let cones = DebugPen.text(text, at: position)
    let rim = cones.map { cone in
      var cone = cone
      cone.cone.startRadius += DebugMarks.rim
      cone.cone.endRadius += DebugMarks.rim
      return cone
    }
    add(Pixel(red: 255, green: 255, blue: 255, alpha: 220), rim)
    add(layer, cones)
  }

  /// The width of the rim, in pixels.
  private static let rim = 1.5

  private mutating func add(_ layer: DebugLayer, _ cones: [PixelCone]) { add(layer.color, cones) }

  private mutating func add(_ color: Pixel, _ cones: [PixelCone]) {
    guard !cones.isEmpty else { return }
    inks.append(ColoredInk(color: color, cones: cones))
    for cone in cones { bounds.formUnion(cone.touchedBounds) }
  }
}

/// Makes the round cones of marks, in pixels.
enum DebugPen {
  /// Half the width of lines.
  static let lineRadius = 0.5
  static let dotRadius = 2.2
  static let textSize = 12.0

  /// - Parameter bulge: That of a `RoundCone`.
  static func line(from start: Point, to end: Point, bulge: Double = 0) -> PixelCone {
    PixelCone(RoundCone(start: start, startRadius: lineRadius, end: end, endRadius: lineRadius, bulge: bulge))
  }

  static func ring(_ center: Point, radius: Double) -> [PixelCone] {
    // The height of a quarter's arc over its chord: r(1 − cos 45°).
    let bulge = radius * (1 - (0.5).squareRoot())
    let corners = [Vector(radius, 0), Vector(0, radius), Vector(-radius, 0), Vector(0, -radius)].map { center + $0 }
    return (0..<4).map { line(from: corners[$0], to: corners[($0 + 1) % 4], bulge: -bulge) }
  }

  /// The outline of a cone: its discs and the two edges between them.
  static func outline(of cone: PixelCone) -> [PixelCone] {
    let cone = cone.cone
    var lines = ring(cone.end, radius: cone.endRadius)
    if !cone.continues { lines += ring(cone.start, radius: cone.startRadius) }
    for piece in cone.chords(tolerance: 0.2) where piece.start != piece.end {
      lines += [1.0, -1].map { edge(of: piece, on: $0) }
    }
    return lines
  }

  /// The common tangent of a straight cone's discs on one side.
  /// - Parameter side: 1 for the side that (−dy, dx) points to, −1 for the other.
  private static func edge(of cone: RoundCone, on side: Double) -> PixelCone {
    let step = cone.end - cone.start
    let length = step.length
    let direction = step / length
    // The sine of the angle between the axis and the tangent.
    let growth = Swift.max(-1, Swift.min(1, (cone.endRadius - cone.startRadius) / length))
    let across = (1 - growth * growth).squareRoot() * side
    let normal = Vector(
      -direction.dx * growth - direction.dy * across, -direction.dy * growth + direction.dx * across)
    return line(from: cone.start + normal * cone.startRadius, to: cone.end + normal * cone.endRadius)
  }

  /// A line of text.
  /// - Parameter position: Its left end, at half its height.
  static func text(_ text: String, at position: Point, size: Double = textSize) -> [PixelCone] {
    var drawing = Drawing()
    var style = StyleChange()
    style[StyleKeys.size] = size
    style[StyleKeys.width] = size / 10
    let corner = Point(position.x, position.y - size * 0.625)
    // A text without a name at a finite position is never refused.
    _ = try? drawing.apply(.command(.text(NewText(text, at: corner, style: style))))
    guard case .text(let element)? = drawing.elements.first?.content else { return [] }
    return element.ink.flatMap { $0.cones }.map(PixelCone.init)
  }

  /// The width of a line of text.
  static func width(of text: String) -> Double {
    TextLayout(text, size: textSize).lines.map { $0.width }.max() ?? 0
  }
}
