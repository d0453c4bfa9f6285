/// Lays as few arcs of circles as a greedy walk finds along a row of discs.
///
/// An arc follows a smooth path to the third order of its length, a chord to the second: at 0.05 pixels an arc takes
/// the place of four chords.
struct ArcFitter {
  private var kept: [SIMD4<Double>] = []

  /// How many discs in a row may be left out.
  private static let longestGap = 24
  /// An arc of several steps turns by no more than this: its height over half its chord is the tangent of a quarter
  /// of that, 67 degrees.
  private static let steepest = 0.3

  /// Keeps the first and the last of `discs` and of the others as few as the walk finds, so that arcs between them stay
  /// within `tolerance` of all, in place and radius.
  /// - Parameters:
  ///   - discs: Each as x, y and radius in points. In return the fourth number is the bulge of the arc that leads to
  ///     the disc, as `RoundCone` has it.
  ///   - middles: The places of the path half way between each two discs, as x and y; one fewer than the discs.
  mutating func fit(_ discs: inout [SIMD4<Double>], middles: [SIMD2<Double>], tolerance: Double) {
    guard discs.count > 1 else { return }
    kept.removeAll(keepingCapacity: true)
    kept.append(discs[0])
    var anchor = 0
    var bulge = 0.0
    var end = 1
    do {
      let discs = discs.span
      let middles = middles.span
      while end < discs.count {
        if end == anchor + 1 {
          bulge = keepStep(discs, middles[anchor], end)
          end += 1
        } else if end - anchor <= Self.longestGap, let longer = arc(discs, middles, anchor, end, tolerance) {
          bulge = longer
          end += 1
        } else {
          keep(discs[end - 1], bulge)
          anchor = end - 1
        }
      }
      keep(discs[discs.count - 1], bulge)
    }
    swap(&discs, &kept)
  }

  private mutating func keep(_ disc: SIMD4<Double>, _ bulge: Double) {
    var disc = disc
    disc.w = bulge
    kept.append(disc)
  }

  /// The bulge of a single step; one that bends back on itself gets a disc in its middle.
  private mutating func keepStep(_ discs: Span<SIMD4<Double>>, _ middle: SIMD2<Double>, _ end: Int) -> Double {
    let (a, b) = (discs[end - 1], discs[end])
    let step = b - a
    let length = (step.x * step.x + step.y * step.y).squareRoot()
    let offset = middle - SIMD2(a.x + b.x, a.y + b.y) * 0.5
    let bulge = length > 0 ? (offset.y * step.x - offset.x * step.y) / length : 0
    let height = (offset.x * offset.x + offset.y * offset.y).squareRoot()
    guard height > 0.3 * length else { return bulge }
    kept.append(SIMD4(middle.x, middle.y, (a.z + b.z) / 2, 0))
    return 0
  }

  /// The bulge of an arc from disc `a` to disc `b` that is within `tolerance` of all between, nil where there is none.
  ///
  /// With the chord's middle as origin, u along it and v beside it, and c half its length, the circles through its
  /// ends are v = k(c² − u² − v²): each place between says within which bounds k is.
  private func arc(
    _ discs: Span<SIMD4<Double>>, _ middles: Span<SIMD2<Double>>, _ a: Int, _ b: Int, _ tolerance: Double
  ) -> Double? {
    let start = discs[a]
    let chord = discs[b] - start
    let squared = chord.x * chord.x + chord.y * chord.y
    guard squared > 0 else { return nil }
    let half = squared.squareRoot() / 2
    let (ux, uy) = (chord.x / (2 * half), chord.y / (2 * half))
    let perLength = chord.z / (2 * half)
    var low = -Double.infinity
    var high = Double.infinity
    var widest = Swift.max(start.z, discs[b].z)
    for i in a..<b {
      let middle = middles[i]
      let (mx, my) = (middle.x - start.x, middle.y - start.y)
      guard Self.narrow(&low, &high, mx * ux + my * uy - half, my * ux - mx * uy, half, tolerance) else { return nil }
      guard i > a else { continue }
      let disc = discs[i] - start
      let u = disc.x * ux + disc.y * uy - half
      guard Self.narrow(&low, &high, u, disc.y * ux - disc.x * uy, half, tolerance),
        Swift.abs(disc.z - perLength * (u + half)) <= tolerance
      else { return nil }
      widest = Swift.max(widest, discs[i].z)
    }
    guard low <= high else { return nil }
    let k = (low + high) / 2
    let size = Swift.abs(k)
    let root = (1 + 4 * k * k * half * half).squareRoot()
    let bulge = 2 * half * half * k / (1 + root)
    // Of a radius so large that the inner edge is an arc too, with some pixels to spare.
    guard Swift.abs(bulge) <= Self.steepest * half, root >= 2 * size * (widest + 60 * tolerance) else { return nil }
    return bulge
  }

  /// Narrows the bounds of k by what a place on the path says. False where there is none left.
  @inline(always)
  private static func narrow(
    _ low: inout Double, _ high: inout Double, _ u: Double, _ v: Double, _ half: Double, _ tolerance: Double
  ) -> Bool {
    let weight = half * half - u * u - v * v
    guard weight > 0 else { return false }
    let per = 1 / weight
    low = Swift.max(low, (v - tolerance) * per)
    high = Swift.min(high, (v + tolerance) * per)
    return low <= high
  }
}
