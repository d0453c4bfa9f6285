import Geometry
import TestSupport
import Testing

@testable import Raster

/// Pixels that several shapes of one stroke partly cover, under the union rule.
@Suite struct UnionTests {
  private static let side = 128
  private static let tiles = (0..<4).map { Tile(column: $0 % 2, row: $0 / 2) }

  private func mask(_ chains: [[RoundCone]], rule: CoverageRule = .union) -> [UInt8] {
    var mask = Mask(width: Self.side, height: Self.side, rule: rule)
    for chain in chains { mask.join(chain) }
    return mask.bytes(side: Self.side)
  }

  /// Lines of one width that cross and run side by side.
  private func scribble(_ random: inout SeededRandom, count: Int) -> [[RoundCone]] {
    let radius = random.double(in: 0.4...4)
    return (0..<count).map { _ in
      var start = Point(random.double(in: 10...118), random.double(in: 10...118))
      var chain: [RoundCone] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let end = start + Vector(random.double(in: -50...50), random.double(in: -50...50))
        chain.append(
          RoundCone(start: start, startRadius: radius, end: end, endRadius: radius, continues: !chain.isEmpty))
        start = end
      }
      chain[chain.count - 1].isLast = true
      return chain
    }
  }

  /// Kernels read and write the owners of eight pixels at a time. `make sanitize` finds access to other memory.
  @Test(arguments: [1.5, 3, 9]) func `the last pixels of the last tile are drawn`(radius: Double) {
    let corner = Double(Self.side) - 1.3
    let dot = [[RoundCone(center: Point(corner, corner), radius: radius)]]
    #expect(mask(dot) == mask(dot, rule: .maximum))
    #expect(mask(dot).last != 0)
  }

  private func truth(_ chains: [[RoundCone]]) -> [Double] {
    trueArea(of: Array(chains.joined()), width: Self.side, height: Self.side)
  }

  @Test(arguments: rounds(12), [CoverageRule.union, .exact])
  func `neither order nor repetition of chains nor joining masks changes a byte`(seed: UInt64, rule: CoverageRule) {
    var random = SeededRandom(seed: seed)
    let chains = seed % 2 == 0 ? scribble(&random, count: 12) : (0..<8).map { _ in random.chain(side: 128) }
    let expected = mask(chains, rule: rule)
    for _ in 0..<6 {
      let again = chains.shuffled(using: &random) + chains.shuffled(using: &random).prefix(4)
      #expect(mask(again, rule: rule) == expected)
      let cut = Int.random(in: 0...chains.count, using: &random)
      var joined = Mask(width: Self.side, height: Self.side, rule: rule)
      for part in [again[cut...], again[..<cut]] {
        var other = Mask(width: Self.side, height: Self.side, rule: rule)
        for chain in part { other.join(chain) }
        for tile in Self.tiles { joined.join(other, in: tile) }
      }
      #expect(joined.bytes(side: Self.side) == expected)
    }
  }

  @Test(arguments: rounds(6), [CoverageRule.union, .exact])
  func `a tile that is cleared and redrawn is unchanged`(seed: UInt64, rule: CoverageRule) {
    var random = SeededRandom(seed: seed)
    let chains = scribble(&random, count: 12)
    var mask = Mask(width: Self.side, height: Self.side, rule: rule)
    for chain in chains { mask.join(chain) }
    let expected = mask.bytes(side: Self.side)
    for tile in Self.tiles {
      mask.clear(tile)
      for chain in chains.reversed() { mask.join(chain, within: tile.pixels) }
      #expect(mask.bytes(side: Self.side) == expected)
    }
  }

  @Test(arguments: rounds(3))
  func `the union is nearer to the true area than the maximum`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let chains = scribble(&random, count: 16)
    let (union, maximum, truth) = (mask(chains), mask(chains, rule: .maximum), truth(chains))
    func error(_ bytes: [UInt8]) -> Double {
      zip(bytes, truth).reduce(0) { $0 + abs(Double($1.0) - $1.1) }
    }
    #expect(error(union) < 0.75 * error(maximum))
    let worst = zip(union, truth).map { abs(Double($0) - $1) }.sorted()
    // One position of 64 is 4 levels of 255, and the direction of each edge is rounded to 64ths of a turn.
    #expect(worst[worst.count * 999 / 1000] < 24)
  }

  @Test(arguments: [0.0, 0.1, 0.3, 0.5, 0.77])
  func `two bands with a common edge leave no seam`(slope: Double) {
    // The common edge crosses pixels at all offsets, and the two bands together cover each pixel completely.
    let length = (1 + slope * slope).squareRoot()
    let across = Vector(-slope / length, 1 / length) * 4
    let (start, end) = (Point(-40, 40.3), Point(170, 40.3 + 210 * slope))
    let chains = [-1.0, 1].map { side in
      [RoundCone(start: start + across * side, startRadius: 4, end: end + across * side, endRadius: 4)]
    }
    let (union, maximum) = (mask(chains), mask(chains, rule: .maximum))
    var seam: UInt8 = 255
    for x in 5..<120 {
      let middle = 40.3 + (Double(x) + 40) * slope
      guard middle < 120 else { break }
      for y in Int(middle) - 2...Int(middle) + 2 { seam = min(seam, union[y * Self.side + x]) }
    }
    // The coverage by each edge is rounded down to 64ths.
    #expect(seam >= 251)
    #expect(union.contains { $0 > 0 } && zip(union, maximum).allSatisfy { $0 >= $1 })
  }

  @Test(arguments: [CoverageRule.union, .exact])
  func `the order does not matter in a tile with more shapes than numbers`(rule: CoverageRule) {
    var random = SeededRandom(seed: 5)
    // Each cone has a body and two caps.
    let chains = (0..<2000).map { _ in
      let start = Point(random.double(in: 20...44), random.double(in: 20...44))
      return [
        RoundCone(start: start, startRadius: 0.4, end: start + Vector(0.9, random.double(in: -1...1)), endRadius: 0.4)
      ]
    }
    let few = chains.prefix(200) + chains.suffix(200)
    #expect(mask(Array(few), rule: rule) == mask(few.reversed(), rule: rule))
    // All of them, many more than a tile has numbers.
    let all = mask(chains, rule: rule)
    #expect(all == mask(chains.reversed(), rule: rule))
  }

  @Test(arguments: [0.35, 0.5, 0.7, 0.95])
  func `thin lines and dots cover their true area, ends included`(radius: Double) {
    var random = SeededRandom(seed: UInt64(radius * 100))
    for i in 0..<40 {
      let start = Point(40 + random.double(in: 0...1), 40 + random.double(in: 0...1))
      let length = i % 4 == 0 ? 0 : random.double(in: 0.2...12)
      let (x, y) = (random.double(in: -1...1), random.double(in: -1...1))
      let size = max(0.01, (x * x + y * y).squareRoot())
      let line = RoundCone(
        start: start, startRadius: radius, end: start + Vector(x, y) * (length / size), endRadius: radius, isLast: true)
      let (bytes, truth) = (mask([[line]]), truth([[line]]))
      for (byte, area) in zip(bytes, truth) { #expect(abs(Double(byte) - area) < 8, "line \(i)") }
      let ink = bytes.reduce(0.0) { $0 + Double($1) }
      let area = 255 * (Double.pi * radius * radius + 2 * radius * length)
      #expect(abs(ink / area - 1) < 0.02, "line \(i)")
    }
  }
}
