import Foundation
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct ImageFilterTests {
  private static let side = 100

  private func drawn(_ image: ImageSource, _ placement: ImagePlacement, side: Int = side) -> Canvas {
    var canvas = Canvas(width: side, height: side)
    canvas.draw(image, placement)
    return canvas
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `pixels are what the filter's formula says, within rounding`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let image = random.image(
      width: Int.random(in: 1...80, using: &random), height: Int.random(in: 1...80, using: &random),
      isOpaque: seed % 3 == 0)
    let center = Point(random.double(in: 0...100), random.double(in: 0...100))
    let placement =
      seed % 2 == 0
      ? random.placement(near: center, of: image) : random.uprightPlacement(near: center, of: image)
    let oracle = PlainImageOracle(image: image, inverse: try #require(placement.inverse))
    let canvas = drawn(image, placement)
    var checked = 0
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let covered = oracle.coverage(x, y)
        let expected = covered > 0 ? oracle.color(x, y) * covered : .zero
        if covered > 0 { checked += 1 }
        // Alpha is rounded for the filter and for the edge, the colour once, and points count areas to a hundredth.
        let bound = covered == 1 ? 1.1 / 255 : 0.02
        let distance = canvas[x, y].premultiplied.distance(to: expected)
        if distance >= bound { Issue.record("\(x), \(y), covered \(covered): \(distance) apart") }
      }
    }
    #expect(checked > 0)
  }

  /// Of waves 12 pixels long and longer a cubic misses a hundredth: (2π/12)³/8 of half the range at most.
  @Test(arguments: [0.7, 1, 1.9, 6], [0.0, 12, 45, 201])
  func `a smooth picture is the same smooth picture at any scale and angle`(scale: Double, degrees: Double) throws {
    func wave(_ x: Double, _ y: Double) -> Double { 128 + 60 * sin(x * 0.5) + 60 * cos(y * 0.4 + x * 0.1) }
    let pixels = (0..<120 * 120).map { i -> UInt32 in
      let level = UInt8(wave(Double(i % 120), Double(i / 120)).rounded())
      return Pixel(red: level, green: 255 - level, blue: 0).word
    }
    let image = ImageSource(width: 120, height: 120, pixels: pixels)
    let placement = ImagePlacement.turn(degrees: degrees, scale: scale).centered(at: Point(50.3, 49.1), of: image)
    let inverse = try #require(placement.inverse)
    let canvas = drawn(image, placement)
    var checked = 0
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let place = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5)) - Point(0.5, 0.5)
        guard (4...115).contains(place.dx), (4...115).contains(place.dy) else { continue }
        checked += 1
        let expected = wave(place.dx, place.dy)
        // Shrinking to 0.7 takes some of the shortest wave's height.
        let bound = scale < 1 ? 4.0 : 2.5
        let pixel = canvas[x, y]
        let distance = max(abs(Double(pixel.red) - expected), abs(Double(pixel.green) - 255 + expected))
        if distance >= bound || pixel.alpha != 255 { Issue.record("\(x), \(y): \(distance) apart") }
      }
    }
    #expect(checked > 5000)
  }

  @Test(arguments: [1.5, 3, 7.3, 16.6, 40], [0.0, 10, 45])
  func `a checkerboard that is made smaller is grey`(shrink: Double, degrees: Double) throws {
    let count = 600
    let pixels = (0..<count * count).map { i in
      (i % count + i / count) % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF as UInt32
    }
    let image = ImageSource(width: count, height: count, pixels: pixels)
    let placement = ImagePlacement.turn(degrees: degrees, scale: 1 / shrink).centered(at: Point(50, 50), of: image)
    let inverse = try #require(placement.inverse)
    let canvas = drawn(image, placement)
    var checked = 0
    let margin = 3 * shrink
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let place = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
        guard (margin...Double(count) - margin).contains(place.x), (margin...Double(count) - margin).contains(place.y)
        else { continue }
        checked += 1
        if abs(Double(canvas[x, y].red) - 127.5) >= 3 { Issue.record("\(x), \(y) is \(canvas[x, y].red)") }
      }
    }
    #expect(checked > 60)
  }

  /// Rings that become finer outwards. Where they are too fine for the smaller picture there are none, and no others in
  /// their place; where they are coarse they are there.
  @Test(arguments: [(1.5, 1), (3, 1), (7.3, 1), (7.3, 0.3), (16.6, 1), (16.6, 0.15), (33, 0.06)], [0.0, 30])
  func `rings that are too fine when made smaller are grey`(_ rings: (shrink: Double, rate: Double), degrees: Double)
    throws
  {
    let (shrink, rate) = rings
    let size = 100
    let count = Int(Double(size) * shrink)
    let middle = Double(count) / 2
    func ring(_ x: Double, _ y: Double) -> Double {
      127.5 + 127 * cos(.pi * rate / Double(count) * (pow(x - middle, 2) + pow(y - middle, 2)))
    }
    let pixels = (0..<count * count).map { i -> UInt32 in
      let level = UInt8(ring(Double(i % count) + 0.5, Double(i / count) + 0.5).rounded())
      return Pixel(red: level, green: level, blue: level).word
    }
    let image = ImageSource(width: count, height: count, pixels: pixels)
    let placement = ImagePlacement.turn(degrees: degrees, scale: 1 / shrink).centered(at: Point(50, 50), of: image)
    let inverse = try #require(placement.inverse)
    let canvas = drawn(image, placement, side: size)
    var (fine, coarse): ([Double], [Double]) = ([], [])
    // By how much the rings become finer over the two pixels that the filter sees on either side.
    let reach = 2 * rate * shrink * shrink / Double(count)
    for y in 0..<size {
      for x in 0..<size {
        let place = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5)) - Point(middle, middle)
        let (right, down) = (abs(place.dx), abs(place.dy))
        guard max(right, down) < middle - 3 * shrink else { continue }
        // Rings a pixel of the smaller picture, along the picture's rows or its columns.
        let frequency = max(right, down) * rate / Double(count) * shrink
        let level = Double(canvas[x, y].red)
        if frequency > 0.8 + reach {
          fine.append(abs(level - 127.5))
        } else if hypot(right, down) * rate / Double(count) * shrink < 0.08 {
          coarse.append(abs(level - ring(place.dx + middle, place.dy + middle)))
        }
      }
    }
    #expect(shrink < 2 || fine.count > 500)
    #expect(rate == 1 && shrink > 5 || coarse.count > 20)
    // The filter leaves a thirtieth of what has 0.8 rings a pixel.
    #expect(fine.allSatisfy { $0 < 127 / 30 + 1 })
    #expect(coarse.allSatisfy { $0 < 4 })
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `an opaque picture covers as much as its area`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let image = random.image(width: 20, height: 13, isOpaque: true)
    let placement = random.placement(near: Point(50, 50), of: image)
    let canvas = drawn(image, placement)
    let covered = canvas.words.reduce(0.0) { $0 + Double($1 >> 24) / 255 }
    let area = abs(placement.a * placement.d - placement.b * placement.c) * 260
    // Rounding to a byte, over some 200 pixels of the edge.
    #expect(abs(covered - area) < 0.15)
  }
}
