import Geometry
import Raster
import TestSupport
import Testing

/// Compares bent cones with the area of the discs along them, sampled 32 by 32 times per pixel.
@Suite struct BentConeTests {
  private static let side = 56

  /// An arc of a circle around (28, 28), from `direction` to where two rotations take it; `step` is the tangent of half
  /// the angle of one.
  private static func arc(axis: Double, radii: (Double, Double), direction: Vector, step: Double) -> RoundCone {
    let center = Point(28, 28)
    let (c, s) = ((1 - step * step) / (1 + step * step), 2 * step / (1 + step * step))
    func turned(_ v: Vector) -> Vector { Vector(v.dx * c - v.dy * s, v.dx * s + v.dy * c) }
    let start = center + direction * axis
    let end = center + turned(turned(direction)) * axis
    // One rotation is half the arc, so its bulge is R(1 − c).
    return RoundCone(
      start: start, startRadius: radii.0, end: end, endRadius: radii.1, bulge: -axis * (1 - c))
  }

  private func truth(_ cone: RoundCone) -> [Double] {
    let chords = cone.chords(tolerance: 0.0005)
    /// The distance of a point from the ink, less than 0 within it.
    func distance(_ point: Point) -> Double {
      var least = Double.infinity
      for chord in chords {
        let axis = chord.end - chord.start
        let offset = point - chord.start
        let t = min(1, max(0, (offset.dx * axis.dx + offset.dy * axis.dy) / (axis.dx * axis.dx + axis.dy * axis.dy)))
        let radius = chord.startRadius + (chord.endRadius - chord.startRadius) * t
        least = min(least, (point - (chord.start + axis * t)).length - radius)
      }
      return least
    }
    let samples = 32
    return (0..<Self.side * Self.side).map { i -> Double in
      let (x, y) = (Double(i % Self.side), Double(i / Self.side))
      // No sample of the pixel is on the other side of the edge: all are within 0.71 of its center.
      let middle = distance(Point(x + 0.5, y + 0.5))
      if middle.magnitude > 2 { return middle < 0 ? 1 : 0 }
      var inside = 0
      for row in 0..<samples {
        for column in 0..<samples {
          let point = Point(
            x + (Double(column) + 0.5) / Double(samples), y + (Double(row) + 0.5) / Double(samples))
          if distance(point) <= 0 { inside += 1 }
        }
      }
      return Double(inside) / Double(samples * samples)
    }
  }

  private static let directions = [Vector(1, 0), Vector(0.28, 0.96), Vector(-0.6, 0.8), Vector(-0.8, -0.6)]

  /// The radius of the axis, the radii of the ink at its ends, and the errors of straight lines of that width: the mean
  /// and the largest error of edge pixels, in levels of 255, and the relative error of the sum.
  @Test(arguments: [
    (20.0, 4.0, 4.0, 1.3, 8.4, 0.001), (12, 3, 3, 1.4, 12, 0.001), (20, 2, 2, 1.6, 15, 0.003),
    (16, 1, 1, 1.9, 26, 0.006), (16, 0.5, 0.5, 2.2, 46, 0.012), (20, 3, 3.8, 1.6, 15, 0.003),
    (6, 4, 4, 1.6, 15, 0.003), (5.2, 4, 4, 1.9, 20, 0.004),
  ])
  func `a bent cone covers the discs along its arc`(
    axis: Double, start: Double, end: Double, mean: Double, worst: Double, ink: Double
  ) {
    var errors: [Double] = []
    var (drawn, area) = (0.0, 0.0)
    for direction in Self.directions {
      let cone = Self.arc(axis: axis, radii: (start, end), direction: direction, step: 0.2)
      var mask = Mask(width: Self.side, height: Self.side)
      mask.join([cone])
      let truth = truth(cone)
      for i in truth.indices {
        let ours = Double(mask.coverage(x: i % Self.side, y: i / Self.side))
        drawn += ours / 255
        area += truth[i]
        if ours > 0 && ours < 255 || truth[i] > 0 && truth[i] < 1 { errors.append(abs(ours - truth[i] * 255)) }
      }
    }
    #expect(errors.reduce(0, +) / Double(errors.count) <= mean)
    #expect(errors.max() ?? 0 <= worst)
    #expect(abs(drawn / area - 1) <= ink)
  }

  @Test(arguments: rounds(40))
  func `a bent cone equals its halves`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let radius = random.double(in: 0.4...6)
    let start = Point(random.double(in: 20...100), random.double(in: 20...100))
    let step = Vector(random.double(in: -30...30), random.double(in: -30...30))
    let cone = RoundCone(
      start: start, startRadius: radius, end: start + step, endRadius: radius,
      bulge: random.double(in: -0.14...0.14) * step.length)
    var whole = Mask(width: 130, height: 130)
    whole.join([cone])
    var cut = Mask(width: 130, height: 130)
    let (first, second) = cone.halves
    cut.join([first.halves.first, first.halves.second, second.halves.first, second.halves.second])
    var largest = 0
    for y in 0..<130 {
      for x in 0..<130 {
        largest = max(largest, abs(Int(whole.coverage(x: x, y: y)) - Int(cut.coverage(x: x, y: y))))
      }
    }
    // An arc that is too tight for a strip is split into chords with a bulge of up to 0.03 pixels, and so are its
    // halves.
    #expect(largest <= 8)
  }
}
