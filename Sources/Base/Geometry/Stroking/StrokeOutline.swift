/// Builds the outlines of one line.
///
/// A strip of the line without a fold becomes one polygon: its right side forward, then its left side backward. Left is
/// the side to which the line turns when it turns from x toward y.
struct StrokeOutline {
  private(set) var polygons: [[Point]] = []

  private let style: StrokeStyle
  private let radius: Double
  private let tolerance: Double
  private let arc: RoundArc
  private var left: [Point] = []
  private var right: [Point] = []
  /// The points that close the strip after the start of its left side.
  private var startCap: [Point] = []

  init(_ style: StrokeStyle, tolerance: Double, arc: RoundArc) {
    self.style = style
    self.tolerance = tolerance
    self.arc = arc
    radius = style.width / 2
  }

  /// Adds a line of at least two points.
  mutating func add(_ track: StrokeTrack) {
    let last = track.points.count - 1
    if track.isClosed {
      beginAfter(track.corner(0))
      for i in 1...last { add(track.corner(i)) }
      add(track.corner(0))
      // The strip of a closed line without a fold ends at the two points where it began, and the two ends cancel.
      if right.count > 1 { finishStrip() }
    } else {
      beginWithCap(track.points[0], track.directions[0])
      for i in 1..<last { add(track.corner(i)) }
      finishWithCap(track.points[last], track.directions[last - 1])
    }
  }

  /// The vector from the center line to the left side.
  private func across(_ direction: Vector) -> Vector { Vector(-direction.dy, direction.dx) * radius }

  // MARK: Ends

  private mutating func beginWithCap(_ point: Point, _ direction: Vector) {
    let across = across(direction)
    let start = style.cap == .square ? point + direction * -radius : point
    right = [start + across * -1]
    left = [start + across]
    startCap = style.cap == .round ? arc.points(around: point, from: across, degrees: 180) : []
  }

  private mutating func finishWithCap(_ point: Point, _ direction: Vector) {
    let across = across(direction)
    let end = style.cap == .square ? point + direction * radius : point
    right.append(end + across * -1)
    left.append(end + across)
    finishStrip(style.cap == .round ? arc.points(around: point, from: across * -1, degrees: 180) : [])
  }

  private mutating func finishStrip(_ endCap: [Point] = []) {
    polygons.append(right + endCap + left.reversed() + startCap)
    startCap = []
  }

  // MARK: Corners

  /// Whether the inner sides of the two segments intersect within both, so that the strip can continue.
  private func fits(_ corner: StrokeCorner) -> Bool { corner.halfTangent * radius <= corner.room }

  private mutating func beginAfter(_ corner: StrokeCorner) {
    let across = across(corner.leaving)
    right = [corner.position + across * -1]
    left = [corner.position + across]
    guard fits(corner) else { return }
    let outer = outerPoints(corner)
    let inner = corner.position + miter(corner)
    (right, left) = corner.sine > 0 ? ([outer[outer.count - 1]], [inner]) : ([inner], [outer[outer.count - 1]])
  }

  private mutating func add(_ corner: StrokeCorner) {
    let outer = outerPoints(corner)
    if fits(corner) {
      let inner = corner.position + miter(corner)
      if corner.sine > 0 {
        left.append(inner)
        right += outer
      } else {
        right.append(inner)
        left += outer
      }
      return
    }
    let (before, after) = (across(corner.arriving), across(corner.leaving))
    right.append(corner.position + before * -1)
    left.append(corner.position + before)
    finishStrip()
    let wedge = [corner.position] + (corner.sine > 0 ? outer : outer.reversed())
    if Polygons.area(of: wedge) > 0 { polygons.append(wedge) }
    right = [corner.position + after * -1]
    left = [corner.position + after]
  }

  /// The vector from the corner to the intersection of the inner sides. The outer sides intersect at its negative.
  private func miter(_ corner: StrokeCorner) -> Vector {
    let sum = across(corner.arriving) + across(corner.leaving)
    return sum * ((corner.sine > 0 ? 1 : -1) / (1 + corner.cosine))
  }

  /// The points of the outer side at a corner, in the direction of the line.
  private func outerPoints(_ corner: StrokeCorner) -> [Point] {
    let side: Double = corner.sine > 0 ? -1 : 1
    let (before, after) = (across(corner.arriving) * side, across(corner.leaving) * side)
    let ends = (corner.position + before, corner.position + after)
    // The length of the miter in half widths.
    let tangent = corner.halfTangent
    let reach = (1 + tangent * tangent).squareRoot()
    let isRound = corner.isSmooth || style.join == .round
    var isMiter = reach == 1 || isRound && (reach - 1) * radius <= tolerance
    if !isRound, style.join == .miter { isMiter = reach <= Swift.min(style.miterLimit, 1000) }
    // Computed like the inner point, so that the two are symmetric.
    if isMiter, fits(corner) { return [corner.position + miter(corner) * -1] }
    if isMiter { return [ends.0, corner.position + miter(corner) * -1, ends.1] }
    guard isRound else { return [ends.0, ends.1] }
    let turn = Trigonometry.degrees(abs(corner.sine), corner.cosine)
    return [ends.0] + arc.points(around: corner.position, from: before, degrees: -side * turn) + [ends.1]
  }
}

/// The points of round joins and caps.
struct RoundArc {
  /// The largest angle between two consecutive points, in degrees.
  private let step: Double

  /// The most points of all arcs of a line. A line that can be seen as a whole needs fewer, unless its arcs cover each
  /// other.
  private static let limit = 1_000_000.0

  /// - Parameter count: The number of arcs of the line, each of up to 180°. If they had more points than the limit, all
  ///   have fewer than the tolerance asks for.
  init(radius: Double, tolerance: Double, count: Int) {
    // A chord over an angle φ lies within r(1 − cos(φ/2)) = 2r·sin²(φ/4) of its arc, and φ/4 > sin(φ/4).
    let quarter = Swift.min(1, tolerance / (2 * radius)).squareRoot()
    step = Swift.max(0.01, quarter * 4 * (180 / Double.pi), 180 * Double(count) / RoundArc.limit)
  }

  /// The points of an arc between its ends.
  /// - Parameter start: The vector from the center to the start of the arc.
  func points(around center: Point, from start: Vector, degrees: Double) -> [Point] {
    let count = (abs(degrees) / step).rounded(.up)
    guard count > 1 else { return [] }
    return (1..<Int(saturating: count)).map { i in
      let turn = Vector(degrees: degrees * (Double(i) / count))
      return center + Vector(start.dx * turn.dx - start.dy * turn.dy, start.dx * turn.dy + start.dy * turn.dx)
    }
  }
}
