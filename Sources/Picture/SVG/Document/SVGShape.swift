import Geometry
import Ink
import Rendering
import TouchLog

/// The SVG elements that draw a shape.
struct SVGShape {
  private let shape: ShapeElement
  private let geometry: ShapeGeometry
  /// From points to the document's units.
  private let map: Affine
  /// The decimals of coordinates, in points, that keep them within 1/100 pixel.
  private let decimals: Int

  /// - Parameter map: From points to the document's units.
  init(_ shape: ShapeElement, _ geometry: ShapeGeometry, map: Affine) {
    (self.shape, self.geometry, self.map) = (shape, geometry, map)
    decimals = Self.decimals(map)
  }

  /// The decimals of coordinates, in points, that keep them within 1/100 pixel.
  private static func decimals(_ map: Affine) -> Int {
    let scale = map.largestScale / Double(SVGPathData.unitsPerPixel)
    var (decimals, error) = (0, 0.5 * scale)
    while error > 0.01, decimals < 8 { (decimals, error) = (decimals + 1, error / 10) }
    return decimals
  }

  /// A line along a path, as an element of its own.
  /// - Parameter map: From points to the document's units.
  static func line(_ path: Path, _ style: StrokeStyle, _ color: Color, map: Affine) -> [UInt8] {
    var markup = SVGMarkup()
    guard !path.isEmpty else { return [] }
    markup.append("<path")
    let decimals = decimals(map)
    markup.attribute("d", data(path, decimals: decimals))
    markup.attribute("fill", "none")
    writePen(style, color, alpha: 255, to: &markup)
    markup.attribute("transform", SVGMarkup.transform(map))
    markup.append("/>")
    return markup.bytes
  }

  /// - Parameter label: The path data of the label's ink, in the document's units; empty for no label.
  func markup(label: [UInt8]) -> [UInt8] {
    let color = shape.look.color.color(atHue: shape.hue)
    var markup = SVGMarkup()
    if label.isEmpty, geometry.solid.isEmpty, geometry.mark.isEmpty {
      writeOutline(color, to: &markup)
    } else {
      writeParts(label, color, to: &markup)
    }
    return markup.bytes
  }

  /// Writes a shape that is one outline, filled or not.
  private func writeOutline(_ color: Color, to markup: inout SVGMarkup) {
    beginElement(to: &markup)
    if case .color(let fill) = shape.look.fill, geometry.fill != nil {
      markup.paint("fill", fill, alpha: fill.alpha)
    } else {
      markup.attribute("fill", "none")
    }
    if geometry.fill != nil {
      // One opacity for both, so that the fill does not show through a translucent outline.
      markup.attribute("opacity", shape.look.opacity, decimals: 4, initial: 1)
      Self.writePen(geometry.style, color, alpha: color.alpha, to: &markup)
    } else {
      Self.writePen(geometry.style, color, alpha: byte(Double(color.alpha) * shape.look.opacity), to: &markup)
    }
    markup.attribute("transform", SVGMarkup.transform(map))
    markup.append("/>\n")
  }

  /// Writes the line, the solid part and the label as one group, whose opacity counts once where they overlap.
  private func writeParts(_ label: [UInt8], _ color: Color, to markup: inout SVGMarkup) {
    markup.append("<g")
    markup.attribute(
      "opacity", Double(byte(Double(color.alpha) * shape.look.opacity)) / 255, decimals: 4, initial: 1)
    markup.append(">")
    markup.append(Self.line(geometry.stroke, geometry.style, color, map: map))
    var undashed = geometry.style
    undashed.dash = []
    markup.append(Self.line(geometry.mark, undashed, color, map: map))
    if !geometry.solid.isEmpty {
      markup.append("<path")
      markup.attribute("d", Self.data(geometry.solid, decimals: decimals))
      markup.paint("fill", color)
      markup.attribute("transform", SVGMarkup.transform(map))
      markup.append("/>")
    }
    if !label.isEmpty {
      markup.append("<path")
      markup.attribute("d", label)
      markup.paint("fill", color)
      markup.append("/>")
    }
    markup.append("</g>\n")
  }

