/// A point that a stroke's path goes through, and the effect there.
struct PathNode {
  /// x and y in points.
  var point: SIMD2<Double>
  /// How strongly the pen draws, see `StrokeWidth`.
  var effect: Double
}

/// The derivatives of a curve at a node, for a parameter of 0...1 on each piece.
struct NodeDerivatives {
  /// At the end of the piece before the node.
  var into = SIMD2<Double>.zero
  /// At the start of the piece after the node.
  var out = SIMD2<Double>.zero
}

/// The chord between two consecutive nodes, from which the tangents of the curve follow.
struct PathChord {
  let step: SIMD2<Double>
  let squaredLength: Double
  /// The knot interval k = √|step|, that of a centripetal curve, which has no cusps and no loops within a piece
  /// (Yuksel, Schaefer and Keyser, "Parameterization and applications of Catmull-Rom curves", 2011). Square roots are
  /// correctly rounded on every machine.
  let knot: Double
  private let perKnot: Double

  @inline(always)
  init(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    step = end - start
    squaredLength = step.squaredLength
    knot = squaredLength.squareRoot().squareRoot()
    perKnot = 1 / knot
  }

  /// The derivative of the curve with respect to its knots at the node between the chords a and b.
  ///
  /// The Catmull-Rom tangent is m = a/k₁ + b/k₂ − (a + b)/(k₁ + k₂). For nodes on a circle, an angle α apart, it is the
  /// mean of the two chords and thus shorter than a chord by the factor cos(α/2). The Hermite tangent that reproduces
  /// the circle to fourth order is longer than a chord by the factor 1/cos²(α/4). The result is therefore
  /// m / (cos(α/2) · cos²(α/4)) = 2m / (c(1 + c)) with c = cos(α/2). A turn of more than 90 degrees is a corner: c is
  /// limited to √½, so that it is not rounded further.
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

/// The error of approximating a cubic by simpler curves.
enum CubicError {
  /// A parabola through the ends and the middle of a cubic C(t), t in 0...1, deviates from it by C‴/6 · t(t − ½)(t −
  /// 1), at most √3/216 |C‴|; so does a circular arc, to third order. √3/216 = 0.008019 is rounded up.
  static let perThirdDerivative = 0.00802
}

/// One piece of a curve through nodes, as a cubic Hermite curve.
struct PathPiece {
  let start: PathNode
  let end: PathNode
  /// The derivatives at the ends for a parameter of 0...1.
  private let startTangent: SIMD2<Double>
  private let endTangent: SIMD2<Double>
  /// The number of parts of equal parameter, 1...64, into which the piece is split so that each is a parabola to within
  /// the tolerance and turns by less than about a radian.
  let parts: Int

  /// - Parameters:
  ///   - startTangent: The derivative at the start with respect to the knots.
  ///   - endTangent: The derivative at the end with respect to the knots.
  ///   - tolerance: The largest deviation of a parabola from the piece, in points.
  @inline(always)
  init(
    from start: PathNode, to end: PathNode, _ chord: PathChord, startTangent: SIMD2<Double>, endTangent: SIMD2<Double>,
    tolerance: Double
  ) {
    self.init(
      from: start, to: end, step: chord.step, squaredLength: chord.squaredLength,
      startDerivative: startTangent * chord.knot, endDerivative: endTangent * chord.knot, tolerance: tolerance)
  }

  /// - Parameter startDerivative: The derivative at the start for a parameter of 0...1; `endDerivative` likewise.
  init(
    from start: PathNode, to end: PathNode, startDerivative: SIMD2<Double>, endDerivative: SIMD2<Double>,
    tolerance: Double
  ) {
    let step = end.point - start.point
    self.init(
      from: start, to: end, step: step, squaredLength: step.squaredLength, startDerivative: startDerivative,
      endDerivative: endDerivative, tolerance: tolerance)
  }

  @inline(__always)
  private init(
    from start: PathNode, to end: PathNode, step: SIMD2<Double>, squaredLength: Double,
    startDerivative a: SIMD2<Double>,
    endDerivative b: SIMD2<Double>, tolerance: Double
  ) {
    self.start = start
    self.end = end
    startTangent = a
    endTangent = b
    // C‴ = 6(a + b) − 12·step; C″ at the ends. n parts divide the error by n³ and the turn by n.
    let third: SIMD2<Double> = (a + b) * 6 - step * 12
    let miss: SIMD2<Double> = third * CubicError.perThirdDerivative
    let chordBend: SIMD2<Double> = step * 6
    let startBend: SIMD2<Double> = chordBend - a * 4 - b * 2
    let endTangents: SIMD2<Double> = a * 2 + b * 4
    let endBend: SIMD2<Double> = endTangents - chordBend
    let missSquared: Double = miss.squaredLength
    let turnSquared: Double = Swift.max(startBend.squaredLength, endBend.squaredLength)
    parts = leastCount { (count: Double) -> Bool in
      let allowed: Double = tolerance * (count * count * count)
      return turnSquared <= count * count * squaredLength && missSquared <= allowed * allowed
    }
  }

  /// The point at a parameter of 0...1.
  @inline(always)
  func point(at t: Double) -> SIMD2<Double> {
    let u = 1 - t
    let alongChord = t * t * (3 - 2 * t)
    return start.point
      + ((end.point - start.point) * alongChord + startTangent * (t * u * u) - endTangent * (t * t * u))
  }
}

/// The least count in 1...64 for which `suffices` is true; 64 if there is none. It must be true for all larger counts,
/// too.
@inline(always)
func leastCount(_ suffices: (Double) -> Bool) -> Int {
  // Small counts are the rule, but which one is unpredictable: a branch for each would be mispredicted.
  var count = 1 + (suffices(1) ? 0 : 1) + (suffices(2) ? 0 : 1) + (suffices(3) ? 0 : 1)
  if count == 4 { while count < 64, !suffices(Double(count)) { count += 1 } }
  return count
}

/// Increments `index` while the condition holds for it, usually at most twice.
@inline(always)
func advance(_ index: inout Int, while condition: (Int) -> Bool) {
  // A branch for each step would be mispredicted, as above.
  index &+= condition(index) ? 1 : 0
  index &+= condition(index) ? 1 : 0
  while condition(index) { index &+= 1 }
}

extension SIMD2<Double> {
  @inline(always)
  var squaredLength: Double { x * x + y * y }
}
