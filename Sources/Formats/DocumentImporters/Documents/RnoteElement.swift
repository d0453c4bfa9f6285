import Geometry
import ImportCore
import JSON
import TouchLog

/// An element of a document of Rnote, on the document's plane.
struct RnoteElement: Sendable {
  private enum Content: Sendable {
    case ink(ImportedStroke)
    case path(Path, BoardStyle)
    case text(BoardText, Affine)
    case image(String, Rect, Affine)
  }

  private let content: Content
  /// Where the element is in the file.
  private let place: ImportedStroke
  let bounds: Rect

  /// In bytes, approximately.
  var memory: Int {
    switch content {
    case .ink(let stroke): 512 + stroke.points.count * MemoryLayout<ImportedPoint>.stride
    case .path(let path, _): 512 + path.elements.count * MemoryLayout<Path.Element>.stride
    case .text(let text, _): 1024 + text.words.utf8.count
    case .image(let data, _, _): 512 + data.utf8.count
    }
  }

  func append(to ink: inout ImportedInk, movedBy step: Vector) throws(LogReadError) {
    let map = Affine(translation: step)
    switch content {
    case .ink(var stroke):
      for index in stroke.points.indices {
        stroke.points[index].x += step.dx
        stroke.points[index].y += step.dy
      }
      try ink.append(stroke)
    case .path(let path, let style): try ink.append(path, style, through: map, at: place)
    case .text(let text, let own): try ink.append(text, through: own.concatenating(map), at: place)
    case .image(let data, let box, let own):
      try ink.appendImage(data, box, through: own.concatenating(map), at: place)
    }
  }

  /// Reads an element, whose key names its kind.
  /// - Parameters:
  ///   - place: An empty stroke there.
  ///   - room: The most points that it may have.
  /// - Returns: Nil if it is not drawn, which is reported.
  init?(
    _ value: JSONValue, at place: ImportedStroke, room: Int, _ report: inout ImportReport
  ) throws(LogReadError) {
    self.place = place
    switch value.key {
    case "brushstroke":
      var style = try RnoteStyle(value["style"], &report)
      style.fill = .none
      guard let path = value["path"], style.isVisible else {
        report.omit("invisible elements", .unseen)
        return nil
      }
      let stroke = try Self.ink(path, style, at: place, room: room, &report)
      bounds = Self.bounds(of: stroke.points, reach: style.width / 2)
      content = .ink(stroke)
    case "shapestroke":
      var style = try RnoteStyle(value["style"], &report)
      guard let shape = value["shape"]?.members.first, let path = try RnotePath.path(of: shape, width: style.width)
      else {
        report.omit("shapes of unknown kinds")
        return nil
      }
      if RnotePath.open.contains(shape.key) { style.fill = .none }
      guard style.isVisible else {
        report.omit("invisible elements", .unseen)
        return nil
      }
      var box = path.bounds
      if !box.isEmpty {
        box = Rect(
          minX: box.minX - style.width / 2, minY: box.minY - style.width / 2, maxX: box.maxX + style.width / 2,
          maxY: box.maxY + style.width / 2)
      }
      bounds = box
      content = .path(path, style.board)
    case "textstroke":
      let (text, map) = try Self.text(value)
      content = .text(text, map)
      bounds = map.apply(text.extent)
      if value["text_style"]?["ranged_text_attributes"]?.count ?? 0 > 0 {
        report.assume("texts have one font and color each")
      }
    case "bitmapimage":
      guard let image = try RnoteImage(value) else {
        report.omit("images of unknown layouts")
        return nil
      }
      content = .image(image.data, image.box, image.map)
      bounds = image.map.apply(image.box)
    case "vectorimage":
      report.omit("images that are SVG")
      return nil
    default:
      report.omit("elements of unknown kinds")
      return nil
    }
  }

  // MARK: Ink

  private static func bounds(of points: [ImportedPoint], reach: Double) -> Rect {
    points.reduce(into: .empty) { $0.include(Point($1.x, $1.y), radius: reach) }
  }

