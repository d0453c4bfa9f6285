import Geometry

/// The outline of a chain of round cones, as one closed line per chain that goes round it.
///
/// It is what the contact points of the discs draw when a disc moves along the chain: the left side forwards, the round
/// end, the right side back, the round start. Where the chain bends more sharply than it is wide, a side turns back on
/// itself. How often the line goes round a place is then the number of separate stretches of the chain whose discs
/// cover the place (the disc's distance from the place has one minimum more than it has maxima in each of them): by the
/// nonzero rule all of the ink is filled, and nothing else.
struct InkOutline {
  /// A part of the line; the places are where it ends.
  enum Segment: Hashable {
    case line(Point)
    case quadratic(Point, to: Point)
    /// An arc of a circle of at most 90°, from y towards x.
    case arc(radius: Double, to: Point)
    /// Half a circle, in the same direction.
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

  /// How far the line may lie from the ink's edge before its numbers are rounded, in pixels.
  static let tolerance = 0.015
  /// Contacts no further apart at a joint are one place, between them.
  private static let gap = 0.04

  private var left: [Segment] = []
  /// The right side as it runs forwards.
  private var right: [Segment] = []
  private var start: OutlineContact?
  private var last: OutlineContact?
  /// Whether the chain begins without a cap: the ink that it continues has that.
  private var startsFlat = false

  /// - Parameter cones: In pixels. Where one does not begin where the one before it ends, a new chain begins.
  init(_ cones: some Sequence<RoundCone>) {
    for cone in cones { add(cone) }
    finishChain()
  }

  private mutating func add(_ cone: RoundCone) {
    if let last, last.center != cone.start { finishChain() }
    guard cone.start != cone.end else {
      // No way leads along it; its larger disc stands alone unless the way goes on from it.
      addDisc(at: cone.start, radius: Swift.max(cone.startRadius, cone.endRadius))
      return
    }
    let piece = OutlinePiece(cone)
    if last == nil { startsFlat = cone.continues }
    join(to: piece.startContact)
    addSide(of: piece, 1, depth: 0, to: &left)
    addSide(of: piece, -1, depth: 0, to: &right)
    last = piece.endContact
  }

  private mutating func addDisc(at center: Point, radius: Double) {
    let first = center + Vector(radius, 0)
    contours.append(
      Contour(
        start: first,
        segments: [.semicircle(to: center + Vector(-radius, 0)), .semicircle(to: first)]))
  }

  /// One side of a piece: a line or a parabola where that is near enough, else the sides of its halves.
  private func addSide(of piece: OutlinePiece, _ side: Double, depth: Int, to segments: inout [Segment]) {
    let end = piece.endContact.place(side)
    guard abs(piece.cone.bulge) > 0.001 else { return segments.append(.line(end)) }
    let start = piece.startContact.place(side)
    let halves = piece.halves
    let middle = halves.0.endContact.place(side)
    if depth < 6 {
      let control = middle + (middle - start) * 0.5 + (middle - end) * 0.5
      let early = halves.0.halves.0.endContact.place(side)
      let late = halves.1.halves.0.endContact.place(side)
      let isNear =
        early.distance(to: InkOutline.place(start, control, end, at: 0.25)) <= InkOutline.tolerance
        && late.distance(to: InkOutline.place(start, control, end, at: 0.75)) <= InkOutline.tolerance
      guard isNear else {
        addSide(of: halves.0, side, depth: depth + 1, to: &segments)
        addSide(of: halves.1, side, depth: depth + 1, to: &segments)
        return
      }
      if middle.distance(to: start + (end - start) * 0.5) > InkOutline.tolerance {
        return segments.append(.quadratic(control, to: end))
      }
    }
    segments.append(.line(end))
  }

  /// The point of a parabola at `t`, 0...1.
  private static func place(_ a: Point, _ b: Point, _ c: Point, at t: Double) -> Point {
    let (first, second) = (a + (b - a) * t, b + (c - b) * t)
    return first + (second - first) * t
  }

  // MARK: Joints and ends

  /// Turns from the contacts of the last piece's end to those of the next one's start.
  private mutating func join(to next: OutlineContact) {
    guard let last else {
      start = next
      return
    }
    // From y towards x, the left side's arcs go forwards and the right side's back.
    turn(from: last, to: next, 1, &left)
    turn(from: last, to: next, -1, &right)
  }

  private func turn(from last: OutlineContact, to next: OutlineContact, _ side: Double, _ segments: inout [Segment]) {
    let (from, to) = (last.place(side), next.place(side))
    guard from.distance(to: to) > InkOutline.gap else {
      segments[segments.count - 1].end = from + (to - from) * 0.5
      return
    }
    let turn = Trigonometry.degrees(
      last.direction.dx * next.direction.dy - last.direction.dy * next.direction.dx,
      last.direction.dx * next.direction.dx + last.direction.dy * next.direction.dy)
    let angle = turn + side * (next.spread - last.spread)
    guard angle * side < 0 else { return segments.append(.line(to)) }
    // The outer side goes round the disc.
    addArc(around: last.center, last.radius, from: from, degrees: angle, end: to, to: &segments)
  }

