import Geometry
import ImportCore
import JSON
import TouchLog

/// An element of Excalidraw: what all kinds have.
struct ExcalidrawElement {
  let value: JSONValue
  let type: String
  /// The corner from which its own coordinates count.
  var origin: Point
  /// Not negative; 0 if the file does not say.
  let width: Double
  let height: Double
  /// Clockwise, about the center of its box.
  let degrees: Double
  /// 0...1.
  var opacity: Double
  let strokeWidth: Double

  /// - Returns: Nil if the element is deleted or has no place.
  /// - Parameter report: Counts these.
  init?(_ value: JSONValue, _ report: inout ImportReport) throws(LogReadError) {
    try value.checkObject()
    if value["isDeleted"]?.isTrue == true {
      report.omit("deleted elements", .unseen)
      return nil
    }
    self.value = value
    type = try value.text(of: "type") ?? ""
    let (x, y) = (try value["x"]?.coordinate() ?? .nan, try value["y"]?.coordinate() ?? .nan)
    let (width, height) = (try value["width"]?.coordinate() ?? 0, try value["height"]?.coordinate() ?? 0)
    guard [x, y, width, height].allSatisfy({ NumberRange.coordinate.contains($0) }) else {
      report.omit("elements without a valid place", .damage)
      return nil
    }
    // A negative size, of old files, reaches from the origin to the left or upward.
    let isBox = value["points"] == nil
    origin = Point(isBox ? min(x, x + width) : x, isBox ? min(y, y + height) : y)
    (self.width, self.height) = (width.magnitude, height.magnitude)
    degrees = (try value.number(of: "angle", .rotation) ?? 0) * 180 / .pi
    opacity = try value.number(of: "opacity", .between(0, 100)).map { $0 / 100 } ?? 1
    // Some programs write the number as a text.
    let isText = value["strokeWidth"]?.kind == .string
    let number =
      isText
      ? try value.text(of: "strokeWidth").flatMap { Double($0) } : try value.number(of: "strokeWidth", .length)
    strokeWidth = number.flatMap { NumberRange.length.contains($0) ? $0 : nil } ?? 2
  }

  /// Its box in its own coordinates.
  var box: Rect { Rect(minX: 0, minY: 0, maxX: width, maxY: height) }

  /// The map from its own coordinates to those of the scene.
  /// - Parameter box: The box about whose center it is turned.
  func map(turning box: Rect) -> Affine {
    let shift = origin - Point(0, 0)
    guard degrees != 0, !box.isEmpty else { return Affine(translation: shift) }
    let center = box.center
    return Affine(translation: shift, rotation: degrees, scale: 1, about: center)
  }

  /// The box in the scene. Curves may reach out of it a little.
  var bounds: Rect {
    get throws(LogReadError) {
      guard value["points"] != nil else { return map(turning: box).apply(box) }
      var unread = ImportReport()
      let points = try points(&unread)
      var box = Rect.empty
      for point in points { box.include(point) }
      let map = map(turning: box)
      return points.reduce(into: .empty) { $0.include(map.apply($1)) }
    }
  }

  /// The points of a line in its own coordinates, without those that are not valid.
  func points(_ report: inout ImportReport) throws(LogReadError) -> [Point] {
    var points: [Point] = []
    for value in try value["points"]?.checkedElements() ?? value.elementSequence {
      var coordinates = try value.checkedElements()
      let point = Point(try coordinates.next()?.coordinate() ?? .nan, try coordinates.next()?.coordinate() ?? .nan)
      if NumberRange.coordinate.contains(point.x), NumberRange.coordinate.contains(point.y) {
        points.append(point)
      } else {
        report.omit("points without valid coordinates", .damage)
      }
    }
    return points
  }

  /// Whether corners are round, and curves smooth.
  var isRound: Bool {
    get throws(LogReadError) {
      if let roundness = value["roundness"] { return roundness.kind == .object }
      return try value.text(of: "strokeSharpness") == "round"
    }
  }

  /// The radius of corners at a side of this length.
  func cornerRadius(of side: Double) throws(LogReadError) -> Double {
    guard try isRound else { return 0 }
    let isAdaptive = try value["roundness"]?["type"]?.coordinate() == 3
    return isAdaptive ? min(32, side / 4) : side / 4
  }

  var isDotted: Bool { get throws(LogReadError) { try value.text(of: "strokeStyle") == "dotted" } }

  /// How the outline is drawn.
  func style(_ report: inout ImportReport) throws(LogReadError) -> BoardStyle {
    var style = BoardStyle(width: strokeWidth, opacity: opacity)
    style.color = try value.color(of: "strokeColor", &report) ?? .black
    switch try value.text(of: "strokeStyle") {
    case "dashed": style.dash = [8, 8 + strokeWidth]
    case "dotted": style.dash = [1.5, 6 + strokeWidth]
    default: return style
    }
    style.width += 0.5
    return style
  }

  /// What fills the outline: its color, and the lines that hatch it unless it is solid.
  func fill(_ report: inout ImportReport) throws(LogReadError) -> (color: Color, pattern: HatchPattern?)? {
    guard let text = try value.text(of: "backgroundColor"), !text.isEmpty else { return nil }
    guard let color = Color(css: text) else {
      report.omit("fills whose colors are not CSS colors", .damage)
      return nil
    }
    guard color.alpha > 0 else { return nil }
    let gap = max(1, (4 * strokeWidth).rounded())
    switch try value.text(of: "fillStyle") {
    case "hachure": return (color, HatchPattern(.lines, gap: gap, degrees: Self.hatchAngle))
    case "cross-hatch": return (color, HatchPattern(.crossed, gap: gap, degrees: Self.hatchAngle))
    case "zigzag": return (color, HatchPattern(.zigzag, gap: gap, degrees: Self.hatchAngle))
    default: return (color, nil)
    }
  }

  /// The direction of hatch lines: 49° from the x axis, upward.
  private static let hatchAngle = -49.0
}
