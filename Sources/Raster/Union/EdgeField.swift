import Geometry

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
