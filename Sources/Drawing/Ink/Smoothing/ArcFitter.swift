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
      let (startX, startY) = (start.point.x, start.point.y)
      let (endX, endY) = (end.point.x, end.point.y)
      let (chordX, chordY) = (endX - startX, endY - startY)
      let squared = chordX * chordX + chordY * chordY
      let length = squared.squareRoot()
      let miss = tolerance * length
      let growth = end.radius - start.radius
      // The first and the last middle rule out most candidates.
      let firstMiddle = start.middle
      var (mx, my) = (firstMiddle.x - startX, firstMiddle.y - startY)
      var (nx, ny) = (endX - firstMiddle.x, endY - firstMiddle.y)
      var bounds = Bounds(weight: mx * nx + my * ny, aside: my * nx - mx * ny, miss: miss)
      let lastMiddle = points[b - 1].middle
      (mx, my) = (lastMiddle.x - startX, lastMiddle.y - startY)
      (nx, ny) = (endX - lastMiddle.x, endY - lastMiddle.y)
      bounds.narrow(Bounds(weight: mx * nx + my * ny, aside: my * nx - mx * ny, miss: miss))
      guard bounds.low <= -bounds.negativeHigh else { return nil }
      var widest = larger(start.radius, end.radius)
      var worst = 0.0
      for i in a + 1..<b {
        let here = points[i]
        let (point, middle) = (here.point, here.middle)
        (mx, my) = (middle.x - startX, middle.y - startY)
        (nx, ny) = (endX - middle.x, endY - middle.y)
        bounds.narrow(Bounds(weight: mx * nx + my * ny, aside: my * nx - mx * ny, miss: miss))
        (mx, my) = (point.x - startX, point.y - startY)
        (nx, ny) = (endX - point.x, endY - point.y)
        bounds.narrow(Bounds(weight: mx * nx + my * ny, aside: my * nx - mx * ny, miss: miss))
        // The radius must be linear along the chord.
        worst = larger(worst, Swift.abs((here.radius - start.radius) * squared - growth * (mx * chordX + my * chordY)))
        widest = larger(widest, here.radius)
      }
      // A single branch, because none of the conditions is predictable.
      let fits =
        (bounds.low <= -bounds.negativeHigh ? 1 : 0) & (bounds.negativeWeight < 0 ? 1 : 0)
        & (worst <= tolerance * squared ? 1 : 0)
      guard fits == 1 else { return nil }
      tangent = (bounds.low - bounds.negativeHigh) * 0.5
      chord = length
      // The arc's radius, chord · √(1 + tangent²) / (2 · tangent), must exceed the ink's by a margin, so that the inner
      // edge of the ink is an arc, too.
      let inner = 2 * tangent * (widest + innerMargin * tolerance)
      guard Swift.abs(tangent) <= steepest, (1 + tangent * tangent) * squared >= inner * inner else { return nil }
    }
  }

  /// The interval of k that some points allow.
  private struct Bounds {
    var low: Double
    /// The negative of the upper bound, so that both bounds are maxima.
    var negativeHigh: Double
    /// The negative of the least m·(c − m), which is positive for points inside the circle over the chord.
    var negativeWeight: Double

    /// - Parameters:
    ///   - weight: m·(c − m).
    ///   - aside: c × m.
    ///   - miss: The tolerance times the chord's length.
    @inline(always)
    init(weight: Double, aside: Double, miss: Double) {
      let per = 1 / weight
      low = (aside - miss) * per
      negativeHigh = (-aside - miss) * per
      negativeWeight = -weight
    }

    @inline(always)
    mutating func narrow(_ other: Bounds) {
      low = larger(other.low, low)
      negativeHigh = larger(other.negativeHigh, negativeHigh)
      negativeWeight = larger(other.negativeWeight, negativeWeight)
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
