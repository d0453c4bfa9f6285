import Geometry
import ImportCore
import TouchLog

/// The strokes of a page, in the order in which they are drawn, and its size.
struct RemarkablePage {
  /// A stroke and the position of its origin, in the tablet's pixels.
  struct Placed {
    var stroke: RemarkableStroke
    var x: Double
    var y: Double
    var layer = ""
  }

  /// A passage of a document that is highlighted: its boxes, in the tablet's pixels.
  struct Highlight {
    var boxes: [Rect]
    var color: Color
  }

  var strokes: [Placed] = []
  var texts: [BoardText] = []
  var highlights: [Highlight] = []
  /// In the tablet's pixels.
  var size = Size(width: 1404, height: 1872)
  /// Whether the tablet was held sideways: the page is then shown turned clockwise by 90°.
  var isLandscape = false

  /// 1/226 inch in points of 1/96 inch.
  static let pixel = 96.0 / 226

  /// The largest width that is taken for valid, in the tablet's pixels.
  private static let widestInk = 4096.0

  /// How far the ink may leave the page and still enlarge it, as a multiple of the page's size.
  private static let farthestInk = 16.0

  /// Converts the page to points, and enlarges it so that it holds its ink.
  /// - Parameters:
  ///   - bytes: The file's.
  ///   - name: The file, for messages.
  func ink(
    _ report: ImportReport, of bytes: [UInt8], name: String, options: ImportOptions
  ) throws(LogReadError) -> ImportedInk {
    var ink = ImportedInk(report, name: name, options: options)
    // The pressure is made up to give the width.
    ink.mayLackSensor = false
    let bounds = bounds(bytes, &ink.report)
    if bounds != Rect(minX: 0, minY: 0, maxX: size.width, maxY: size.height) {
      ink.report.assume("the page is enlarged by the ink beyond its edges")
    }
    let upright = Size(width: bounds.width * Self.pixel, height: bounds.height * Self.pixel)
    ink.header.size = isLandscape ? Size(width: upright.height, height: upright.width) : upright
    let turn = isLandscape ? Affine(a: 0, b: 1, c: -1, d: 0, tx: upright.height, ty: 0) : .identity
    let origin = Point(bounds.minX, bounds.minY)
    let place = ImportedStroke(line: 0, column: 1)
    for highlight in highlights {
      // The line of a box has no width, and its interior is that of a marker.
      let style = BoardStyle(
        color: Color(red: 0, green: 0, blue: 0, alpha: 0), width: 0.01, opacity: 0.47, fill: .color(highlight.color),
        blend: .multiply)
      for box in highlight.boxes { try ink.append(Path(scaled(box, from: origin)), style, through: turn, at: place) }
    }
    for text in texts {
      var text = text
      (text.box, text.size) = (scaled(text.box, from: origin), text.size * Self.pixel)
      try ink.append(text, through: turn, at: place)
    }
    let hasLayers = Set(strokes.map(\.layer)).count > 1
    for placed in strokes {
      ink.layer = hasLayers ? placed.layer : nil
      try write(placed, origin: origin, turn, to: &ink, bytes: bytes)
    }
    return ink
  }

  /// A box in points.
  private func scaled(_ box: Rect, from origin: Point) -> Rect {
    Rect(
      minX: (box.minX - origin.x) * Self.pixel, minY: (box.minY - origin.y) * Self.pixel,
      maxX: (box.maxX - origin.x) * Self.pixel, maxY: (box.maxY - origin.y) * Self.pixel)
  }

