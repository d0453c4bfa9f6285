import Geometry
import ImportCore
import TouchLog

/// The outlines of geometric shapes in a box from the origin.
enum TldrawGeo {
  /// - Parameters:
  ///   - kind: A value of the property `geo`.
  ///   - bump: The length of a bump of a cloud, in points.
  /// - Returns: Nil for an unknown kind.
  static func outline(_ kind: String, _ size: Size, bump: Double) -> Path? {
    let (w, h) = (size.width, size.height)
    let box = Rect(minX: 0, minY: 0, maxX: w, maxY: h)
    // How far slanted sides and the heads of arrows reach.
    let slant = min(w, h) * 0.38
    func polygon(_ corners: (Double, Double)...) -> Path {
      Path(corners.map { Point($0.0, $0.1) }, isClosed: true)
    }
    switch kind {
    case "rectangle", "x-box", "check-box": return Path(box)
    case "ellipse": return Path(ellipseIn: box)
    case "oval": return Path(box, radius: min(w, h) / 2)
    case "triangle": return polygon((w / 2, 0), (w, h), (0, h))
    case "diamond": return polygon((w / 2, 0), (w, h / 2), (w / 2, h), (0, h / 2))
    case "pentagon": return stretched(corners(5), to: size)
    case "hexagon": return stretched(corners(6), to: size)
    case "octagon": return stretched(corners(8), to: size)
    case "star": return stretched(corners(10, inner: 0.5), to: size)
    case "rhombus": return polygon((slant, 0), (w, 0), (w - slant, h), (0, h))
    case "rhombus-2": return polygon((0, 0), (w - slant, 0), (w, h), (slant, h))
    case "trapezoid": return polygon((slant, 0), (w - slant, 0), (w, h), (0, h))
    case "arrow-right": return arrow(w, h, slant) { Point($0, $1) }
    case "arrow-left": return arrow(w, h, slant) { Point(w - $0, $1) }
    case "arrow-down": return arrow(h, w, slant) { Point($1, $0) }
    case "arrow-up": return arrow(h, w, slant) { Point($1, h - $0) }
    case "heart": return heart(w, h)
    case "cloud": return cloud(box, bump: bump)
    default: return nil
    }
  }

  /// Lines within the outline.
  static func details(_ kind: String, _ size: Size) -> Path {
    let (w, h) = (size.width, size.height)
    var path = Path()
    if kind == "x-box" {
      for (start, end) in [(Point(0, 0), Point(w, h)), (Point(w, 0), Point(0, h))] {
        path.move(to: start)
        path.line(to: end)
      }
    } else if kind == "check-box" {
      let side = min(w, h) * 0.82
      let corner = Point((w - side) / 2, (h - side) / 2)
      for (x, y) in [(0.25, 0.52), (0.45, 0.82), (0.82, 0.22)] { path.line(to: corner + Vector(x, y) * side) }
    }
    return path
  }

  /// The corners of a regular polygon on the unit circle, clockwise from the top.
  /// - Parameter inner: The radius of every other corner.
  private static func corners(_ count: Int, inner: Double = 1) -> [Point] {
    (0..<count).map { (index: Int) -> Point in
      let angle: Double = -90 + 360 / Double(count) * Double(index)
      return Point(0, 0) + Vector(degrees: angle, length: index % 2 == 0 ? 1 : inner)
    }
  }

  /// The polygon stretched so that it fills a box.
  private static func stretched(_ corners: [Point], to size: Size) -> Path {
    var bounds = Rect.empty
    for corner in corners { bounds.include(corner) }
    return Path(
      corners.map { corner in
        Point(
          (corner.x - bounds.minX) / bounds.width * size.width,
          (corner.y - bounds.minY) / bounds.height * size.height)
      }, isClosed: true)
  }

  /// An arrow along x, whose head has a length.
  private static func arrow(
    _ length: Double, _ width: Double, _ head: Double, _ point: (Double, Double) -> Point
  ) -> Path {
    let (neck, edge) = (length - head, width * 0.16)
    return Path(
      [
        (0, edge), (neck, edge), (neck, 0), (length, width / 2), (neck, width), (neck, width - edge),
        (0, width - edge),
      ].map { point($0.0, $0.1) }, isClosed: true)
  }

