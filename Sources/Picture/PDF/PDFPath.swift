internal import Geometry
internal import Raster
internal import SVG

/// The path of an element, as operators of a PDF's content.
struct PDFPath {
  private(set) var bytes: [UInt8] = []
  private var point = Point(0, 0)
  private var start = Point(0, 0)
  /// Coordinates are relative to it, so that they have few digits.
  private(set) var origin: Point?
  private let decimals: Int

  /// The path of an area.
  /// - Parameter outline: Path data in whole units.
  init(outline: [UInt8]) {
    decimals = 0
    add(outline)
  }

  /// A box of whole pixels, in units.
  init(_ box: PixelRect, units: Int) {
    decimals = 0
    addRect(
      Double(box.minX * units), Double(box.minY * units), Double(box.width * units), Double(box.height * units),
      radius: 0)
  }

  /// The path of a shape, in points.
  init(_ form: FigureShape.Form) {
    decimals = 4
    switch form {
    case .rect(let corner, let width, let height, let radius):
      addRect(corner.x, corner.y, width, height, radius: radius)
    case .ellipse(let center, let rx, let ry):
      move(to: Point(center.x + rx, center.y))
      for (x, y) in [(0.0, 1.0), (-1, 0), (0, -1), (1, 0)] {
        quarter(Point(center.x + x * rx, center.y + y * ry), around: center)
      }
      close()
    case .polygon(let corners):
      for (index, point) in corners.enumerated() {
        if index == 0 { move(to: point) } else { line(to: point) }
      }
      close()
    case .path(let path):
      for element in path.elements {
        switch element {
        case .move(let end): move(to: end)
        case .line(let end): line(to: end)
        case .quadratic(let control, let end): quadratic(control, to: end)
        case .cubic(let first, let second, let end): cubic(first, second, to: end)
        case .close: close()
        }
      }
    }
  }

  /// Adds path data (SVG 2, 9.3) with the commands that `SVGPathData` has.
  private mutating func add(_ data: [UInt8]) {
    var scanner = PathDataScanner(data)
    var command = UInt8(ascii: "M")
    func pair(_ isRelative: Bool) -> Point? {
      guard let x = scanner.number(), let y = scanner.number() else { return nil }
      return isRelative ? Point(point.x + x, point.y + y) : Point(x, y)
    }
    while true {
      if let letter = scanner.letter() { command = letter } else if command == 0 { return }
      let isRelative = command >= UInt8(ascii: "a")
      switch command | 0x20 {
      case UInt8(ascii: "m"):
        guard let next = pair(isRelative) else { return }
        move(to: next)
        command = isRelative ? UInt8(ascii: "l") : UInt8(ascii: "L")
      case UInt8(ascii: "l"):
        guard let next = pair(isRelative) else { return }
        line(to: next)
      case UInt8(ascii: "h"):
        guard let x = scanner.number() else { return }
        line(to: Point(isRelative ? point.x + x : x, point.y))
      case UInt8(ascii: "v"):
        guard let y = scanner.number() else { return }
        line(to: Point(point.x, isRelative ? point.y + y : y))
      case UInt8(ascii: "q"):
        guard let control = pair(isRelative), let next = pair(isRelative) else { return }
        quadratic(control, to: next)
      case UInt8(ascii: "c"):
        guard let first = pair(isRelative), let second = pair(isRelative), let next = pair(isRelative) else { return }
        cubic(first, second, to: next)
      case UInt8(ascii: "a"):
        guard let radius = scanner.number(), scanner.number() != nil, scanner.number() != nil else { return }
        let (_, isClockwise) = (scanner.flag(), scanner.flag())
        guard let next = pair(isRelative) else { return }
        arc(radius: radius, isClockwise: isClockwise, to: next)
      default:
        close()
        // What follows the end of a contour has a letter.
        command = 0
      }
    }
  }

