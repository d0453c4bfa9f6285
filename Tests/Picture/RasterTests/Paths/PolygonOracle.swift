import Geometry
import Raster
import TestSupport

/// The true area of polygons in each pixel, computed in a simple way: the plane is cut into strips at all corners, at
/// the crossings of all pairs of edges and at all rows, and each strip is integrated pixel by pixel.
func trueArea(of polygons: [[Point]], _ rule: FillRule, width: Int, height: Int) -> [Double] {
  struct Edge {
    var a, b: Point
    func x(_ y: Double) -> Double { a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)) }
    var low: Double { min(a.y, b.y) }
    var high: Double { max(a.y, b.y) }
  }
  var edges: [Edge] = []
  for polygon in polygons {
    for (a, b) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) where a.y != b.y {
      edges.append(Edge(a: a, b: b))
    }
  }
  var cuts: [Double] = (0...height).map { (y: Int) -> Double in Double(y) }
  for edge in edges { cuts += [edge.a.y, edge.b.y] }
  for (i, e) in edges.enumerated() {
    for f in edges[..<i] {
      let (low, high) = (max(e.low, f.low), min(e.high, f.high))
      guard low < high else { continue }
      let (above, below) = (e.x(low) - f.x(low), e.x(high) - f.x(high))
      if above * below < 0 { cuts.append(low + (high - low) * (above / (above - below))) }
    }
  }
  cuts = cuts.filter { $0 >= 0 && $0 <= Double(height) }.sorted()
  var area = Array(repeating: 0.0, count: width * height)
  for (top, bottom) in zip(cuts, cuts.dropFirst()) where bottom > top {
    let middle = (top + bottom) / 2
    let row = Int(middle)
    var winding = 0
    for edge in edges.filter({ $0.low < middle && $0.high > middle }).sorted(by: { $0.x(middle) < $1.x(middle) }) {
      let before = rule.isInside(winding: winding)
      winding += edge.a.y < edge.b.y ? 1 : -1
      let after = rule.isInside(winding: winding)
      guard before != after else { continue }
      for column in 0..<width {
        let rest = 1 - meanOfClamped(edge.x(top) - Double(column), edge.x(bottom) - Double(column))
        area[row * width + column] += (after ? 1 : -1) * rest * (bottom - top)
      }
    }
  }
  return area
}

/// The mean of all numbers between two, each clamped to 0...1.
private func meanOfClamped(_ a: Double, _ b: Double) -> Double {
  func integral(_ v: Double) -> Double { v <= 0 ? 0 : v >= 1 ? v - 0.5 : v * v / 2 }
  if abs(b - a) < 1e-9 { return max(0, min(1, (a + b) / 2)) }
  return (integral(b) - integral(a)) / (b - a)
}

extension SeededRandom {
  /// Polygons that cross themselves and each other, in and around a picture of `side` pixels.
  /// - Parameter grid: All corners are multiples of this, so that many corners and edges coincide; 0 for any corners.
  mutating func polygons(side: Double, grid: Double = 0) -> [[Point]] {
    func number(_ random: inout SeededRandom) -> Double {
      let value = random.double(in: -side / 3...side * 4 / 3)
      return grid > 0 ? (value / grid).rounded() * grid : value
    }
    return (0..<Int.random(in: 1...3, using: &self)).map { _ in
      (0..<Int.random(in: 3...9, using: &self)).map { _ in Point(number(&self), number(&self)) }
    }
  }
}

extension Mask {
  static func filled(_ polygons: [[Point]], _ rule: FillRule = .nonzero, width: Int, height: Int) -> Mask {
    var mask = Mask(width: width, height: height)
    mask.fill(polygons, rule: rule)
    return mask
  }

  /// The coverage of each pixel, row by row.
  func bytes(width: Int, height: Int) -> [UInt8] {
    (0..<width * height).map { coverage(x: $0 % width, y: $0 / width) }
  }

  /// The sum of the coverage, in pixels.
  func ink(width: Int, height: Int) -> Double {
    bytes(width: width, height: height).reduce(0) { $0 + Double($1) } / 255
  }
}
