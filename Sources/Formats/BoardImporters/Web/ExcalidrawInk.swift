import Geometry
import ImportCore
import JSON
import TouchLog

/// Freehand strokes.
///
/// Excalidraw draws them with perfect-freehand, whose size is 4.25 · `strokeWidth` and whose radius at the pressure p
/// is size · sin(π/2 · (0.2 + 0.6 p)). doodle's pen comes closest with a width of 5.25 · `strokeWidth` and a thinning
/// of 0.6.
extension ExcalidrawBoard {
  private static let widthFactor = 5.25
  private static let thinning = 0.6
  /// The width of strokes whose width does not vary.
  private static let constantWidthFactor = 2.8

  mutating func appendStroke(_ element: ExcalidrawElement) throws(LogReadError) {
    guard element.strokeWidth > 0 else { return ink.report.omit("strokes of width 0", .unseen) }
    var stroke = document.stroke(at: element.value)
    try readPoints(element, into: &stroke)
    var style = try penStyle(element)
    if let fill = try element.fill(&ink.report) {
      let points = stroke.points.map { Point($0.x, $0.y) }.filter { $0.x.isFinite && $0.y.isFinite }
      if Self.isLoop(points) {
        if let pattern = fill.pattern {
          try append(pattern, fill.color, in: Path(points, isClosed: true), of: element, through: .identity)
        } else {
          style.fill = .color(fill.color)
        }
      }
    }
    guard style.color.alpha > 0 || style.fill != .none else {
      return ink.report.omit("transparent elements", .unseen)
    }
    stroke.tool = style.tool()
    try ink.append(stroke)
  }

  private mutating func penStyle(_ element: ExcalidrawElement) throws(LogReadError) -> BoardStyle {
    let isConstant = try element.value["strokeOptions"]?.text(of: "variability") == "constant"
    var style = BoardStyle(
      color: try element.value.color(of: "strokeColor", &ink.report) ?? .black,
      width: element.strokeWidth * (isConstant ? Self.constantWidthFactor : Self.widthFactor),
      opacity: element.opacity, thinning: isConstant ? 0 : Self.thinning,
      smoothing: StrokeModel.newest.defaultSmoothing)
    // A pen of Obsidian's plugin.
    if element.value["customData"]?["strokeOptions"]?["highlighter"]?.isTrue == true {
      style.brush = .chisel
      style.blend = Brush.chisel.recipe.blend
      style.width = element.strokeWidth * Self.constantWidthFactor
    }
    return style
  }

  /// Reads the points of a stroke in the scene, turned by the element's angle about the center of their box.
  private func readPoints(
    _ element: ExcalidrawElement, into stroke: inout ImportedStroke
  ) throws(LogReadError) {
    let value = element.value
    let pressures = value["simulatePressure"]?.isTrue == true ? nil : value["pressures"]
    var nextPressures = try pressures?.checkedElements()
    let isMeasured = pressures?.count ?? 0 > 0
    var bounds = Rect.empty
    for point in try value["points"]?.checkedElements() ?? value.elementSequence {
      var coordinates = try point.checkedElements()
      let (x, y) = (try coordinates.next()?.coordinate() ?? .nan, try coordinates.next()?.coordinate() ?? .nan)
      if x.isFinite, y.isFinite { bounds.include(Point(x, y)) }
      // As in Excalidraw, a pressure that is missing is medium.
      let pressure = try nextPressures?.next()?.coordinate() ?? .nan
      try ink.append(
        ImportedPoint(x, y, pressure: isMeasured ? (pressure.isNaN ? 0.5 : min(1, max(0, pressure))) : nil),
        to: &stroke)
    }
    let map = element.map(turning: bounds)
    for index in stroke.points.indices {
      let point = map.apply(Point(stroke.points[index].x, stroke.points[index].y))
      (stroke.points[index].x, stroke.points[index].y) = (point.x, point.y)
    }
  }
}
