import Geometry
import ImportCore
import JSON
import TouchLog

/// Arrows: a straight, bent or angular body between two ends, each of which may be bound to a shape.
extension TldrawPage {
  /// An end of an arrow, in its coordinates.
  private struct End {
    var place: Point
    /// The outlines of the shape at which the arrow stops.
    var edge: [[Point]] = []
    /// The width of the lines of that shape, in points.
    var edgeWidth = 0.0
  }

  /// The gap between an arrowhead and a shape, in points.
  private static let gap = 10.0
  /// Arrows with a smaller bend are straight.
  private static let leastBend = 8.0
  /// The most edges of an outline at which an arrow stops. That of other shapes is their box.
  private static let mostEdges = 500

  mutating func drawArrow(_ number: Int) throws(LogReadError) {
    let shape = shapes[number]
    let width = try size(TldrawStyle.widths, of: shape)
    let (start, end) = (try self.end("start", of: shape), try self.end("end", of: shape))
    let whole = TldrawTrack(try body(of: shape, from: start.place, to: end.place))
    let kinds = [
      try shape.props.text(of: "arrowheadStart") ?? "none", try shape.props.text(of: "arrowheadEnd") ?? "arrow",
    ]
    func gap(_ end: End, _ kind: String) -> Double {
      end.edge.isEmpty || kind == "none" ? 0 : Self.gap + (width + end.edgeWidth) / 2
    }
    // Where the body leaves the first shape for the last time, and where it then first meets the other one.
    let from = (whole.crossings(start.edge).last ?? 0) + gap(start, kinds[0])
    let to = (whole.crossings(end.edge).first { $0 > from } ?? whole.length) - gap(end, kinds[1])
    let track = from < to ? TldrawTrack(whole.part(from: from, to: to)) : whole
    guard track.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
      return ink.report.omit("arrows without valid ends", .damage)
    }
    let length = min(track.length, max(width, min(track.length / 5, 3 * width)))
    let heads = [
      TldrawArrowhead(kinds[0], at: track.point(at: 0), from: track.point(at: length)),
      TldrawArrowhead(kinds[1], at: track.point(at: track.length), from: track.point(at: track.length - length)),
    ]
    try drawBody(track, of: shape, from: heads[0].depth * length, to: track.length - heads[1].depth * length)
    for head in heads {
      var style = try style(of: shape)
      style.dash = []
      if head.isClosed { style.fill = try fill(of: shape) }
      if head.isUnknown { ink.report.omit("arrowheads of unknown kinds") }
      try append(head.path, style, of: shape)
    }
  }

  /// Draws the body, interrupted by the label.
  private mutating func drawBody(
    _ track: TldrawTrack, of shape: TldrawShape, from: Double, to: Double
  ) throws(LogReadError) {
    var parts = [(from, to)]
    let words = try words(of: shape)
    if !words.allSatisfy(\.isWhitespace) {
      let size = try size(TldrawStyle.arrowLabelSizes, of: shape)
      let middle = track.length * (try shape.props.number(of: "labelPosition", .unit) ?? 0.5)
      let center = track.point(at: middle)
      var text = BoardText(
        words: words, box: Rect(minX: center.x, minY: center.y, maxX: center.x, maxY: center.y), size: size,
        lineHeight: TldrawStyle.lineHeight, color: try palette(of: shape, "labelColor").solid, opacity: shape.opacity)
      let lines = text.lines
      let halfWidth = lines.reduce(size / 2) { max($0, ($1.box.maxX - $1.box.minX) / 2) }
      let halfHeight = Double(lines.count) * size * TldrawStyle.lineHeight / 2
      text.alignment = .center
      text.box = Rect(
        minX: center.x - halfWidth, minY: center.y - halfHeight, maxX: center.x + halfWidth,
        maxY: center.y + halfHeight)
      let room = Path(
        Rect(minX: text.box.minX - 4, minY: text.box.minY, maxX: text.box.maxX + 4, maxY: text.box.maxY))
      let crossings = track.crossings(room.polygons(tolerance: 1))
      parts = [(from, crossings.last { $0 < middle } ?? from), (crossings.first { $0 > middle } ?? to, to)]
      try append(text, of: shape)
    }
    for (start, end) in parts where start < end {
      try draw(Path(track.part(from: start, to: end), isClosed: false), of: shape, isClosed: false)
    }
  }

  // MARK: Ends

  /// An end of an arrow: its place, or a place of the shape to which a binding or the arrow itself binds it.
  /// - Parameter terminal: `start` or `end`.
  private mutating func end(_ terminal: String, of arrow: TldrawShape) throws(LogReadError) -> End {
    let own = arrow.props[terminal]
    var place = Point(try own?["x"]?.coordinate() ?? 0, try own?["y"]?.coordinate() ?? 0)
    if !place.x.isFinite || !place.y.isFinite {
      place = Point(0, 0)
      ink.report.omit("ends of arrows without valid coordinates", .damage)
    }
    var target = try own?.text(of: "boundShapeId")
    var binding = own
    for other in store.bindings[arrow.id] ?? [] where try other["props"]?.text(of: "terminal") == terminal {
      (target, binding) = (try other.text(of: "toId"), other["props"])
    }
    guard let target else { return End(place: place) }
    guard let number = numbers[target], let inverse = arrow.map.inverse else {
      ink.report.omit("shapes that arrows point to but the page lacks", .damage)
      return End(place: place)
    }
    let shape = shapes[number]
    var (outline, map) = (try outline(of: number), shape.map)
    if shape.kind == "group" {
      let box = try boxes()[number]
      (outline, map) = (box.isEmpty ? Path() : Path(box), .identity)
    }
    let box = outline.bounds
    guard !box.isEmpty else { return End(place: place) }
    let isPrecise = try binding?.flag("isPrecise", usually: true) ?? true
    let anchor = isPrecise ? binding?["normalizedAnchor"] : nil
    let share = Vector(try anchor?["x"]?.coordinate() ?? 0.5, try anchor?["y"]?.coordinate() ?? 0.5)
    let point = Point(box.minX + share.dx * box.width, box.minY + share.dy * box.height)
    map = map.concatenating(inverse)
    var end = End(place: map.apply(point))
    if try binding?.flag("isExact") != true {
      end.edge = outline.transformed(by: map).polygons(tolerance: 0.2)
      if end.edge.reduce(0, { $0 + $1.count }) > Self.mostEdges {
        end.edge = Path(box).transformed(by: map).polygons(tolerance: 1)
      }
      if shape.props["size"] != nil { end.edgeWidth = try size(TldrawStyle.widths, of: shape) }
    }
    return end
  }

  // MARK: Body

  /// The line between two points.
  private mutating func body(
    of shape: TldrawShape, from start: Point, to end: Point
  ) throws(LogReadError) -> [Point] {
    let step = end - start
    if try shape.props.text(of: "kind") == "elbow" {
      ink.report.assume("angular arrows turn once or twice")
      let share = try shape.props.number(of: "elbowMidPoint", .unit) ?? 0.5
      let isWide = step.dx.magnitude >= step.dy.magnitude
      let turn = start + step * share
      return isWide
        ? [start, Point(turn.x, start.y), Point(turn.x, end.y), end]
        : [start, Point(start.x, turn.y), Point(end.x, turn.y), end]
    }
    let bend = try shape.props.number(of: "bend", .coordinate) ?? 0
    let half = step.length / 2
    guard bend.magnitude >= Self.leastBend * (try scale(of: shape)), half > 1e-6 else { return [start, end] }
    // The middle lies at the right of the way for a positive bend; y points down.
    let side = Vector(-step.dy, step.dx) / step.length
    let radius = (half * half + bend * bend) / (2 * bend)
    let center = start + step * 0.5 + side * (bend - radius)
    let (from, to) = (start - center, end - center)
    let first = Trigonometry.degrees(from.dy, from.dx)
    var sweep = Trigonometry.degrees(to.dy, to.dx) - first
    // The way goes around the center against the side of the bend.
    while sweep > 0 && bend > 0 { sweep -= 360 }
    while sweep < 0 && bend < 0 { sweep += 360 }
    let count = max(8, Int(saturating: (sweep.magnitude / 2).rounded()))
    let inner = (1..<count).map { index in
      center + Vector(degrees: first + sweep * Double(index) / Double(count), length: radius.magnitude)
    }
    return [start] + inner + [end]
  }
}

