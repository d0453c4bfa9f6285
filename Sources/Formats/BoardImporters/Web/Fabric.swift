import Files
import Geometry
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// What `toJSON()` of a canvas of fabric.js returns.
  package static let fabric = LogFormat("fabric", "canvases of the web library fabric.js", leavesOpen: [.index]) {
    glimpse in
    glimpse.json?.contains(where: Fabric.isCanvas) ?? false
  } open: { (input, name, options) throws(LogReadError) in
    StrokeReader(try Fabric.ink(input, name: name, options: options), name: name)
  }
}

/// Canvases of fabric.js: paths, which its brushes draw. Other objects are left out.
///
/// An object's `left` and `top` are those of the point of its box, with the width of the line, that `originX` and
/// `originY` name. The center of the path's bounds lies in the middle of the box.
enum Fabric {
  static func isCanvas(_ value: JSONGlimpse) -> Bool {
    guard let object = value["objects"]?[0] else { return value.has("version", "objects") }
    return object["type"]?.text != nil && (value["version"] != nil || object.has("left", "top"))
  }

  private static func isCanvas(_ value: JSONValue) -> Bool { value["objects"]?.kind == .array }

  static func ink(_ input: InputBuffer, name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
    let document = try WebDocument(input, name: name, options: options)
    var report = ImportReport(format: "fabric.js", ink: "objects of the type path", unit: "CSS pixels")
    let canvas = try document.drawing(of: "fabric.js", options, &report, where: isCanvas)
    var ink = ImportedInk(report, name: name, options: options)
    if let width = try canvas.number(of: "width", .positiveLength),
      let height = try canvas.number(of: "height", .positiveLength)
    {
      ink.header.size = Size(width: width, height: height)
    }
    if let background = canvas["background"] {
      if background.kind == .string, let color = try canvas.color(of: "background", &ink.report) {
        ink.header.background = color.alpha == 0 ? Background.none : .color(color)
      } else {
        ink.report.omit("backgrounds of other kinds than colors")
      }
    }
    for key in ["backgroundImage", "overlayImage"] where canvas[key] != nil { ink.report.omit("images") }
    for object in try canvas["objects"]?.checkedElements() ?? canvas.elementSequence {
      try object.checkObject()
      try append(object, at: document.stroke(at: object), to: &ink)
    }
    return ink
  }

  private static func append(
    _ object: JSONValue, at place: ImportedStroke, to ink: inout ImportedInk
  ) throws(LogReadError) {
    let type = try object.text(of: "type")?.lowercased() ?? ""
    guard type == "path", let commands = object["path"], commands.kind == .array else {
      return ink.report.omit(type == "path" ? "paths without commands" : "objects that are not paths")
    }
    if let isVisible = object["visible"], !isVisible.isTrue { return ink.report.omit("invisible objects", .unseen) }
    if try object.text(of: "globalCompositeOperation") ?? "source-over" == "destination-out" {
      return ink.report.omit("paths that erase")
    }
    for key in ["clipPath", "shadow", "eraser"] where object[key] != nil { ink.report.omit("\(key)s of paths") }
    for key in ["skewX", "skewY"] where try object.number(of: key, .coordinate) ?? 0 != 0 {
      ink.report.omit("skews of paths")
    }
    var path = Path()
    for command in commands.elementSequence where !add(command, to: &path) {
      ink.report.omit("commands of paths that are not M, L, Q, C or Z")
    }
    let box = box(of: path)
    guard !path.isEmpty, [box.minX, box.minY, box.maxX, box.maxY].allSatisfy({ $0.magnitude <= LogLimits.coordinate })
    else { return ink.report.omit("paths without valid coordinates", .damage) }
    let frame = try Frame(object, box)
    guard let style = try style(of: object, frame, &ink.report) else {
      return ink.report.omit("paths without a color", .unseen)
    }
    try ink.append(path, style, through: frame.map, at: place)
  }

  /// The box that the library computes: it takes a quadratic curve for a cubic one with the same control point twice.
  private static func box(of path: Path) -> Rect {
    var measured = Path()
    for element in path.elements {
      switch element {
      case .move(let end): measured.move(to: end)
      case .line(let end): measured.line(to: end)
      case .quadratic(let control, let end): measured.cubic(control, control, to: end)
      case .cubic(let first, let second, let end): measured.cubic(first, second, to: end)
      case .close: measured.close()
      }
    }
    return measured.bounds
  }

