import Geometry
import ImportCore
import JSON
import TouchLog

/// How Rnote draws a stroke or a shape.
struct RnoteStyle {
  /// How the width follows the pressure.
  enum Curve: String {
    case const, linear, sqrt, cbrt, pow2, pow3

    /// The width at a pressure, as a part of the full one.
    func share(_ pressure: Double) -> Double {
      let p = min(1, max(0, pressure.isNaN ? 0.5 : pressure))
      return switch self {
      case .const: 1
      case .linear: p
      case .sqrt: p.squareRoot()
      case .cbrt: Self.cubeRoot(p)
      case .pow2: p * p
      case .pow3: p * p * p
      }
    }

    /// By Newton's method, which gives the same bits everywhere.
    private static func cubeRoot(_ value: Double) -> Double {
      guard value > 0 else { return 0 }
      var root = 1.0
      for _ in 0..<64 { root -= (root - value / (root * root)) / 3 }
      return root
    }
  }

  var color = Color.black
  var fill = Fill.none
  /// In points, positive.
  var width = 1.0
  var curve = Curve.const
  var dash: [Double] = []
  private var isTextured = false

  /// Whether there is a visible line or a fill.
  var isVisible: Bool { color.alpha > 0 && width > 0 || fill != .none }

  /// - Parameter value: An object whose key names the kind of the style; nil for the usual style.
  init(_ value: JSONValue?, _ report: inout ImportReport) throws(LogReadError) {
    guard let style = value?.members.first else { return }
    width = try style.number(of: "stroke_width", .length) ?? 1
    if let stroke = style["stroke_color"], stroke.kind == .object { color = try RnoteElement.color(stroke) }
    if let interior = style["fill_color"], interior.kind == .object {
      let interior = try RnoteElement.color(interior)
      if interior.alpha > 0 { fill = .color(interior) }
    }
    let curve = try style.text(of: "pressure_curve") ?? "const"
    if Curve(rawValue: curve) == nil { report.assume("strokes of unknown pressure curves have one width") }
    self.curve = Curve(rawValue: curve) ?? .const
    switch style.key {
    case "rough": report.assume("rough lines are straight")
    case "textured":
      isTextured = true
      report.assume("the grain of textured strokes is approximate")
    default: break
    }
    if try style.text(of: "line_cap") == "straight" { report.assume("flat ends of lines are round") }
    if let pattern = style["line_style"] {
      switch pattern.kind == .string ? try style.text(of: "line_style") : pattern.members.first?.key {
      case "dotted": dash = [0, 2 * width]
      case "dashed_narrow", "dashed_equidistant", "dashed_wide": dash = [3 * width, 3 * width]
      case "solid": break
      default: report.assume("lines of unknown styles are solid")
      }
    }
  }

  /// That of a shape.
  var board: BoardStyle {
    var opaque = color
    opaque.alpha = 255
    // A fill has its own opacity; a line without one leaves only the fill.
    let grain = isTextured ? 1.0 : 0
    if fill != .none {
      if width == 0 { opaque.alpha = 0 } else { opaque.alpha = color.alpha }
      return BoardStyle(color: opaque, width: max(0.01, width), fill: fill, dash: dash, grain: grain)
    }
    return BoardStyle(color: opaque, width: width, opacity: Double(color.alpha) / 255, dash: dash, grain: grain)
  }

  /// The pen of a stroke.
  func tool(_ exact: ExactWidth) -> ToolChange {
    var style = board
    if curve != .const { (style.width, style.thinning) = (exact.widest / 2, 1) }
    return style.tool()
  }
}

/// The outline of a shape of Rnote.
enum RnotePath {
  /// The kinds that are never filled.
  static let open: Set = ["line", "arrow", "polyline"]

