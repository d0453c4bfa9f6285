import CRaster
import Geometry
import TestSupport
import Testing

@testable import Raster

/// Tests of the kernel that samples thin cones.
@Suite struct SampledConeTests {
  private static let tile = Tile(column: 1, row: 2)

  private func cone(_ random: inout SeededRandom) -> RoundCone {
    let start = Point(random.double(in: 60...130), random.double(in: 124...194))
    // Some axes are parallel to the rows or columns, or nearly so, and some have no length.
    let steps = [Vector(0, 0), Vector(3, 0), Vector(0, -7), Vector(1e-9, 2), Vector(5, 1e-7), Vector(4, 4)]
    let step =
      Bool.random(using: &random)
      ? steps.randomElement(using: &random)! : Vector(random.double(in: -30...30), random.double(in: -30...30))
    let radius = random.double(in: 0.05...2)
    return RoundCone(
      start: start, startRadius: radius, end: start + step,
      endRadius: Bool.random(using: &random) ? radius : random.double(in: 0.05...2))
  }

  @Test func `every instruction set finds the same samples`() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<2000 {
      let sampled = SampledCone(cone(&random))
      var cone = sampled.cone
      let (pixel, along) = (Int32.random(in: -40...100, using: &random), Float(random.double(in: 0...1)))
      let across = Float(random.double(in: -3...4))
      let found = (RASTER_PLAIN.rawValue...raster_widest().rawValue).map { instructions in
        var samples = [UInt16](repeating: 0, count: Tile.side * 16 + 1)
        let range = raster_sample_cone_by(
          raster_instructions(instructions), &cone, pixel, along, across, 3, 61, &samples)
        return samples + [UInt16(range & 0xFFFF), UInt16(range >> 16)]
      }
      #expect(found.allSatisfy { $0 == found[0] && $0[Tile.side * 16] == 0 })
    }
  }

  @Test func `a cone that is moved by whole pixels has the same samples`() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<500 {
      // Numbers of few bits, so that moving is exact.
      func short(_ point: Point) -> Point {
        Point((point.x * 1024).rounded() / 1024, (point.y * 1024).rounded() / 1024)
      }
      var cone = cone(&random)
      (cone.start, cone.end) = (short(cone.start), short(cone.end))
      let (x, y) = (Int.random(in: 0...60, using: &random), Int.random(in: 0...60, using: &random))
      var moved = cone
      (moved.start, moved.end) = (cone.start + Vector(Double(x), Double(y)), cone.end + Vector(Double(x), Double(y)))
      func samples(_ cone: RoundCone) -> [SIMD2<Int>: SIMD4<UInt64>] {
        var found: [SIMD2<Int>: SIMD4<UInt64>] = [:]
        for row in 0..<6 {
          for column in 0..<6 {
            SampledCone(cone).forEachPart(of: Tile(column: column, row: row), Tile(column: column, row: row).pixels) {
              found[SIMD2(column * 64 + $0 % 64, row * 64 + $0 / 64)] = $1.samples
            }
          }
        }
        return found
      }
      let (here, there) = (samples(cone), samples(moved))
      #expect(here.count == there.count && here.allSatisfy { there[$0 &+ SIMD2(x, y)] == $1 }, "\(cone)")
    }
  }

  @Test func `samples within a cone are marked, and those outside are not`() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<60 {
      let cone = cone(&random)
      var parts: [Int: PixelPart] = [:]
      SampledCone(cone).forEachPart(of: Self.tile, Self.tile.pixels) { parts[$0] = $1 }
      let isWide = abs(cone.end.x - cone.start.x) > abs(cone.end.y - cone.start.y)
      var wrong = 0
      for pixel in 0..<4096 {
        let corner = Point(Double(64 + pixel % 64), Double(128 + pixel / 64))
        let samples = parts[pixel]?.samples ?? .zero
        guard cone.depth(of: corner + Vector(0.5, 0.5)) > -1 || samples != .zero else { continue }
        for sample in 0..<256 {
          let (row, column) = (sample / 16, sample % 16)
          // Each row, or column, of samples begins a different number of sixteenths of their distance after the edge.
          let line = isWide ? column : row
          let reversed = (0..<4).reduce(0) { $0 | (line >> $1 & 1) << (3 - $1) }
          let phase = (Double(reversed) + 0.5) / 16
          let offset = Vector(Double(column) + (isWide ? 0.5 : phase), Double(row) + (isWide ? phase : 0.5))
          let depth = cone.depth(of: corner + offset * (1 / 16))
          // A bit of a word has the samples of four rows in succession, one in each word.
          let isMarked = samples[row % 4] >> UInt64(row / 4 * 16 + column) & 1 == 1
          if abs(depth) > 1e-4, isMarked != (depth > 0) { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(cone)")
    }
  }
}
