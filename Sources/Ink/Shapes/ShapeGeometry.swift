import Geometry

/// What there is to draw of a shape, in points, from bottom to top.
public struct ShapeGeometry: Hashable, Sendable {
  /// Filled with the fill's colour by the nonzero rule; nil where the shape is not filled.
  public var fill: Path?
  /// Drawn by the pen of `style`.
  public var stroke: Path
  public var style: StrokeStyle
  /// Drawn by the same pen without dashes.
  public var mark = Path()
  /// Filled with the pen's colour by the nonzero rule.
  public var solid: Path
  public var label: ShapeLabel?

  public init(
    fill: Path? = nil, stroke: Path, style: StrokeStyle, solid: Path = Path(), label: ShapeLabel? = nil
  ) {
    self.fill = fill
    self.stroke = stroke
    self.style = style
    self.solid = solid
    self.label = label
  }

  /// A shape that encloses what its outline does.
  init(outline: Path, _ style: ShapeStyle) {
    self.init(fill: style.isFilled ? outline : nil, stroke: outline, style: style.stroke(along: outline))
  }

  /// What has the pen's colour, as polygons for the nonzero rule.
  /// - Parameters:
  ///   - map: From points to pixels.
  ///   - tolerance: In pixels, positive.
  public func inkPolygons(through map: Affine = .identity, tolerance: Double) -> [[Point]] {
    let tolerance = tolerance / Swift.max(map.largestScale, .leastNormalMagnitude)
    var outlines = Stroker(style, tolerance: tolerance).outlines(of: stroke)
    var whole = style
    whole.dash = []
    outlines += Stroker(whole, tolerance: tolerance).outlines(of: mark)
    // All in one direction as the outlines are, so that neither takes away from the other.
    let solids = solid.polygons(tolerance: tolerance).map { Polygons.area(of: $0) < 0 ? $0.reversed() : $0 }
    return (outlines + solids).map { $0.map(map.apply) }
  }

  /// What has the fill's colour, as polygons for the nonzero rule; the parameters are as for the ink.
  public func fillPolygons(through map: Affine = .identity, tolerance: Double) -> [[Point]] {
    fill?.transformed(by: map).polygons(tolerance: tolerance) ?? []
  }

  /// How exact bounds and hits are, in points.
  private static let precision = 0.01

  /// The box around all that is drawn, without the label. It may be larger by up to 1/100 point, and of a dashed line it
  /// has room for a dash anywhere.
  public var bounds: Rect {
    let precision = ShapeGeometry.precision
    // Where dashes end depends a little on how a curve is cut up.
    var whole = self
    whole.style.dash = []
    var bounds = Polygons.bounds(of: whole.inkPolygons(tolerance: precision))
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

  /// Whether a point is inside of the fill, or within `distance` of ink, in points.
  public func contains(_ point: Point, within distance: Double) -> Bool {
    let fill = fillPolygons(tolerance: ShapeGeometry.precision)
    if Polygons.winding(of: point, in: fill) != 0 { return true }
    let ink = inkPolygons(tolerance: ShapeGeometry.precision)
    return Polygons.winding(of: point, in: ink) != 0 || Polygons.distance(from: point, toEdgesOf: ink) <= distance
  }
}

/// A short text that belongs to a shape.
public struct ShapeLabel: Hashable, Sendable {
  public var text: String
  /// Where its middle stands, in points.
  public var center: Point
  /// The size of its letters, in points.
  public var size: Double

  /// The widest pen that writes it, in ems.
  static let heaviestPen = 0.1

  public init(_ text: String, center: Point, size: Double) {
    self.text = text
    self.center = center
    self.size = size
  }
}
