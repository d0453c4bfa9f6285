import Geometry

/// Planes of values that shapes paint over each other, for pictures whose channels show something other than colors.
///
/// A pixel that several shapes partly cover gets a weighted mean of their values, as if each shape were painted over
/// those before it and the background were left out.
package struct ValuePlanes: Sendable {
  /// The size in pixels.
  package let width: Int
  package let height: Int
  /// The number of planes.
  package let count: Int
  /// How much of each pixel is covered, 0...1, row by row.
  private var coverage: [Float]
  /// For each pixel the values of all planes, each times the coverage.
  private var values: [Float]

  /// Creates planes without values.
  package init(width: Int, height: Int, count: Int) {
    (self.width, self.height, self.count) = (width, height, count)
    coverage = [Float](repeating: 0, count: width * height)
    values = [Float](repeating: 0, count: width * height * count)
  }

  /// Removes all values.
  package mutating func removeAll() {
    for index in coverage.indices { coverage[index] = 0 }
    for index in values.indices { values[index] = 0 }
  }

  /// Paints a shape over the earlier ones.
  /// - Parameter paint: A value for each plane.
  package mutating func paint(_ mask: Mask, _ paint: [Float]) {
    for tile in mask.tiles {
      guard let slot = mask.slot(of: tile) else { continue }
      mask.forEachCovered(slot) { pixel, covered in
        let x = tile.column * Tile.side + pixel % Tile.side
        let y = tile.row * Tile.side + pixel / Tile.side
        guard x < width, y < height else { return }
        let (index, share) = (y * width + x, Float(covered) / 255)
        coverage[index] = coverage[index] * (1 - share) + share
        for plane in 0..<count {
          let value = index * count + plane
          values[value] = values[value] * (1 - share) + paint[plane] * share
        }
      }
    }
  }

  /// Stores the values of all pixels over an array, row by row, those of a pixel side by side. They are 0 where no shape
  /// is, and elsewhere in proportion to an alpha.
  /// - Parameters:
  ///   - alphas: One for each pixel.
  ///   - inversion: What each value is combined with by exclusive or: 0, or 255 to invert.
  package func copy(to samples: inout [UInt8], alphas: [UInt8], inversion: UInt8) {
    precondition(alphas.count == width * height && samples.count == width * height * count, "all pixels are there")
    for pixel in alphas.indices {
      let share = coverage[pixel] > 0 ? Float(alphas[pixel]) / 255 / coverage[pixel] : 0
      for plane in 0..<count {
        let index = pixel * count + plane
        samples[index] = UInt8(saturating: Double((values[index] * share).rounded())) ^ inversion
      }
    }
  }
}
