import Geometry
import ImportCore
import JSON
import TouchLog

/// The kinds of shapes.
extension TldrawPage {
  /// The side of a note, in points.
  private static let noteSide = 200.0
  private static let nameSize = 12.0

  mutating func draw(_ number: Int) throws(LogReadError) {
    let shape = shapes[number]
    if ["geo", "line", "arrow"].contains(shape.kind), try shape.props.text(of: "dash") == "draw" {
      ink.report.assume("shapes drawn by hand have exact outlines")
    }
    switch shape.kind {
    case "draw": try drawFreehand(shape)
    case "highlight": try drawHighlight(number, opacity: TldrawStyle.overOpacity)
    case "geo": try drawGeo(number)
    case "line": try draw(try linePath(of: shape), of: shape, isClosed: false)
    case "arrow": try drawArrow(number)
    case "text": try drawText(shape)
    case "note": try drawNote(number)
    case "frame": try drawFrame(number)
    case "group": break
    case "image": try drawImage(shape)
    case "bookmark", "embed":
      ink.report.omit("pictures of web pages")
      try drawAddress(number)
    case "video":
      ink.report.omit("videos")
      try drawAddress(number)
    // The paper of Obsidian's plugin Ink.
    case "writing-lines": ink.report.omit("rulings of the paper")
    case "writing-container", "handwriting-container": ink.report.omit("sheets of paper", .unseen)
    default: ink.report.omit("shapes of other kinds")
    }
  }

  /// The outline of a shape in its coordinates, at which arrows end; empty for an arrow and a shape of another kind.
  mutating func outline(of number: Int) throws(LogReadError) -> Path {
    if let outline = outlines[number] { return outline }
    let shape = shapes[number]
    var outline = Path()
    switch shape.kind {
    case "draw", "highlight": outline = box(try inkBox(of: shape))
    case "line": outline = box(try linePath(of: shape).bounds)
    case "geo": outline = try geoOutline(of: shape)
    case "text":
      let before = ink.report
      outline = box(try text(of: shape).box)
      // Its colors are counted when it is drawn.
      ink.report = before
    case "note":
      let side = Self.noteSide * (try scale(of: shape))
      let more = (try shape.props.number(of: "growY", .length) ?? 0) * (try scale(of: shape))
      outline = Path(Rect(minX: 0, minY: 0, maxX: side, maxY: min(LogLimits.coordinate, side + more)))
    case "frame", "image", "bookmark", "embed", "video":
      let size = try geoSize(of: shape)
      outline = Path(Rect(minX: 0, minY: 0, maxX: size.width, maxY: size.height))
    default: break
    }
    outlines[number] = outline
    return outline
  }

  private func box(_ rect: Rect) -> Path { rect.isEmpty ? Path() : Path(rect) }

  private mutating func drawNote(_ number: Int) throws(LogReadError) {
    let shape = shapes[number]
    let box = try box(of: number)
    let color = try palette(of: shape).note
    try ink.appendBox(
      "rect", box, BoardStyle(color: color, opacity: shape.opacity, fill: .color(color)), through: shape.map,
      at: place(of: shape))
    ink.report.assume("notes have no shadow")
    try drawLabel(of: shape, in: box)
  }

  private mutating func drawFrame(_ number: Int) throws(LogReadError) {
    let shape = shapes[number]
    let style = BoardStyle(color: TldrawStyle.frame, opacity: shape.opacity, fill: .color(TldrawStyle.paper))
    let box = try box(of: number)
    try ink.appendBox("rect", box, style, through: shape.map, at: place(of: shape))
    let name = try shape.props.text(of: "name") ?? ""
    let top = -Self.nameSize * (TldrawStyle.lineHeight + 0.5)
    try append(
      BoardText(
        words: name.allSatisfy(\.isWhitespace) ? "Frame" : name,
        box: Rect(minX: 0, minY: top, maxX: box.width, maxY: 0), size: Self.nameSize,
        lineHeight: TldrawStyle.lineHeight, opacity: shape.opacity), of: shape)
  }

