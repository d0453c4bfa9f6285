import Geometry
import Lettering
import Ink
import Raster
import TouchLog

/// Draws marks as round cones, in pixels.
enum DebugPen {
  /// Half the width of lines, and the radius of dots.
  static let lineRadius = 0.5
  static let dotRadius = 2.2
  static let textSize = 12.0

  static func line(from start: Point, to end: Point, bulge: Double = 0) -> RoundCone {
    RoundCone(start: start, startRadius: lineRadius, end: end, endRadius: lineRadius, bulge: bulge)
  }

  static func ring(_ center: Point, radius: Double) -> [RoundCone] {
    // The height of a quarter's arc over its chord: r(1 − cos 45°).
    let bulge = radius * (1 - (0.5).squareRoot())
    let corners = [Vector(radius, 0), Vector(0, radius), Vector(-radius, 0), Vector(0, -radius)].map { center + $0 }
    return (0..<4).map { line(from: corners[$0], to: corners[($0 + 1) % 4], bulge: -bulge) }
  }

  /// The outline of a cone: its discs and its sides.
  static func outline(of cone: RoundCone) -> [RoundCone] {
    var lines = ring(cone.end, radius: cone.endRadius)
    if !cone.continues { lines += ring(cone.start, radius: cone.startRadius) }
    for piece in cone.chords(tolerance: 0.2) where piece.start != piece.end {
      for side in [1.0, -1] {
        let contacts = OutlineContact.ends(of: piece)
        lines.append(line(from: contacts.start.place(side), to: contacts.end.place(side)))
      }
    }
    return lines
  }

  /// A line of text.
  /// - Parameter place: Where its left end stands, in the middle of its height.
  static func text(_ text: String, at place: Point, size: Double = textSize) -> [RoundCone] {
    var drawing = Drawing()
    var style = StyleChange()
    style.size = size
    style.width = size / 10
    let corner = Point(place.x, place.y - size * 0.625)
    // A text at a place and with a size that are numbers is never refused.
    _ = try? drawing.apply(.command(.text(NewText(text, at: corner, style: style))))
    guard case .text(let element)? = drawing.elements.first?.content else { return [] }
    return element.ink.flatMap(\.cones)
  }

  /// How wide a line of text is.
  static func width(of text: String) -> Double {
    TextLayout(text, size: textSize).lines.map(\.width).max() ?? 0
  }
}
