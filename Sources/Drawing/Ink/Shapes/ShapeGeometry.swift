import Geometry

/// The paths of a shape, in points, in drawing order from bottom to top.
package struct ShapeGeometry: Hashable, Sendable {
  /// Filled with the fill color by the nonzero rule; nil if the shape is not filled.
  package var fill: Path?
  /// Stroked with `style` in the pen's color.
  package var stroke: Path
  package var style: StrokeStyle
  /// Stroked with `style`, but without dashes.
  package var mark = Path()
  /// Filled with the pen's color by the nonzero rule.
  package var solid: Path
  package var label: ShapeLabel?

  package init(
    fill: Path? = nil, stroke: Path, style: StrokeStyle, solid: Path = Path(), label: ShapeLabel? = nil
  ) {
    self.fill = fill
    self.stroke = stroke
    self.style = style
    self.solid = solid
    self.label = label
  }

  /// A shape that consists of a closed outline.
  init(outline: Path, _ style: ShapeStyle) {
    self.init(fill: style.isFilled ? outline : nil, stroke: outline, style: style.stroke(along: outline))
  }

  /// Everything in the pen's color except the label, as polygons for the nonzero rule.
  /// - Parameters:
  ///   - map: The map from points to pixels.
  ///   - tolerance: The largest deviation from the true outlines, in pixels, positive.
  package func inkPolygons(through map: Affine = .identity, tolerance: Double) -> [[Point]] {
    let tolerance = tolerance / Swift.max(map.largestScale, .leastNormalMagnitude)
    var outlines = Stroker(style, tolerance: tolerance).outlines(of: stroke)
    var solidStyle = style
    solidStyle.dash = []
    outlines += Stroker(solidStyle, tolerance: tolerance).outlines(of: mark)
    // All polygons have the same orientation, so that overlapping ones do not cancel.
    let solids = solid.polygons(tolerance: tolerance).map { Polygons.area(of: $0) < 0 ? $0.reversed() : $0 }
    return (outlines + solids).map { $0.map(map.apply) }
  }

  /// The fill as polygons for the nonzero rule, with the same parameters as `inkPolygons`.
  package func fillPolygons(through map: Affine = .identity, tolerance: Double) -> [[Point]] {
    fill?.transformed(by: map).polygons(tolerance: tolerance) ?? []
  }

  /// The tolerance of bounds and hit tests, in points.
  private static let precision = 0.01

  /// The bounds of everything but the label. They may be larger than necessary by 1/100 point; those of a dashed line
  /// include its gaps.
  package var bounds: Rect {
    let precision = ShapeGeometry.precision
    // The ends of dashes on a curve depend slightly on the tolerance, so bounds do not rely on them.
    var solidShape = self
    solidShape.style.dash = []
    var bounds = Polygons.bounds(of: solidShape.inkPolygons(tolerance: precision))
    if !style.dash.isEmpty, !stroke.isEmpty {
      let reach = style.width / 2 * (style.cap == .square ? (2.0).squareRoot() : 1)
      let path = stroke.bounds
      bounds.include(Point(path.minX, path.minY), radius: reach)
      bounds.include(Point(path.maxX, path.maxY), radius: reach)
    }
    bounds.formUnion(Polygons.bounds(of: fillPolygons(tolerance: precision)))
    guard !bounds.isEmpty else { return .empty }
    return Rect(
      minX: bounds.minX - precision, minY: bounds.minY - precision, maxX: bounds.maxX + precision,
      maxY: bounds.maxY + precision)
  }

  /// Whether a point is inside the fill or within `distance` of the ink, in points.
  package func contains(_ point: Point, within distance: Double) -> Bool {
    let fill = fillPolygons(tolerance: ShapeGeometry.precision)
    if Polygons.winding(of: point, in: fill) != 0 { return true }
    let ink = inkPolygons(tolerance: ShapeGeometry.precision)
    return Polygons.winding(of: point, in: ink) != 0 || Polygons.distance(from: point, toEdgesOf: ink) <= distance
  }
}

/// A short text that is part of a shape.
package struct ShapeLabel: Hashable, Sendable {
  package var text: String
  /// The center of the text's box, in points.
  package var center: Point
  /// The em, in points.
  package var size: Double

  /// The widest pen for labels, in ems.
  static let heaviestPen = 0.1

  package init(_ text: String, center: Point, size: Double) {
    self.text = text
    self.center = center
    self.size = size
  }
}
