import Files
import Geometry
import JSON
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

  /// The distance that the line follows of that to the next point.
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

  // MARK: Points

  /// Reads the points of all segments, in the shape's coordinates.
  /// - Returns: Whether all segments are straight.
  private mutating func readPoints(
    of shape: TldrawShape, into stroke: inout ImportedStroke
  ) throws(LogReadError) -> Bool {
    var isStraight = true
    for segment in try shape.props["segments"]?.checkedElements() ?? shape.props.elementSequence {
      try segment.checkObject()
      let first = stroke.points.count
      try readPoints(of: segment, into: &stroke)
      if try segment.text(of: "type") == "straight", stroke.points.count == first + 2 {
        try addPoints(between: first, in: &stroke)
      } else {
        isStraight = false
      }
    }
    let scale = Vector(
      try shape.props.number(of: "scaleX", .coordinate) ?? 1, try shape.props.number(of: "scaleY", .coordinate) ?? 1)
    guard scale != Vector(1, 1) else { return isStraight }
    for index in stroke.points.indices {
      stroke.points[index].x *= scale.dx
      stroke.points[index].y *= scale.dy
    }
    return isStraight
  }

  /// Adds points between the last two, so that the line between them is straight.
  private func addPoints(between first: Int, in stroke: inout ImportedStroke) throws(LogReadError) {
    let (start, end) = (stroke.points[first], stroke.points[first + 1])
    let step = Point(end.x, end.y) - Point(start.x, start.y)
    guard step.length > 0, step.length.isFinite else { return }
    stroke.points.removeLast()
    // As many as tldraw adds, and two near the ends, which keep corners.
    let count = min(256, max(4, Int(saturating: (step.length / 16).rounded(.down))))
    let near = min(0.25 / Double(count), 0.05 / step.length)
    let shares = [near] + (1..<count).map { Double($0) / Double(count) } + [1 - near]
    let (z, rise) = (start.pressure ?? 0.5, (end.pressure ?? 0.5) - (start.pressure ?? 0.5))
    for share in shares {
      let point = Point(start.x, start.y) + step * share
      try ink.append(ImportedPoint(point.x, point.y, pressure: z + rise * share), to: &stroke)
    }
    stroke.points.append(end)
  }

  /// Reads the points of a segment in any of the four encodings.
  private mutating func readPoints(
    of segment: JSONValue, into stroke: inout ImportedStroke
  ) throws(LogReadError) {
    if let path = try segment.text(of: "path") {
      let isFlat = try segment.number(of: "dim", .between(2, 3)) == 2
      try readDifferences(bytes(path), axes: isFlat ? 2 : 3, into: &stroke)
    } else if let points = segment["points"], points.kind == .string {
      var data = PackedNumbers(bytes: bytes(try segment.text(of: "points") ?? ""))
      while data.left >= 6 {
        try append(data.half(), data.half(), data.half(), to: &stroke)
      }
      countRest(data)
    } else {
      for point in try segment["points"]?.checkedElements() ?? segment.elementSequence {
        try point.checkObject()
        try append(
          try point["x"]?.coordinate() ?? .nan, try point["y"]?.coordinate() ?? .nan,
          try point["z"]?.coordinate() ?? 0.5, to: &stroke)
      }
    }
  }

  /// Reads a point of single precision and differences of half precision. Differences beyond that are infinite.
  private mutating func readDifferences(
    _ bytes: [UInt8], axes: Int, into stroke: inout ImportedStroke
  ) throws(LogReadError) {
    var data = PackedNumbers(bytes: bytes)
    guard data.left >= 4 * axes else { return countRest(data) }
    var (x, y, z) = (data.single(), data.single(), axes == 3 ? data.single() : 0.5)
    try append(x, y, z, to: &stroke)
    while data.left >= 2 * axes {
      let (dx, dy, dz) = (data.half(), data.half(), axes == 3 ? data.half() : 0)
      guard dx.isFinite, dy.isFinite, dz.isFinite else {
        ink.report.omit("points without valid coordinates", .damage)
        continue
      }
      (x, y, z) = (x + dx, y + dy, z + dz)
      try append(x, y, z, to: &stroke)
    }
    countRest(data)
  }

  private func append(
    _ x: Double, _ y: Double, _ z: Double, to stroke: inout ImportedStroke
  ) throws(LogReadError) {
    try ink.append(ImportedPoint(x, y, pressure: z.isFinite ? min(1, max(0, z)) : 0.5), to: &stroke)
  }

  private mutating func countRest(_ data: PackedNumbers) {
    if data.left > 0 { ink.report.omit("points that are cut off", .damage) }
  }

  /// The bytes of base64, with or without its padding; none of other text.
  private mutating func bytes(_ text: String) -> [UInt8] {
    var text = Array(text.utf8)
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    if let bytes = try? Base64.decoded(text.span) { return bytes }
    ink.report.omit("segments that are not base64", .damage)
    return []
  }
}

/// Floating-point numbers, the lowest byte first.
private struct PackedNumbers {
  let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes that are left.
  var left: Int { bytes.count - offset }

  mutating func single() -> Double {
    let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    offset += 4
    return Double(Float(bitPattern: bits))
  }

  /// A number of IEEE 754's binary16.
  mutating func half() -> Double {
    let bits = UInt64(bytes[offset]) | UInt64(bytes[offset + 1]) << 8
    offset += 2
    let (exponent, fraction) = (bits >> 10 & 31, bits & 1023)
    let magnitude: Double =
      switch exponent {
      // Multiples of 2^-24.
      case 0: Double(fraction) * 0x1p-24
      case 31: fraction == 0 ? .infinity : .nan
      default: Double(bitPattern: (exponent + 1008) << 52 | fraction << 42)
      }
    return bits >> 15 == 0 ? magnitude : -magnitude
  }
}

extension JSONValue {
  /// A boolean of a key.
  /// - Parameter usual: Its value if the object does not have it.
  func flag(_ key: String, usually usual: Bool = false) throws(LogReadError) -> Bool {
    guard let value = self[key] else { return usual }
    return try rethrowing(as: LogReadError.malformed) { () throws(LogError) in try value.boolean() }
  }
}
