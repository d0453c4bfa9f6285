import CRaster
import Geometry
import TestSupport
import Testing

@testable import Raster

/// Tips that sweep: what they cover, and that only their union matters.
@Suite struct TipTests {
  private static func tip(at point: Point, _ random: inout SeededRandom) -> PenTip {
    let turn = random.double(in: 0...360)
    return PenTip(
      center: point, radius: random.double(in: 0.4...20),
      direction: Vector(Trigonometry.cosine(degrees: turn), Trigonometry.sine(degrees: turn)),
      ratio: random.double(in: 0.1...1), flow: random.double(in: 0...1), length: random.double(in: 0...500),
      wetness: random.double(in: 0.3...1))
  }

  private static func tips(_ count: Int, _ random: inout SeededRandom) -> [PixelTip] {
    var last = tip(at: Point(60, 60), &random)
    return (0..<count).map { number in
      let next = tip(
        at: last.center + Vector(random.double(in: -14...14), random.double(in: -14...14)), &random)
      defer { last = next }
      return PixelTip(
        SweptTip(
          start: last, end: next, arrival: number == 0 ? Vector(0, 0) : Vector(0.6, 0.8), narrowing: 0.1,
          isLast: number + 1 == count))
    }
  }

  static let rules: [TipRule] = {
    var rules = [TipRule(isBar: false, hasLevel: true), TipRule(isBar: true, hasLevel: true)]
    rules.append(TipRule(isBar: false, hasLevel: false))
    rules[0].edge = SIMD2(0.15, 0.5)
    var hairy = rules[0]
    hairy.hairs = 6
    var wash = rules[0]
    wash.depth = 8
    var pools = wash
    pools.hasPigment = true
    var edge = pools
    edge.isBar = true
    return rules + [hairy, wash, pools, edge]
  }()

  private func picture(_ mask: Mask) -> [UInt32] {
    var paint = Paint(color: Pixel(red: 0, green: 0, blue: 0, alpha: 255))
    if mask.hasLevels {
      paint.texture = Texture(
        grain: [(0.7, 1)], family: 0, softness: 1, base: 0.3, contrast: 1.5, page: Transform(scale: 3))
    }
    var canvas = Canvas(width: 200, height: 150)
    canvas.composite(mask, paint)
    return (0..<150).flatMap { y in (0..<200).map { canvas[$0, y].word } }
  }

  @Test(arguments: rules, 0..<10 as Range<UInt64>)
  func `the order, the repetition and the batches of tips change no pixel`(rule: TipRule, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let tips = Self.tips(12, &random)
    var whole = Mask(width: 200, height: 150)
    whole.join(tips, rule)
    var parts = Mask(width: 200, height: 150, rule: .union)
    for tip in (tips + tips.prefix(5)).shuffled(using: &random) { parts.join([tip], rule) }
    #expect(picture(parts) == picture(whole))
    var tiles = Mask(width: 200, height: 150)
    for tile in Tile.all(of: tiles.area) { tiles.join(tips, rule, within: tile.pixels) }
    #expect(picture(tiles) == picture(whole))
    var joined = Mask(width: 200, height: 150, rule: .union)
    var rest = joined
    joined.join(Array(tips.prefix(4)), rule)
    rest.join(Array(tips.dropFirst(4)), rule)
    for tile in rest.tiles { joined.join(rest, in: tile) }
    #expect(picture(joined) == picture(whole))
    // Memory that is used again is clean.
    joined.removeAll()
    joined.join(tips, rule)
    #expect(picture(joined) == picture(whole))
  }

  @Test(arguments: rules, 0..<4 as Range<UInt64>)
  func `a tile that is full takes more ink as long as a tip has more`(rule: TipRule, seed: UInt64) {
    var random = SeededRandom(seed: 300 + seed)
    // Light ink first, so that each tile is full before it has all of its ink.
    let tips = (1...6).map { number in
      var start = Self.tip(at: Point(random.double(in: 0...200), random.double(in: 0...150)), &random)
      (start.radius, start.ratio) = (random.double(in: 100...400), rule.isBar ? 0.4 : 1)
      // A wash without pigment is as deep as its tip, whatever the flow.
      start.flow = rule.depth > 0 && !rule.hasPigment ? 0.1 : Double(number) / 6
      var end = start
      end.center = start.center + Vector(random.double(in: -30...30), random.double(in: -30...30))
      return PixelTip(SweptTip(start: start, end: end))
    }
    var whole = Mask(width: 200, height: 150)
    whole.join(tips + tips.reversed(), rule)
    var apart = Mask(width: 200, height: 150)
    for tip in tips {
      var one = Mask(width: 200, height: 150)
      one.join([tip], rule)
      for tile in one.tiles { apart.join(one, in: tile) }
    }
    #expect(picture(whole) == picture(apart))
  }

