import Geometry

/// A part of a pixel, as the set of those of 256 samples that lie inside. The part that several shapes cover
/// together is the union of their sets (Carpenter, "The A-buffer, an antialiased hidden surface method", SIGGRAPH
/// 1984).
///
/// A half plane takes them by fours, one of each word: the 64 positions.
struct PixelPart {
  /// A bit for each sample: 16 rows of 16, in the order of `RASTER_SAMPLE_ROW`.
  private(set) var samples: SIMD4<UInt64>

  /// The empty part.
  init() { samples = .zero }

  /// The part behind an edge: the number of positions that corresponds to `coverage`, those furthest inside first.
  init(coverage: UInt8, edge: EdgeDirection) {
    samples = SIMD4(
      repeating: PixelPart.table[Int(edge.code) &* PixelPart.steps &+ Int(coverage) &* 64 / 255])
  }

  /// The largest coverage that is less than one position.
  static let least: UInt8 = 3

  mutating func formUnion(_ other: PixelPart) { samples |= other.samples }

  var isEmpty: Bool { samples == .zero }

  /// The share of the pixel, 0...255, rounded to the nearest integer or down. Rounded down, it is no more than the
  /// coverage from which the part was made.
  func coverage(isRounded: Bool) -> UInt8 {
    let counts = samples.nonzeroBitCount
    let count = counts[0] &+ counts[1] &+ counts[2] &+ counts[3]
    return UInt8(truncatingIfNeeded: (count &* 255 &+ (isRounded ? 128 : 0)) &>> 8)
  }

  /// The number of possible counts of positions, 0...64.
  private static let steps = 65

  /// For each direction of an edge and each count, the positions that are inside.
  ///
  /// The positions are a lattice of rank 1: no two share a column or a row. Opposite directions take the positions in
  /// opposite orders, so that two shapes which meet at a common edge cover the whole pixel together.
  private static let table: [UInt64] = {
    let samples = (0..<64).map { (x: 2 * $0 - 63, y: 2 * ($0 * 27 % 64) - 63) }
    // Four positions share a column of samples. From the uppermost down, each takes four rows of it.
    let bits = samples.indices.map { i in
      let above = samples[i / 4 * 4..<i / 4 * 4 + 4].count { $0.y < samples[i].y }
      return UInt64(above * 16 + i / 4)
    }
    var table = [UInt64](repeating: 0, count: (EdgeDirection.count + 1) * steps)
    let opposite = EdgeDirection.count / 2
    var order = [Int](0..<64)
    for code in 0...opposite {
      // For thin shapes, without a direction: from the center of the pixel outward, so that of two such parts one
      // contains the other.
      let isThin = code == opposite
      let (x, y) = EdgeDirection.normal(UInt8(code))
      sort(&order) { i in
        let (dx, dy) = samples[i]
        return isThin ? dx &* dx &+ dy &* dy : dx &* x &+ dy &* y
      }
      let row = (isThin ? EdgeDirection.count : code) * steps
      var positions: UInt64 = 0
      for k in 0..<64 {
        positions |= 1 &<< bits[order[k]]
        table[row + k + 1] = positions
      }
      if isThin { break }
      for k in 0..<steps { table[row + opposite * steps + k] = ~table[row + steps - 1 - k] }
    }
    return table
  }()

  /// Sorts all positions by ascending depth; of equal depths, the first position first. Insertion, because the order of
  /// one direction is nearly that of the next, and because the table is made in each process.
  @inline(__always)
  private static func sort(_ positions: inout [Int], by depth: (Int) -> Int) {
    var order = positions.mutableSpan
    for i in 0..<order.count { order[i] = depth(order[i]) &* 64 &+ order[i] }
    for i in 1..<order.count {
      let key = order[i]
      var free = i
      while free > 0, order[free - 1] > key {
        order[free] = order[free - 1]
        free -= 1
      }
      order[free] = key
    }
    for i in 0..<order.count { order[i] &= 63 }
  }
}

