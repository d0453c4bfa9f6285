/// Drops the discs of a path that the cone between their neighbours replaces.
struct PathSimplifier {
  private var kept: [SIMD4<Double>] = []

  /// How many discs in a row may be dropped.
  private static let longestGap = 24

  /// Keeps the first and the last of `discs`, each as x, y, radius, and of the others as few as a greedy walk finds
  /// to stay within `tolerance` in place and radius.
  mutating func simplify(_ discs: inout [SIMD4<Double>], tolerance: Double) {
    guard discs.count > 2 else { return }
    kept.removeAll(keepingCapacity: true)
    var anchor = 0
    kept.append(discs[0])
    var end = 2
    while end < discs.count {
      if end - anchor > Self.longestGap || !replaces(discs, anchor, end, tolerance) {
        anchor = end - 1
        kept.append(discs[anchor])
      }
      end += 1
    }
    kept.append(discs[discs.count - 1])
    swap(&discs, &kept)
  }

  /// Whether the straight cone from disc `a` to disc `b` is within `tolerance` of all discs between.
  private func replaces(_ discs: [SIMD4<Double>], _ a: Int, _ b: Int, _ tolerance: Double) -> Bool {
    let start = discs[a]
    let axis = discs[b] - start
    let squared = axis.x * axis.x + axis.y * axis.y
    for i in (a + 1)..<b {
      let offset = discs[i] - start
      let along = squared > 0 ? (offset.x * axis.x + offset.y * axis.y) / squared : 0
      guard along >= 0, along <= 1 else { return false }
      let miss = offset - axis * along
      guard miss.x * miss.x + miss.y * miss.y <= tolerance * tolerance, Swift.abs(miss.z) <= tolerance else {
        return false
      }
    }
    return true
  }
}
