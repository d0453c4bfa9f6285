/// A place that a stroke's path goes through: one sample, or several in a row at the same place.
struct PathNode {
  /// x and y in points.
  var point: SIMD2<Double>
  /// How strongly the pen draws here, 0...1; ½ gives the tool's width.
  var effect: Double
}

/// The way from one place that a stroke's path goes through to the next: what tangents are made of.
struct PathChord {
  let step: SIMD2<Double>
  let squaredLength: Double
  /// The knots' distance: the square root of the length (Yuksel, Schaefer & Keyser 2011: no cusps or loops within a
  /// piece), a square root of a square root of a sum of squares, which is exactly rounded on every machine.
  let knot: Double
  private let perKnot: Double

  @inline(always)
  init(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    step = end - start
    squaredLength = step.squaredLength
    knot = squaredLength.squareRoot().squareRoot()
    perKnot = 1 / knot
  }

  /// The derivative of the curve by its knots where `into` meets `out`.
  ///
  /// It is stretched so that the curve through places on a circle is that circle to the fourth order: for places an
  /// angle a apart, the chords' mean is short by cos(a/2) and a circle's tangent is longer than the chord by
  /// 1/cos²(a/4). Beyond a right angle it is a corner, and is not rounded any more.
  @inline(always)
  static func tangent(_ into: PathChord, _ out: PathChord) -> SIMD2<Double> {
    let knots = into.knot + out.knot
    let mean = (into.step * into.perKnot + out.step * out.perKnot) * knots - (into.step + out.step)
    let perProduct = into.perKnot * out.perKnot
    let along = into.step * out.step
    let cosine = (along.x + along.y) * (perProduct * perProduct)
    let half = Swift.max(0.5, (1 + cosine) / 2).squareRoot()
    return mean * (2 / (knots * half * (1 + half)))
  }
}

/// One piece of a centripetal Catmull-Rom curve, as a cubic of Hermite's.
struct PathPiece {
  let start: PathNode
  let end: PathNode
  /// The derivatives at the ends for a parameter of 0...1.
  private let startTangent: SIMD2<Double>
  private let endTangent: SIMD2<Double>
  /// Into how many parts of equal parameter, 1...64, the piece is cut so that each is a parabola to within the tolerance
  /// and turns by less than about a radian.
  let parts: Int

  /// - Parameters:
  ///   - startTangent: By knots, as is the other.
  ///   - tolerance: How far a parabola may be from the piece, in points.
  @inline(always)
  init(
    from start: PathNode, to end: PathNode, _ chord: PathChord, startTangent: SIMD2<Double>, endTangent: SIMD2<Double>,
    tolerance: Double
  ) {
    self.start = start
    self.end = end
    self.startTangent = startTangent * chord.knot
    self.endTangent = endTangent * chord.knot
    let (a, b, step) = (self.startTangent, self.endTangent, chord.step)
    // A parabola through the ends and the middle of a cubic is off by at most √3/216 of its third derivative.
    let third = ((a + b) * 6 - step * 12) * 0.00802
    let bends = (step * 6 - a * 4 - b * 2, a * 2 + b * 4 - step * 6)
    let missSquared = third.squaredLength
    let turnSquared = Swift.max(bends.0.squaredLength, bends.1.squaredLength)
    parts = leastCount { count in
      let allowed = tolerance * (count * count * count)
      return turnSquared <= count * count * chord.squaredLength && missSquared <= allowed * allowed
    }
  }

  /// The place at a parameter of 0...1.
  @inline(always)
  func point(at t: Double) -> SIMD2<Double> {
    let u = 1 - t
    let alongChord = t * t * (3 - 2 * t)
    return start.point
      + ((end.point - start.point) * alongChord + startTangent * (t * u * u) - endTangent * (t * t * u))
  }
}

/// The least of 1...64 for which `suffices` holds, which then holds for all above it; 64 where none is.
@inline(always)
func leastCount(_ suffices: (Double) -> Bool) -> Int {
  // Few are the rule, and which it is cannot be foretold: a branch for each would be mispredicted.
  var count = 1 + (suffices(1) ? 0 : 1) + (suffices(2) ? 0 : 1) + (suffices(3) ? 0 : 1)
  if count == 4 { while count < 64, !suffices(Double(count)) { count += 1 } }
  return count
}

/// Moves `index` on while `goesOn` holds, most often by no more than two.
@inline(always)
func advance(_ index: inout Int, while goesOn: (Int) -> Bool) {
  // A branch for each step would be mispredicted, as above.
  index &+= goesOn(index) ? 1 : 0
  index &+= goesOn(index) ? 1 : 0
  while goesOn(index) { index &+= 1 }
}

extension SIMD2<Double> {
  @inline(always)
  var squaredLength: Double { x * x + y * y }
}
