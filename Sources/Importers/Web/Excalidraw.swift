import Files
import Geometry
import JSON
import TouchLog

extension LogFormat {
  /// Scenes and libraries of Excalidraw, and Obsidian's notes around them.
  package static let excalidraw = LogFormat("excalidraw", "Excalidraw scenes, libraries and Obsidian drawings") {
    glimpse in
    if ExcalidrawNote.recognizes(glimpse) { return true }
    guard let root = glimpse.json, root.isObject else { return false }
    if root["type"]?.text?.hasPrefix("excalidraw") == true { return true }
    // Other programs sort the keys, so that the type comes last.
    let elements = root["elements"] ?? root["libraryItems"]?[0]?["elements"] ?? root["library"]?[0]
    return elements?[0]?.has("type", "x", "y") == true && elements?[0]?["kind"] == nil
  } open: { (input, name, options) throws(LogReadError) in
    StrokeReader(try Excalidraw.ink(input, name: name, options: options), name: name)
  }
}

/// Drawings of Excalidraw: the elements of the type `freedraw` are strokes.
///
/// Excalidraw draws them with perfect-freehand, whose size is 4.25 · `strokeWidth` and whose radius at the pressure p
/// is size · sin(π/2 · (0.2 + 0.6 p)). doodle's pen comes closest with a width of 5.25 · `strokeWidth` and a thinning
/// of 0.6.
enum Excalidraw {
  private static let widthFactor = 5.25
  private static let thinning = 0.6
  /// The elements that are left out, by their types.
  private static let kinds = [
    "arrow": "arrows", "diamond": "diamonds", "draw": "polylines", "ellipse": "ellipses", "embeddable": "web pages",
    "frame": "frames", "iframe": "web pages", "image": "images", "line": "lines", "magicframe": "frames",
    "rectangle": "rectangles", "text": "texts",
  ]
  /// The width of strokes whose width does not vary.
  private static let constantWidthFactor = 2.8

  static func ink(_ input: InputBuffer, name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
    let text = try input.readAll(name: name, options: options)
    let document = try WebDocument(ExcalidrawNote.drawing(in: text, name: name), name: name)
    let report = ImportReport(format: "Excalidraw", ink: "elements of the type freedraw", unit: "CSS pixels")
    var ink = ImportedInk(report, name: name, options: options)
    let root = document.root
    if let color = try background(root) { ink.header.background = color }
    if root.kind == .array || root["elements"] != nil {
      try append(root["elements"] ?? root, of: document, to: &ink)
    } else if let items = root["libraryItems"] ?? root["library"] {
      for item in try items.checkedElements() {
        try append(item.kind == .array ? item : item["elements"] ?? item, of: document, to: &ink)
      }
    } else {
      throw .malformed(root.error(.unexpected("a value without elements", expected: "an Excalidraw scene or library")))
    }
    return ink
  }

  private static func background(_ root: JSONValue) throws(LogReadError) -> Background? {
    guard let state = root["appState"], let text = try state.text(of: "viewBackgroundColor"),
      let color = Color(css: text)
    else { return nil }
    return color.alpha == 0 ? Background.none : .color(color)
  }

  private static func append(
    _ elements: JSONValue, of document: WebDocument, to ink: inout ImportedInk
  ) throws(LogReadError) {
    for element in try elements.checkedElements() {
      try element.checkObject()
      if element["isDeleted"]?.isTrue == true {
        ink.report.omit("deleted elements", .unseen)
        continue
      }
      let type = try element.text(of: "type")
      guard type == "freedraw" else {
        ink.report.omit(kinds[type ?? ""] ?? "elements of other kinds")
        continue
      }
      guard let tool = try tool(element, &ink.report) else {
        ink.report.omit("strokes of width 0", .unseen)
        continue
      }
      var stroke = document.stroke(at: element)
      try readPoints(element, into: &stroke, of: ink)
      stroke.tool = tool
      try ink.append(stroke)
    }
  }

  /// The tool of a stroke; nil if its width is 0.
  private static func tool(
    _ element: JSONValue, _ report: inout ImportReport
  ) throws(LogReadError) -> ToolChange? {
    let width = try element.number(of: "strokeWidth", .length) ?? 1
    guard width > 0 else { return nil }
    let isConstant = try element["strokeOptions"]?.text(of: "variability") == "constant"
    if try element.text(of: "backgroundColor").flatMap({ Color(css: $0) })?.alpha ?? 0 > 0 {
      report.omit("fills of strokes")
    }
    var style = StyleChange()
    style[StyleKeys.color] = .solid(try element.color(of: "strokeColor", &report) ?? .black)
    style[StyleKeys.width] = min(LogLimits.coordinate, width * (isConstant ? constantWidthFactor : widthFactor))
    style[StyleKeys.opacity] = try element.number(of: "opacity", .between(0, 100)).map { $0 / 100 } ?? 1
    style[StyleKeys.thinning] = isConstant ? 0 : thinning
    // A pen of Obsidian's plugin.
    if element["customData"]?["strokeOptions"]?["highlighter"]?.isTrue == true {
      style[StyleKeys.brush] = .chisel
      style[StyleKeys.width] = min(LogLimits.coordinate, width * constantWidthFactor)
    } else {
      style[StyleKeys.brush] = .ink
    }
    return ToolChange(name: "pen", style: style)
  }

  /// Reads the points of a stroke in the scene, turned by the element's angle about the center of their box.
  private static func readPoints(
    _ element: JSONValue, into stroke: inout ImportedStroke, of ink: ImportedInk
  ) throws(LogReadError) {
    let origin = Point(try element["x"]?.coordinate() ?? .nan, try element["y"]?.coordinate() ?? .nan)
    let pressures = element["simulatePressure"]?.isTrue == true ? nil : element["pressures"]
    var nextPressures = try pressures?.checkedElements()
    let isMeasured = pressures?.count ?? 0 > 0
    var bounds = Rect.empty
    for value in try element["points"]?.checkedElements() ?? element.elementSequence {
      var coordinates = try value.checkedElements()
      let point = Point(
        origin.x + (try coordinates.next()?.coordinate() ?? .nan),
        origin.y + (try coordinates.next()?.coordinate() ?? .nan))
      if point.x.isFinite, point.y.isFinite { bounds.include(point) }
      // As in Excalidraw, a pressure that is missing is medium.
      let pressure = try nextPressures?.next()?.coordinate() ?? .nan
      try ink.append(
        ImportedPoint(
          point.x, point.y, pressure: isMeasured ? (pressure.isNaN ? 0.5 : min(1, max(0, pressure))) : nil),
        to: &stroke)
    }
    let angle = try element.number(of: "angle", .rotation) ?? 0
    if angle != 0, !bounds.isEmpty { turn(&stroke.points, by: angle, about: bounds) }
  }

  /// - Parameter angle: In radians, clockwise.
  private static func turn(_ points: inout [ImportedPoint], by angle: Double, about box: Rect) {
    let center = Point((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: angle * 180 / .pi)
    for index in points.indices {
      let (x, y) = (points[index].x - center.x, points[index].y - center.y)
      points[index].x = center.x + x * cosine - y * sine
      points[index].y = center.y + x * sine + y * cosine
    }
  }
}

extension JSONValue {
  /// Whether the value is `true`.
  var isTrue: Bool { kind == .boolean && token.word != 0 }
}
