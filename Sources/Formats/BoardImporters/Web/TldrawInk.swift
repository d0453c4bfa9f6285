import Geometry
import ImportCore
import TouchLog

/// How doodle's pen comes closest to tldraw's freehand lines.
///
/// tldraw draws a mouse's line with a radius of w · sin(π/2 · (0.25 + 0.5 p)), where w is the width of the size and p a
/// pressure that it makes from the distances of points, and a pen's with a radius of s · f(0.19 + 0.62 p) where s is
/// 1 + 1.2 w and f(t) = 0.65 t + 0.35 sin(π/2 · t). Widths and thinnings are those that give the same ink at no and at
/// full pressure.
private enum Freehand {
  static let mouse = (width: 1.31, thinning: 0.41)
  static let pen = (width: 1.09, thinning: 0.58)
  /// How quickly a simulated pressure changes.
  private static let rate = 0.275

  /// The share of the way to the next point that the line follows.
  static func pull(width: Double) -> Double {
    let streamline = 0.64 + 0.1 * min(1, max(0, (width - 9) / 7))
    return 0.15 + 0.85 * (1 - streamline)
  }

  /// Replaces the pressures by those that tldraw makes for a mouse: light where points are far apart.
  static func simulatePressure(of points: inout [ImportedPoint], width: Double) {
    guard let first = points.first else { return }
    let pull = pull(width: width)
    var here = Point(first.x, first.y)
    var pressure = 0.5
    // The pressure with which the line begins is that of its first part.
    var length = 0.0
    for point in points.dropFirst() where length <= 5 * width {
      let step = Point(point.x, point.y) - here
      here = here + step * pull
      length += step.length * pull
      pressure += (next(pressure, step.length * pull / width) - pressure) / 2
    }
    here = Point(first.x, first.y)
    points[0].pressure = pressure
    for index in points.indices.dropFirst() {
      let step = Point(points[index].x, points[index].y) - here
      here = here + step * pull
      pressure = next(pressure, step.length * pull / width)
      points[index].pressure = pressure
    }
  }

  private static func next(_ pressure: Double, _ distance: Double) -> Double {
    let speed = distance < 1 ? distance : 1
    return min(1, max(0, pressure + (1 - speed - pressure) * speed * rate))
  }
}

/// Freehand lines and highlights.
extension TldrawPage {
  mutating func drawFreehand(_ shape: TldrawShape) throws(LogReadError) {
    var stroke = place(of: shape)
    let isStraight = try readPoints(of: shape, into: &stroke)
    let isPen = try isPen(shape, stroke)
    var style = try style(of: shape)
    let width = style.width
    style.smoothing = isStraight ? 0 : StrokeModel.newest.defaultSmoothing
    let isClosed = try shape.props.flag("isClosed")
    if isClosed { style.fill = try fill(of: shape) }
    if try shape.props.text(of: "dash") ?? "draw" != "draw" {
      for index in stroke.points.indices { stroke.points[index].pressure = nil }
    } else if isPen {
      style.width = (1 + 1.2 * width) * Freehand.pen.width
      style.thinning = Freehand.pen.thinning
    } else {
      ink.report.assume("the pressure of mice is made from the distances of points, as tldraw does")
      style.width = width * Freehand.mouse.width
      style.thinning = Freehand.mouse.thinning
      Freehand.simulatePressure(of: &stroke.points, width: width)
    }
    stroke.tool = style.tool()
    let isPattern = try shape.props.text(of: "fill") == "pattern" && isClosed
    let outline = isPattern ? Path(stroke.points.map { Point($0.x, $0.y) }, isClosed: true) : Path()
    try append(stroke, of: shape)
    if isPattern { try hatch([outline], of: shape) }
  }

  /// - Parameter opacity: A factor of the shape's own.
  mutating func drawHighlight(_ number: Int, opacity: Double) throws(LogReadError) {
    let shape = shapes[number]
    var stroke = place(of: shape)
    let isStraight = try readPoints(of: shape, into: &stroke)
    for index in stroke.points.indices { stroke.points[index].pressure = nil }
    let style = BoardStyle(
      color: try palette(of: shape).highlight, width: try size(TldrawStyle.fontSizes, of: shape) * 1.12,
      opacity: shape.opacity * opacity, smoothing: isStraight ? 0 : StrokeModel.newest.defaultSmoothing)
    stroke.tool = style.tool()
    try append(stroke, of: shape)
  }

  /// Appends a stroke of the shape's points.
  private mutating func append(_ stroke: consuming ImportedStroke, of shape: TldrawShape) throws(LogReadError) {
    for index in stroke.points.indices {
      let point = shape.map.apply(Point(stroke.points[index].x, stroke.points[index].y))
      (stroke.points[index].x, stroke.points[index].y) = (point.x, point.y)
    }
    try ink.append(stroke)
  }

  /// Whether a pen drew the shape, so that its pressures are measured. Old files do not say so: a mouse has pressures of
  /// 0 or ½.
  private func isPen(_ shape: TldrawShape, _ stroke: ImportedStroke) throws(LogReadError) -> Bool {
    if shape.props["isPen"] != nil { return try shape.props.flag("isPen") }
    return stroke.points.count > 1 && stroke.points.prefix(2).allSatisfy { $0.pressure != 0 && $0.pressure != 0.5 }
  }

  /// The box of a shape's points.
  func inkBox(of shape: TldrawShape) throws(LogReadError) -> Rect {
    var copy = self
    var stroke = place(of: shape)
    _ = try copy.readPoints(of: shape, into: &stroke)
    return stroke.points.reduce(into: .empty) { box, point in
      if point.hasValidCoordinates { box.include(Point(point.x, point.y)) }
    }
  }
}