  private static func heart(_ w: Double, _ h: Double) -> Path {
    var path = Path([Point(w / 2, h)], isClosed: false)
    path.cubic(Point(w * 0.1, h * 0.72), Point(0, h * 0.5), to: Point(0, h * 0.29))
    path.cubic(Point(0, h * 0.1), Point(w * 0.12, 0), to: Point(w * 0.27, 0))
    path.cubic(Point(w * 0.38, 0), Point(w * 0.46, h * 0.07), to: Point(w / 2, h * 0.2))
    path.cubic(Point(w * 0.54, h * 0.07), Point(w * 0.62, 0), to: Point(w * 0.73, 0))
    path.cubic(Point(w * 0.88, 0), Point(w, h * 0.1), to: Point(w, h * 0.29))
    path.cubic(Point(w, h * 0.5), Point(w * 0.9, h * 0.72), to: Point(w / 2, h))
    path.close()
    return path
  }

  /// How far a bump of a cloud rises, as a part of its length.
  private static let bumpHeight = 0.3
  private static let mostBumps = 200.0
  /// The length of the outline of a box, in points, above which a cloud is an oval.
  static let mostAround = 100_000.0

  /// Bumps around an oval that is as much smaller than the box as they rise.
  private static func cloud(_ box: Rect, bump: Double) -> Path {
    let around = 2 * (box.width + box.height)
    guard around <= mostAround else { return Path(box, radius: min(box.width, box.height) / 2) }
    let count = min(mostBumps, max(6, (around / bump).rounded()))
    let rise = min(around / count * bumpHeight, min(box.width, box.height) / 4)
    let inner = Rect(minX: rise, minY: rise, maxX: box.maxX - rise, maxY: box.maxY - rise)
    let oval = Path(inner, radius: min(inner.width, inner.height) / 2)
    guard let line = oval.flattened(tolerance: max(0.05, around / 10_000)).first, let first = line.points.first else {
      return Path(box)
    }
    let track = TldrawTrack(line.points + [first])
    var path = Path([first], isClosed: false)
    let center = box.center
    for number in 1...Int(saturating: count) {
      let start = path.currentPoint ?? first
      let end = track.point(at: track.length * Double(number) / count)
      let step = end - start
      let middle = start + step * 0.5
      var out = Vector(step.dy, -step.dx) / max(step.length, .leastNormalMagnitude)
      let outward = middle - center
      if out.dx * outward.dx + out.dy * outward.dy < 0 { out = out * -1 }
      // A cubic curve rises by ¾ of its handles. Those of an arc of this height lean inward by 28°.
      let (up, along) = (out * (rise / 0.75), step * (bumpHeight / 0.75 * 0.53))
      path.cubic(start + up + along, end + up + along * -1, to: end)
    }
    path.close()
    return path
  }
}

/// Geometric shapes.
extension TldrawPage {
  /// The lengths of the bumps of clouds, in points.
  private static let bumps = TldrawStyle.Sizes(small: 50, medium: 70, large: 100, extraLarge: 130)

  func geoSize(of shape: TldrawShape) throws(LogReadError) -> Size {
    let height = try shape.props.number(of: "h", .length) ?? 100
    return Size(
      width: try shape.props.number(of: "w", .length) ?? 100,
      height: min(LogLimits.coordinate, height + (try shape.props.number(of: "growY", .length) ?? 0)))
  }

  /// The outline of a geometric shape; a rectangle for an unknown kind.
  func geoOutline(of shape: TldrawShape) throws(LogReadError) -> Path {
    let size = try geoSize(of: shape)
    let bump = try self.size(Self.bumps, of: shape)
    return TldrawGeo.outline(try shape.props.text(of: "geo") ?? "rectangle", size, bump: bump)
      ?? Path(Rect(minX: 0, minY: 0, maxX: size.width, maxY: size.height))
  }

  mutating func drawGeo(_ number: Int) throws(LogReadError) {
    let shape = shapes[number]
    let size = try geoSize(of: shape)
    let box = Rect(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
    let kind = try shape.props.text(of: "geo") ?? "rectangle"
    let outline = try outline(of: number)
    if kind == "rectangle" || kind == "ellipse" {
      var style = try style(of: shape)
      style.fill = try fill(of: shape)
      // Corners drawn by hand are round.
      if try shape.props.text(of: "dash") ?? "draw" == "draw" { style.radius = 2 * style.width }
      try ink.appendBox(
        kind == "ellipse" ? kind : "rect", box, style, through: shape.map, at: place(of: shape))
      if try shape.props.text(of: "fill") == "pattern" { try hatch([outline], of: shape) }
    } else {
      if TldrawGeo.outline(kind, size, bump: 1) == nil {
        ink.report.omit("outlines of unknown kinds; they are rectangles")
      }
      if kind == "cloud", 2 * (size.width + size.height) > TldrawGeo.mostAround {
        ink.report.assume("very large clouds are ovals")
      }
      try draw(outline, of: shape)
      try draw(TldrawGeo.details(kind, size), of: shape, isClosed: false)
    }
    try drawLabel(of: shape, in: box)
  }
}
