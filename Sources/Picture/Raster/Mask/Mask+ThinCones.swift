import Geometry

/// Drawing thin cones under the exact rule: each is sampled, so that the union of all is the area that they cover
/// together.
extension Mask {
  /// From this radius on, in pixels, half planes are good enough.
  private static let leastWideRadius = 1.0
  /// Below this radius, in pixels, few samples lie in the ink, and half planes are better.
  private static let leastSampledRadius = 0.02
  /// The most halvings of a cone.
  private static let deepest = 64

  /// Whether a cone is sampled. Dots and straight lines that are all of the ink have areas of their own.
  func isSampled(_ cone: RoundCone) -> Bool {
    rule == .exact && Swift.min(cone.startRadius, cone.endRadius) < Mask.leastWideRadius
      && Swift.max(cone.startRadius, cone.endRadius) >= Mask.leastSampledRadius
      && !(!cone.continues && (cone.isLast || cone.start == cone.end) && cone.bulge == 0
        && cone.startRadius == cone.endRadius)
  }

  /// Draws a cone by samples, in straight pieces.
  mutating func sample(_ cone: RoundCone, _ clip: PixelRect, depth: Int = 0) {
    guard !clip.covering(cone.touchedBounds).isEmpty else { return }
    let step = cone.end - cone.start
    let squared = step.dx * step.dx + step.dy * step.dy
    if Swift.abs(cone.bulge) > SampledCone.flatness || squared > SampledCone.longest * SampledCone.longest {
      // Comparisons with numbers that are not finite do not end.
      guard squared < .infinity, depth < Mask.deepest else { return }
      let (first, second) = cone.halves
      sample(first, clip, depth: depth + 1)
      sample(second, clip, depth: depth + 1)
      return
    }
    let sampled = SampledCone(cone)
    let pixels = sampled.pixels(of: clip)
    cone.eachTile(of: pixels) { tile in
      var found: Int?
      sampled.forEachPart(of: tile, pixels.intersection(tile.pixels)) { pixel, part in
        // A tile without ink is not stored.
        if found == nil { found = findOrAdd(tile) }
        guard let slot = found else { return }
        let (row, column) = (pixel / Tile.side, pixel % Tile.side)
        storage.withBytes(of: slot) { $0.occupy(columnsFrom: column, to: column + 1, row: row) }
        owners.join(part, 0, at: pixel, of: InkedTile(tile: tile, slot: slot), to: &storage[slot, pixel])
      }
    }
  }
}
