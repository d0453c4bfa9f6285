import Geometry

/// Approximates a sequence of discs by circular arcs, as few as a greedy search finds.
///
/// An arc approximates a smooth path to third order of its length, a chord to second order: at a tolerance of 0.05
/// pixels an arc replaces about four chords.
struct ArcFitter {
  /// The largest number of steps that an arc replaces.
  private static let longest = 24
  /// The tangent of half of the largest angle of an arc that replaces several steps. Its |bulge| / (half chord), the
  /// tangent x of a quarter of the angle, is 0.3: 67 degrees. tan 2α = 2x / (1 − x²).
  private static let steepest = 2 * 0.3 / (1 - 0.3 * 0.3)
  /// The least distance between the center of an arc of several steps and its ink's inner edge, in tolerances.
  private static let innerMargin = 60.0

  /// Keeps the first point, the last point and as few of the others as the search finds, so that the arcs between them
  /// are within `tolerance` of all points, in position and radius.
  /// - Parameter discs: Replaced by the result. The first disc has a bulge of 0.
  static func fit(_ points: [SmoothPoint], tolerance: Double, into discs: inout [InkDisc]) {
    discs.removeAll(keepingCapacity: true)
    let points = points.span
    guard !points.isEmpty else { return }
    discs.append(points[0].disc(bulge: 0))
    var anchor = 0
    while anchor + 1 < points.count {
      let start = points[anchor]
      if let middle = start.cusp(before: points[anchor + 1]) {
        discs.append(middle)
        anchor += 1
        discs.append(points[anchor].disc(bulge: 0))
        continue
      }
      var end = anchor + 1
      var arc: Arc?
      let furthest = Swift.min(anchor + longest, points.count - 1)
      while end < furthest, let longer = Arc(points, anchor, end + 1, tolerance) {
        arc = longer
        end += 1
      }
      discs.append(points[end].disc(bulge: arc?.bulge ?? start.bulge(before: points[end])))
      anchor = end
    }
  }

  /// An arc of several steps.
  private struct Arc {
    /// The tangent of half of its angle.
    let tangent: Double
    /// The length of its chord.
    let chord: Double

    /// The height of the arc: half of the chord times the tangent of a quarter of the angle, which is
    /// t / (1 + √(1 + t²)) for t = `tangent`.
    var bulge: Double { chord * tangent / (2 * (1 + (1 + tangent * tangent).squareRoot())) }

    /// An arc from point `a` to point `b` that is within `tolerance` of all points and middles in between; nil if there
    /// is none.
    ///
    /// Let A and B be the ends, c = B − A the chord, P a point and m = P − A. By the inscribed angle theorem, the
    /// points of a circle through A and B satisfy c × m = k · m·(c − m), where k is the tangent of half of the arc's
    /// angle. A point that may miss the arc by the tolerance thus limits k to an interval, and the arc exists if the
    /// intervals of all points intersect.
    @inline(always)
    init?(_ points: Span<SmoothPoint>, _ a: Int, _ b: Int, _ tolerance: Double) {
      let (start, end) = (points[a], points[b])
      let startX = SIMD2(start.x.x, start.x.x)
      let startY = SIMD2(start.y.x, start.y.x)
      let endX = SIMD2(end.x.x, end.x.x)
      let endY = SIMD2(end.y.x, end.y.x)
      let (chordX, chordY) = (end.x.x - start.x.x, end.y.x - start.y.x)
      let squared = chordX * chordX + chordY * chordY
      let length = squared.squareRoot()
      let miss = SIMD2(tolerance * length, tolerance * length)
      let growth = end.radius - start.radius
      // The first and the last middle rule out most candidates.
      let last = points[b - 1]
      let (x, y) = (SIMD2(start.x.y, last.x.y), SIMD2(start.y.y, last.y.y))
      var bounds = Bounds(x - startX, y - startY, endX - x, endY - y, miss)
      bounds.join()
      guard bounds.low.x <= -bounds.negativeHigh.x else { return nil }
      var widest = larger(start.radius, end.radius)
      var worst = 0.0
      for i in a + 1..<b {
        let here = points[i]
        let (mx, my) = (here.x - startX, here.y - startY)
        bounds.narrow(Bounds(mx, my, endX - here.x, endY - here.y, miss))
        // The radius must be linear along the chord.
        worst = larger(
          worst, Swift.abs((here.radius - start.radius) * squared - growth * (mx.x * chordX + my.x * chordY)))
        widest = larger(widest, here.radius)
      }
      bounds.join()
      // A single branch, because none of the conditions is predictable.
      let fits =
        (bounds.low.x <= -bounds.negativeHigh.x ? 1 : 0) & (bounds.negativeWeight.x < 0 ? 1 : 0)
        & (worst <= tolerance * squared ? 1 : 0)
      guard fits == 1 else { return nil }
      tangent = (bounds.low.x - bounds.negativeHigh.x) * 0.5
      chord = length
      // The arc's radius, chord · √(1 + tangent²) / (2 · tangent), must exceed the ink's by a margin, so that the inner
      // edge of the ink is an arc, too.
      let inner = 2 * tangent * (widest + innerMargin * tolerance)
      guard Swift.abs(tangent) <= steepest, (1 + tangent * tangent) * squared >= inner * inner else { return nil }
    }
  }

