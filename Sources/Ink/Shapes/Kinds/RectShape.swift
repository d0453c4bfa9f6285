import Geometry

extension ShapeGeometry {
  /// The box between two points, its corners rounded by the style's radius.
  static func rect(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    ShapeGeometry(outline: Path(DragBox.whole(a, b), radius: style.radius), style)
  }
}