  /// Draws a box with the address of what is shown there.
  private mutating func drawAddress(_ number: Int) throws(LogReadError) {
    let shape = shapes[number]
    let box = try box(of: number)
    let style = BoardStyle(color: TldrawStyle.frame, opacity: shape.opacity, fill: .color(.white))
    try ink.appendBox("rect", box, style, through: shape.map, at: place(of: shape))
    let asset = try asset(of: shape)?["props"]
    let name = try asset?.text(of: shape.kind == "video" ? "name" : "title") ?? ""
    let source = try asset?.text(of: "src") ?? ""
    let address = try shape.props.text(of: "url") ?? source
    let words = [name, address.hasPrefix("data:") ? "" : address].filter { !$0.isEmpty }.joined(separator: "\n")
    let size = min(14, box.width / 4)
    try append(
      BoardText(
        words: words, box: Rect(minX: size, minY: size, maxX: box.maxX - size, maxY: box.maxY), size: size,
        lineHeight: TldrawStyle.lineHeight, wraps: true, opacity: shape.opacity), of: shape)
  }

  // MARK: Images

  private func asset(of shape: TldrawShape) throws(LogReadError) -> JSONValue? {
    guard let id = try shape.props.text(of: "assetId") else { return nil }
    return store.assets[id]
  }

  private mutating func drawImage(_ shape: TldrawShape) throws(LogReadError) {
    guard let source = try asset(of: shape)?["props"]?.text(of: "src"), source.hasPrefix("data:"),
      let comma = source.firstIndex(of: ",")
    else { return ink.report.omit("images that are not in the file") }
    let size = try geoSize(of: shape)
    var shown = ImagePart()
    (shown.isFlippedX, shown.isFlippedY) = (try shape.props.flag("flipX"), try shape.props.flag("flipY"))
    if let crop = shape.props["crop"] {
      let (low, high) = (try corner(crop, "topLeft", 0), try corner(crop, "bottomRight", 1))
      // The program mirrors the image before it cuts it.
      var unit = Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)
      shown.cut(&unit, at: Rect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y))
      if try crop.flag("isCircle") { shown.ellipse = shown.area }
    }
    try ink.appendImage(
      String(source[comma...].dropFirst()), Rect(minX: 0, minY: 0, maxX: size.width, maxY: size.height),
      showing: shown, opacity: shape.opacity, through: shape.map, at: place(of: shape))
  }

  private func corner(_ crop: JSONValue, _ key: String, _ usual: Double) throws(LogReadError) -> Point {
    Point(try crop[key]?.number(of: "x", .unit) ?? usual, try crop[key]?.number(of: "y", .unit) ?? usual)
  }

  // MARK: Lines

  /// The points of a line in order: an object by their ids, an array, or the handles of old files.
  private mutating func linePoints(of shape: TldrawShape) throws(LogReadError) -> [Point] {
    guard let list = shape.props["points"] ?? shape.props["handles"] else { return [] }
    var points: [(index: String, place: Point)] = []
    for value in list.kind == .array ? list.elements : list.members {
      try value.checkObject()
      let place = Point(try value["x"]?.coordinate() ?? .nan, try value["y"]?.coordinate() ?? .nan)
      guard place.x.magnitude <= LogLimits.coordinate, place.y.magnitude <= LogLimits.coordinate else {
        ink.report.omit("points without valid coordinates", .damage)
        continue
      }
      points.append((try value.text(of: "index") ?? "", place))
    }
    if list.kind == .object { points.sort { $0.index.utf8.lexicographicallyPrecedes($1.index.utf8) } }
    return points.map(\.place)
  }

  private mutating func linePath(of shape: TldrawShape) throws(LogReadError) -> Path {
    let points = try linePoints(of: shape)
    guard try shape.props.text(of: "spline") == "cubic", points.count > 2 else {
      return Path(points, isClosed: false)
    }
    // A cardinal spline whose tangents are 5/8 of the way between the neighbors.
    let tension = 1.25 / 6
    var path = Path([points[0]], isClosed: false)
    for index in 1..<points.count {
      let (start, end) = (points[index - 1], points[index])
      let before = index > 1 ? end - points[index - 2] : Vector(0, 0)
      let after = index < points.count - 1 ? points[index + 1] - start : Vector(0, 0)
      path.cubic(start + before * tension, end + after * -tension, to: end)
    }
    return path
  }
}
