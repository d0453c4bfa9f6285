import CRaster
import Geometry
import TestSupport
import Testing

@testable import Raster

/// Tests of the kernels in C, in every way that this processor supports.
@Suite struct KernelTests {
  /// A shape with the parameters of its kernel.
  private enum Shape {
    case strip(raster_strip)
    case disc(raster_disc)
    case hull(HullKernel)

    func join(
      _ x: Float, _ y: Float, _ rows: Range<Int>, _ tile: UnsafeMutablePointer<UInt8>, by way: KernelWay,
      _ owners: UnsafeMutablePointer<raster_owners>? = nil
    ) {
      let rows = Int32(rows.lowerBound)..<Int32(rows.upperBound)
      switch self {
      case .strip(var strip): way.join(&strip, x, y, rows, tile, owners)
      case .disc(var disc): way.join(&disc, x, y, rows, tile, owners)
      case .hull(let kernel):
        // Its position is its cone's.
        var hull = kernel.hull(in: Tile(column: 0, row: 0))
        way.join(&hull, rows, tile, owners)
      }
    }
  }

  private static func strip(_ random: inout SeededRandom) -> Shape? {
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
    return .strip(
      StripKernel(shape, before: random.double(in: 0.001...0.4), after: random.double(in: 0.001...0.4)).strip)
  }

  private static func disc(_ random: inout SeededRandom) -> Shape {
    func limit() -> raster_line {
      let x = random.double(in: -1...1)
      let y = (1 - x * x).squareRoot() * (Bool.random(using: &random) ? 1 : -1)
      return Bool.random(using: &random) ? .none : raster_line(Vector(x, y), random.double(in: -9...9))
    }
    let radius = random.double(in: 0.35...1) * (Bool.random(using: &random) ? 1 : 30)
    return .disc(DiscKernel(center: Point(0, 0), radius: radius, limits: (limit(), limit())).disc)
  }

  /// A hull that crosses the tile, at any angle and of any size: from thin pens to discs of a million pixels.
  private static func hull(_ random: inout SeededRandom) -> Shape? {
    let size = [1.0, 8, 40, 300, 1e6].randomElement(using: &random)!
    let length = random.double(in: 0.01...1) * (Bool.random(using: &random) ? 40 : size)
    let radius = random.double(in: 0.35...1) * size
    let along = [Vector(1, 0), Vector(0, -1), Vector(-0.6, 0.8), Vector(0.28, 0.96)].randomElement(using: &random)!
    let inside = Point(random.double(in: 0...64), random.double(in: 0...64))
    let across = Vector(-along.dy, along.dx) * (radius * random.double(in: -1...1))
    let start = inside + across + along * (length * random.double(in: -1...0))
    let shape = ConeShape(
      RoundCone(
        start: start, startRadius: radius, end: start + along * length,
        endRadius: max(0.35, radius + length * random.double(in: -1...1))))
    return shape.body == .hull ? .hull(HullKernel(shape)) : nil
  }

  private static func shapes(_ random: inout SeededRandom) -> [(Shape, x: Float, y: Float, rows: Range<Int>)] {
    (0..<450).compactMap { i in
      let make = [disc, strip, hull][i % 3]
      guard let shape = make(&random) else { return nil }
      let (x, y) = (Float(random.double(in: -20...84)), Float(random.double(in: -20...84)))
      let first = Int.random(in: 0...63, using: &random)
      return (shape, x, y, first..<Int.random(in: first...64, using: &random))
    }
  }

  @Test(arguments: KernelWay.supported.dropFirst(), rounds(20))
  func `every way gives the same bytes`(way: KernelWay, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var inked = 0
    for (shape, x, y, rows) in Self.shapes(&random) {
      // The tile already has ink, some of it with a larger coverage.
      let before = (0..<TileBytes.count).map { _ in UInt8.random(in: 0...255, using: &random) }
      var (wide, plain) = (before, before)
      shape.join(x, y, rows, &wide, by: way)
      shape.join(x, y, rows, &plain, by: .plain)
      #expect(wide == plain)
      if wide != before { inked += 1 }
    }
    #expect(inked > 100)
  }

  /// A tile with owners after a kernel has drawn in it.
  private struct Owned: Equatable {
    var tile: [UInt8]
    var shapes: [UInt8]
    /// The pixels at which shapes meet, and the new shape's coverage of them.
    var meetings: [Int: UInt8] = [:]
    /// Whether a group of pixels was reported twice.
    var reportsTwice = false

    mutating func join(_ shape: Shape, _ x: Float, _ y: Float, _ rows: Range<Int>, by way: KernelWay) {
      var listed = Array(repeating: raster_meeting(first_pixel: 0, coverage: 0), count: RASTER_MEETINGS)
      let count = tile.withUnsafeMutableBufferPointer { tile in
        shapes.withUnsafeMutableBufferPointer { shapes in
          listed.withUnsafeMutableBufferPointer { listed in
            var owners = raster_owners(
              shapes: shapes.baseAddress, meetings: listed.baseAddress, count: 0, shape: 7, least: 3)
            shape.join(x, y, rows, tile.baseAddress!, by: way, &owners)
            return Int(owners.count)
          }
        }
      }
      reportsTwice = Set(listed.prefix(count).map(\.first_pixel)).count < count
      for meeting in listed.prefix(count) {
        for lane in 0..<8 {
          let coverage = UInt8(truncatingIfNeeded: meeting.coverage >> UInt64(8 * lane))
          let pixel = Int(meeting.first_pixel) + lane
          // Halves of a row of a hull overlap.
          if coverage != 0 { meetings[pixel] = max(coverage, meetings[pixel] ?? 0) }
        }
      }
    }
  }

