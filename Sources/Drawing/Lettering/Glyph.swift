import Geometry

/// A point on the pen's path.
package struct PenPoint: Hashable, Sendable {
  package var point: Point
  /// The pen's pressure, 0...1. 0.43 draws at the pen's nominal width. Glyphs use slightly more where the pen moves
  /// down and less where it moves up and at stroke ends, like handwriting.
  package var pressure: Float
}

/// The strokes of a character and its advance width.
package struct Glyph: Sendable {
  /// The strokes in writing order, in hundredths of the em: x from the left end of the advance, y upward from the
  /// baseline. A stroke of one point is a dot.
  package let strokes: [[PenPoint]]
  /// The advance width, in hundredths of the em.
  package let advance: Double
  /// Whether the source gives `advance`, as it does for digits, which align in columns. Such a glyph is not kerned.
  let isFixed: Bool
  let profile: GlyphProfile

  /// - Parameters:
  ///   - drawing: The strokes' points; the drawing may start at any x.
  ///   - fixedAdvance: The advance; nil if it follows from the shape.
  init(_ drawing: [[Point]], fixedAdvance: Double?) {
    var bounds = Rect.empty
    for point in drawing.joined() { bounds.include(point) }
    var shift = 0.0
    if let fixedAdvance {
      if !bounds.isEmpty { shift = (fixedAdvance - bounds.minX - bounds.maxX) / 2 }
      advance = fixedAdvance
    } else {
      let sides = GlyphProfile(of: drawing).sides
      shift = sides.left
      advance = sides.left + sides.right
    }
    let placed = drawing.map { $0.map { Point($0.x + shift, $0.y) } }
    isFixed = fixedAdvance != nil
    profile = GlyphProfile(of: placed)
    strokes = placed.map(Self.withPressure)
  }

  private static func withPressure(_ stroke: [Point]) -> [PenPoint] {
    guard stroke.count > 1 else { return stroke.map { PenPoint(point: $0, pressure: 0.7) } }
    return stroke.indices.map { i in
      let way = stroke[Swift.min(i + 1, stroke.count - 1)] - stroke[Swift.max(i - 1, 0)]
      let downwards = way.length > 0 ? -way.dy / way.length : 0
      let isEnd = i == 0 || i == stroke.count - 1
      return PenPoint(point: stroke[i], pressure: isEnd ? 0.4 : Float(0.43 + 0.035 * downwards))
    }
  }
}