/// The direction in which the normal of an edge points outward, as one of 64, or none.
struct EdgeDirection: Equatable {
  /// In 64ths of a turn, from the x axis toward the y axis; 64 for none.
  let code: UInt8

  static let count = 64
  /// For a shape so thin that both its edges may lie in one pixel.
  static let none = EdgeDirection()

  private init() { code = UInt8(EdgeDirection.count) }

  /// The direction nearest to that of a vector of any length.
  init(_ x: Double, _ y: Double) {
    let (a, b) = (Swift.abs(x), Swift.abs(y))
    let (long, short) = a > b ? (a, b) : (b, a)
    // The angle within an octant, in 64ths of a turn, 0...8.
    let part = long > 0 ? Int(EdgeDirection.parts[Int(saturating: short / long * 128)]) : 0
    let quarter = a > b ? part : 16 - part
    let half = x < 0 ? 32 - quarter : quarter
    code = UInt8(truncatingIfNeeded: (y < 0 ? 64 - half : half) & 63)
  }

  /// The nearest 64th of a turn for each tangent in 128ths. The tangents of 0.5, 1.5, ... 7.5 64ths of a turn are 6.3,
  /// 19, 32.1, 45.8, 60.5, 76.7, 94.9 and 116 of these. A table, because results of a math library differ between
  /// platforms.
  private static let parts: [UInt8] = {
    let limits = [6, 19, 32, 46, 61, 77, 95, 116]
    return (0...128).map { tangent in UInt8(limits.count { $0 <= tangent }) }
  }()

  /// The sines of 0...16 64ths of a turn, times 2¹⁶.
  private static let sines = [
    0, 6424, 12785, 19024, 25080, 30893, 36410, 41576, 46341, 50660, 54491, 57798, 60547, 62714, 64277, 65220, 65536,
  ]

  /// The vector of a direction, of length 2¹⁶.
  static func normal(_ code: UInt8) -> (x: Int, y: Int) {
    let part = Int(code) & 15
    let (sine, cosine) = (sines[part], sines[16 - part])
    return switch code >> 4 & 3 {
    case 0: (cosine, sine)
    case 1: (-sine, cosine)
    case 2: (-cosine, -sine)
    default: (sine, -cosine)
    }
  }
}

/// The direction of a shape's edge at every position: for a strip or hull along an axis, which may be bent, or for a
/// disc.
struct EdgeField {
  /// The middle of the axis, or the center of the disc, in pixels.
  private let middle: Point
  /// The axis' normal in the middle, and its curvature; for a disc, the zero vector and 1.
  private let normal: Vector
  private let curvature: Double
  /// Whether both edges of the shape may lie in one pixel, so that neither tells which part of the pixel is covered.
  private let isThin: Bool

  /// Shapes of a smaller radius, in pixels, are thin.
  private static let leastRadius = 0.5

  @inline(always)
  init(alongAxisOf shape: borrowing ConeShape) {
    middle = shape.middle
    normal = shape.normal
    curvature = shape.curvature
    isThin = Swift.min(shape.cone.startRadius, shape.cone.endRadius) < EdgeField.leastRadius
  }

  @inline(always)
  init(aroundDiscAt center: Point, radius: Double) {
    middle = center
    normal = Vector(0, 0)
    curvature = 1
    isThin = radius < EdgeField.leastRadius
  }

  /// The outward direction of the edge nearer to a position, in pixels; none if the shape is thin.
  func direction(at position: Point) -> EdgeDirection {
    guard !isThin else { return .none }
    let offset = position - middle
    let (x, y) = (normal.dx + curvature * offset.dx, normal.dy + curvature * offset.dy)
    let squared = offset.dx * offset.dx + offset.dy * offset.dy
    let side = normal.dx * offset.dx + normal.dy * offset.dy + curvature * squared / 2
    return side < 0 ? EdgeDirection(-x, -y) : EdgeDirection(x, y)
  }
}
