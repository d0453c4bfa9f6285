import Geometry

/// A shape between the points of a drag.
public struct Shape: Hashable, Sendable {
  /// What the shapes are; each says in a file of its own what it looks like.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case line, arrow, rect, ellipse, polygon, star, angle
  }

  public var kind: Kind
  /// Where the drag began and where it ended, in points.
  public var a, b: Point
  /// Of an angle, the end of its second leg, once that is drawn.
  public var c: Point?
  public var style: ShapeStyle
  /// Whether the drag went further than a tap.
  public var isDragged: Bool

  /// How far a drag goes from its start before it is more than a tap, in points.
  public static let tapReach = 10.0

  public init(_ kind: Kind, from a: Point, to b: Point, c: Point? = nil, style: ShapeStyle, isDragged: Bool = true) {
    self.kind = kind
    self.a = a
    self.b = b
    self.c = c
    self.style = style
    self.isDragged = isDragged
  }

  /// Whether the touch was a tap, which makes no shape but a line's dot.
  public var isTap: Bool { !isDragged && kind != .line }

  /// What there is to draw; nothing of a tap.
  public var geometry: ShapeGeometry {
    guard !isTap else { return ShapeGeometry(stroke: Path(), style: style.stroke) }
    return switch kind {
    case .line: .line(from: a, to: isDragged ? b : a, style)
    case .arrow: .arrow(from: a, to: b, style)
    case .rect: .rect(from: a, to: b, style)
    case .ellipse: .ellipse(from: a, to: b, style)
    case .polygon: .polygon(from: a, to: b, style)
    case .star: .star(from: a, to: b, style)
    case .angle: .angle(from: a, vertex: b, to: c, style)
    }
  }
}
