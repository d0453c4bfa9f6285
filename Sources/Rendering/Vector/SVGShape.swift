import Geometry
import Ink
import TouchLog

/// A shape as the elements of SVG that draw it.
struct SVGShape {
  private let shape: ShapeElement
  private let geometry: ShapeGeometry
  /// From points to the document's units.
  private let map: Affine
  /// How many decimals a place in points has: so many that it is within 1/100 pixel.
  private let places: Int

  init(_ shape: ShapeElement, _ geometry: ShapeGeometry, map: Affine) {
    (self.shape, self.geometry, self.map) = (shape, geometry, map)
    let scale = map.largestScale / Double(SVGPathData.unitsPerPixel)
    var (places, step) = (0, 0.5 * scale)
    while step > 0.01, places < 8 { (places, step) = (places + 1, step / 10) }
    self.places = places
  }

  /// - Parameter label: The data of the label's ink, in the document's units.
  func write(label: [UInt8], to text: inout SVGText) {
    let color = shape.pen.color.color(atHue: shape.hue)
    guard label.isEmpty, geometry.solid.isEmpty, geometry.mark.isEmpty else {
      return writeParts(label, color, to: &text)
    }
    begin(to: &text)
    if case .color(let fill) = shape.look.fill, geometry.fill != nil {
      text.paint("fill", fill, alpha: fill.alpha)
    } else {
      text.attribute("fill", "none")
    }
    if geometry.fill != nil {
      // As one, so that a translucent outline does not let its own filling through.
      text.attribute("opacity", shape.pen.opacity, places: 4, initial: 1)
      writePen(geometry.style, color, alpha: color.alpha, to: &text)
    } else {
      writePen(geometry.style, color, alpha: byte(Double(color.alpha) * shape.pen.opacity), to: &text)
    }
    text.attribute("transform", SVGText.transform(map))
    text.append("/>\n")
  }

  /// The line, the filled part and the label, as one where they are translucent.
  private func writeParts(_ label: [UInt8], _ color: Color, to text: inout SVGText) {
    text.append("<g")
    text.attribute("opacity", Double(byte(Double(color.alpha) * shape.pen.opacity)) / 255, places: 4, initial: 1)
    text.append(">")
    writeLine(geometry.stroke, geometry.style, color, to: &text)
    var whole = geometry.style
    whole.dash = []
    writeLine(geometry.mark, whole, color, to: &text)
    if !geometry.solid.isEmpty {
      text.append("<path")
      text.attribute("d", data(geometry.solid))
      text.paint("fill", color)
      text.attribute("transform", SVGText.transform(map))
      text.append("/>")
    }
    if !label.isEmpty {
      text.append("<path")
      text.attribute("d", label)
      text.paint("fill", color)
      text.append("/>")
    }
    text.append("</g>\n")
  }

  private func writeLine(_ path: Path, _ style: StrokeStyle, _ color: Color, to text: inout SVGText) {
    guard !path.isEmpty else { return }
    text.append("<path")
    text.attribute("d", data(path))
    text.attribute("fill", "none")
    writePen(style, color, alpha: 255, to: &text)
    text.attribute("transform", SVGText.transform(map))
    text.append("/>")
  }

  /// Begins the element with what says its outline.
  private func begin(to text: inout SVGText) {
    let (a, b) = (shape.points[0], shape.points[1])
    let (width, height) = (abs(a.x - b.x), abs(a.y - b.y))
    let (minX, minY) = (Swift.min(a.x, b.x), Swift.min(a.y, b.y))
    switch shape.kind {
    // A rectangle without a width or height is not drawn at all (SVG 2, 10.2), nor is such an ellipse.
    case .rect where width > 0 && height > 0:
      text.append("<rect")
      text.attribute("x", minX, places: places, initial: 0)
      text.attribute("y", minY, places: places, initial: 0)
      text.attribute("width", width, places: places)
      text.attribute("height", height, places: places)
      text.attribute("rx", Swift.min(shape.look.radius, width / 2, height / 2), places: places, initial: 0)
    case .ellipse where width > 0 && height > 0:
      text.append("<ellipse")
      text.attribute("cx", minX + width / 2, places: places)
      text.attribute("cy", minY + height / 2, places: places)
      text.attribute("rx", width / 2, places: places)
      text.attribute("ry", height / 2, places: places)
    case .polygon, .star:
      text.append("<polygon")
      text.attribute("points", corners.map(self.text).joined(separator: " "))
    case .line, .arrow, .rect, .ellipse, .angle:
      text.append("<path")
      text.attribute("d", data(geometry.stroke))
    }
  }

  private func writePen(_ style: StrokeStyle, _ color: Color, alpha: UInt8, to text: inout SVGText) {
    guard style.width > 0 else { return }
    text.paint("stroke", color, alpha: alpha)
    text.attribute("stroke-width", style.width, places: 4, initial: 1)
    if style.cap != .butt { text.attribute("stroke-linecap", style.cap.rawValue) }
    if style.join != .miter { text.attribute("stroke-linejoin", style.join.rawValue) }
    guard !style.dash.isEmpty, style.dash.contains(where: { $0 > 0 }), !style.dash.contains(where: { $0 < 0 }) else {
      return
    }
    text.attribute(
      "stroke-dasharray", style.dash.map { SVGText.number($0, places: SVGShape.dashPlaces) }.joined(separator: " "))
    text.attribute("stroke-dashoffset", style.dashPhase, places: SVGShape.dashPlaces, initial: 0)
  }

  /// How many decimals the lengths of dashes have: what is rounded off adds up along a line.
  private static let dashPlaces = 6

  private var corners: [Point] {
    geometry.stroke.elements.compactMap { element in
      switch element {
      case .move(let end), .line(let end): end
      case .quadratic, .cubic, .close: nil
      }
    }
  }

  private func text(_ point: Point) -> String {
    "\(SVGText.number(point.x, places: places)) \(SVGText.number(point.y, places: places))"
  }

  private func data(_ path: Path) -> String {
    path.elements.map { element in
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
