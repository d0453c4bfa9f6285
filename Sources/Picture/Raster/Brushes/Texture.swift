import CRaster
import Geometry

/// How the ink of a brush shows on paper: the levels of its mask, the coverage and the grain give the alpha of a pixel.
///
///     alpha = coverage · (base · L + (1 − base) · T)      T = (L(1 + w) − ½ − grain) / w, clamped to 0...1
///
/// for the level L and the softness w. The grain is anchored to the page. Octaves that a scale cannot show become a
/// softer threshold, which keeps the tone.
package struct Texture: Hashable, Sendable {
  fileprivate struct Octave: Hashable, Sendable {
    var position: SIMD2<UInt32>
    /// The steps along u for x and y, and then along v.
    var steps: SIMD4<UInt32>
    var seed: UInt16
    var weight: Float
  }

  private var octaves: [Octave] = []
  private var coarseCount = 0
  private var softness: Float = 1
  private var base: Float = 1
  private var depth: Float = 0
  private var scale: Float = 1
  private var hasPigment = false

  /// The standard deviation of one octave of noise 0...1, measured: 0.2144 to 0.2151 at 3 to 16 pixels a cell.
  private static let deviation = 0.2146
  /// Turns of the lattices, so that no two share an axis: cosine and sine from Pythagorean triples.
  private static let turns: [(Double, Double)] = [
    (3.0 / 5, 4.0 / 5), (12.0 / 13, 5.0 / 13), (8.0 / 17, -15.0 / 17), (20.0 / 29, -21.0 / 29),
  ]

  /// Ink whose levels are its alphas.
  package init() {}

  /// - Parameters:
  ///   - octaves: The wavelengths, in points, and weights of the grain's octaves.
  ///   - page: From points to pixels.
  package init(
    grain octaves: [(wavelength: Double, weight: Double)], family: Int, softness: Double, base: Double,
    contrast: Double, page: Transform
  ) {
    self.base = Float(base)
    let kept = add(octaves, family: family, contrast: contrast, page)
    let lost = Texture.deviation * contrast
    self.softness = Float(Swift.max(1e-3, (softness * softness + 12 * lost * lost * (1 - kept)).squareRoot()))
    coarseCount = self.octaves.count
  }

  /// A wash, which is darker at its edge.
  /// - Parameters:
  ///   - depth: The depth in points at which the level is 1.
  ///   - pigment: The octaves of the fine grain in the color.
  ///   - hasPigment: Whether coverage tells how much color there is, and the edge varies with the last of the octaves.
  package init(
    wash octaves: [(wavelength: Double, weight: Double)], pigment: [(wavelength: Double, weight: Double)],
    family: Int, depth: Double, hasPigment: Bool = false, page: Transform
  ) {
    (self.depth, self.hasPigment) = (Float(depth), hasPigment)
    scale = Float(page.scale)
    _ = add(octaves, family: family, contrast: 1, page)
    coarseCount = self.octaves.count
    _ = add(pigment, family: family + 1, contrast: 1, page)
  }

  /// - Returns: The share of the variance that the page's scale can show.
  private mutating func add(
    _ all: [(wavelength: Double, weight: Double)], family: Int, contrast: Double, _ page: Transform
  ) -> Double {
    let power = all.reduce(0) { $0 + $1.weight * $1.weight }
    var kept = 0.0
    for (index, octave) in all.enumerated() {
      let cell = octave.wavelength * page.scale
      let fade = Swift.min(1, Swift.max(0, cell - 1))
      kept += (octave.weight * fade) * (octave.weight * fade)
      guard fade > 0, octaves.count < Int(RASTER_OCTAVES) else { continue }
      let one = 65536 / cell
      let (cosine, sine) = Texture.turns[index % Texture.turns.count]
      func step(_ value: Double) -> Int64 { Int64(saturating: value.rounded(.toNearestOrEven)) }
      let (ux, uy, vx, vy) = (step(cosine * one), step(sine * one), step(-sine * one), step(cosine * one))
      /// The steps from pixel to pixel of a turned page.
      func turned(_ x: Int64, _ y: Int64) -> (x: Int64, y: Int64) {
        let steps = page.turn.apply(Vector(Double(x), Double(y)))
        return (Int64(saturating: steps.dx), Int64(saturating: steps.dy))
      }
      let (u, v) = (turned(ux, uy), turned(vx, vy))
      // From the page's origin, to the centers of pixels.
      let (left, top) = (page.origin.x * page.scale, page.origin.y * page.scale)
      func start(_ x: Int64, _ y: Int64, _ steps: (x: Int64, y: Int64)) -> UInt32 {
        let whole = (left * Double(x) + top * Double(y)).rounded()
        let offset = whole - (whole / 0x1p32).rounded() * 0x1p32
        return UInt32(truncatingIfNeeded: Int64(saturating: offset) + ((steps.x + steps.y) >> 1))
      }
      octaves.append(
        Octave(
          position: SIMD2(start(ux, uy, u), start(vx, vy, v)),
          steps: SIMD4(
            UInt32(truncatingIfNeeded: u.x), UInt32(truncatingIfNeeded: u.y), UInt32(truncatingIfNeeded: v.x),
            UInt32(truncatingIfNeeded: v.y)),
          seed: UInt16(truncatingIfNeeded: 77 * index + 1 + 1009 * family),
          weight: Float(contrast * octave.weight * fade / (65280 * power.squareRoot()))))
    }
    return power > 0 ? kept / power : 1
  }

  /// The noise of an octave, 0...65280, at 16 pixels from one on.
  package func noise(octave: Int, column: Int, row: Int) -> [UInt16] {
    let kernel = octaves[octave].kernel
    var result = [UInt16](repeating: 0, count: 16)
    unsafe result.withUnsafeMutableBufferPointer { result in
      guard let start = result.baseAddress else { return }
      unsafe withUnsafePointer(to: kernel) { kernel in
        unsafe raster_grain(
          kernel, UInt32(truncatingIfNeeded: column), UInt32(truncatingIfNeeded: row), start)
      }
    }
    return result
  }

  /// The grain at 16 pixels from one on, 0 on average.
  func raggedness(column: Int, row: Int) -> [Float] {
    var sums = [Float](repeating: 0, count: 16)
    for index in 0..<coarseCount {
      let weight = octaves[index].weight
      for (lane, noise) in noise(octave: index, column: column, row: row).enumerated() {
        sums[lane] += Float(Int32(noise) - 32640) * weight
      }
    }
    return sums
  }

  /// The number of octaves that the scale shows.
  package var octaveCount: Int { octaves.count }

  var kernel: raster_texture {
    var kernel = raster_texture()
    func octave(_ index: Int) -> raster_octave { index < octaves.count ? octaves[index].kernel : raster_octave() }
    kernel.octaves = (octave(0), octave(1), octave(2), octave(3), octave(4), octave(5), octave(6), octave(7))
    (kernel.count, kernel.coarse_count) = (Int32(octaves.count), Int32(coarseCount))
    (kernel.softness, kernel.per_softness, kernel.base) = (softness, 1 / softness, base)
    (kernel.depth, kernel.scale, kernel.has_pigment) = (depth, scale, hasPigment ? 1 : 0)
    return kernel
  }
}

extension Texture.Octave {
  fileprivate var kernel: raster_octave {
    raster_octave(
      u: position.x, v: position.y, ux: steps.x, uy: steps.y, vx: steps.z, vy: steps.w, seed: seed, weight: weight)
  }
}
