import Geometry
import TestSupport

@testable import Raster

extension SeededRandom {
  /// A chain of one to five cones, in and around a canvas of `side` pixels.
  mutating func chain(side: Double) -> [RoundCone] {
    var start = Point(double(in: -20...side + 20), double(in: -20...side + 20))
    var radius = double(in: 0.35...20)
    var chain: [RoundCone] = []
    for _ in 0..<Int.random(in: 1...5, using: &self) {
      let end = start + Vector(double(in: -60...60), double(in: -60...60))
      let endRadius = max(0.35, radius + double(in: -5...5))
      chain.append(
        RoundCone(start: start, startRadius: radius, end: end, endRadius: endRadius, continues: !chain.isEmpty))
      (start, radius) = (end, endRadius)
    }
    return chain
  }

  mutating func pixel(alpha: UInt8? = nil) -> Pixel {
    func byte() -> UInt8 { UInt8.random(in: 0...255, using: &self) }
    return Pixel(red: byte(), green: byte(), blue: byte(), alpha: alpha ?? byte())
  }

  mutating func mask(side: Int) -> Mask {
    var mask = Mask(width: side, height: side)
    mask.join(chain(side: Double(side)))
    return mask
  }
}

extension Mask {
  /// A mask that covers all of a canvas of `side` pixels.
  static func full(side: Int) -> Mask {
    var mask = Mask(width: side, height: side)
    mask.join([RoundCone(center: Point(Double(side) / 2, Double(side) / 2), radius: Double(side) * 2)])
    return mask
  }

  func bytes(side: Int) -> [UInt8] {
    (0..<side * side).map { coverage(x: $0 % side, y: $0 / side) }
  }
}

extension Canvas {
  var words: [UInt32] {
    (0..<width * height).map { self[$0 % width, $0 / width].word }
  }
}
