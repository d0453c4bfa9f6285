import Geometry

/// A part of a pixel, as 64 positions in it that lie inside: what parts cover together is the positions of either
/// (Carpenter, "The A-buffer, an antialiased hidden surface method", SIGGRAPH 1984).
struct PixelPart {
  /// A bit for each position.
  private(set) var positions: UInt64

  /// No part.
  init() { positions = 0 }

  /// The part that an edge cuts off: as many positions as `coverage` has room for, those furthest inside first.
  init(coverage: UInt8, edge: EdgeDirection) {
    positions = PixelPart.table[Int(edge.code) &* PixelPart.steps &+ Int(coverage) &* 64 / 255]
  }

  /// A coverage of no more than this is no part.
  static let least: UInt8 = 3

  mutating func formUnion(_ other: PixelPart) { positions |= other.positions }

  /// How much of the pixel it is, 0...255: no more than the coverage that it was made of.
  var coverage: UInt8 { UInt8(truncatingIfNeeded: positions.nonzeroBitCount * 255 / 64) }

  /// How many counts of positions there are, from none to all.
  private static let steps = 65

  /// For each direction of an edge and each count the positions that are inside.
  ///
  /// The positions are a lattice of rank 1, no two of which are in one column or one row. An edge and its opposite take
  /// them in opposite orders, so that two shapes which meet at an edge cover all of a pixel together.
  private static let table: [UInt64] = {
    let places = (0..<64).map { (x: 2 * $0 - 63, y: 2 * ($0 * 27 % 64) - 63) }
    var table: [UInt64] = []
    table.reserveCapacity((EdgeDirection.count + 1) * steps)
    var orders: [[Int]] = []
    for code in 0..<EdgeDirection.count / 2 {
      let (x, y) = EdgeDirection.normal(UInt8(code))
      let depths = places.map { $0.x * x + $0.y * y }
      orders.append((0..<64).sorted { (depths[$0], $0) < (depths[$1], $1) })
    }
    orders += orders.map { $0.reversed() }
    // Of thin shapes from the middle of the pixel outward: of two of them, one part holds the other.
    orders.append(
      (0..<64).sorted {
        (places[$0].x * places[$0].x + places[$0].y * places[$0].y, $0)
          < (places[$1].x * places[$1].x + places[$1].y * places[$1].y, $1)
      })
    for order in orders {
      var positions: UInt64 = 0
      table.append(0)
      for place in order {
        positions |= 1 << UInt64(place)
        table.append(positions)
      }
    }
    return table
  }()
}

/// One of 64 directions in which an edge's normal points outward, or none.
struct EdgeDirection: Equatable {
  /// In 64ths of a turn from the x axis toward the y axis.
  let code: UInt8

  static let count = 64
  /// Of a shape both of whose edges may lie in one pixel.
  static let none = EdgeDirection()

  private init() { code = UInt8(EdgeDirection.count) }

  /// The direction nearest to a vector, which need not have length 1.
  init(_ x: Double, _ y: Double) {
    let (a, b) = (Swift.abs(x), Swift.abs(y))
    let (long, short) = a > b ? (a, b) : (b, a)
    // The part of an octant, in 64ths of a turn: 0...8.
    let part = long > 0 ? Int(EdgeDirection.parts[Int(short / long * 128)]) : 0
    let quarter = a > b ? part : 16 - part
    let half = x < 0 ? 32 - quarter : quarter
    code = UInt8(truncatingIfNeeded: (y < 0 ? 64 - half : half) & 63)
  }

  /// The nearest 64th of a turn for each 128th of a tangent: the tangents of 0.5, 1.5 and so on 64ths of a turn are
  /// 6.3, 19, 32.1, 45.8, 60.5, 76.7, 94.9 and 116 of them.
  private static let parts: [UInt8] = {
    let limits = [6, 19, 32, 46, 61, 77, 95, 116]
    return (0...128).map { tangent in UInt8(limits.count { $0 <= tangent }) }
  }()

  /// The sines of 64ths of a turn up to a quarter, by 2¹⁶.
  private static let sines = [
    0, 6424, 12785, 19024, 25080, 30893, 36410, 41576, 46341, 50660, 54491, 57798, 60547, 62714, 64277, 65220, 65536,
  ]

  /// A direction's vector, by 2¹⁶.
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

/// Which way the edge of a shape faces at any place: of a strip along its axis, which may be bent, or of a disc.
struct EdgeField {
  /// The middle of the axis, or the disc's center, in pixels.
  private let middle: Point
  /// The axis' normal in the middle and its curvature; no normal and 1 for a disc.
  private let normal: Vector
  private let curvature: Double
  /// Whether both edges of the shape may lie in one pixel, and neither says where the shape is in it.
  private let isThin: Bool

  /// Shapes of a smaller radius are thin, in pixels.
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

  /// The outward direction of the edge that is nearer to a place, in pixels; none where the shape is thin.
  func direction(at place: Point) -> EdgeDirection {
    guard !isThin else { return .none }
    let offset = place - middle
    let (x, y) = (normal.dx + curvature * offset.dx, normal.dy + curvature * offset.dy)
    let squared = offset.dx * offset.dx + offset.dy * offset.dy
    let side = normal.dx * offset.dx + normal.dy * offset.dy + curvature * squared / 2
    return side < 0 ? EdgeDirection(-x, -y) : EdgeDirection(x, y)
  }
}