  /// Begins the element, up to the attributes of its geometry.
  private func beginElement(to markup: inout SVGMarkup) {
    let (a, b) = (shape.points[0], shape.points[1])
    let (width, height) = (abs(a.x - b.x), abs(a.y - b.y))
    let (minX, minY) = (Swift.min(a.x, b.x), Swift.min(a.y, b.y))
    switch shape.kind {
    // SVG does not draw rectangles and ellipses of no width or height (SVG 2, 10.2): those become paths.
    case .rect where width > 0 && height > 0:
      markup.append("<rect")
      markup.attribute("x", minX, decimals: decimals, initial: 0)
      markup.attribute("y", minY, decimals: decimals, initial: 0)
      markup.attribute("width", width, decimals: decimals)
      markup.attribute("height", height, decimals: decimals)
      markup.attribute("rx", Swift.min(shape.look.radius, width / 2, height / 2), decimals: decimals, initial: 0)
    case .ellipse where width > 0 && height > 0:
      markup.append("<ellipse")
      markup.attribute("cx", minX + width / 2, decimals: decimals)
      markup.attribute("cy", minY + height / 2, decimals: decimals)
      markup.attribute("rx", width / 2, decimals: decimals)
      markup.attribute("ry", height / 2, decimals: decimals)
    case .polygon, .star:
      markup.append("<polygon")
      markup.attribute("points", corners.map { Self.text($0, decimals) }.joined(separator: " "))
    default:
      markup.append("<path")
      markup.attribute("d", Self.data(geometry.stroke, decimals: decimals))
    }
  }

  private static func writePen(_ style: StrokeStyle, _ color: Color, alpha: UInt8, to markup: inout SVGMarkup) {
    guard style.width > 0 else { return }
    markup.paint("stroke", color, alpha: alpha)
    markup.attribute("stroke-width", style.width, decimals: 4, initial: 1)
    if style.cap != .butt { markup.attribute("stroke-linecap", style.cap.rawValue) }
    if style.join != .miter { markup.attribute("stroke-linejoin", style.join.rawValue) }
    guard style.dash.contains(where: { $0 > 0 }), !style.dash.contains(where: { $0 < 0 }) else { return }
    markup.attribute(
      "stroke-dasharray",
      lengthened(style).map { SVGMarkup.number($0, decimals: SVGShape.dashDecimals) }.joined(separator: " "))
    markup.attribute("stroke-dashoffset", style.dashPhase, decimals: SVGShape.dashDecimals, initial: 0)
  }

  /// The dashes of a style, each long enough to have a direction: cairo leaves out some caps of dashes of length 0, and
  /// Chromium does not turn them.
  private static func lengthened(_ style: StrokeStyle) -> [Double] {
    guard style.cap != .butt else { return style.dash }
    var dash = style.dash.count % 2 == 0 ? style.dash : style.dash + style.dash
    for i in stride(from: 0, to: dash.count, by: 2) where dash[i] < SVGShape.shortestDash {
      let more = Swift.min(SVGShape.shortestDash - dash[i], dash[i + 1])
      dash[i] += more
      dash[i + 1] -= more
    }
    return dash
  }

  /// In points: invisible beside the caps of a dash.
  private static let shortestDash = 0.01

  /// Dashes have more decimals than coordinates: their rounding errors add up along a line.
  private static let dashDecimals = 6

  private var corners: [Point] {
    geometry.stroke.elements.compactMap { element in
      switch element {
      case .move(let end), .line(let end): end
      case .quadratic, .cubic, .close: nil
      }
    }
  }

  private static func text(_ point: Point, _ decimals: Int) -> String {
    "\(SVGMarkup.number(point.x, decimals: decimals)) \(SVGMarkup.number(point.y, decimals: decimals))"
  }

  private static func data(_ path: Path, decimals: Int) -> String {
    func text(_ point: Point) -> String { Self.text(point, decimals) }
    return path.elements.map { element in
      switch element {
      case .move(let end): "M" + text(end)
      case .line(let end): "L" + text(end)
      case .quadratic(let control, let end): "Q\(text(control)) \(text(end))"
      case .cubic(let first, let second, let end): "C\(text(first)) \(text(second)) \(text(end))"
      case .close: "Z"
      }
    }.joined()
  }
}
