import Geometry
import Raster

/// The outline of chains of round cones: one closed contour around each chain.
///
/// A disc that moves along the chain touches its two edges in one point each. These points draw the contour: the left
/// edge forward, the round end, the right edge backward, the round start. Where the chain bends more sharply than it is
/// wide, an edge turns back on itself. The winding number of the contour around a point is the number of separate
/// stretches of the chain whose discs cover the point (in each of them, the distance from the point to the discs has
/// one more minimum than maxima), so that the nonzero rule fills exactly the ink.
struct InkOutline {
  /// A part of a contour, from the end of the part before it.
  enum Segment: Hashable {
    case line(Point)
    case quadratic(Point, to: Point)
    /// An arc of a circle of at most 90°, from y toward x.
    case arc(radius: Double, to: Point)
    /// A semicircle in the same direction.
    case semicircle(to: Point)

    var end: Point {
      get {
        switch self {
        case .line(let end), .quadratic(_, let end), .arc(_, let end), .semicircle(let end): end
        }
      }
      set {
        switch self {
        case .line: self = .line(newValue)
        case .quadratic(let control, _): self = .quadratic(control, to: newValue)
        case .arc(let radius, _): self = .arc(radius: radius, to: newValue)
        case .semicircle: self = .semicircle(to: newValue)
        }
      }
    }
  }

  struct Contour: Hashable {
    var start: Point
    var segments: [Segment]
  }

  private(set) var contours: [Contour] = []

  /// How far a contour may lie from the edge of the ink, in pixels, before its coordinates are rounded.
  static let tolerance = 0.015
  /// At a joint, the ends of two edges that are no further apart become one point between them, in pixels.
  private static let gap = 0.04

  /// The edges of the current chain, both in its direction.
  private var left: [Segment] = []
  private var right: [Segment] = []
  /// The first and the last disc of the current chain; nil if no cone of a chain has been added.
  private var start: ConeContact?
  private var last: ConeContact?
  /// Whether the chain starts without a round cap, because it continues ink that has one.
  private var startsFlat = false

  /// - Parameter cones: In pixels. A cone that does not start where the one before it ends starts a new chain.
  init(_ cones: some Sequence<PixelCone>) {
    for cone in cones { add(cone.cone) }
    finishChain()
  }

  private mutating func add(_ cone: RoundCone) {
    if let last, last.center != cone.start { finishChain() }
    guard cone.start != cone.end else {
      // A cone of no length has no edges: its larger disc is a separate contour, from which the chain may continue.
      addDisc(at: cone.start, radius: Swift.max(cone.startRadius, cone.endRadius))
      return
    }
    let piece = Piece(cone)
    if last == nil { startsFlat = cone.continues }
    join(to: piece.start)
    Self.addEdge(of: piece, 1, depth: 0, to: &left)
    Self.addEdge(of: piece, -1, depth: 0, to: &right)
    last = piece.end
  }

  private mutating func addDisc(at center: Point, radius: Double) {
    let first = center + Vector(radius, 0)
    contours.append(
      Contour(
        start: first,
        segments: [.semicircle(to: center + Vector(-radius, 0)), .semicircle(to: first)]))
  }

  private mutating func finishChain() {
    guard let start, let last else { return }
    var segments = left
    Self.addCap(last, from: 1, degrees: -2 * last.spread, to: &segments)
    for (segment, end) in zip(right, [start.point(onSide: -1)] + right.map({ $0.end })).reversed() {
      segments.append(segment)
      segments[segments.count - 1].end = end
    }
    if !startsFlat { Self.addCap(start, from: -1, degrees: 2 * start.spread - 360, to: &segments) }
    contours.append(Contour(start: start.point(onSide: 1), segments: segments))
    (self.start, self.last, left, right) = (nil, nil, [], [])
  }

  // What adds to the edges is static: a method would hold a copy of the outline, so each addition would copy all edges.

  // MARK: Edges

  private struct Piece {
    let cone: RoundCone
    let start: ConeContact
    let end: ConeContact

    init(_ cone: RoundCone) {
      self.cone = cone
      (start, end) = cone.contacts
    }

    var halves: (first: Piece, second: Piece) {
      let halves = cone.halves
      return (Piece(halves.first), Piece(halves.second))
    }
  }

