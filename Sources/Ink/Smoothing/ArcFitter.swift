/// Lays as few arcs of circles as a greedy walk finds along a row of discs.
///
/// An arc follows a smooth path to the third order of its length, a chord to the second: at 0.05 pixels an arc takes
/// the place of four chords.
struct ArcFitter {
  /// How many steps an arc takes the place of, at most.
  private static let longest = 24
  /// An arc of several steps turns by no more than this: the tangent of half of its angle, where a quarter's is 0.3,
  /// its height over half its chord: 67 degrees.
  private static let steepest = 2 * 0.3 / (1 - 0.3 * 0.3)

  /// Keeps the first and the last of some places and of the others as few as the walk finds, so that arcs between them
  /// stay within `tolerance` of all, in place and radius.
  /// - Parameter discs: In return, each as x, y and radius in points and the bulge of the arc that leads to it, as
  ///   `RoundCone` has it.
  static func fit(_ places: [SmoothPlace], tolerance: Double, into discs: inout [SIMD4<Double>]) {
    discs.removeAll(keepingCapacity: true)
    let places = places.span
    guard !places.isEmpty else { return }
    discs.append(places[0].disc(bulge: 0))
    var anchor = 0
    while anchor + 1 < places.count {
      let start = places[anchor]
      if let middle = start.cusp(before: places[anchor + 1]) {
        discs.append(middle)
        anchor += 1
        discs.append(places[anchor].disc(bulge: 0))
        continue
      }
      var end = anchor + 1
      var arc: Arc?
      let furthest = Swift.min(anchor + longest, places.count - 1)
      while end < furthest, let longer = Arc(places, anchor, end + 1, tolerance) {
        arc = longer
        end += 1
      }
      discs.append(places[end].disc(bulge: arc?.bulge ?? start.bulge(before: places[end])))
      anchor = end
    }
  }

  /// An arc by the tangent of half its angle, and its chord's length.
  private struct Arc {
    let tangent: Double
    let chord: Double

    /// Its height: half the chord times the tangent of a quarter of its angle.
    var bulge: Double { chord * tangent / (2 * (1 + (1 + tangent * tangent).squareRoot())) }

    /// An arc from place `a` to place `b` that is within `tolerance` of all between, nil where there is none.
    ///
    /// The circles through the ends A and B of a chord c are, with P − A = m, c × m = k·m·(c − m): the inscribed angle
    /// over the chord is the same all along an arc, and k is the tangent of half of what the arc turns by. Each place
    /// between says within which bounds k is.
    @inline(always)
    init?(_ places: Span<SmoothPlace>, _ a: Int, _ b: Int, _ tolerance: Double) {
      let (start, end) = (places[a], places[b])
      let (startX, startY) = (start.x.x, start.y.x)
      let (endX, endY) = (end.x.x, end.y.x)
      let (chordX, chordY) = (endX - startX, endY - startY)
      let squared = chordX * chordX + chordY * chordY
      let length = squared.squareRoot()
      let miss = tolerance * length
      let growth = end.radius - start.radius
      // The first and the last middle rule out most arcs that there are not.
      var (mx, my) = (start.x.y - startX, start.y.y - startY)
      var (nx, ny) = (endX - start.x.y, endY - start.y.y)
      var bounds = Bounds(weight: mx * nx + my * ny, aside: my * nx - mx * ny, miss: miss)
      let middle = places[b - 1].middle
      (mx, my) = (middle.x - startX, middle.y - startY)
      (nx, ny) = (endX - middle.x, endY - middle.y)
      bounds.narrow(Bounds(weight: mx * nx + my * ny, aside: my * nx - mx * ny, miss: miss))
      guard bounds.low <= -bounds.negativeHigh else { return nil }
      var widest = larger(start.radius, end.radius)
      var worst = 0.0
      for i in a + 1..<b {
        let place = places[i]
        (mx, my) = (place.x.y - startX, place.y.y - startY)
        (nx, ny) = (endX - place.x.y, endY - place.y.y)
        bounds.narrow(Bounds(weight: mx * nx + my * ny, aside: my * nx - mx * ny, miss: miss))
        (mx, my) = (place.x.x - startX, place.y.x - startY)
        (nx, ny) = (endX - place.x.x, endY - place.y.x)
        bounds.narrow(Bounds(weight: mx * nx + my * ny, aside: my * nx - mx * ny, miss: miss))
        worst = larger(worst, Swift.abs((place.radius - start.radius) * squared - growth * (mx * chordX + my * chordY)))
        widest = larger(widest, place.radius)
      }
      // One branch, as none of these can be foretold.
      let fits =
        (bounds.low <= -bounds.negativeHigh ? 1 : 0) & (bounds.negativeWeight < 0 ? 1 : 0)
        & (worst <= tolerance * squared ? 1 : 0)
      guard fits == 1 else { return nil }
      tangent = (bounds.low - bounds.negativeHigh) * 0.5
      chord = length
      // Of a radius so large that the inner edge is an arc too, with some pixels to spare.
      let inner = 2 * tangent * (widest + 60 * tolerance)
      guard Swift.abs(tangent) <= steepest, (1 + tangent * tangent) * squared >= inner * inner else { return nil }
    }
  }

  /// Within which bounds k is.
  private struct Bounds {
    var low: Double
    /// The upper bound's negative, so that both are maxima.
    var negativeHigh: Double
    /// The negative of the least m·(c − m), which is over 0 within the circle over the chord.
    var negativeWeight: Double

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

/// The maximum of two numbers that are not NaN: one instruction, where the library's `max` takes four.
@inline(always)
private func larger(_ a: Double, _ b: Double) -> Double { a > b ? a : b }
