import CRaster
import Geometry
import TestSupport
import Testing

@testable import Raster

/// The kernel that this processor gets beside the one that every processor has.
@Suite struct StripKernelTests {
  private static func strip(_ random: inout SeededRandom) -> StripKernel? {
    let start = Point(random.double(in: -30...90), random.double(in: -30...90))
    let axes = [Vector(1, 0), Vector(0, 1), Vector(-0.6, 0.8)]
    let length = random.double(in: 0.05...60)
    let isSlanted = Bool.random(using: &random)
    let step =
      isSlanted
      ? Vector(random.double(in: -40...40), random.double(in: -40...40))
      : axes.randomElement(using: &random)! * length
    let radius = random.double(in: 0.35...1) * (Bool.random(using: &random) ? 1 : 18)
    let shape = ConeShape(
      RoundCone(
        start: start, startRadius: radius, end: start + step,
        endRadius: Bool.random(using: &random) ? radius : radius + 0.05 * step.length,
        bulge: Bool.random(using: &random) ? 0 : random.double(in: -0.15...0.15) * step.length))
    guard shape.body == .strip else { return nil }
    return StripKernel(shape, before: random.double(in: 0.001...0.4), after: random.double(in: 0.001...0.4))
  }

  @Test(.enabled(if: raster_is_wide()), arguments: 0..<20 as Range<UInt64>)
  func `wide instructions give the bytes of plain ones`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var inked = 0
    for _ in 0..<500 {
      guard var strip = Self.strip(&random)?.strip else { continue }
      let (x, y) = (Float(random.double(in: -20...84)), Float(random.double(in: -20...84)))
      let rows = Int32.random(in: 0...63, using: &random)
      let end = Int32.random(in: rows...64, using: &random)
      // Where there is ink, some of it is larger.
      let before = (0..<TileBytes.count).map { _ in UInt8.random(in: 0...255, using: &random) }
      var (wide, plain) = (before, before)
      raster_join_strip(&strip, x, y, rows, end, &wide)
      raster_join_strip_plain(&strip, x, y, rows, end, &plain)
      #expect(wide == plain)
      if wide != before { inked += 1 }
    }
    #expect(inked > 100)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a strip changes its rows alone, and notes what it changes`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      guard var strip = Self.strip(&random)?.strip else { continue }
      let (x, y) = (Float(random.double(in: -20...84)), Float(random.double(in: -20...84)))
      let rows = Int.random(in: 0...63, using: &random)
      let end = Int.random(in: rows...64, using: &random)
      // A tile with others around it.
      var bytes = Array(repeating: UInt8(0), count: 3 * TileBytes.count)
      bytes.withUnsafeMutableBufferPointer {
        raster_join_strip(
          &strip, x, y, Int32(rows), Int32(end), $0.baseAddress! + TileBytes.count)
      }
      let tile = bytes[TileBytes.count..<2 * TileBytes.count]
      #expect(bytes[..<TileBytes.count].allSatisfy { $0 == 0 })
      #expect(bytes[(2 * TileBytes.count)...].allSatisfy { $0 == 0 })
      for row in 0..<Tile.side {
        let place = tile.startIndex + TileBytes.noteStart(row)
        let note = UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
        #expect(note == 0 || rows <= row && row < end)
        for column in 0..<Tile.side where tile[tile.startIndex + TileBytes.rowStart(row) + column] != 0 {
          #expect(note >> UInt16(column / 4) & 1 == 1, "row \(row), column \(column)")
        }
      }
    }
  }
}
