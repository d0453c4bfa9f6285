import Geometry

extension ShapeGeometry {
  /// The ellipse in the box between two points.
  static func ellipse(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    ShapeGeometry(outline: Path(ellipseIn: DragBox.whole(a, b)), style)
  }
}
