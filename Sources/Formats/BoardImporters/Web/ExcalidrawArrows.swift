import Geometry
import ImportCore
import JSON
import TouchLog

/// The heads of arrows.
extension ExcalidrawBoard {
  /// Appends the heads of an arrow; a line has none.
  /// - Parameters:
  ///   - path: The arrow without its heads.
  ///   - style: That of the path.
  mutating func appendHeads(
    _ element: ExcalidrawElement, _ path: Path, _ points: [Point], _ style: BoardStyle, through map: Affine
  ) throws(LogReadError) {
    guard element.type == "arrow" else { return }
    // An arrow of old files, which does not say how it ends, has a head there. `null` is none.
    let value = element.value
    let isOld = value["endArrowhead"] == nil && !value.members.contains { $0.key == "endArrowhead" }
    let ends = [try value.text(of: "startArrowhead"), isOld ? "arrow" : try value.text(of: "endArrowhead")]
    let isDotted = try element.isDotted
    for (end, name) in zip([ArrowEnd(startOf: path, points), ArrowEnd(endOf: path, points)], ends) {
      guard let name, let end else { continue }
      for part in end.head(name, strokeWidth: element.strokeWidth) {
        var style = style
        switch part.fill {
        case .none: style.dash = isDotted ? [1.5, 4 + element.strokeWidth] : []
        case .ink: (style.fill, style.dash) = (.color(style.color), [])
        case .background: (style.fill, style.dash) = (paper, [])
        }
        try append(part.outline, of: element, style, isFilled: false, through: map)
      }
    }
  }

  /// What fills the outlined heads: the background.
  private var paper: Fill {
    switch ink.header.background {
    case .color(let color): .color(color)
    case .some(.none): .none
    default: .color(.white)
    }
  }
}

/// An end of an arrow.
private struct ArrowEnd {
  private let tip: Point
  /// From the arrow to the tip, of length 1.
  private let direction: Vector
  /// The corner before the tip, and its distance.
  private let before: Point
  private let length: Double

  /// A part of a head.
  struct Part {
    enum Filling { case none, ink, background }

    var outline: Path
    var fill: Filling
  }

  init?(startOf path: Path, _ points: [Point]) {
    guard case .move(let start) = path.elements.first, path.elements.count > 1 else { return nil }
    self.init(start, from: start, path.elements[1], before: points[1])
  }

  init?(endOf path: Path, _ points: [Point]) {
    guard path.elements.count > 1, let last = path.elements.last, let tip = path.currentPoint else { return nil }
    let start: Point
    switch path.elements[path.elements.count - 2] {
    case .move(let end), .line(let end), .quadratic(_, let end), .cubic(_, _, let end): start = end
    case .close: return nil
    }
    self.init(tip, from: start, last, before: points[points.count - 2])
  }

  /// The point on a curve toward which a head looks back, 0...1.
  private static let share = 0.7

  /// - Parameter start: Where the last part of the path begins.
  private init?(_ tip: Point, from start: Point, _ element: Path.Element, before: Point) {
    let share = Self.share
    let back: Point
    switch element {
    case .cubic(let first, let second, let end):
      let rest = 1 - share
      let (a, b) = (rest * rest * rest, 3 * rest * rest * share)
      let (c, d) = (3 * rest * share * share, share * share * share)
      back = Point(
        start.x * a + first.x * b + second.x * c + end.x * d, start.y * a + first.y * b + second.y * c + end.y * d)
    case .line(let end): back = tip == start ? end : start
    case .move, .quadratic, .close: return nil
    }
    let step = tip - back
    guard step.length > 0, step.length.isFinite else { return nil }
    (self.tip, direction, self.before) = (tip, step / step.length, before)
    length = tip.distance(to: before)
  }

  /// The parts of a head, by the name of Excalidraw. A head of a short line is smaller.
  func head(_ name: String, strokeWidth: Double) -> [Part] {
    func ring(_ offset: Double, scale: Double = 1, _ fill: Part.Filling) -> [Part] {
      let center = point(size: 15, offset)
      let radius = max(0, min(15, length / 2) + strokeWidth - 2) * scale / 2
      let box = Rect(
        minX: center.x - radius, minY: center.y - radius, maxX: center.x + radius, maxY: center.y + radius)
      return [Part(outline: Path(ellipseIn: box), fill: fill)]
    }
    switch name {
    case "circle", "dot": return ring(0, .ink)
    case "circle_outline": return ring(0, .background)
    case "triangle", "triangle_outline":
      let (left, right) = wings(size: 15, degrees: 25)
      return [Part(outline: Path([tip, left, right], isClosed: true), fill: name == "triangle" ? .ink : .background)]
    case "diamond", "diamond_outline":
      let (left, right) = wings(size: 12, degrees: 25, share: 0.25)
      let back = before - tip
      let opposite = tip + back * (2 * min(12, length / 4) / max(back.length, .leastNormalMagnitude))
      return [
        Part(
          outline: Path([tip, left, opposite, right], isClosed: true), fill: name == "diamond" ? .ink : .background)
      ]
    case "bar": return lines(size: 15, degrees: 90)
    case "cardinality_one", "crowfoot_one": return bar(0)
    case "cardinality_many", "crowfoot_many": return crowfoot
    case "cardinality_one_or_many", "crowfoot_one_or_many": return crowfoot + bar(-0.25)
    case "cardinality_exactly_one": return bar(-0.5) + bar(0)
    case "cardinality_zero_or_one": return ring(1.5, scale: 0.8, .background) + bar(-0.5)
    case "cardinality_zero_or_many": return crowfoot + ring(1.5, scale: 0.8, .background)
    case "arrow": return lines(size: 25, degrees: 20)
    default: return lines(size: 15, degrees: 25)
    }
  }

  /// The point behind the tip by a multiple of a head's size.
  /// - Parameter share: The largest size, as a share of the last line.
  private func point(size: Double, share: Double = 0.5, _ offset: Double) -> Point {
    tip + direction * -(min(size, length * share) * offset)
  }

  /// The point one size behind another, turned about it to both sides.
  private func wings(
    size: Double, degrees: Double, share: Double = 0.5, _ offset: Double = 0
  ) -> (left: Point, right: Point) {
    let root = point(size: size, share: share, offset)
    let back = point(size: size, share: share, offset + 1) - root
    return (root + Affine(rotation: -degrees).apply(back), root + Affine(rotation: degrees).apply(back))
  }

  private func lines(size: Double, degrees: Double) -> [Part] {
    let (left, right) = wings(size: size, degrees: degrees)
    return [Part(outline: Path([left, tip, right], isClosed: false), fill: .none)]
  }

  /// A line across.
  private func bar(_ offset: Double) -> [Part] {
    let (left, right) = wings(size: 20, degrees: 25, offset)
    return [Part(outline: Path([left, right], isClosed: false), fill: .none)]
  }

  /// Three toes toward the tip, of which the line is one.
  private var crowfoot: [Part] {
    let root = point(size: 15, 1)
    let forward = tip - root
    let toes = [-25, 25].map { root + Affine(rotation: $0).apply(forward) }
    return [Part(outline: Path([toes[0], root, toes[1]], isClosed: false), fill: .none)]
  }
}
