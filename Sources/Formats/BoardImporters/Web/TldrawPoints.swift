import Geometry
import ImportCore
import JSON
import TouchLog

/// The points of freehand lines and highlights.
extension TldrawPage {
  /// Reads the points of all segments, in the shape's coordinates.
  /// - Returns: Whether all segments are straight.
  mutating func readPoints(
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