/// The head of an arrow: its path, and how much of its length it takes from the body.
struct TldrawArrowhead {
  private(set) var path = Path()
  /// The part of the head's length that the body does not reach into.
  private(set) var depth = 0.0
  private(set) var isClosed = false
  private(set) var isUnknown = false

  /// - Parameters:
  ///   - tip: The end of the arrow.
  ///   - base: A point of the body at the distance of the head's length.
  init(_ kind: String, at tip: Point, from base: Point) {
    let back = base - tip
    /// A point at a share of the length behind the tip, turned about it.
    func point(_ share: Double, _ degrees: Double = 0) -> Point {
      tip + Affine(rotation: degrees).apply(back) * share
    }
    guard back.length > 0, kind != "none" else { return }
    isClosed = true
    switch kind {
    case "arrow":
      path = Path([point(1, 30), tip, point(1, -30)], isClosed: false)
      isClosed = false
    case "bar", "pipe":
      path = Path([point(1, 90), point(1, -90)], isClosed: false)
      isClosed = false
    case "triangle":
      path = Path([point(1, 30), tip, point(1, -30)], isClosed: true)
      depth = 0.866
    case "inverted":
      let base = [30.0, -30].map { point(1, $0) + back * -0.866 }
      path = Path([base[0], point(0.866), base[1]], isClosed: true)
      depth = 0.866
    case "square":
      let side = [90.0, -90].map { point(0.425, $0) }
      path = Path([side[0], side[1], side[1] + back * 0.85, side[0] + back * 0.85], isClosed: true)
      depth = 0.85
    case "diamond":
      path = Path([tip, point(0.75, 45), point(1.06), point(0.75, -45)], isClosed: true)
      depth = 1.06
    case "dot":
      let (center, radius) = (point(0.45), back.length * 0.45)
      path = Path(
        ellipseIn: Rect(
          minX: center.x - radius, minY: center.y - radius, maxX: center.x + radius, maxY: center.y + radius))
      depth = 0.9
    default:
      isUnknown = true
      isClosed = false
      path = Path([point(1, 30), tip, point(1, -30)], isClosed: false)
    }
  }
}