  /// - Returns: False for a command that is not read.
  private static func add(_ command: JSONValue, to path: inout Path) -> Bool {
    let bytes = command.document.bytes
    var numbers: [Double] = []
    var name = ""
    for value in command.elementSequence.prefix(7) {
      switch value.kind {
      case .string: name = value.token.string(in: bytes.span)
      case .number: numbers.append(value.token.double(in: bytes.span) ?? .nan)
      default: return false
      }
    }
    func point(_ index: Int) -> Point { Point(numbers[index], numbers[index + 1]) }
    switch (name, numbers.count) {
    case ("M", 2): path.move(to: point(0))
    case ("L", 2): path.line(to: point(0))
    case ("Q", 4): path.quadratic(point(0), to: point(2))
    case ("C", 6): path.cubic(point(0), point(2), to: point(4))
    case ("Z", 0), ("z", 0): path.close()
    default: return false
    }
    return true
  }
}

/// Where an object of a canvas of fabric.js lies.
extension Fabric {
  private struct Frame {
    var map: Affine
    /// The width of the line on the canvas.
    var lineWidth: Double
    /// The points of a unit of the line's dashes.
    var dashScale: Double

    init(_ object: JSONValue, _ box: Rect) throws(LogReadError) {
      func number(_ key: String, or other: Double) throws(LogReadError) -> Double {
        try object.number(of: key, .coordinate) ?? other
      }
      var (x, y) = (try number("scaleX", or: 1), try number("scaleY", or: 1))
      let line = try number("strokeWidth", or: 1)
      let isUniform = object["strokeUniform"]?.isTrue == true
      let width = try number("width", or: box.width) * x.magnitude + line * (isUniform ? 1 : x.magnitude)
      let height = try number("height", or: box.height) * y.magnitude + line * (isUniform ? 1 : y.magnitude)
      dashScale = isUniform ? 1 : (x * y).magnitude.squareRoot()
      lineWidth = line * dashScale
      if object["flipX"]?.isTrue == true { x = -x }
      if object["flipY"]?.isTrue == true { y = -y }
      func part(_ key: String) throws(LogReadError) -> Double {
        switch try object.text(of: key) {
        case "center": 0
        case "right", "bottom": -0.5
        default: 0.5
        }
      }
      let turn = Affine(rotation: try number("angle", or: 0))
      let shift = turn.apply(Vector(try part("originX") * width, try part("originY") * height))
      let offset = object["pathOffset"]
      let middle = Point(
        try offset?.number(of: "x", .coordinate) ?? (box.minX + box.maxX) / 2,
        try offset?.number(of: "y", .coordinate) ?? (box.minY + box.maxY) / 2)
      let corner = Vector(
        try number("left", or: middle.x - width / 2), try number("top", or: middle.y - height / 2))
      map = Affine(translation: Vector(-middle.x, -middle.y))
        .concatenating(Affine(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0))
        .concatenating(turn).concatenating(Affine(translation: corner)).concatenating(Affine(translation: shift))
    }
  }

  /// The alternating lengths of dashes and gaps; empty for a solid line.
  private static func dashes(
    _ value: JSONValue, _ frame: Frame, _ report: inout ImportReport
  ) throws(LogReadError) -> [Double] {
    var lengths: [Double] = []
    for length in try value.checkedElements() {
      let number = try length.coordinate() * frame.dashScale
      guard number >= 0, number <= LogLimits.coordinate, lengths.count < 100 else {
        report.omit("dashes of paths", .damage)
        return []
      }
      lengths.append(number)
    }
    return lengths.contains { $0 > 0 } ? lengths : []
  }

  /// - Returns: Nil for a path that has neither a line nor a fill.
  private static func style(
    of object: JSONValue, _ frame: Frame, _ report: inout ImportReport
  ) throws(LogReadError) -> BoardStyle? {
    func color(_ key: String) throws(LogReadError) -> Color? {
      guard let value = object[key] else { return nil }
      guard value.kind == .string else {
        report.omit("gradients and patterns of paths")
        return nil
      }
      return try object.color(of: key, &report)
    }
    let (line, fill) = (try color("stroke"), try color("fill"))
    let hasLine = line.map { $0.alpha > 0 } ?? false && frame.lineWidth > 0
    let none = Color(red: 0, green: 0, blue: 0, alpha: 0)
    var style = BoardStyle(color: hasLine ? line ?? .black : none, width: hasLine ? frame.lineWidth : 0.01)
    style.opacity = try object.number(of: "opacity", .unit) ?? 1
    if let fill, fill.alpha > 0 { style.fill = .color(fill) }
    if let dashes = object["strokeDashArray"] { style.dash = try Self.dashes(dashes, frame, &report) }
    return !hasLine && style.fill == .none ? nil : style
  }
}
