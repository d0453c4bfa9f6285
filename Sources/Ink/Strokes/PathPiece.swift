import Geometry

/// The way from one place that a stroke's path goes through to the next: what tangents are made of.
struct PathChord {
  let step: Vector
  /// The knots' distance: the square root of the length (Yuksel, Schaefer & Keyser 2011: no cusps or loops within a
  /// piece), a square root of a square root of a sum of squares, which is exactly rounded on every machine.
  let knot: Double
  let squaredLength: Double

  init(from start: Point, to end: Point) {
    step = end - start
    squaredLength = step.dx * step.dx + step.dy * step.dy
    knot = squaredLength.squareRoot().squareRoot()
  }

  /// The derivative of the curve by its knots where `into` meets `out`.
  ///
  /// It is stretched so that the curve through places on a circle is that circle to the fourth order: for places an
  /// angle a apart, the chords' mean is short by cos(a/2) and a circle's tangent is longer than the chord by
  /// 1/cos²(a/4). Beyond a right angle it is a corner, and is not rounded any more.
  static func tangent(_ into: PathChord, _ out: PathChord) -> Vector {
    let whole = into.step + out.step
    let perKnots = 1 / (into.knot + out.knot)
    let mean = into.step * (1 / into.knot) + out.step * (1 / out.knot) - whole * perKnots
    let product = into.knot * out.knot
    let cosine = (into.step.dx * out.step.dx + into.step.dy * out.step.dy) / (product * product)
    let half = Swift.max(0.5, (1 + cosine) / 2).squareRoot()
    return mean * (2 / (half * (1 + half)))
  }
}

/// One piece of a centripetal Catmull-Rom curve, as a cubic of Hermite's.
struct PathPiece {
  private let start: Point
  private let chord: PathChord
  /// The derivatives at the ends for a parameter of 0...1.
  private let startTangent: Vector
  private let endTangent: Vector

  /// - Parameters: The tangents at the piece's ends, by knots.
  init(from start: Point, _ chord: PathChord, startTangent: Vector, endTangent: Vector) {
    self.start = start
    self.chord = chord
    self.startTangent = startTangent * chord.knot
    self.endTangent = endTangent * chord.knot
  }

  /// Into how many parts of equal parameter, 1...64, the piece is cut so that each is a parabola to within `tolerance`
  /// points and turns by less than about a radian.
  ///
  /// A parabola through the ends and the middle of a cubic is off by at most √3/216 of its third derivative.
  func partCount(tolerance: Double) -> Int {
    let step = chord.step
    let third = ((startTangent + endTangent) * 6 - step * 12) * 0.00802
    let bends = (step * 6 - startTangent * 4 - endTangent * 2, startTangent * 2 + endTangent * 4 - step * 6)
    let missSquared = third.dx * third.dx + third.dy * third.dy
    let turnSquared = Swift.max(
      bends.0.dx * bends.0.dx + bends.0.dy * bends.0.dy, bends.1.dx * bends.1.dx + bends.1.dy * bends.1.dy)
    var count = 1.0
    while count < 64 {
      let allowed = tolerance * (count * count * count)
      if turnSquared <= count * count * chord.squaredLength, missSquared <= allowed * allowed { break }
      count += 1
    }
    return Int(count)
  }

  /// The place at a parameter of 0...1.
  func point(at t: Double) -> Point {
    let u = 1 - t
    let alongChord = t * t * (3 - 2 * t)
    return start + (chord.step * alongChord + startTangent * (t * u * u) - endTangent * (t * t * u))
  }
}
