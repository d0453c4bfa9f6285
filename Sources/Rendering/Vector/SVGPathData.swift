import Geometry

/// The data of a path (SVG 2, 9.3) in whole units, in few bytes: relative commands, and no letter or space that can be
/// left out.
struct SVGPathData {
  /// Units a pixel: their rounding moves a place by 1/24 pixel at most along each axis.
  static let unitsPerPixel = 12

  private(set) var bytes: [UInt8] = []
  /// How many places it names, control points among them.
  private(set) var pointCount = 0
  private var x = 0
  private var y = 0
  private var command: UInt8 = 0

  init() {}

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
      // A radius that is too small is made as large as it must be: so it fits however the ends were rounded.
      case .semicircle(let end): arc(radius: 1, to: end)
      }
    }
    close()
  }

  mutating func move(to place: Point) {
    let (nextX, nextY) = SVGPathData.units(place)
    bytes.append(UInt8(ascii: "M"))
    write(nextX, isFirst: true)
    write(nextY)
    (x, y) = (nextX, nextY)
    // What follows the first pair without a letter is a line in absolute numbers.
    command = 0
    pointCount += 1
  }

  mutating func line(to place: Point) {
    let (nextX, nextY) = SVGPathData.units(place)
    let (dx, dy) = (nextX - x, nextY - y)
    guard dx != 0 || dy != 0 else { return }
    if dy == 0 {
      begin("h")
      write(dx, isFirst: isNew)
    } else if dx == 0 {
      begin("v")
      write(dy, isFirst: isNew)
    } else {
      begin("l")
      write(dx, isFirst: isNew)
      write(dy)
    }
    (x, y) = (nextX, nextY)
    pointCount += 1
  }

  mutating func quadratic(_ control: Point, to place: Point) {
    let ((controlX, controlY), (nextX, nextY)) = (SVGPathData.units(control), SVGPathData.units(place))
    guard nextX != x || nextY != y else { return }
    begin("q")
    write(controlX - x, isFirst: isNew)
    write(controlY - y)
    write(nextX - x)
    write(nextY - y)
    (x, y) = (nextX, nextY)
    pointCount += 2
  }

  /// Half a circle or less, from y towards x.
  /// - Parameter radius: In units.
  private mutating func arc(radius: Int, to place: Point) {
    let (nextX, nextY) = SVGPathData.units(place)
    guard nextX != x || nextY != y else { return }
    begin("a")
    write(radius, isFirst: isNew)
    write(radius)
    write(0)
    // Flags are one character each: nothing need stand between them and what follows.
    bytes.append(contentsOf: " 00".utf8)
    write(nextX - x, isFirst: true)
    write(nextY - y)
    (x, y) = (nextX, nextY)
    pointCount += 1
  }

  mutating func close() {
    bytes.append(UInt8(ascii: "z"))
    command = 0
  }

  /// Whether the command of the last `begin` has its letter before it.
  private var isNew = false

  private mutating func begin(_ letter: Unicode.Scalar) {
    let letter = UInt8(ascii: letter)
    isNew = command != letter
    if isNew { bytes.append(letter) }
    command = letter
  }

  /// - Parameter isFirst: Whether a letter stands before it.
  private mutating func write(_ number: Int, isFirst: Bool = false) {
    if !isFirst, number >= 0 { bytes.append(UInt8(ascii: " ")) }
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Where a place in pixels comes to lie, in units.
  static func rounded(_ place: Point) -> Point {
    let (x, y) = units(place)
    return Point(Double(x), Double(y))
  }

  private static func units(_ place: Point) -> (Int, Int) {
    (whole(place.x * Double(unitsPerPixel)), whole(place.y * Double(unitsPerPixel)))
  }

  /// The nearest whole number; what is beyond any canvas stays a number.
  private static func whole(_ value: Double) -> Int {
    Int(Swift.max(-1e12, Swift.min(1e12, value)).rounded())
  }
}