  /// - Parameter degrees: From x towards y.
  private func addArc(
    around center: Point, _ radius: Double, from start: Point, degrees: Double, end: Point,
    to segments: inout [Segment]
  ) {
    let sine = Trigonometry.sine(degrees: degrees / 4)
    // The arc's height over its chord: r(1 − cos φ/2) = 2r sin² φ/4.
    if abs(degrees) < 180, 2 * radius * sine * sine <= InkOutline.tolerance { return segments.append(.line(end)) }
    let across = (start + (end - start) * 0.5) - center
    let height = across.length
    // A parabola's middle is halfway between the chord's and where the tangents meet, r²/h from the centre.
    if abs(degrees) < 90, (radius * radius / height + height) / 2 - radius <= InkOutline.tolerance {
      return segments.append(.quadratic(center + across * (radius * radius / (height * height)), to: end))
    }
    let count = Swift.max(1, (abs(degrees) / 90 - 1e-6).rounded(.up))
    let first = start - center
    for i in 1...Int(count) {
      let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees * Double(i) / count)
      let place = center + Vector(first.dx * cosine - first.dy * sine, first.dx * sine + first.dy * cosine)
      segments.append(.arc(radius: radius, to: Double(i) == count ? end : place))
    }
  }

  /// Goes round an end of the chain, from one side to the other.
  private func addCap(_ contact: OutlineContact, from side: Double, degrees: Double, to segments: inout [Segment]) {
    let (start, end) = (contact.place(side), contact.place(-side))
    // Around the middle of both contacts, it lies so much aside.
    if abs(contact.growth) * contact.radius <= 2 * InkOutline.tolerance { return segments.append(.semicircle(to: end)) }
    addArc(around: contact.center, contact.radius, from: start, degrees: degrees, end: end, to: &segments)
  }

  private mutating func finishChain() {
    guard let start, let last else { return }
    var segments = left
    addCap(last, from: 1, degrees: -2 * last.spread, to: &segments)
    for (segment, end) in zip(right, [start.place(-1)] + right.map(\.end)).reversed() {
      segments.append(segment)
      segments[segments.count - 1].end = end
    }
    if !startsFlat { addCap(start, from: -1, degrees: 2 * start.spread - 360, to: &segments) }
    contours.append(Contour(start: start.place(1), segments: segments))
    (self.start, self.last, left, right) = (nil, nil, [], [])
  }
}

/// Where a disc on its way touches the edges of the ink.
struct OutlineContact {
  var center: Point
  var radius: Double
  /// The way, of length 1.
  var direction: Vector
  /// How fast the radius grows along the way, −1...1.
  var growth: Double

  /// The angle between the way and either contact, in degrees.
  var spread: Double { Trigonometry.degrees((1 - growth * growth).squareRoot(), -growth) }

  /// - Parameter side: 1 for the side that (−dy, dx) points to, −1 for the other.
  func place(_ side: Double) -> Point {
    let across = (1 - growth * growth).squareRoot() * side
    return center
      + Vector(-direction.dx * growth - direction.dy * across, -direction.dy * growth + direction.dx * across) * radius
  }
}

/// A cone, and how its disc sets out and arrives.
private struct OutlinePiece {
  let cone: RoundCone
  let growth: Double
  private let chord: Vector
  private let sine: Double
  private let cosine: Double

  init(_ cone: RoundCone) {
    let step = cone.end - cone.start
    let length = step.length
    // A quarter of the arc's angle has this tangent.
    let tangent = 2 * cone.bulge / length
    let square = tangent * tangent
    let way =
      cone.bulge == 0 ? length : length * (1 + square) / (2 * tangent) * 2 * Trigonometry.arcTangent(tangent, 1)
    let growth = (cone.endRadius - cone.startRadius) / way
    self.init(
      cone: cone, growth: Swift.max(-1, Swift.min(1, growth)), chord: step / length,
      sine: 2 * tangent / (1 + square), cosine: (1 - square) / (1 + square))
  }

  private init(cone: RoundCone, growth: Double, chord: Vector, sine: Double, cosine: Double) {
    (self.cone, self.growth, self.chord, self.sine, self.cosine) = (cone, growth, chord, sine, cosine)
  }

  var startContact: OutlineContact {
    OutlineContact(
      center: cone.start, radius: cone.startRadius, direction: chord * cosine + Vector(-chord.dy, chord.dx) * sine,
      growth: growth)
  }

  var endContact: OutlineContact {
    OutlineContact(
      center: cone.end, radius: cone.endRadius, direction: chord * cosine - Vector(-chord.dy, chord.dx) * sine,
      growth: growth)
  }

  var halves: (OutlinePiece, OutlinePiece) {
    let (first, second) = cone.halves
    return (OutlinePiece(first), OutlinePiece(second))
  }
}

extension OutlineContact {
  /// Where a cone's edges begin and end. A cone of no length has none: its discs stand for it.
  static func ends(of cone: RoundCone) -> (start: OutlineContact, end: OutlineContact) {
    let piece = OutlinePiece(cone)
    return (piece.startContact, piece.endContact)
  }
}
