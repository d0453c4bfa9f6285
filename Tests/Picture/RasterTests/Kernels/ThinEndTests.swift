import CRaster
import Geometry
import TestSupport
import Testing

@testable import Raster

/// Tests of the kernel that draws the ends of thin lines, with every instruction set that this processor supports.
@Suite struct ThinEndTests {
  private static let instructions = RASTER_PLAIN.rawValue...raster_widest().rawValue

  private static func end(_ random: inout SeededRandom) -> raster_end {
    // Axes that are parallel to the rows or columns, or nearly so, take other branches.
    let axes = [Vector(1, 0), Vector(0, -1), Vector(0.6, 0.8), Vector(1, 1e-10), Vector(1e-10, 1), Vector(0, 0)]
    let angle = Vector(random.double(in: -1...1), random.double(in: -1...1))
    let axis = Bool.random(using: &random) ? axes.randomElement(using: &random)! : angle * (1 / angle.length)
    return raster_end(
      x: random.double(in: 0...5000), y: Bool.random(using: &random) ? 20.5 : random.double(in: 0...5000),
      axis_x: axis.dx, axis_y: axis.dy, length: axis == Vector(0, 0) ? 0 : random.double(in: 0.01...4),
      radius: random.double(in: 0.35...1), reach: ThinEnd.reach)
  }

  @Test func `every instruction set gives the area that plain arithmetic gives`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      var end = Self.end(&random)
      let (column, row) = (Int(end.x) - 4, Int(end.y) - 4)
      let expected = (0..<64).map { PlainThinEnd(end: end).coverage(x: column + $0 % 8, y: row + $0 / 8) }
      for instructions in Self.instructions {
        var bytes = [UInt8](repeating: 7, count: 65)
        raster_cover_end_by(raster_instructions(instructions), &end, Int32(column), Int32(row), 8, &bytes)
        #expect(bytes == expected + [7], "\(end) by \(instructions)")
      }
    }
  }

  @Test func `no pixel outside of the box of an end is covered`() {
    var random = SeededRandom(seed: 8)
    let area = PixelRect(minX: 0, minY: 0, maxX: 6000, maxY: 6000)
    for _ in 0..<2000 {
      let end = Self.end(&random)
      let isDot = end.length == 0
      let kernel =
        isDot
        ? ThinEnd(dotAt: Point(end.x, end.y), radius: end.radius)
        : ThinEnd(
          at: Point(end.x, end.y), outward: Vector(-end.axis_x, -end.axis_y), radius: end.radius, length: end.length)
      let box = kernel.pixels(of: area)
      #expect(box.width <= 8 && box.height <= 8)
      for y in Int(end.y) - 6...Int(end.y) + 6 where y >= 0 {
        for x in Int(end.x) - 6...Int(end.x) + 6 where x >= 0 {
          let isInside = box.minX <= x && x < box.maxX && box.minY <= y && y < box.maxY
          if !isInside { #expect(PlainThinEnd(end: end).coverage(x: x, y: y) == 0, "\(end), \(x), \(y)") }
        }
      }
    }
  }

  @Test func `a dot has its area`() {
    for radius in [0.35, 0.5, 0.77, 1] {
      let dot = ThinEnd(dotAt: Point(20.3, 9.6), radius: radius)
      let pixels = dot.pixels(of: PixelRect(minX: 0, minY: 0, maxX: 64, maxY: 64))
      let coverage = dot.coverage(of: pixels)
      let sum = coverage.indices.reduce(0) { $0 + Int(coverage[$1]) }
      // Pixels are rounded by up to half a step, and lines in a pixel are a sixteenth apart.
      #expect(abs(Double(sum) / 255 - .pi * radius * radius) < 0.02, "radius \(radius)")
    }
  }
}

/// The same area by plain arithmetic, a pixel and a line at a time.
private struct PlainThinEnd {
  let end: raster_end

  /// The coverage of a pixel, 0...255; 0 for the pixels that the line's body covers.
  func coverage(x: Int, y: Int) -> UInt8 {
    let center = Vector(Double(x) + 0.5 - end.x, Double(y) + 0.5 - end.y)
    if end.length > 0, center.dx * end.axis_x + center.dy * end.axis_y > end.reach { return 0 }
    var area = 0.0
    for row in 0..<16 {
      let dy = center.dy - 0.5 + (Double(row) + 0.5) / Double(16)
      var interval = disc(dy, middle: 0, 0)
      if end.length > 0 {
        interval.formUnion(disc(dy, middle: end.axis_x * end.length, end.axis_y * end.length))
        interval.formUnion(body(dy))
      }
      area += interval.length(within: center.dx - 0.5, center.dx + 0.5)
    }
    let coverage = area * (255 / Double(16)) + 0.5
    return UInt8(truncatingIfNeeded: Int(Swift.min(255, coverage)))
  }

  /// An interval of a row, in pixels relative to the end; empty if it ends before it starts.
  private struct Interval {
    var start = Double.infinity
    var end = -Double.infinity

    /// Extends the interval to include another one, which overlaps or adjoins it.
    mutating func formUnion(_ other: Interval) {
      start = Swift.min(start, other.start)
      end = Swift.max(end, other.end)
    }

    func length(within low: Double, _ high: Double) -> Double {
      Swift.max(0, Swift.min(end, high) - Swift.max(start, low))
    }
  }

  private func disc(_ dy: Double, middle x: Double, _ y: Double) -> Interval {
    let squared = end.radius * end.radius - (dy - y) * (dy - y)
    guard squared > 0 else { return Interval() }
    let half = squared.squareRoot()
    return Interval(start: x - half, end: x + half)
  }

  /// The part of a row between the two discs' centers and no further from the axis than the radius.
  private func body(_ dy: Double) -> Interval {
    var interval = Interval(start: -.infinity, end: .infinity)
    cut(&interval, end.axis_x, end.axis_y * dy, from: 0, to: end.length)
    cut(&interval, -end.axis_y, end.axis_x * dy, from: -end.radius, to: end.radius)
    return interval.start < interval.end ? interval : Interval()
  }

  /// Limits the interval to the x for which slope · x + constant is between two bounds.
  private func cut(_ interval: inout Interval, _ slope: Double, _ constant: Double, from low: Double, to high: Double) {
    guard Swift.abs(slope) > 1e-9 else {
      if constant < low || constant > high { interval = Interval() }
      return
    }
    let (a, b) = ((low - constant) / slope, (high - constant) / slope)
    interval.start = Swift.max(interval.start, Swift.min(a, b))
    interval.end = Swift.min(interval.end, Swift.max(a, b))
  }
}
