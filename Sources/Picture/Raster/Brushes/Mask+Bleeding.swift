import Geometry

/// Wash that runs into wet wash: its water pushes the color in front of it. What it has covered is lighter, and the
/// color stays where the water stops, along a line as ragged as the grain of the paper (a backrun).
extension Mask {
  /// Changes how much color a wash has where it covers another one.
  /// - Parameters:
  ///   - wet: The other wash, whose levels are its depth below its edge.
  ///   - wetness: How wet the other one is, 0...1.
  package mutating func bleed(into wet: Mask, wetness: Double, _ texture: Texture) {
    for tile in tiles {
      guard let slot = slot(of: tile), let other = wet.slot(of: tile) else { continue }
      guard (other + 1) * CanvasTile.pixels <= wet.levels.count else { continue }
      let depths = wet.levels[other * CanvasTile.pixels..<(other + 1) * CanvasTile.pixels]
      storage.withBytes(of: slot) { bytes in
        for start in stride(from: 0, to: CanvasTile.pixels, by: 16) {
          let block = depths[depths.startIndex + start..<depths.startIndex + start + 16]
          guard block.contains(where: { $0 > 0 }) else { continue }
          let column = tile.column * Tile.side + start % Tile.side
          let ragged = texture.raggedness(column: column, row: tile.row * Tile.side + start / Tile.side)
          for (lane, depth) in block.enumerated() where depth > 0 && bytes[start + lane] > 0 {
            let wash = Float(bytes[start + lane])
            bytes[start + lane] = Mask.color(
              of: wash, atDepth: Float(depth) / 255, wetness: Float(wetness), ragged: ragged[lane])
          }
        }
      }
    }
  }

  /// How much color a wash has after it has run.
  /// - Parameters:
  ///   - wash: How much it had, 0...255.
  ///   - depth: How deep the place is inside the wet wash, 0...1.
  ///   - ragged: The grain of the paper there.
  private static func color(of wash: Float, atDepth depth: Float, wetness: Float, ragged: Float) -> UInt8 {
    // How far the water has come beyond the line where it stops.
    let beyond = wetness * (0.35 + 0.85 * depth) + 1.4 * ragged - 0.55
    let washed = Swift.min(Swift.max(5 * beyond, 0), 1)
    let line = Swift.max(0, 1 - 6 * Swift.abs(beyond))
    let color = wash * (1 - 0.85 * washed * wetness) + 110 * line * wetness
    return UInt8(saturating: Double(Swift.max(color, 1)))
  }
}