  /// Adds one edge of a piece: as a line or a parabola if one is within the tolerance, otherwise as the edges of its
  /// halves.
  private static func addEdge(of piece: Piece, _ side: Double, depth: Int, to segments: inout [Segment]) {
    let end = piece.end.point(onSide: side)
    guard abs(piece.cone.bulge) > 0.001 else { return segments.append(.line(end)) }
    let start = piece.start.point(onSide: side)
    let halves = piece.halves
    let middle = halves.first.end.point(onSide: side)
    if depth < 6 {
      // The parabola through the middle, compared with the edge at a quarter and at three quarters.
      let control = middle + (middle - start) * 0.5 + (middle - end) * 0.5
      let early = halves.first.halves.first.end.point(onSide: side)
      let late = halves.second.halves.first.end.point(onSide: side)
      let isNear =
        early.distance(to: InkOutline.parabola(start, control, end, at: 0.25)) <= InkOutline.tolerance
        && late.distance(to: InkOutline.parabola(start, control, end, at: 0.75)) <= InkOutline.tolerance
      guard isNear else {
        addEdge(of: halves.first, side, depth: depth + 1, to: &segments)
        addEdge(of: halves.second, side, depth: depth + 1, to: &segments)
        return
      }
      if middle.distance(to: start + (end - start) * 0.5) > InkOutline.tolerance {
        return segments.append(.quadratic(control, to: end))
      }
    }
    segments.append(.line(end))
  }

  /// The point of a parabola at `t`, 0...1.
  private static func parabola(_ start: Point, _ control: Point, _ end: Point, at t: Double) -> Point {
    let (first, second) = (start + (control - start) * t, control + (end - control) * t)
    return first + (second - first) * t
  }

  // MARK: Joints and caps

  /// Connects the edges of the last piece to those of the next one.
  private mutating func join(to next: ConeContact) {
    guard let last else {
      start = next
      return
    }
    Self.turn(from: last, to: next, 1, &left)
    Self.turn(from: last, to: next, -1, &right)
  }

  private static func turn(from last: ConeContact, to next: ConeContact, _ side: Double, _ segments: inout [Segment]) {
    let (from, to) = (last.point(onSide: side), next.point(onSide: side))
    guard from.distance(to: to) > InkOutline.gap else {
      segments[segments.count - 1].end = from + (to - from) * 0.5
      return
    }
    let turn = Trigonometry.degrees(
      last.direction.dx * next.direction.dy - last.direction.dy * next.direction.dx,
      last.direction.dx * next.direction.dx + last.direction.dy * next.direction.dy)
    let angle = turn + side * (next.spread - last.spread)
    // The outer edge goes around the disc; the inner one, inside the ink, goes straight. Arcs run from y toward x: on
    // the left edge in the chain's direction, and on the right edge, which is reversed in the end, against it.
    guard angle * side < 0 else { return segments.append(.line(to)) }
    addArc(around: last.center, last.radius, from: from, degrees: angle, end: to, to: &segments)
  }

  /// Adds an arc as a line or a parabola if one is within the tolerance, otherwise as arcs of at most 90°.
  /// - Parameter degrees: The arc's angle, from x toward y.
  private static func addArc(
    around center: Point, _ radius: Double, from start: Point, degrees: Double, end: Point,
    to segments: inout [Segment]
  ) {
    let sine = Trigonometry.sine(degrees: degrees / 4)
    // The height of the arc over its chord: r(1 − cos φ/2) = 2r sin² φ/4.
    if abs(degrees) < 180, 2 * radius * sine * sine <= InkOutline.tolerance { return segments.append(.line(end)) }
    let across = (start + (end - start) * 0.5) - center
    let height = across.length
    // The middle of the parabola is halfway between the middle of the chord and the point where the tangents meet,
    // which is r²/h from the center.
    if abs(degrees) < 90, (radius * radius / height + height) / 2 - radius <= InkOutline.tolerance {
      return segments.append(.quadratic(center + across * (radius * radius / (height * height)), to: end))
    }
    let count = Swift.max(1, (abs(degrees) / 90 - 1e-6).rounded(.up))
    let first = start - center
    for i in 1...Int(saturating: count) {
      let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees * Double(i) / count)
      let point = center + Vector(first.dx * cosine - first.dy * sine, first.dx * sine + first.dy * cosine)
      segments.append(.arc(radius: radius, to: Double(i) == count ? end : point))
    }
  }

  /// Goes around an end of the chain, from one edge to the other.
  private static func addCap(_ contact: ConeContact, from side: Double, degrees: Double, to segments: inout [Segment]) {
    let (start, end) = (contact.point(onSide: side), contact.point(onSide: -side))
    // A semicircle around the middle of both points is off by up to |growth|·r.
    if abs(contact.growth) * contact.radius <= 2 * InkOutline.tolerance { return segments.append(.semicircle(to: end)) }
    addArc(around: contact.center, contact.radius, from: start, degrees: degrees, end: end, to: &segments)
  }
}
