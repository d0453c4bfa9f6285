import Geometry

/// One piece of a centripetal Catmull-Rom curve: from `start` to `end`, its tangents from the places around.
///
/// Knots lie apart by the square root of the distance (Yuksel, Schaefer & Keyser 2011: no cusps or loops within a
/// piece), a square root of a square root of a sum of squares, which is exactly rounded on every machine.
struct PathPiece {
  private let start: Point
  private let end: Point
  /// The derivatives at the ends for a parameter of 0...1.
  private let startTangent: Vector
  private let endTangent: Vector

  /// - Parameters:
  ///   - before: The place before `start`; nil at the start of the stroke, where the curve goes on straight.
  ///   - after: The place after `end`; nil at the end of the stroke.
  init(before: Point?, start: Point, end: Point, after: Point?) {
    self.start = start
    self.end = end
    let chord = end - start
    let k = chord.length.squareRoot()
    let into = before.map { start - $0 } ?? chord
    let kInto = into.length.squareRoot()
    startTangent = (chord + (into / kInto - (into + chord) / (kInto + k)) * k) * PathPiece.roundness(into, chord)
    let out = after.map { $0 - end } ?? chord
    let kOut = out.length.squareRoot()
    endTangent = (chord + (out / kOut - (chord + out) / (k + kOut)) * k) * PathPiece.roundness(chord, out)
  }

  /// What a tangent is stretched by, so that the curve through places on a circle is that circle to the fourth order.
  ///
  /// For places an angle a apart, the chords' mean is short by cos(a/2) and a circle's tangent is longer than the
  /// chord by 1/cos²(a/4). Beyond a right angle it is a corner, and is not rounded any more.
  private static func roundness(_ into: Vector, _ out: Vector) -> Double {
    let cosine = (into.dx * out.dx + into.dy * out.dy) / (into.length * out.length)
    let half = Swift.max(0.5, (1 + cosine) / 2).squareRoot()
    return 2 / (half * (1 + half))
  }

  /// Into how many parts of equal parameter, 1...64, the piece is cut so that each is a parabola to within `tolerance`
  /// points and turns by less than about a radian.
  ///
  /// A parabola through the ends and the middle of a cubic is off by at most √3/216 of its third derivative.
  func partCount(tolerance: Double) -> Int {
    let chord = end - start
    let third = ((startTangent + endTangent) * 6 - chord * 12).length * 0.00802
    let second = Swift.max(bend(chord, startTangent, endTangent), bend(chord * -1, endTangent * -1, startTangent * -1))
    let turn = second / chord.length
    var count = 1.0
    while count < 64, count < turn || third > tolerance * count * count * count { count += 1 }
    return Int(count)
  }

  /// The length of the second derivative at the end whose tangent is `near`.
  private func bend(_ chord: Vector, _ near: Vector, _ far: Vector) -> Double {
    (chord * 6 - near * 4 - far * 2).length
  }

  /// The place at a parameter of 0...1 (cubic Hermite).
  func point(at t: Double) -> Point {
    let u = 1 - t
    let chord = end - start
    let alongChord = t * t * (3 - 2 * t)
    return start + chord * alongChord + startTangent * (t * u * u) - endTangent * (t * t * u)
  }
}

extension Point {
  fileprivate static func - (point: Point, offset: Vector) -> Point {
    Point(point.x - offset.dx, point.y - offset.dy)
  }
}