  /// The points of a path of lines and curves; curves are flattened.
  private static func ink(
    _ path: JSONValue, _ style: RnoteStyle, at place: ImportedStroke, room: Int, _ report: inout ImportReport
  ) throws(LogReadError) -> ImportedStroke {
    let exact = ExactWidth(widest: style.width)
    var stroke = place
    stroke.tool = style.tool(exact)
    func append(_ point: Point, _ pressure: Double) {
      // Pens of one width need no pressure.
      let share = style.curve.share(pressure)
      stroke.points.append(
        ImportedPoint(
          point.x, point.y, pressure: style.curve == .const ? nil : exact.pressure(forShare: share)))
    }
    // The first versions have an array of segments, each with its start.
    let segments = path["segments"] ?? path
    let first = segments.elementSequence.first { _ in true }?.members.first
    guard let start = path["start"] ?? first?["start"] ?? first?["element"] else { return stroke }
    var (here, force) = try Self.element(start)
    append(here, force)
    for segment in try segments.checkedElements() {
      guard let curve = segment.members.first, let endValue = curve["end"] else {
        if segment.members.first?.key != "dot" { report.omit("parts of strokes without an end", .damage) }
        continue
      }
      let (end, endForce) = try Self.element(endValue)
      var piece = Path()
      piece.move(to: here)
      switch curve.key {
      case "quadbezto": piece.quadratic(try point(curve["cp"]), to: end)
      case "cubbezto": piece.cubic(try point(curve["cp1"]), try point(curve["cp2"]), to: end)
      case "lineto", "line": piece.line(to: end)
      default:
        report.assume("parts of strokes of unknown kinds are straight")
        piece.line(to: end)
      }
      let points = piece.flattened(tolerance: BoardPath.tolerance(of: piece)).first?.points.dropFirst() ?? [end]
      guard stroke.points.count + points.count <= room else {
        throw .malformed(path.error(.tooMuchMemory("the ink", limit: room * MemoryLayout<ImportedPoint>.stride)))
      }
      for (index, point) in points.enumerated() {
        let part = Double(index + 1) / Double(points.count)
        append(point, force + (endForce - force) * part)
      }
      (here, force) = (end, endForce)
    }
    return stroke
  }

  private static func element(_ value: JSONValue) throws(LogReadError) -> (Point, pressure: Double) {
    (try point(value["pos"]), try value["pressure"]?.coordinate() ?? 0.5)
  }

  /// NaN for what is no point.
  static func point(_ value: JSONValue?) throws(LogReadError) -> Point {
    var coordinates = try value?.checkedElements()
    return Point(try coordinates?.next()?.coordinate() ?? .nan, try coordinates?.next()?.coordinate() ?? .nan)
  }

  /// A color with channels in 0...1.
  static func color(_ value: JSONValue) throws(LogReadError) -> Color {
    func channel(_ key: String) throws(LogReadError) -> UInt8 {
      let number = try value[key]?.coordinate() ?? 1
      return UInt8(saturating: (255 * min(1, max(0, number.isNaN ? 0 : number))).rounded())
    }
    return Color(red: try channel("r"), green: try channel("g"), blue: try channel("b"), alpha: try channel("a"))
  }

  /// The map of an object, column by column: six numbers or, before version 0.15, a matrix of 3 by 3. NaN for what is no
  /// map, which leaves the element without a position.
  static func map(of object: JSONValue?) throws(LogReadError) -> Affine {
    var numbers: [Double] = []
    let list = object?["affine"] ?? object?["transform"]?["affine"]
    for number in list?.elements.prefix(10) ?? [] { numbers.append(try number.coordinate()) }
    if numbers.count == 9 { numbers = [0, 1, 3, 4, 6, 7].map { numbers[$0] } }
    if numbers.count != 6 { numbers = Array(repeating: .nan, count: 6) }
    return Affine(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }

  private static func text(_ value: JSONValue) throws(LogReadError) -> (BoardText, Affine) {
    let style = value["text_style"]
    // The text is scaled, too, which only its size can show.
    var map = try Self.map(of: value)
    let scale = map.determinant.magnitude.squareRoot()
    if scale > 0 {
      map = Affine(
        a: map.a / scale, b: map.b / scale, c: map.c / scale, d: map.d / scale, tx: map.tx, ty: map.ty)
    }
    let width = try style?.number(of: "max_width", .length)
    let color = try style?["color"].map(color) ?? .black
    let weight = try style?.number(of: "font_weight", .length) ?? 500
    let alignment: TextAlignment =
      switch try style?.text(of: "alignment") {
      case "center": .center
      case "end": .right
      default: .left
      }
    return (
      BoardText(
        words: try value.text(of: "text") ?? "",
        box: Rect(minX: 0, minY: 0, maxX: (width ?? 0) * scale, maxY: 0),
        size: (try style?.number(of: "font_size", .positiveLength) ?? 32) * scale, alignment: alignment,
        wraps: width != nil, color: color, weight: weight > 600 ? BoardText.bold : BoardText.regular), map
    )
  }
}
