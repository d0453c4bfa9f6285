import Geometry

/// A shape spanned by the points of a drag.
package struct Shape: Hashable, Sendable {
  package var kind: Kind
  /// The start and the end of the drag, in points.
  package var a, b: Point
  /// The end of an angle's second leg; nil until it is drawn.
  package var c: Point?
  package var style: ShapeStyle
  /// Whether the drag went farther than a tap.
  package var isDragged: Bool

  /// The distance from its start, in points, at which a drag is more than a tap.
  package static let tapReach = 10.0

  package init(_ kind: Kind, from a: Point, to b: Point, c: Point? = nil, style: ShapeStyle, isDragged: Bool = true) {
    self.kind = kind
    self.a = a
    self.b = b
    self.c = c
    self.style = style
    self.isDragged = isDragged
  }

  /// Whether the touch was a tap. A tap makes no shape, except for a line, which becomes a dot.
  package var isTap: Bool { !isDragged && kind != .line }

  /// The paths to draw; empty for a tap.
  package var geometry: ShapeGeometry {
    isTap ? ShapeGeometry(stroke: Path(), style: style.stroke) : kind.geometry(of: self)
  }

  /// The kinds of shapes, by the names of their tools.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case line, arrow, rect, ellipse, polygon, star, angle

    /// The table of shapes: the function that draws each kind.
    fileprivate func geometry(of shape: Shape) -> ShapeGeometry {
      let (a, b, style) = (shape.a, shape.b, shape.style)
      return switch self {
      case .line: .line(from: a, to: shape.isDragged ? b : a, style)
      case .arrow: .arrow(from: a, to: b, style)
      case .rect: .rect(from: a, to: b, style)
      case .ellipse: .ellipse(from: a, to: b, style)
      case .polygon: .polygon(from: a, to: b, style)
      case .star: .star(from: a, to: b, style)
      case .angle: .angle(from: a, vertex: b, to: shape.c, style)
      }
    }
  }
}
