import Geometry
import Ink
import Raster
import Rendering
import TouchLog

/// A shape of geometry, filled or with a line along it.
package struct FigureShape: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    case rect(corner: Point, width: Double, height: Double, radius: Double)
    case ellipse(center: Point, radiusX: Double, radiusY: Double)
    case polygon([Point])
    case path(Path)
  }

  /// The line along a shape.
  package struct Pen: Equatable, Sendable {
    package var paint: FigurePaint
    package var width: Double
    package var cap: LineCap
    package var join: LineJoin
    package var dash: [Double]
    package var dashPhase: Double
  }

  /// In points.
  package let form: Form
  /// Nil for none.
  package var fill: FigurePaint?
  package var pen: Pen?
  /// Of both, where they overlap, too: 0...1.
  package var opacity = 1.0
  /// From points to the document's units.
  package let map: Affine
  /// Those of coordinates, which keep them within 1/100 pixel.
  let decimals: Int

  init(_ form: Form, fill: FigurePaint? = nil, pen: Pen? = nil, opacity: Double = 1, map: Affine) {
    let decimals = Self.decimals(map)
    (self.form, self.decimals, self.map) = (form.rounded(decimals), decimals, map)
    (self.fill, self.pen, self.opacity) = (fill, pen, SVG.rounded(opacity, decimals: 4))
  }

  /// A line along a path; nil if the path is empty.
  init?(along path: Path, _ style: StrokeStyle, _ color: Color, map: Affine) {
    guard !path.isEmpty else { return nil }
    self.init(.path(path), pen: Pen(style, FigurePaint(color: color)), map: map)
  }

  private static func decimals(_ map: Affine) -> Int {
    let scale = map.largestScale / Double(SVGPathData.unitsPerPixel)
    var (decimals, error) = (0, 0.5 * scale)
    while error > 0.01, decimals < 8 { (decimals, error) = (decimals + 1, error / 10) }
    return decimals
  }
}

extension FigureShape.Pen {
  /// In points: invisible beside the caps of a dash.
  private static let shortestDash = 0.01
  /// Dashes have more decimals than coordinates: their rounding errors add up along a line.
  static let dashDecimals = 6

  /// Nil without a width.
  init?(_ style: StrokeStyle, _ paint: FigurePaint) {
    guard style.width > 0 else { return nil }
    (self.paint, cap, join) = (paint, style.cap, style.join)
    width = rounded(style.width, decimals: 4)
    let isDashed = style.dash.contains { $0 > 0 } && !style.dash.contains { $0 < 0 }
    dash = isDashed ? Self.lengthened(style).map { rounded($0, decimals: Self.dashDecimals) } : []
    dashPhase = isDashed ? rounded(style.dashPhase, decimals: Self.dashDecimals) : 0
  }

  /// The dashes of a style, each long enough to have a direction: cairo leaves out some caps of dashes of length 0, and
  /// Chromium does not turn them.
  private static func lengthened(_ style: StrokeStyle) -> [Double] {
    guard style.cap != .butt else { return style.dash }
    var dash = style.dash.count % 2 == 0 ? style.dash : style.dash + style.dash
    for i in stride(from: 0, to: dash.count, by: 2) where dash[i] < shortestDash {
      let more = Swift.min(shortestDash - dash[i], dash[i + 1])
      dash[i] += more
      dash[i + 1] -= more
    }
    return dash
  }
}

extension FigureShape.Form {
  fileprivate func rounded(_ decimals: Int) -> Self {
    func number(_ value: Double) -> Double { SVG.rounded(value, decimals: decimals) }
    func point(_ point: Point) -> Point { Point(number(point.x), number(point.y)) }
    return switch self {
    case .rect(let corner, let width, let height, let radius):
      .rect(corner: point(corner), width: number(width), height: number(height), radius: number(radius))
    case .ellipse(let center, let radiusX, let radiusY):
      .ellipse(center: point(center), radiusX: number(radiusX), radiusY: number(radiusY))
    case .polygon(let corners): .polygon(corners.map(point))
    case .path(let path): .path(path.mapped(point))
    }
  }
}

extension Figure {
  /// The figures of a shape.
  /// - Parameters:
  ///   - label: The path data of the label's ink, in the document's units; empty for no label.
  ///   - map: From points to the document's units.
  static func shape(_ shape: ShapeElement, _ geometry: ShapeGeometry, label: [UInt8], map: Affine) -> Figure {
    let color = shape.look.color.color(atHue: shape.hue)
    guard !label.isEmpty || !geometry.solid.isEmpty || !geometry.mark.isEmpty else {
      return .shape(outline(shape, geometry, color, map))
    }
    // The line, the solid part and the label, whose opacity counts once where they overlap.
    var undashed = geometry.style
    undashed.dash = []
    var parts: [Figure] = []
    if let line = FigureShape(along: geometry.stroke, geometry.style, color, map: map) { parts.append(.shape(line)) }
    if let mark = FigureShape(along: geometry.mark, undashed, color, map: map) { parts.append(.shape(mark)) }
    if !geometry.solid.isEmpty {
      parts.append(.shape(FigureShape(.path(geometry.solid), fill: FigurePaint(color: color), map: map)))
    }
    if !label.isEmpty { parts.append(.area(FigureArea(label, color))) }
    let opacity = Double(byte(Double(color.alpha) * shape.look.opacity)) / 255
    return .group(FigureGroup(figures: parts, opacity: rounded(opacity, decimals: 4), isOneLine: true))
  }

  /// A shape that is one outline, filled or not.
  private static func outline(
    _ shape: ShapeElement, _ geometry: ShapeGeometry, _ color: Color, _ map: Affine
  ) -> FigureShape {
    guard geometry.fill != nil else {
      let paint = FigurePaint(color: color, alpha: byte(Double(color.alpha) * shape.look.opacity))
      return FigureShape(form(shape, geometry), pen: FigureShape.Pen(geometry.style, paint), map: map)
    }
    var fill: FigurePaint?
    if case .color(let color) = shape.look.fill { fill = FigurePaint(color: color, alpha: color.alpha) }
    // One opacity for both, so that the fill does not show through a translucent outline.
    return FigureShape(
      form(shape, geometry), fill: fill,
      pen: FigureShape.Pen(geometry.style, FigurePaint(color: color, alpha: color.alpha)), opacity: shape.look.opacity,
      map: map)
  }

  private static func form(_ shape: ShapeElement, _ geometry: ShapeGeometry) -> FigureShape.Form {
    let (a, b) = (shape.points[0], shape.points[1])
    let (width, height) = (abs(a.x - b.x), abs(a.y - b.y))
    let (minX, minY) = (Swift.min(a.x, b.x), Swift.min(a.y, b.y))
    switch shape.kind {
    // SVG does not draw rectangles and ellipses of no width or height (SVG 2, 10.2): those become paths.
    case .rect where width > 0 && height > 0:
      return .rect(
        corner: Point(minX, minY), width: width, height: height,
        radius: Swift.min(shape.look.radius, width / 2, height / 2))
    case .ellipse where width > 0 && height > 0:
      return .ellipse(
        center: Point(minX + width / 2, minY + height / 2), radiusX: width / 2, radiusY: height / 2)
    case .polygon, .star:
      return .polygon(
        geometry.stroke.elements.compactMap { element in
          switch element {
          case .move(let end), .line(let end): end
          case .quadratic, .cubic, .close: nil
          }
        })
    default: return .path(geometry.stroke)
    }
  }
}
