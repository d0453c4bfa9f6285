import Geometry

/// A place that the pen goes through.
public struct PenPoint: Hashable, Sendable {
  public var point: Point
  /// How hard the pen is pressed, 0...1: 0.43 draws at the pen's own width, a little more where the pen moves down and
  /// less where it moves up and at the ends of strokes, as a hand does.
  public var pressure: Float
}

/// A character's strokes and the room that they take.
public struct Glyph: Sendable {
  /// In the order in which a hand writes them, each as places in hundredths of the em: x from the left end of the
  /// glyph's room, y upwards from the baseline. A stroke of one place is a dot.
  public let strokes: [[PenPoint]]
  /// The glyph's room, in hundredths of the em.
  public let advance: Double
  /// Whether `advance` was given, as for digits, which stand in columns: such a glyph is not kerned.
  let isFixed: Bool
  let profile: GlyphProfile

  /// - Parameters:
  ///   - drawing: Strokes as places, wherever they were drawn.
  ///   - fixedAdvance: Nil where the shape decides.
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
    strokes = placed.map(Self.press)
  }

  /// Gives each place its pressure.
  private static func press(_ stroke: [Point]) -> [PenPoint] {
    guard stroke.count > 1 else { return stroke.map { PenPoint(point: $0, pressure: 0.7) } }
    return stroke.indices.map { i in
      let way = stroke[Swift.min(i + 1, stroke.count - 1)] - stroke[Swift.max(i - 1, 0)]
      let downwards = way.length > 0 ? -way.dy / way.length : 0
      let isEnd = i == 0 || i == stroke.count - 1
      return PenPoint(point: stroke[i], pressure: isEnd ? 0.4 : Float(0.43 + 0.035 * downwards))
    }
  }
}
