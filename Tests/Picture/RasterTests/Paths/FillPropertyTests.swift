import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct FillPropertyTests {
  private static let side = 160
  private static let rules = [FillRule.nonzero, .evenOdd]

  private func bytes(_ polygons: [[Point]], _ rule: FillRule, shift: (Int, Int) = (0, 0)) -> [UInt8] {
    let moved = polygons.map { $0.map { $0 + Vector(Double(shift.0), Double(shift.1)) } }
    let mask = Mask.filled(moved, rule, width: Self.side * 3, height: Self.side * 3)
    return (0..<Self.side * Self.side).map {
      mask.coverage(x: $0 % Self.side + shift.0, y: $0 / Self.side + shift.1)
    }
  }

  @Test(arguments: rounds(12), rules)
  func `filling clip by clip gives the same bytes as filling at once`(seed: UInt64, rule: FillRule) {
    var random = SeededRandom(seed: seed)
    let polygons = random.polygons(side: Double(Self.side), grid: seed % 2 == 0 ? 0 : 16)
    let whole = Mask.filled(polygons, rule, width: Self.side, height: Self.side)
    var parts = Mask(width: Self.side, height: Self.side)
    let cuts = [0, 1, 37, 64, 100, 128, 159, 160]
    for (top, bottom) in zip(cuts, cuts.dropFirst()) {
      for (left, right) in zip(cuts, cuts.dropFirst()) {
        let clip = PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
        var part = Mask(width: Self.side, height: Self.side)
        part.fill(polygons, rule: rule, within: clip)
        let outside = (0..<Self.side * Self.side).first { i in
          let (x, y) = (i % Self.side, i / Self.side)
          return part.coverage(x: x, y: y) > 0 && !(left..<right ~= x && top..<bottom ~= y)
        }
        #expect(outside == nil)
        parts.fill(polygons, rule: rule, within: clip)
      }
    }
    #expect(parts.bytes(side: Self.side) == whole.bytes(side: Self.side))
  }

  @Test(arguments: rounds(20), rules)
  func `neither order nor direction nor first corner of polygons changes a byte`(seed: UInt64, rule: FillRule) {
    var random = SeededRandom(seed: seed)
    let polygons = random.polygons(side: Double(Self.side), grid: seed % 2 == 0 ? 0 : 8)
    let expected = bytes(polygons, rule)
    #expect(bytes(polygons.reversed(), rule) == expected)
    #expect(bytes(polygons.map { $0.reversed() }, rule) == expected)
    #expect(bytes(polygons.map { Array($0[2...] + $0[..<2]) }, rule) == expected)
  }

  @Test(arguments: rounds(10), rules)
  func `a shift by whole pixels does not change the bytes`(seed: UInt64, rule: FillRule) {
    var random = SeededRandom(seed: seed)
    // The coordinates stay exact when shifted, and all of the polygon stays within the picture.
    let polygons = random.polygons(side: Double(Self.side) / 2, grid: 0x1p-18).map { polygon in
      polygon.map { $0 + Vector(40, 40) }
    }
    let expected = bytes(polygons, rule)
    for shift in [(1, 0), (0, 1), (64, 64), (37, 101)] {
      let moved = bytes(polygons, rule, shift: shift)
      let worst = zip(moved, expected).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 1)
      #expect(zip(moved, expected).filter { $0 != $1 }.count <= 4, "only ties of rounding may differ")
    }
  }

  @Test(arguments: rounds(10))
  func `polygons drawn twice count once, and cancel by the even-odd rule`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let polygons = Array(random.polygons(side: Double(Self.side)).prefix(1))
    #expect(bytes(polygons + polygons, .evenOdd).allSatisfy { $0 == 0 })
    #expect(bytes(polygons + polygons + polygons, .evenOdd) == bytes(polygons, .evenOdd))
    #expect(bytes(polygons + polygons, .nonzero) == bytes(polygons, .nonzero))
    #expect(bytes(polygons + polygons.map { $0.reversed() }, .nonzero).allSatisfy { $0 == 0 })
  }

  @Test func `a hole as large as its surroundings leaves nothing, and neighbors leave no seam`() {
    let left = [Point(10, 10), Point(50.3, 20.7), Point(44.1, 90.2), Point(8.8, 70)]
    let right = [Point(50.3, 20.7), Point(99, 12), Point(80, 95.5), Point(44.1, 90.2)]
    let both = [Point(10, 10), Point(50.3, 20.7), Point(99, 12), Point(80, 95.5), Point(44.1, 90.2), Point(8.8, 70)]
    #expect(bytes([left, right], .nonzero) == bytes([both], .nonzero))
    #expect(bytes([both, left], .evenOdd) == bytes([right], .evenOdd))
  }

  @Test func `coordinates may be huge`() {
    let far = 1e8
    let all = [Point(-far, -far), Point(far, -far), Point(far, far), Point(-far, far)]
    #expect(bytes([all], .nonzero).allSatisfy { $0 == 255 })
    let further = all.map { Point($0.x * 1e200, $0.y * 1e200) }
    #expect(bytes([further], .nonzero).allSatisfy { $0 == 255 })
    // The half plane below a line with the slope 1/10.
    let half = [Point(-far, 80 - far / 10), Point(far, 80 + far / 10), Point(far, 3e8), Point(-far, 3e8)]
    let near = [Point(-400, 40), Point(800, 160), Point(800, 900), Point(-400, 900)]
    let (huge, small) = (bytes([half], .nonzero), bytes([near], .nonzero))
    #expect(zip(huge, small).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(bytes([[Point(-far, 3), Point(-200, 3), Point(-200, 9)]], .nonzero).allSatisfy { $0 == 0 })
    #expect(bytes([[Point(900, -far), Point(1000, -far), Point(950, far)]], .nonzero).allSatisfy { $0 == 0 })
  }

  @Test func `polygons without area or with undefined coordinates take no tile`() {
    let none: [[Point]] = [
      [], [Point(5, 5)], [Point(5, 5), Point(90, 90)], [Point(5, 5), Point(90, 90), Point(5, 5)],
      [Point(5, 5.5), Point(90, 5.5), Point(30, 5.5)], [Point(7.5, 5), Point(7.5, 90), Point(7.5, 30)],
      [Point(1, 1), Point(.nan, 50), Point(90, 90)], [Point(1, 1), Point(.infinity, 50), Point(90, 90)],
      [Point(3, 3), Point(3, 3), Point(3, 3), Point(3, 3)],
    ]
    for polygon in none { #expect(Mask.filled([polygon], width: 100, height: 100).isEmpty) }
    #expect(Mask.filled(none, .evenOdd, width: 100, height: 100).isEmpty)
  }

  @Test(arguments: rounds(10))
  func `a fill keeps the larger coverage`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let polygons = random.polygons(side: Double(Self.side))
    var mask = random.mask(side: Self.side)
    let before = mask.bytes(side: Self.side)
    let alone = Mask.filled(polygons, width: Self.side, height: Self.side)
    mask.fill(polygons, rule: .nonzero)
    let expected = zip(before, alone.bytes(side: Self.side)).map { max($0, $1) }
    #expect(mask.bytes(side: Self.side) == expected)
    // Joining skips pixels that are not marked as occupied, so the copy is complete only if all ink is marked.
    var copy = Mask(width: Self.side, height: Self.side)
    for tile in mask.tiles { copy.join(mask, in: tile) }
    #expect(copy.bytes(side: Self.side) == expected)
  }

  @Test func `a fill allocates no more tiles than the limit`() {
    var mask = Mask(width: 640, height: 640, tileLimit: 7)
    mask.fill([[Point(0, 0), Point(640, 0), Point(640, 640), Point(0, 640)]], rule: .nonzero)
    #expect(mask.tiles.count == 7 && mask.isOverfull)
  }

  @Test func `a tile in a hole of polygons is not allocated`() {
    let frame = [
      [Point(0, 0), Point(300, 0), Point(300, 300), Point(0, 300)],
      [Point(10, 10), Point(10, 290), Point(290, 290), Point(290, 10)],
    ]
    let mask = Mask.filled(frame, width: 320, height: 320)
    #expect(mask.tiles.count == 16)
    #expect(!mask.hasInk(in: Tile(column: 2, row: 2)))
  }
}
