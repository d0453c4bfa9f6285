import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct MaskTests {
  private static let side = 160
  private static let tiles = (0..<9).map { Tile(column: $0 % 3, row: $0 / 3) }

  private func isInside(_ i: Int, _ tile: Tile) -> Bool {
    i % Self.side / Tile.side == tile.column && i / Self.side / Tile.side == tile.row
  }

  @Test(arguments: rounds(10))
  func `clearing a tile clears that tile and no other`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let whole = random.mask(side: Self.side)
    let before = whole.bytes(side: Self.side)
    for tile in Self.tiles {
      var mask = whole
      mask.clear(tile)
      let after = mask.bytes(side: Self.side)
      #expect(after.indices.allSatisfy { after[$0] == (isInside($0, tile) ? 0 : before[$0]) })
    }
  }

  @Test(arguments: rounds(10))
  func `an emptied mask draws like a new one`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var used = random.mask(side: Self.side)
    used.removeAll()
    #expect(used.isEmpty)
    #expect(used.bytes(side: Self.side).allSatisfy { $0 == 0 })
    let chain = random.chain(side: Double(Self.side))
    used.join(chain)
    var fresh = Mask(width: Self.side, height: Self.side)
    fresh.join(chain)
    #expect(used.bytes(side: Self.side) == fresh.bytes(side: Self.side))
    #expect(used.tiles == fresh.tiles)
  }

  @Test(arguments: rounds(10))
  func `ink clipped to a tile equals that tile of the whole ink`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let chain = random.chain(side: Double(Self.side))
    var whole = Mask(width: Self.side, height: Self.side)
    whole.join(chain)
    let all = whole.bytes(side: Self.side)
    for tile in Self.tiles {
      var part = Mask(width: Self.side, height: Self.side)
      part.join(chain, within: tile.pixels)
      let bytes = part.bytes(side: Self.side)
      #expect(bytes.indices.allSatisfy { bytes[$0] == (isInside($0, tile) ? all[$0] : 0) })
    }
  }

  @Test(arguments: rounds(10))
  func `joining masks tile by tile keeps the larger coverage`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var ours = random.mask(side: Self.side)
    let theirs = random.mask(side: Self.side)
    var expected = ours.bytes(side: Self.side)
    let other = theirs.bytes(side: Self.side)
    for tile in Self.tiles {
      ours.join(theirs, in: tile)
      for i in expected.indices where isInside(i, tile) { expected[i] = max(expected[i], other[i]) }
      #expect(ours.bytes(side: Self.side) == expected)
    }
  }

  @Test(arguments: rounds(40))
  func `ink does not depend on the borders of tiles`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let chain = random.chain(side: 120)
    let (dx, dy) = (Int.random(in: 1...64, using: &random), Int.random(in: 1...64, using: &random))
    let shift = Vector(Double(dx), Double(dy))
    var here = Mask(width: 320, height: 320)
    here.join(chain.map { $0.shifted(by: Vector(64, 64)) })
    var there = Mask(width: 320, height: 320)
    there.join(chain.map { $0.shifted(by: Vector(64, 64) + shift) })
    var largest = 0
    for y in 0..<250 {
      for x in 0..<250 {
        largest = max(largest, abs(Int(here.coverage(x: x, y: y)) - Int(there.coverage(x: x + dx, y: y + dy))))
      }
    }
    #expect(largest <= 1)
  }

  @Test func `ink outside a picture takes no tiles`() {
    var mask = Mask(width: 100, height: 100)
    mask.join([RoundCone(start: Point(-90, -90), startRadius: 5, end: Point(-20, 300), endRadius: 5)])
    mask.join([RoundCone(center: Point(5e6, -1e7), radius: 30)])
    #expect(mask.isEmpty)
  }

  @Test func `a short line on the largest canvas takes a few tiles`() {
    var mask = Mask(width: 1_000_000, height: 1_000_000)
    mask.join([
      RoundCone(start: Point(999_900, 999_900), startRadius: 2, end: Point(999_930, 999_920), endRadius: 2)
    ])
    #expect(mask.tiles.count <= 4)
    #expect(mask.coverage(x: 999_915, y: 999_910) == 255)
    #expect(!mask.isOverfull)
  }

  @Test func `a line across the largest canvas stops at the limit and is reported as overfull`() {
    var mask = Mask(width: 1_000_000, height: 1_000_000, tileLimit: 100)
    mask.join([RoundCone(start: Point(0, 0), startRadius: 2, end: Point(1e6, 1e6), endRadius: 2)])
    #expect(mask.tiles.count == 100)
    #expect(mask.isOverfull)
    mask.removeAll()
    #expect(!mask.isOverfull, "an emptied mask has dropped no ink")
  }

  @Test func `a line that starts and ends far outside of the picture is drawn within it`() {
    var mask = Mask(width: 100, height: 100)
    mask.join([RoundCone(start: Point(-1e9, 50), startRadius: 3, end: Point(1e9, 50), endRadius: 3)])
    for x in 0..<100 {
      let column = (0..<100).map { mask.coverage(x: x, y: $0) }
      #expect(column.count { $0 == 255 } == 6)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e200, -1e300])
  func `ink at numbers that are not finite, or nearly not, is not drawn, and drawing ends`(number: Double) {
    let (near, far) = (Point(20, 30), Point(number, 40))
    for (start, end) in [(near, far), (far, near), (far, far), (near, Point(25, number))] {
      for bulge in [0, 3, number] {
        var mask = Mask(width: 100, height: 100)
        mask.join([RoundCone(start: start, startRadius: 3, end: end, endRadius: 2, bulge: bulge)])
        #expect(mask.coverage(x: 90, y: 90) == 0)
      }
    }
    var mask = Mask(width: 100, height: 100)
    mask.join([RoundCone(start: near, startRadius: number, end: near, endRadius: 3)])
  }

  @Test func `a slanted line meets few of the tiles in its bounds`() {
    var count = 0
    PixelCone(RoundCone(start: Point(0, 0), startRadius: 2, end: Point(1e6, 1e6), endRadius: 2))
      .forEachTile(of: PixelRect(minX: 0, minY: 0, maxX: 1_000_000, maxY: 1_000_000)) { _ in count += 1 }
    // The diagonal crosses 15,625 rows of tiles, and the ink reaches neighbors at their corners.
    #expect(count <= 15_625 * 4)
  }
}

extension RoundCone {
  fileprivate func shifted(by shift: Vector) -> RoundCone {
    RoundCone(
      start: start + shift, startRadius: startRadius, end: end + shift, endRadius: endRadius, continues: continues)
  }
}
