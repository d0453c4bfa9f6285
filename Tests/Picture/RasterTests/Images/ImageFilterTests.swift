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

  @Test(arguments: rounds(12))
  func `pixels equal the filter's formula except for rounding`(seed: UInt64) throws {
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
        // Alpha is rounded by the filter and at the edge, color once; sampled areas are exact to a hundredth.
        let bound = covered == 1 ? 1.1 / 255 : 0.02
        let distance = canvas[x, y].premultiplied.distance(to: expected)
        if distance >= bound { Issue.record("\(x), \(y), covered \(covered): \(distance) apart") }
      }
    }
    #expect(checked > 0)
  }

  /// For waves of 12 pixels and more, the error of cubic convolution is at most (2π/12)³/8 of the amplitude: a
  /// hundredth.
  @Test(arguments: [0.7, 1, 1.9, 6], [0.0, 12, 45, 201])
  func `a smooth image is the same smooth image at any scale and angle`(scale: Double, degrees: Double) throws {
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
        let position = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5)) - Point(0.5, 0.5)
        guard (4...115).contains(position.dx), (4...115).contains(position.dy) else { continue }
        checked += 1
        let expected = wave(position.dx, position.dy)
        // Shrinking to 0.7 reduces the amplitude of the shortest wave a little.
        let bound = scale < 1 ? 4.0 : 2.5
        let pixel = canvas[x, y]
        let distance = max(abs(Double(pixel.red) - expected), abs(Double(pixel.green) - 255 + expected))
        if distance >= bound || pixel.alpha != 255 { Issue.record("\(x), \(y): \(distance) apart") }
      }
    }
    #expect(checked > 5000)
  }

  @Test(arguments: [1.5, 3, 7.3, 16.6, 40], [0.0, 10, 45])
  func `a shrunken checkerboard is gray`(shrink: Double, degrees: Double) throws {
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
        let position = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
        guard (margin...Double(count) - margin).contains(position.x),
          (margin...Double(count) - margin).contains(position.y)
        else { continue }
        checked += 1
        if abs(Double(canvas[x, y].red) - 127.5) >= 3 { Issue.record("\(x), \(y) is \(canvas[x, y].red)") }
      }
    }
    #expect(checked > 60)
  }

  /// Rings that become finer outward. Where they are too fine for the smaller image there must be no rings, and no
  /// aliases of them; where they are coarse they must remain.
  @Test(arguments: [(1.5, 1), (3, 1), (7.3, 1), (7.3, 0.3), (16.6, 1), (16.6, 0.15), (33, 0.06)], [0.0, 30])
  func `rings too fine for the smaller image are gray`(_ rings: (shrink: Double, rate: Double), degrees: Double)
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
    // How much the rings' frequency changes over the two pixels on either side that the filter sees.
    let reach = 2 * rate * shrink * shrink / Double(count)
    for y in 0..<size {
      for x in 0..<size {
        let position = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5)) - Point(middle, middle)
        let (right, down) = (abs(position.dx), abs(position.dy))
        guard max(right, down) < middle - 3 * shrink else { continue }
        // Rings per pixel of the smaller image, along the image's rows or columns.
        let frequency = max(right, down) * rate / Double(count) * shrink
        let level = Double(canvas[x, y].red)
        if frequency > 0.8 + reach {
          fine.append(abs(level - 127.5))
        } else if hypot(right, down) * rate / Double(count) * shrink < 0.08 {
          coarse.append(abs(level - ring(position.dx + middle, position.dy + middle)))
        }
      }
    }
    #expect(shrink < 2 || fine.count > 500)
    #expect(rate == 1 && shrink > 5 || coarse.count > 20)
    // The filter reduces 0.8 rings per pixel to a thirtieth.
    let thirtieth: Double = 127 / 30
    #expect(fine.allSatisfy { $0 < thirtieth + 1 })
    #expect(coarse.allSatisfy { $0 < 4 })
  }

  @Test(arguments: rounds(8))
  func `the coverage of an opaque image adds up to its area`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let image = random.image(width: 20, height: 13, isOpaque: true)
    let placement = random.placement(near: Point(50, 50), of: image)
    let canvas = drawn(image, placement)
    let covered = canvas.words.reduce(0.0) { $0 + Double($1 >> 24) / 255 }
    let area = abs(placement.a * placement.d - placement.b * placement.c) * 260
    // About 200 pixels of the edge are rounded to bytes.
    #expect(abs(covered - area) < 0.15)
  }
}
