import Geometry

extension ShapeGeometry {
  /// A straight line; of no length a dot, whatever its ends.
  static func line(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    var stroke = style.stroke
    if a == b { stroke.cap = .round }
    return ShapeGeometry(stroke: Path([a, b], isClosed: false), style: stroke)
  }
}