  /// Two intervals of k, each of which some points allow.
  private struct Bounds {
    var low: SIMD2<Double>
    /// The negatives of the upper bounds, so that both bounds are maxima.
    var negativeHigh: SIMD2<Double>
    /// The negatives of the least m·(c − m), which is positive for points inside the circle over the chord.
    var negativeWeight: SIMD2<Double>

    /// The bounds for two points.
    /// - Parameters:
    ///   - mx: The x coordinates of m, and so on.
    ///   - nx: The x coordinates of c − m, and so on.
    ///   - miss: The tolerance times the chord's length.
    @inline(always)
    init(
      _ mx: SIMD2<Double>, _ my: SIMD2<Double>, _ nx: SIMD2<Double>, _ ny: SIMD2<Double>, _ miss: SIMD2<Double>
    ) {
      let weight = mx * nx + my * ny
      let aside = my * nx - mx * ny
      let per = SIMD2(1, 1) / weight
      low = (aside - miss) * per
      negativeHigh = (-aside - miss) * per
      negativeWeight = -weight
    }

    @inline(always)
    mutating func narrow(_ other: Bounds) {
      low = .larger(other.low, low)
      negativeHigh = .larger(other.negativeHigh, negativeHigh)
      negativeWeight = .larger(other.negativeWeight, negativeWeight)
    }

    /// Makes both intervals what both points allow.
    @inline(always)
    mutating func join() {
      low = Self.largest(low)
      negativeHigh = Self.largest(negativeHigh)
      negativeWeight = Self.largest(negativeWeight)
    }

    /// The second number if it is larger, otherwise the first, which may be NaN: such an arc does not exist.
    @inline(always)
    private static func largest(_ pair: SIMD2<Double>) -> SIMD2<Double> {
      let value = larger(pair.y, pair.x)
      return SIMD2(value, value)
    }
  }
}

extension SmoothPoint {
  fileprivate func disc(bulge: Double) -> InkDisc {
    InkDisc(center: Point(point.x, point.y), radius: radius, bulge: bulge)
  }

  /// The bulge of the arc to `next` through the middle.
  fileprivate func bulge(before next: SmoothPoint) -> Double {
    let step = next.point - point
    let length = step.squaredLength.squareRoot()
    let offset = middle - (point + next.point) * 0.5
    return length > 0 ? (offset.y * step.x - offset.x * step.y) / length : 0
  }

  /// A disc at the middle if the path bends back on itself before `next`: if the middle is farther from the chord's
  /// than 0.3 of the chord.
  @inline(always)
  fileprivate func cusp(before next: SmoothPoint) -> InkDisc? {
    let step = next.point - point
    let offset = middle - (point + next.point) * 0.5
    guard offset.squaredLength > 0.3 * 0.3 * step.squaredLength else { return nil }
    return InkDisc(center: Point(middle.x, middle.y), radius: (radius + next.radius) / 2, bulge: 0)
  }
}

/// The maximum of two numbers that are not NaN: one instruction, where the library's `max` takes four.
@inline(always)
private func larger(_ a: Double, _ b: Double) -> Double { a > b ? a : b }