  /// - Parameter shape: A value whose key names its kind.
  /// - Returns: Nil for an unknown kind.
  static func path(of shape: JSONValue, width: Double) throws(LogReadError) -> Path? {
    var path = Path()
    func point(_ key: String) throws(LogReadError) -> Point { try RnoteElement.point(shape[key]) }
    switch shape.key {
    case "line": path = Path([try point("start"), try point("end")], isClosed: false)
    case "arrow":
      let (start, tip) = (try point("start"), try point("tip"))
      path = Path([start, tip], isClosed: false)
      let way = start - tip
      guard way.length > 0 else { return path }
      let back = way * (max(10, 3 * width) / way.length)
      // Two lines at 30° from the shaft.
      for side in [0.5, -0.5] {
        let cosine = 0.75.squareRoot()
        path.move(to: tip)
        path.line(to: tip + Vector(back.dx * cosine - back.dy * side, back.dx * side + back.dy * cosine))
      }
    case "rect", "rectangle":
      let half = try RnoteElement.point(shape["cuboid"]?["half_extents"])
      path = Path(Rect(minX: -half.x, minY: -half.y, maxX: half.x, maxY: half.y))
        .transformed(by: try RnoteElement.map(of: shape))
    case "ellipse":
      let radii = try point("radii")
      path = Path(ellipseIn: Rect(minX: -radii.x, minY: -radii.y, maxX: radii.x, maxY: radii.y))
        .transformed(by: try RnoteElement.map(of: shape))
    case "quadbez":
      path.move(to: try point("start"))
      path.quadratic(try point("cp"), to: try point("end"))
    case "cubbez":
      path.move(to: try point("start"))
      path.cubic(try point("cp1"), try point("cp2"), to: try point("end"))
    case "polyline", "polygon":
      path.move(to: try point("start"))
      for corner in try shape["path"]?.checkedElements() ?? shape.elementSequence {
        path.line(to: try RnoteElement.point(corner))
      }
      if shape.key == "polygon" { path.close() }
    default: return nil
    }
    return path
  }
}

/// A bitmap of Rnote.
struct RnoteImage {
  /// A PNG file in base64.
  let data: String
  /// The box, before the map turns and moves it.
  let box: Rect
  let map: Affine

  /// - Returns: Nil for pixels in an unknown layout.
  init?(_ value: JSONValue) throws(LogReadError) {
    let place = value["rectangle"] ?? value["image"]?["rectangle"]
    let half = try RnoteElement.point(place?["cuboid"]?["half_extents"])
    var map = try RnoteElement.map(of: place)
    // The scale of the map is that of the box.
    let x = Vector(map.a, map.b).length
    let y = Vector(map.c, map.d).length
    guard x > 0, y > 0, half.x.isFinite, half.y.isFinite, let image = value["image"] ?? Optional(value),
      let width = try image.number(of: "pixel_width", .positiveLength),
      let height = try image.number(of: "pixel_height", .positiveLength),
      try image.text(of: "memory_format") == "R8g8b8a8Premultiplied", let text = try image.text(of: "data")
    else { return nil }
    let encoded = Array(text.utf8)
    guard let bytes = try? Base64.decoded(encoded.span), width < 32_768, height < 32_768,
      width >= 1, height >= 1, width.rounded() == width, height.rounded() == height,
      bytes.count == 4 * Int(saturating: width) * Int(saturating: height)
    else { return nil }
    map = Affine(a: map.a / x, b: map.b / x, c: map.c / y, d: map.d / y, tx: map.tx, ty: map.ty)
    self.map = map
    box = Rect(minX: -half.x * x, minY: -half.y * y, maxX: half.x * x, maxY: half.y * y)
    data = PNGData.base64(
      width: Int(saturating: width), height: Int(saturating: height), pixels: Self.straight(bytes))
  }

  /// Colors that are not multiplied by their alpha.
  private static func straight(_ pixels: [UInt8]) -> [UInt8] {
    var pixels = pixels
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[start + 3])
      guard alpha > 0, alpha < 255 else { continue }
      for channel in start..<start + 3 {
        pixels[channel] = UInt8(min(255, (Int(pixels[channel]) * 255 + alpha / 2) / alpha))
      }
    }
    return pixels
  }
}