  private mutating func addRect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double) {
    let (maxX, maxY) = (x + width, y + height)
    move(to: Point(x + radius, y))
    for (corner, from, to, center) in [
      (Point(maxX, y), Vector(-1, 0), Vector(0, 1), Vector(-1, 1)),
      (Point(maxX, maxY), Vector(0, -1), Vector(-1, 0), Vector(-1, -1)),
      (Point(x, maxY), Vector(1, 0), Vector(0, -1), Vector(1, -1)),
      (Point(x, y), Vector(0, 1), Vector(1, 0), Vector(1, 1)),
    ] {
      line(to: corner + from * radius)
      if radius > 0 { quarter(corner + to * radius, around: corner + center * radius) }
    }
    close()
  }

  /// A quarter of an ellipse with axes along x and y.
  private mutating func quarter(_ end: Point, around center: Point) {
    // 4/3·tan(90°/4)
    let handle = 4.0 / 3 * (2.0.squareRoot() - 1)
    let (from, to) = (point - center, end - center)
    cubic(point + to * handle, end + from * handle, to: end)
  }

  /// An arc of a circle of at most 180°. One that is too small for the distance becomes a semicircle.
  private mutating func arc(radius: Double, isClockwise: Bool, to end: Point) {
    let chord = end - point
    let half = chord.length / 2
    guard half > 0 else { return }
    let middle = point + chord * 0.5
    let depth = Swift.max(0, radius * radius - half * half).squareRoot()
    // The center lies to the left of the way for clockwise arcs, with y down.
    let side = Vector(-chord.dy, chord.dx) / (2 * half) * (isClockwise ? 1 : -1)
    arc(around: middle + side * depth, radius: Swift.max(radius, half), outward: side * -1, to: end)
  }

  /// - Parameter outward: The direction from the center to the middle of the arc.
  private mutating func arc(around center: Point, radius: Double, outward: Vector, to end: Point) {
    let (from, to) = (point - center, end - center)
    let cosine = Swift.max(-1, Swift.min(1, (from.dx * to.dx + from.dy * to.dy) / (radius * radius)))
    guard cosine >= 0 else {
      let middle = center + outward * radius
      let first = from + (middle - center)
      arc(around: center, radius: radius, outward: first / first.length, to: middle)
      let second = (middle - center) + to
      arc(around: center, radius: radius, outward: second / second.length, to: end)
      return
    }
    // tan(θ/2) and tan(θ/4) by the half-angle formulas.
    let tangent = ((1 - cosine) / (1 + cosine)).squareRoot()
    guard tangent > 1e-6 else { return line(to: end) }
    let handle = 4.0 / 3 * ((1 + tangent * tangent).squareRoot() - 1) / tangent
    let turn = outward.dx * -from.dy + outward.dy * from.dx >= 0 ? 1.0 : -1
    cubic(
      point + Vector(-from.dy, from.dx) * (handle * turn), end + Vector(to.dy, -to.dx) * (handle * turn), to: end)
  }

  // MARK: Operators

  private mutating func move(to next: Point) {
    if origin == nil { origin = next }
    (point, start) = (next, next)
    write(next)
    end("m")
  }

  private mutating func line(to next: Point) {
    point = next
    write(next)
    end("l")
  }

  private mutating func cubic(_ first: Point, _ second: Point, to next: Point) {
    point = next
    write(first)
    write(second)
    write(next)
    end("c")
  }

  private mutating func quadratic(_ control: Point, to next: Point) {
    let third = 2.0 / 3
    cubic(point + (control - point) * third, next + (control - next) * third, to: next)
  }

  private mutating func close() {
    point = start
    end("h")
  }

  private mutating func write(_ point: Point) {
    let offset = point - (origin ?? Point(0, 0))
    write(offset.dx)
    write(offset.dy)
  }

  private mutating func write(_ number: Double) {
    if decimals == 0, number.magnitude < 9e15 {
      bytes.append(decimal: Int64(saturating: number.rounded()))
    } else {
      bytes.append(contentsOf: SVGMarkup.number(number, decimals: decimals).utf8)
    }
    bytes.append(0x20)
  }

  private mutating func end(_ operation: Unicode.Scalar) {
    bytes.append(UInt8(ascii: operation))
    bytes.append(0x0A)
  }
}
