/// The outlines of one line while they are made.
///
/// A strip of the line that has no fold is a polygon: its right side forwards and its left side back, where left is
/// where the line turns to when it turns from x towards y.
struct StrokeOutline {
  private(set) var polygons: [[Point]] = []

  private let style: StrokeStyle
  private let radius: Double
  private let tolerance: Double
  private let arc: RoundArc
  private var left: [Point] = []
  private var right: [Point] = []
  /// What closes the strip behind its left side's start.
  private var startCap: [Point] = []

  init(_ style: StrokeStyle, tolerance: Double) {
    self.style = style
    self.tolerance = tolerance
    radius = style.width / 2
    arc = RoundArc(radius: radius, tolerance: tolerance)
  }

  /// Adds a line of two points and more.
  mutating func add(_ track: StrokeTrack) {
    let last = track.points.count - 1
    if track.isClosed {
      beginBehind(track.corner(0))
      for i in 1...last { add(track.corner(i)) }
      add(track.corner(0))
      // Where no strip broke off, it ends at the two points where it began, and the sides between them cancel.
      if right.count > 1 { finishStrip() }
    } else {
      beginWithCap(track.points[0], track.directions[0])
      for i in 1..<last { add(track.corner(i)) }
      finishWithCap(track.points[last], track.directions[last - 1])
    }
  }

  /// From the middle of the line to its left side.
  private func across(_ direction: Vector) -> Vector { Vector(-direction.dy, direction.dx) * radius }

  // MARK: Ends

  private mutating func beginWithCap(_ place: Point, _ direction: Vector) {
    let across = across(direction)
    let start = style.cap == .square ? place + direction * -radius : place
    right = [start + across * -1]
    left = [start + across]
    startCap = style.cap == .round ? arc.points(around: place, from: across, degrees: 180) : []
  }

  private mutating func finishWithCap(_ place: Point, _ direction: Vector) {
    let across = across(direction)
    let end = style.cap == .square ? place + direction * radius : place
    right.append(end + across * -1)
    left.append(end + across)
    finishStrip(style.cap == .round ? arc.points(around: place, from: across * -1, degrees: 180) : [])
  }

  private mutating func finishStrip(_ endCap: [Point] = []) {
    polygons.append(right + endCap + left.reversed() + startCap)
    startCap = []
  }

  // MARK: Corners

  /// Whether the inner sides of two segments meet before either ends, so that the strip can go on.
  private func fits(_ corner: StrokeCorner) -> Bool { corner.halfTangent * radius <= corner.room }

  private mutating func beginBehind(_ corner: StrokeCorner) {
    let across = across(corner.leaving)
    right = [corner.place + across * -1]
    left = [corner.place + across]
    guard fits(corner) else { return }
    let outer = outerPoints(corner)
    let inner = corner.place + miter(corner)
    (right, left) = corner.sine > 0 ? ([outer[outer.count - 1]], [inner]) : ([inner], [outer[outer.count - 1]])
  }

  private mutating func add(_ corner: StrokeCorner) {
    let outer = outerPoints(corner)
    if fits(corner) {
      let inner = corner.place + miter(corner)
      if corner.sine > 0 {
        left.append(inner)
        right += outer
      } else {
        right.append(inner)
        left += outer
      }
      return
    }
    let (before, behind) = (across(corner.arriving), across(corner.leaving))
    right.append(corner.place + before * -1)
    left.append(corner.place + before)
    finishStrip()
    let wedge = [corner.place] + (corner.sine > 0 ? outer : outer.reversed())
    if Polygons.area(of: wedge) > 0 { polygons.append(wedge) }
    right = [corner.place + behind * -1]
    left = [corner.place + behind]
  }

  /// From the corner to where the inner sides meet; the outer ones meet as far on the other side.
  private func miter(_ corner: StrokeCorner) -> Vector {
    let sum = across(corner.arriving) + across(corner.leaving)
    return sum * ((corner.sine > 0 ? 1 : -1) / (1 + corner.cosine))
  }

  /// The outer side's points at a corner, in the line's direction.
  private func outerPoints(_ corner: StrokeCorner) -> [Point] {
    let side: Double = corner.sine > 0 ? -1 : 1
    let (before, behind) = (across(corner.arriving) * side, across(corner.leaving) * side)
    let ends = (corner.place + before, corner.place + behind)
    // How many half widths the miter's point is away.
    let tangent = corner.halfTangent
    let reach = (1 + tangent * tangent).squareRoot()
    let isRound = corner.isSmooth || style.join == .round
    var isMiter = reach == 1 || isRound && (reach - 1) * radius <= tolerance
    if !isRound, style.join == .miter { isMiter = reach <= Swift.min(style.miterLimit, 1000) }
    // The point is computed as the inner one is, on the other side.
    if isMiter, fits(corner) { return [corner.place + miter(corner) * -1] }
    if isMiter { return [ends.0, corner.place + miter(corner) * -1, ends.1] }
    guard isRound else { return [ends.0, ends.1] }
    let turn = Trigonometry.degrees(abs(corner.sine), corner.cosine)
    return [ends.0] + arc.points(around: corner.place, from: before, degrees: -side * turn) + [ends.1]
  }
}
