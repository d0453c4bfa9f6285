import Geometry

/// The size of path data.
struct OutlineSize: Hashable, Sendable {
  /// How many points the data names, control points included.
  var pointCount = 0
  var byteCount = 0

  static func += (size: inout OutlineSize, other: OutlineSize) {
    size.pointCount += other.pointCount
    size.byteCount += other.byteCount
  }
}

/// Path data (SVG 2, 9.3) in whole units and in few bytes: relative commands, without letters and spaces that can be
/// left out.
struct SVGPathData {
  /// The document's units in a pixel. Rounding to a unit moves a point by at most 1/24 pixel along each axis.
  static let unitsPerPixel = 12

  private(set) var bytes: [UInt8] = []
  private var pointCount = 0
  /// The current point, in units.
  private var x: Int64 = 0
  private var y: Int64 = 0
  /// The letter of the last command; 0 if the next command must write its letter.
  private var command: UInt8 = 0
  /// Whether the last command wrote its letter.
  private var wroteLetter = false

  init() {}

  var size: OutlineSize { OutlineSize(pointCount: pointCount, byteCount: bytes.count) }

  mutating func add(_ outline: InkOutline) {
    for contour in outline.contours { add(contour) }
  }

  private mutating func add(_ contour: InkOutline.Contour) {
    move(to: contour.start)
    for segment in contour.segments {
      switch segment {
      case .line(let end): line(to: end)
      case .quadratic(let control, let end): quadratic(control, to: end)
      case .arc(let radius, let end):
        arc(radius: SVGPathData.whole(radius * Double(SVGPathData.unitsPerPixel)), to: end)
      // SVG enlarges a radius that is too small for the distance, so that the arc fits however its ends were rounded.
      case .semicircle(let end): arc(radius: 1, to: end)
      }
    }
    close()
  }

  /// - Parameter point: In pixels, as in all commands.
  mutating func move(to point: Point) {
    let (nextX, nextY) = SVGPathData.units(point)
    bytes.append(UInt8(ascii: "M"))
    write(nextX, afterLetter: true)
    write(nextY)
    (x, y) = (nextX, nextY)
    // A pair without a letter after this one would be an absolute line.
    command = 0
    pointCount += 1
  }

  mutating func line(to point: Point) {
    let (nextX, nextY) = SVGPathData.units(point)
    let (dx, dy) = (nextX - x, nextY - y)
    guard dx != 0 || dy != 0 else { return }
    if dy == 0 {
      begin("h")
      write(dx, afterLetter: wroteLetter)
    } else if dx == 0 {
      begin("v")
      write(dy, afterLetter: wroteLetter)
    } else {
      begin("l")
      write(dx, afterLetter: wroteLetter)
      write(dy)
    }
    (x, y) = (nextX, nextY)
    pointCount += 1
  }

  mutating func quadratic(_ control: Point, to point: Point) {
    let ((controlX, controlY), (nextX, nextY)) = (SVGPathData.units(control), SVGPathData.units(point))
    guard nextX != x || nextY != y else { return }
    begin("q")
    write(controlX - x, afterLetter: wroteLetter)
    write(controlY - y)
    write(nextX - x)
    write(nextY - y)
    (x, y) = (nextX, nextY)
    pointCount += 2
  }

  mutating func cubic(_ first: Point, _ second: Point, to point: Point) {
    let (one, two, next) = (SVGPathData.units(first), SVGPathData.units(second), SVGPathData.units(point))
    begin("c")
    write(one.x - x, afterLetter: wroteLetter)
    write(one.y - y)
    for (nextX, nextY) in [two, next] {
      write(nextX - x)
      write(nextY - y)
    }
    (x, y) = next
    pointCount += 3
  }

  /// Adds closed contours in pixels.
  mutating func add(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let point): move(to: point)
      case .line(let point): line(to: point)
      case .quadratic(let control, let point): quadratic(control, to: point)
      case .cubic(let first, let second, let point): cubic(first, second, to: point)
      case .close: close()
      }
    }
  }

  /// A semicircle or a shorter arc, from y toward x.
  /// - Parameter radius: In units.
  private mutating func arc(radius: Int64, to point: Point) {
    let (nextX, nextY) = SVGPathData.units(point)
    guard nextX != x || nextY != y else { return }
    begin("a")
    write(radius, afterLetter: wroteLetter)
    write(radius)
    write(0)
    // The two flags are one character each and need no separators.
    bytes.append(contentsOf: " 00".utf8)
    write(nextX - x, afterLetter: true)
    write(nextY - y)
    (x, y) = (nextX, nextY)
    pointCount += 1
  }

  mutating func close() {
    bytes.append(UInt8(ascii: "z"))
    command = 0
  }

  /// Begins a command, with its letter unless it is that of the last command.
  private mutating func begin(_ letter: Unicode.Scalar) {
    let letter = UInt8(ascii: letter)
    wroteLetter = command != letter
    if wroteLetter { bytes.append(letter) }
    command = letter
  }

  /// - Parameter afterLetter: Whether the number needs no separator.
  private mutating func write(_ number: Int64, afterLetter: Bool = false) {
    if !afterLetter, number >= 0 { bytes.append(UInt8(ascii: " ")) }
    bytes.append(decimal: number)
  }

  /// The point in units that the data contains for a point in pixels.
  static func rounded(_ point: Point) -> Point {
    let (x, y) = units(point)
    return Point(Double(x), Double(y))
  }

  private static func units(_ point: Point) -> (x: Int64, y: Int64) {
    (whole(point.x * Double(unitsPerPixel)), whole(point.y * Double(unitsPerPixel)))
  }

  /// The nearest whole number, within limits far beyond any canvas.
  private static func whole(_ value: Double) -> Int64 {
    Int64(saturating: Swift.max(-1e12, Swift.min(1e12, value)).rounded())
  }
}
