import Geometry
import JSON
import TouchLog

extension ExportFormat {
  /// Scenes of Excalidraw, which draws a curve through the points.
  package static let excalidraw = ExportFormat(
    "excalidraw", "an Excalidraw scene of freehand strokes", fileExtension: "excalidraw"
  ) { drawing, losses in
    losses.lose(.tilts, .details, .times, .size, .ruling, .layers, .erasures, .label, .resolution, of: drawing)
    let elements = drawing.inkStrokes.map(ExcalidrawRecord.init)
    losses.lose("pressures", count: elements.reduce(0) { $0 + $1.lostPressures })
    var scene = JSONObjectWriter(bytes: [])
    scene.add("type", "excalidraw")
    scene.add("version", 2)
    scene.add("source", "doodle")
    scene.add("elements", objects: elements, onLines: true) { $0.write(to: &$1) }
    scene.add("appState") {
      $0.add("viewBackgroundColor", drawing.background.map(\.description) ?? "transparent")
    }
    scene.add("files") { _ in }
    return scene.close()
  }
}

/// A `freedraw` element.
///
/// Excalidraw draws ink of a constant width 2.8 times as wide as its `strokeWidth`. Other ink, whose width follows
/// pressure or speed, has 5.25 times that width where the pressure is medium.
private struct ExcalidrawRecord {
  private let stroke: ExportedStroke
  private let bounds: Rect
  private let isDot: Bool
  private let isConstant: Bool

  init(_ stroke: ExportedStroke) {
    self.stroke = stroke
    var bounds = Rect.empty
    for point in stroke.points { bounds.include(point.point) }
    self.bounds = bounds
    isDot = max(bounds.width, bounds.height) < 0.001
    let radius = stroke.points[0].radius
    // A dot has the same width everywhere, even if the pen's width varies.
    let isDotOfConstantPen = isDot && !stroke.hasPressure && 2 * radius == stroke.width
    isConstant =
      stroke.kind == .marker || stroke.hasConstantWidth && radius > 0 && (!isDot || isDotOfConstantPen)
  }

  /// The number of pressures that are lost because the ink has a constant width.
  var lostPressures: Int { isConstant ? stroke.points.count { $0.pressure != nil } : 0 }

  /// The points relative to the first. A dot is two points that are almost equal.
  private var offsets: [Vector] {
    let offsets = stroke.points.map { point in
      Vector(decimal(point.point.x - stroke.points[0].point.x), decimal(point.point.y - stroke.points[0].point.y))
    }
    return offsets.count == 1 ? offsets + [Vector(0.0001, 0.0001)] : offsets
  }

  func write(to element: inout JSONObjectWriter) {
    let points = stroke.points
    let hasPressure = stroke.hasPressure && !isConstant
    var color = stroke.color
    color.alpha = 255
    element.add("type", "freedraw")
    element.add("id", stroke.id)
    element.add("x", decimal(points[0].point.x))
    element.add("y", decimal(points[0].point.y))
    element.add("width", decimal(bounds.width))
    element.add("height", decimal(bounds.height))
    element.add("angle", 0)
    element.add("strokeColor", color.description)
    element.add("backgroundColor", "transparent")
    element.add("fillStyle", "solid")
    let width = isConstant ? 2 * points[0].radius / 2.8 : stroke.width / 5.25
    element.add("strokeWidth", decimal(max(finestWidth, width), places: 9))
    element.add("strokeStyle", "solid")
    if isConstant {
      element.add("strokeOptions") { $0.add("variability", "constant") }
    }
    element.add("roughness", 0)
    element.add("opacity", decimal(Double(stroke.color.alpha) * 100 / 255, places: 2))
    element.add("groupIds", [String]())
    element.add("seed", 1)
    element.add("version", 1)
    element.add("versionNonce", 1)
    element.add("isDeleted", false)
    element.add("updated", 1)
    element.add("locked", false)
    element.add("points", rows: offsets) { offset, row in row += [offset.dx, offset.dy] }
    element.add("simulatePressure", !hasPressure && !isConstant)
    // A dot is written as two points, so it has two pressures.
    let pressures = hasPressure ? points.map { decimal($0.pressure ?? 0.5) } : []
    element.add("pressures", pressures.count == 1 ? pressures + pressures : pressures)
  }
}