  /// The page together with the ink on it, in the tablet's pixels.
  private func bounds(_ bytes: [UInt8], _ report: inout ImportReport) -> Rect {
    let reach = Rect(
      minX: -size.width * Self.farthestInk, minY: -size.height * Self.farthestInk,
      maxX: size.width * Self.farthestInk, maxY: size.height * Self.farthestInk)
    var bounds = Rect(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
    for placed in strokes where RemarkablePen(placed.stroke.pen) != .area {
      for point in placed.stroke.decodedPoints(bytes) {
        let center = Point(placed.x + point.x, placed.y + point.y)
        let isOnPage = center.x >= -1 && center.x <= size.width + 1 && center.y >= -1 && center.y <= size.height + 1
        let isNear = center.x > reach.minX && center.x < reach.maxX && center.y > reach.minY && center.y < reach.maxY
        if !isNear, center.x.isFinite, center.y.isFinite { report.omit("points far from the page", .damage) }
        guard isNear, !isOnPage else { continue }
        bounds.include(center, radius: Self.isWidth(point.width) ? point.width / 2 : 0)
      }
    }
    for text in texts where text.box.minY > reach.minY && text.box.maxY < reach.maxY {
      bounds.include(Point(bounds.minX, text.box.minY))
      bounds.include(Point(bounds.minX, text.box.maxY))
    }
    for box in highlights.flatMap(\.boxes)
    where box.minX > reach.minX && box.minY > reach.minY && box.maxX < reach.maxX && box.maxY < reach.maxY {
      bounds.formUnion(box)
    }
    return bounds
  }

  private static func isWidth(_ width: Double) -> Bool { width >= 0 && width <= widestInk }

  private func write(
    _ placed: Placed, origin: Point, _ turn: Affine, to ink: inout ImportedInk, bytes: [UInt8]
  ) throws(LogReadError) {
    let stroke = placed.stroke
    let pen = RemarkablePen(stroke.pen)
    guard pen != .area else { return ink.report.omit("outlines of erased or selected areas", .unseen) }
    note(stroke, pen, &ink.report)
    var decoded = stroke.decodedPoints(bytes)
    let widest = checkWidths(&decoded, &ink.report)
    let exact = ExactWidth(widest: widest * Self.pixel)
    var imported = ImportedStroke(
      tool: tool(stroke, pen, exact), pointer: .pencil, line: 0, column: stroke.points.lowerBound + 1)
    imported.points = decoded.map { point in
      let place = turn.apply(
        Point((placed.x + point.x - origin.x) * Self.pixel, (placed.y + point.y - origin.y) * Self.pixel))
      return ImportedPoint(
        place.x, place.y, pressure: pen == .highlighter ? nil : exact.pressure(forShare: point.width / widest))
    }
    try ink.append(imported)
  }

  /// Replaces invalid widths by the ones before them.
  /// - Returns: The largest width, more than 0.
  private func checkWidths(_ points: inout [RemarkablePoint], _ report: inout ImportReport) -> Double {
    let widest = points.lazy.map(\.width).filter(Self.isWidth).max() ?? 0
    var last = widest
    var invalid = 0
    for index in points.indices {
      if widest > 0, Self.isWidth(points[index].width) {
        last = points[index].width
      } else {
        if !Self.isWidth(points[index].width) { invalid += 1 }
        points[index].width = widest > 0 ? last : 1
      }
    }
    report.omit("widths that are not lengths", count: invalid, .damage)
    if widest == 0, !points.isEmpty { report.assume("strokes of width 0 are 1 px wide") }
    return widest > 0 ? widest : 1
  }

  private func tool(_ stroke: RemarkableStroke, _ pen: RemarkablePen, _ exact: ExactWidth) -> ToolChange {
    var color = stroke.exactColor ?? remarkableColor(stroke.color) ?? .black
    let opacity = pen == .highlighter && stroke.exactColor == nil ? 0.47 : Double(color.alpha) / 255
    color.alpha = 255
    var style = exact.style(color: color, opacity: opacity)
    // The marker's ink always has its full width.
    if pen == .highlighter { style[StyleKeys.width] = exact.widest }
    // Tools keep what they were given last, so that each gives all.
    style[StyleKeys.flow] = ByPressure(light: 1, firm: 1)
    style[StyleKeys.grain] = 0
    style[StyleKeys.fill] = Fill.none
    style[StyleKeys.blend] = pen == .highlighter ? .multiply : .over
    switch pen {
    case .pencil:
      style[StyleKeys.grain] = 1
      style[StyleKeys.flow] = ByPressure(light: 0.42, firm: 0.87)
    case .shader:
      style[StyleKeys.flow] = ByPressure(light: 0.35, firm: 0.95)
      style[StyleKeys.grain] = 0.4
      if stroke.exactColor == nil { style[StyleKeys.opacity] = 0.4 }
      style[StyleKeys.blend] = .multiply
    default: break
    }
    return switch pen {
    case .highlighter: ToolChange(name: "marker", style: style)
    case .eraser: ToolChange(name: "eraser", style: style, mode: "pixel")
    default: ToolChange(name: "pen", style: style)
    }
  }

  private func note(_ stroke: RemarkableStroke, _ pen: RemarkablePen, _ report: inout ImportReport) {
    if pen == .pencil || pen == .shader { report.assume("the grain of pencils and shaders is approximate") }
    if pen == .brush { report.assume("brushes have no texture") }
    if pen == .unknown { report.assume("tool \(stroke.pen) is a pen") }
    if pen == .eraser { report.assume("an eraser erases all layers") }
    if stroke.exactColor != nil { return }
    if remarkableColor(stroke.color) == nil {
      report.assume("color \(stroke.color) is black")
    } else if stroke.color != 0, stroke.color != 2 {
      report.assume("colors that the file only numbers are approximate")
    }
  }
}