  @Test(arguments: KernelWay.supported, rounds(20))
  func `with owners, a kernel reports exactly the pixels that two shapes partly cover`(way: KernelWay, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for (shape, x, y, rows) in Self.shapes(&random) {
      var before = Array(repeating: UInt8(0), count: TileBytes.count)
      for i in 0..<4096 where i / 128 % 2 == 0 { before[i] = UInt8.random(in: 0...255, using: &random) }
      let shapes = (0..<4096 + Int(RASTER_OVERHANG)).map { _ in UInt8.random(in: 5...9, using: &random) }
      var alone = Array(repeating: UInt8(0), count: TileBytes.count)
      shape.join(x, y, rows, &alone, by: way)
      var owned = Owned(tile: before, shapes: shapes)
      owned.join(shape, x, y, rows, by: way)
      // Compared as a whole, because an expectation for each pixel takes much longer than the kernel.
      var wrong: [Int] = []
      for i in 0..<4096 {
        let (old, new) = (before[i], alone[i])
        let meets = min(old, new) > 3 && max(old, new) < 255 && shapes[i] != 7
        let isRight = owned.meetings[i] == (meets ? new : nil) && owned.tile[i] == (meets ? old : max(old, new))
        // The owner of a fully covered pixel is never used.
        let hasOwner = owned.tile[i] == 255 || owned.shapes[i] == (!meets && new > old ? 7 : shapes[i])
        if !isRight || !hasOwner { wrong.append(i) }
      }
      #expect(wrong.isEmpty)
      #expect(!owned.reportsTwice)
      #expect(owned.shapes[4096...] == shapes[4096...], "what follows the tile")
    }
  }

  @Test(arguments: KernelWay.supported, rounds(20))
  func `a shape changes only its rows, and marks changed pixels as occupied`(way: KernelWay, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for (shape, x, y, rows) in Self.shapes(&random) {
      // The tile lies between two others, which must not change.
      var bytes = Array(repeating: UInt8(0), count: 3 * TileBytes.count)
      bytes.withUnsafeMutableBufferPointer {
        shape.join(x, y, rows, $0.baseAddress! + TileBytes.count, by: way)
      }
      let tile = bytes[TileBytes.count..<2 * TileBytes.count]
      #expect(bytes[..<TileBytes.count].allSatisfy { $0 == 0 })
      #expect(bytes[(2 * TileBytes.count)...].allSatisfy { $0 == 0 })
      for row in 0..<Tile.side {
        let index = tile.startIndex + TileBytes.occupancyStart(row: row)
        let occupancy = UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
        #expect(occupancy == 0 || rows.contains(row))
        for column in 0..<Tile.side where tile[tile.startIndex + TileBytes.rowStart(row) + column] != 0 {
          #expect(occupancy >> UInt16(column / 4) & 1 == 1, "row \(row), column \(column)")
        }
      }
    }
  }

  @Test(arguments: rounds(20))
  func `a shape has no ink in the tiles that it does not touch`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func inks(_ kernel: some TileKernel, _ tile: Tile) -> Bool {
      var bytes = Array(repeating: UInt8(0), count: TileBytes.count)
      bytes.withUnsafeMutableBytes { kernel.join(0..<Tile.side, of: tile, TileBytes($0.baseAddress!), nil) }
      return bytes[..<CanvasTile.pixels].contains { $0 != 0 }
    }
    var (untouched, inked) = (0, 0)
    func check(_ kernel: some TileKernel) {
      for row in 0..<8 {
        for column in 0..<8 {
          let tile = Tile(column: column, row: row)
          let hasInk = inks(kernel, tile)
          if hasInk { inked += 1 }
          guard !kernel.touches(tile) else { continue }
          untouched += 1
          #expect(!hasInk)
        }
      }
    }
    for _ in 0..<20 {
      let start = Point(random.double(in: 0...512), random.double(in: 0...512))
      let end = start + Vector(random.double(in: -60...60), random.double(in: -60...60))
      let radius = random.double(in: 1...300)
      let shape = ConeShape(
        RoundCone(start: start, startRadius: radius, end: end, endRadius: max(1, radius + random.double(in: -60...60))))
      if shape.body == .hull { check(HullKernel(shape)) }
      let limits = [shape.startDirection, shape.startDirection * -1].map { direction in
        raster_line(direction, random.double(in: -30...30))
      }
      check(DiscKernel(center: start, radius: radius, limits: (limits[0], limits[1])))
    }
    #expect(untouched > 200)
    #expect(inked > 100)
  }
}