  /// Tips of any size, flatness and flow, which grow or shrink, near the picture.
  @Test(arguments: rules, rounds(20))
  func `no tip has more ink in a tile than it is said to have, and tips that are left out have none to add`(
    rule: TipRule, seed: UInt64
  ) throws {
    var random = SeededRandom(seed: 500 + seed)
    let tips = (0..<12).map { _ in
      var start = Self.tip(at: Point(0, 0), &random)
      start.radius = Double(48 << Int.random(in: 0...11, using: &random))
      if Bool.random(using: &random) { start.ratio = 1 }
      let side = random.double(in: 0...1.2) * start.radius
      start.center = Point(random.double(in: -side...200 + side), random.double(in: -side...150 + side))
      var end = start
      end.radius *= random.double(in: 0.5...1.5)
      end.flow = random.double(in: 0...1)
      let step = start.radius * [0.001, 0.1, 2][Int.random(in: 0...2, using: &random)]
      end.center = end.center + Vector(random.double(in: -step...step), random.double(in: -step...step))
      return PixelTip(SweptTip(start: start, end: end))
    }
    var whole = Mask(width: 200, height: 150)
    whole.join(tips, rule)
    var apart = Mask(width: 200, height: 150)
    for tip in tips {
      var one = Mask(width: 200, height: 150)
      one.join([tip], rule)
      let kernel = TipKernel(tip, rule)
      for tile in one.tiles {
        apart.join(one, in: tile)
        let slot = try #require(one.slot(of: tile))
        guard rule.hasLevel else { continue }
        let levels = one.levels[slot * CanvasTile.pixels..<(slot + 1) * CanvasTile.pixels]
        let part = kernel.pixels(of: one.area).intersection(tile.pixels)
        #expect(levels.max()! <= kernel.mostLevel(in: part))
      }
    }
    func bytes(_ mask: Mask) -> [UInt8] {
      (0..<150).flatMap { row in
        (0..<200).flatMap { column -> [UInt8] in
          guard let slot = mask.slot(of: Tile(column: column / Tile.side, row: row / Tile.side)) else { return [0, 0] }
          let index = TileBytes.rowStart(row % Tile.side) + column % Tile.side
          return [mask.storage[slot, index], rule.hasLevel ? mask.levels[slot * CanvasTile.pixels + index] : 0]
        }
      }
    }
    #expect(bytes(whole) == bytes(apart))
  }

