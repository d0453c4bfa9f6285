import Geometry

extension ShapeGeometry {
  /// A straight line; of no length a dot, whatever its ends.
  static func line(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    let path = Path([a, b], isClosed: false)
    var stroke = style.stroke(along: path)
    if a == b { stroke.cap = .round }
    return ShapeGeometry(stroke: path, style: stroke)
  }
}
