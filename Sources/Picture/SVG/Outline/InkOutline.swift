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
    let (first, second) = cone.contacts
    if last == nil { startsFlat = cone.continues }
    join(to: first)
    let samples = cone.bulge.magnitude > Self.leastBulge ? Samples(cone) : nil
    Self.addEdge(from: first, to: second, samples, 1, to: &left)
    Self.addEdge(from: first, to: second, samples, -1, to: &right)
    last = second
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

  /// A cone that is straighter has straight edges.
  private static let leastBulge = 0.001
  private static let mostDepth = 6

  /// The discs of a bent cone at the quarters of its axis.
  private struct Samples {
    let halves: (first: RoundCone, second: RoundCone)
    let early: ConeContact
    let middle: ConeContact
    let late: ConeContact

    init(_ cone: RoundCone) {
      halves = cone.halves
      middle = halves.first.contacts.end
      early = halves.first.halves.first.contacts.end
      late = halves.second.halves.first.contacts.end
    }
  }

  /// Adds one edge of a cone: as a line or a parabola if one is within the tolerance, otherwise as the edges of its
  /// halves.
  /// - Parameter samples: Nil for a cone whose edge is a line.
  private static func addEdge(
    from first: ConeContact, to last: ConeContact, _ samples: Samples?, _ side: Double, depth: Int = 0,
    to segments: inout [Segment]
  ) {
    let end = last.point(onSide: side)
    guard let samples else { return segments.append(.line(end)) }
    let start = first.point(onSide: side)
    let middle = samples.middle.point(onSide: side)
    if depth < mostDepth {
      // The parabola through the middle, compared with the edge at a quarter and at three quarters.
      let control = middle + (middle - start) * 0.5 + (middle - end) * 0.5
      let (early, late) = (samples.early.point(onSide: side), samples.late.point(onSide: side))
      let isNear =
        early.distance(to: parabola(start, control, end, at: 0.25)) <= tolerance
        && late.distance(to: parabola(start, control, end, at: 0.75)) <= tolerance
      guard isNear else {
        for half in [samples.halves.first, samples.halves.second] {
          let (first, last) = half.contacts
          let samples = half.bulge.magnitude > leastBulge ? Samples(half) : nil
          addEdge(from: first, to: last, samples, side, depth: depth + 1, to: &segments)
        }
        return
      }
      if middle.distance(to: start + (end - start) * 0.5) > tolerance {
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
    let angle = next.growth == last.growth ? turn : turn + side * (next.spread - last.spread)
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
