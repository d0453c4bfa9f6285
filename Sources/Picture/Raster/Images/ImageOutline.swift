import Geometry

/// The edges of a placed image: the exact area of each pixel of the canvas that the image covers.
///
/// Computed in coordinates of the image, in which its edges are a box and a pixel of the canvas is a small
/// parallelogram.
struct ImageOutline: Sendable {
  /// The map from the canvas to the image.
  private let inverse: ImagePlacement
  /// The size of the image in pixels.
  private let width: Double
  private let height: Double
  /// Half the size of the box around a pixel of the canvas, in pixels of the image.
  private let reach: SIMD2<Double>
  /// The area of a pixel of the canvas, in pixels of the image.
  private let pixelArea: Double

  init(inverse: ImagePlacement, width: Int, height: Int) {
    self.inverse = inverse
    self.width = Double(width)
    self.height = Double(height)
    reach = SIMD2(
      (Swift.abs(inverse.a) + Swift.abs(inverse.c)) * 0.5, (Swift.abs(inverse.b) + Swift.abs(inverse.d)) * 0.5)
    pixelArea = Swift.abs(inverse.a * inverse.d - inverse.b * inverse.c)
  }

  enum Side {
    case inside, outside, edge
  }

  /// Whether a box of pixels of the canvas lies completely inside the image, or completely outside.
  func side(of box: PixelRect) -> Side {
    let center = inverse.apply(
      Point(Double(box.minX + box.maxX) * 0.5, Double(box.minY + box.maxY) * 0.5))
    let (columns, rows) = (Double(box.width) * 0.5, Double(box.height) * 0.5)
    let x = Swift.abs(inverse.a) * columns + Swift.abs(inverse.c) * rows
    let y = Swift.abs(inverse.b) * columns + Swift.abs(inverse.d) * rows
    return side(center, SIMD2(x, y))
  }

  private func side(_ center: Point, _ reach: SIMD2<Double>) -> Side {
    if center.x + reach.x <= 0 || center.x - reach.x >= width || center.y + reach.y <= 0
      || center.y - reach.y >= height
    {
      return .outside
    }
    return center.x - reach.x >= 0 && center.x + reach.x <= width && center.y - reach.y >= 0
      && center.y + reach.y <= height ? .inside : .edge
  }

  /// The coverage of a pixel of the canvas, 0...255.
  func coverage(x: Int, y: Int) -> UInt32 {
    let center = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
    switch side(center, reach) {
    case .inside: return 255
    case .outside: return 0
    case .edge:
      let share = coveredArea(center) / pixelArea
      return share >= 1 ? 255 : UInt32(saturating: Swift.max(0, share) * 255 + 0.5)
    }
  }

  private func coveredArea(_ center: Point) -> Double {
    let right = SIMD2(inverse.a, inverse.b) * 0.5
    let down = SIMD2(inverse.c, inverse.d) * 0.5
    var polygon = ClippedPolygon(-right - down, right - down, right + down, down - right)
    polygon.clip(axis: 0, from: -center.x, to: width - center.x)
    polygon.clip(axis: 1, from: -center.y, to: height - center.y)
    return polygon.area
  }
}

/// A parallelogram clipped by a box (Sutherland & Hodgman 1974).
private struct ClippedPolygon {
  /// Each of the box's four sides adds at most one corner to the parallelogram's four.
  private var corners = InlineArray<8, SIMD2<Double>>(repeating: .zero)
  private var count = 4

  init(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>) {
    (corners[0], corners[1], corners[2], corners[3]) = (a, b, c, d)
  }

  mutating func clip(axis: Int, from low: Double, to high: Double) {
    keep { $0[axis] - low }
    keep { high - $0[axis] }
  }

  /// Keeps the part with a depth of 0 or more. The depth must be linear.
  private mutating func keep(_ depth: (SIMD2<Double>) -> Double) {
    guard count > 0 else { return }
    var kept = InlineArray<8, SIMD2<Double>>(repeating: .zero)
    var keptCount = 0
    var last = corners[count - 1]
    var lastDepth = depth(last)
    for index in 0..<count {
      let corner = corners[index]
      let cornerDepth = depth(corner)
      if (lastDepth < 0) != (cornerDepth < 0), keptCount < 8 {
        kept[keptCount] = last + (corner - last) * (lastDepth / (lastDepth - cornerDepth))
        keptCount += 1
      }
      if cornerDepth >= 0, keptCount < 8 {
        kept[keptCount] = corner
        keptCount += 1
      }
      (last, lastDepth) = (corner, cornerDepth)
    }
    (corners, count) = (kept, keptCount)
  }

  var area: Double {
    guard count > 2 else { return 0 }
    var doubled = 0.0
    var last = corners[count - 1]
    for index in 0..<count {
      let corner = corners[index]
      doubled += last.x * corner.y - corner.x * last.y
      last = corner
    }
    return Swift.abs(doubled) * 0.5
  }
}
