import Geometry
import ImportCore
import JSON
import TouchLog

/// Rectangles, diamonds and ellipses, and how outlines are drawn.
extension ExcalidrawBoard {
  mutating func appendShape(_ element: ExcalidrawElement) throws(LogReadError) {
    guard max(element.width, element.height) > 0 else { return ink.report.omit("shapes without a size", .unseen) }
    let map = element.map(turning: element.box)
    let style = try element.style(&ink.report)
    if element.type == "diamond" {
      return try append(diamond(element), of: element, style, isFilled: true, through: map)
    }
    let radius = try element.cornerRadius(of: min(element.width, element.height))
    if element.type == "ellipse" {
      try append(Path(ellipseIn: element.box), of: element, style, isFilled: true, box: "ellipse", through: map)
    } else if radius > 0 {
      let outline = Self.rounded(Self.corners(of: element.box), by: Vector(radius, radius)) { path, corner, end in
        path.quadratic(corner, to: end)
      }
      try append(outline, of: element, style, isFilled: true, through: map)
    } else {
      try append(Path(element.box), of: element, style, isFilled: true, box: "rect", through: map)
    }
  }

  private func diamond(_ element: ExcalidrawElement) throws(LogReadError) -> Path {
    // The program rounds its center.
    let center = Point((element.width / 2).rounded(.down) + 1, (element.height / 2).rounded(.down) + 1)
    let corners = [
      Point(center.x, 0), Point(element.width, center.y), Point(center.x, element.height), Point(0, center.y),
    ]
    let radii = Vector(try element.cornerRadius(of: center.x), try element.cornerRadius(of: center.y))
    guard radii.dx > 0 else { return Path(corners, isClosed: true) }
    return Self.rounded(corners, by: radii) { path, corner, end in path.cubic(corner, corner, to: end) }
  }

  private static func corners(of box: Rect) -> [Point] {
    [Point(box.minX, box.minY), Point(box.maxX, box.minY), Point(box.maxX, box.maxY), Point(box.minX, box.maxY)]
  }

  /// A polygon with round corners.
  /// - Parameters:
  ///   - radii: The distance from a corner at which it begins, on both axes.
  ///   - addCorner: Adds the curve at a corner to its end.
  private static func rounded(
    _ corners: [Point], by radii: Vector, addCorner: (inout Path, _ corner: Point, _ end: Point) -> Void
  ) -> Path {
    var path = Path()
    for (index, corner) in corners.enumerated() {
      func point(toward other: Point) -> Point {
        let step = other - corner
        func sign(_ number: Double) -> Double { number > 0 ? 1 : number < 0 ? -1 : 0 }
        return corner + Vector(sign(step.dx) * radii.dx, sign(step.dy) * radii.dy)
      }
      path.line(to: point(toward: corners[(index + corners.count - 1) % corners.count]))
      addCorner(&path, corner, point(toward: corners[(index + 1) % corners.count]))
    }
    path.close()
    return path
  }

  /// Appends an outline and what fills it.
  /// - Parameters:
  ///   - isFilled: Whether the element's background fills the outline.
  ///   - box: The tool that draws the same outline in the element's box, if there is one.
  mutating func append(
    _ outline: Path, of element: ExcalidrawElement, _ style: BoardStyle, isFilled: Bool, box: String? = nil,
    through map: Affine
  ) throws(LogReadError) {
    let place = document.stroke(at: element.value)
    var style = style
    if isFilled, let fill = try element.fill(&ink.report) {
      if let pattern = fill.pattern {
        try append(pattern, fill.color, in: outline, of: element, through: map)
      } else {
        style.fill = .color(fill.color)
      }
    }
    if element.strokeWidth == 0 { style.color.alpha = 0 }
    guard style.color.alpha > 0 || style.fill != .none else {
      return ink.report.omit("transparent elements", .unseen)
    }
    if let box {
      try ink.appendBox(box, element.box, style, through: map, at: place)
    } else {
      try ink.append(outline, style, through: map, at: place)
    }
  }

  /// Appends the lines that hatch an outline.
  mutating func append(
    _ pattern: HatchPattern, _ color: Color, in outline: Path, of element: ExcalidrawElement, through map: Affine
  ) throws(LogReadError) {
    let polygons = outline.polygons(tolerance: BoardPath.tolerance(of: outline))
    guard let lines = pattern.lines(in: polygons) else { return ink.report.omit("fills of too many lines") }
    let style = BoardStyle(color: color, width: element.strokeWidth / 2, opacity: element.opacity)
    try ink.append(lines, style, through: map, at: document.stroke(at: element.value))
  }
}