  @Test(arguments: rules, 0..<10 as Range<UInt64>)
  func `every way draws the same bytes`(rule: TipRule, seed: UInt64) {
    var random = SeededRandom(seed: 100 + seed)
    let texture = Texture(
      grain: [(0.4, 0.3), (0.7, 1)], family: 0, softness: 1, base: 0.3, contrast: 1.5, page: Transform(scale: 3))
    let wash = Texture(
      wash: [(3, 0.5), (9, 0.7)], pigment: [(1.2, 0.6)], family: 3, depth: 4, page: Transform(scale: 2))
    let pools = Texture(
      wash: [(3, 0.5), (9, 0.7)], pigment: [(1.2, 0.6)], family: 3, depth: 7, hasPigment: true,
      page: Transform(scale: 2))
    let tips = Self.tips(6, &random)
    var results: [[UInt8]] = []
    for way in KernelWay.supported {
      var tile = [UInt8](repeating: 0, count: TileBytes.count)
      var levels = [UInt8](repeating: 0, count: CanvasTile.pixels)
      for tip in tips {
        var kernel = TipKernel(tip, rule).kernel
        let start = tip.tip.start.center
        way.join(&kernel, Float(start.x - 30.5), Float(start.y - 30.5), 0..<64, 0..<64, &tile, &levels)
      }
      var all = Array(tile.prefix(CanvasTile.pixels)) + levels
      for kernel in [texture.kernel, wash.kernel, pools.kernel] {
        var kernel = kernel
        var alphas = [UInt8](repeating: 0, count: TileBytes.count)
        raster_develop_by(way.instructions ?? RASTER_PLAIN, &kernel, tile, levels, 640, 128, &alphas)
        all += alphas.prefix(CanvasTile.pixels)
      }
      results.append(all)
    }
    for result in results.dropFirst() { #expect(result == results[0]) }
  }

  // Without grain the edge lies 0.65 points inside. With the depth d below it and the color c, the alpha is
  // c + 1.001·(0.6(1 − d/1.6)² + 0.25(1 − d/5.5)²)·(0.25 + 0.55c), each part 0 or more.
  @Test(arguments: [
    (0, 128, 0), (23, 128, 112), (58, 128, 165), (58, 51, 76), (255, 128, 128), (255, 51, 51), (255, 0, 0),
  ])
  func `a wash with pigment is darker at its rim than below it`(level: UInt8, color: UInt8, alpha: Int) {
    let texture = Texture(wash: [], pigment: [], family: 3, depth: 7, hasPigment: true, page: Transform(scale: 2))
    var kernel = texture.kernel
    var tile = [UInt8](repeating: color, count: TileBytes.count)
    for index in Int(RASTER_OCCUPANCY)..<TileBytes.count { tile[index] = 255 }
    let levels = [UInt8](repeating: level, count: CanvasTile.pixels)
    var alphas = [UInt8](repeating: 0, count: TileBytes.count)
    raster_develop_by(RASTER_PLAIN, &kernel, tile, levels, 640, 128, &alphas)
    for value in alphas.prefix(CanvasTile.pixels) { #expect(abs(Int(value) - alpha) <= 1) }
  }

  /// Of any size, as flat as a log may ask, at any place of a tile, in any part of it.
  @Test(arguments: rules, rounds(20))
  func `every way draws the same bytes of flat tips in parts of a tile, and none beyond its groups of eight columns`(
    rule: TipRule, seed: UInt64
  ) {
    var random = SeededRandom(seed: 400 + seed)
    func part() -> Range<Int32> {
      let first = Int32.random(in: 0...63, using: &random)
      return first..<Int32.random(in: first + 1...64, using: &random)
    }
    var inked = 0
    for _ in 0..<60 {
      func tip(at point: Point) -> PenTip {
        var tip = Self.tip(at: point, &random)
        tip.radius = [0, 0.01, 0.5, 3, 16, 200, 1e5].randomElement(using: &random)!
        tip.ratio = [0, 1e-6, 0.002, 0.004, 0.03, 0.3, 1].randomElement(using: &random)!
        return tip
      }
      let start = tip(at: Point(random.double(in: -40...100), random.double(in: -40...100)))
      var end = tip(at: start.center + Vector(random.double(in: -30...30), random.double(in: -30...30)))
      if Bool.random(using: &random) { end.ratio = start.ratio }
      let pixelTip = PixelTip(SweptTip(start: start, end: end))
      var kernel = TipKernel(pixelTip, rule).kernel
      let (rows, columns) = (part(), part())
      // Full pixels are occupied.
      var before = [UInt8](repeating: 0, count: TileBytes.count)
      for pixel in 0..<CanvasTile.pixels where pixel / 256 % 3 == 0 { before[pixel] = 255 }
      for byte in CanvasTile.pixels..<TileBytes.count { before[byte] = 255 }
      let levelsBefore = [UInt8](repeating: 0, count: CanvasTile.pixels)
      var results: [[UInt8]] = []
      for way in KernelWay.supported {
        var (tile, levels) = (before, levelsBefore)
        let (x, y) = (Float(start.center.x), Float(start.center.y))
        if rule.hasLevel {
          way.join(&kernel, x, y, rows, columns, &tile, &levels)
        } else {
          way.join(&kernel, x, y, rows, columns, &tile, nil)
        }
        results.append(tile + levels)
      }
      let isSame = results.allSatisfy { $0 == results[0] }
      #expect(isSame, "\(start) \(end)")
      let changed = (0..<CanvasTile.pixels).filter { results[0][$0] != before[$0] }
      if !changed.isEmpty { inked += 1 }
      // Whole groups of eight columns are drawn.
      let groups = columns.lowerBound / 8..<(columns.upperBound + 7) / 8
      let isWithin = changed.allSatisfy { rows.contains(Int32($0 / 64)) && groups.contains(Int32($0 % 64 / 8)) }
      #expect(isWithin, "\(start) \(end)")
    }
    #expect(inked > 5)
  }

  @Test(arguments: [false, true], 0..<4 as Range<UInt64>)
  func `a tip covers the hull of where it begins and ends`(isBar: Bool, seed: UInt64) {
    var random = SeededRandom(seed: 200 + seed)
    var start = Self.tip(at: Point(80, 70), &random)
    start.radius = 4 + start.radius / 2
    start.ratio = isBar ? 0.2 : max(0.3, start.ratio)
    var end = start
    end.center = start.center + Vector(random.double(in: -12...12), random.double(in: -12...12))
    let round = max(0.5, start.ratio * start.radius)
    var mask = Mask(width: 200, height: 150)
    mask.join([PixelTip(SweptTip(start: start, end: end))], TipRule(isBar: isBar, hasLevel: false))
    // The area by samples: a point is inside if a tip on the way there covers it.
    let step = end.center - start.center
    var (covered, area) = (0.0, 0.0)
    for y in 35..<105 {
      for x in 45..<115 {
        covered += Double(mask.coverage(x: x, y: y)) / 255
        for part in 0..<4 {
          let point = Point(Double(x) + (Double(part % 2) + 0.5) / 2, Double(y) + (Double(part / 2) + 0.5) / 2)
          let isInside = (0...30).contains { place in
            let offset = point - (start.center + step * (Double(place) / 30))
            let along = offset.dx * start.direction.dx + offset.dy * start.direction.dy
            let across = offset.dy * start.direction.dx - offset.dx * start.direction.dy
            guard isBar else {
              let (a, b) = (along / start.radius, across / (start.radius * start.ratio))
              return a * a + b * b <= 1
            }
            let beyond = max(0, abs(along) - (start.radius - round))
            return beyond * beyond + across * across <= round * round
          }
          if isInside { area += 1.0 / 4 }
        }
      }
    }
    #expect(abs(covered - area) <= 0.03 * area + 1)
  }
}
