import Geometry

/// The shapes of which a round cone is drawn, in pixels: a body between two edges, and at each end a cap, which is a
/// part of the disc there. Computed once for all tiles that the cone touches.
struct ConeShape {
  enum Body {
    /// There is no body, because one disc contains the other.
    case none
    /// The pixels no further from the axis than the radius, between two lines across the ends of the axis. The axis may
    /// be straight or an arc; the radius changes little along it.
    case strip
    /// The pixels between the common tangents of two discs with rather different radii, from where the tangents touch
    /// one disc to where they touch the other (Quilez, "2D distance functions", uneven capsule).
    case hull
  }

  let cone: RoundCone
  let body: Body
  /// The directions of the axis at its ends, of length 1.
  let startDirection: Vector
  let endDirection: Vector
  /// The curvature 1/R of a bent axis, positive if the arc lies on the side of the chord to which `normal` points.
  let curvature: Double
  /// The middle of the axis, and the direction of the chord turned by a right angle.
  let middle: Point
  let normal: Vector
  /// The length of the chord.
  let length: Double
  /// The sine of half the angle between the tangents: (start radius − end radius) / length.
  let narrowing: Double

  /// Whether the ends of a strip are near enough to those of the hull. A strip ends across the axis, at the radius; the
  /// hull's tangents are further out there, by r · s² / 2 with s = shrink / length. At most 0.02 pixels are allowed.
  private static func isStrip(_ cone: RoundCone, _ shrink: Double, squaredLength: Double) -> Bool {
    let widest = Swift.max(cone.startRadius, cone.endRadius, 4)
    return shrink * shrink * widest <= 0.04 * squaredLength
  }

  /// An arc with a smaller bulge is drawn straight, in pixels. Where an arc cannot be a strip, it is split until its
  /// pieces have a bulge of at most `lowEnough`, and these are drawn straight.
  private static let lowest = 0.004
  private static let lowEnough = 0.03
  /// The same for very large arcs, as a part of their size: the kernels compute in Float, and splitting further would
  /// take memory without limit. Matters from a radius of two million pixels on.
  private static let relativelyLow = 0x1p-26
  /// The longest chord of a strip, beyond its radius, in pixels. The kernels compute in Float, relative to the middle.
  private static let longest = 512.0
  /// The most halvings of a cone. Half as many split the longest axis of a log into strips at the largest scale.
  private static let deepest = 64
  /// Below this radius, in pixels, a pixel may touch both edges of a strip: `pixelReach` and a margin.
  static let thinRadius = 0.75

  init(_ cone: RoundCone) {
    self.cone = cone
    let step = cone.end - cone.start
    length = step.length
    let shrink = cone.startRadius - cone.endRadius
    guard length > 0, Swift.abs(shrink) < length else {
      body = .none
      startDirection = Vector(1, 0)
      endDirection = startDirection
      normal = Vector(0, 1)
      middle = cone.start
      curvature = 0
      narrowing = 0
      return
    }
    let direction = step / length
    normal = Vector(-direction.dy, direction.dx)
    narrowing = shrink / length
    body = Self.isStrip(cone, shrink, squaredLength: length * length) ? .strip : .hull
    guard body == .strip, Swift.abs(cone.bulge) > Self.lowest else {
      startDirection = direction
      endDirection = direction
      middle = cone.start + step * 0.5
      curvature = 0
      return
    }
    middle = cone.start + step * 0.5 + normal * cone.bulge
    curvature = 2 * cone.bulge / (length * length / 4 + cone.bulge * cone.bulge)
    let sine = length / 2 * curvature
    let cosine = 1 - cone.bulge * curvature
    startDirection = direction * cosine + normal * sine
    endDirection = direction * cosine - normal * sine
  }

  var isBent: Bool { curvature != 0 }

  /// Whether the radius is constant and no pixel can touch both edges of a strip.
  var isPlain: Bool { cone.startRadius == cone.endRadius && cone.startRadius > ConeShape.thinRadius }

  /// Appends the shapes of a cone: several if the cone is long, or is bent so much that it cannot be a strip.
  /// - Parameters:
  ///   - area: The pixels of the picture. A cone that touches none of them is not split.
  ///   - depth: How often the cone has been halved.
  static func append(_ cone: RoundCone, within area: PixelRect, to shapes: inout [ConeShape], depth: Int = 0) {
    let step = cone.end - cone.start
    let squared = step.dx * step.dx + step.dy * step.dy
    let limit = longest + Swift.max(cone.startRadius, cone.endRadius)
    if squared > limit * limit, area.covering(cone.touchedBounds).isEmpty { return shapes.append(ConeShape(cone)) }
    if squared <= limit * limit {
      if cone.bulge == 0 || canBend(cone, squared) { return shapes.append(ConeShape(cone)) }
      if Swift.abs(cone.bulge) <= Swift.max(lowEnough, limit * relativelyLow) {
        var straight = cone
        straight.bulge = 0
        return shapes.append(ConeShape(straight))
      }
    }
    // Comparisons with numbers that are not finite do not end.
    guard squared < .infinity, limit < .infinity, depth < deepest else { return }
    let (first, second) = cone.halves
    append(first, within: area, to: &shapes, depth: depth + 1)
    append(second, within: area, to: &shapes, depth: depth + 1)
  }

  /// Whether the body of a bent cone is a strip: it turns by less than 67 degrees, and its inner edge is an arc, too.
  private static func canBend(_ cone: RoundCone, _ squared: Double) -> Bool {
    let bulge = Swift.abs(cone.bulge)
    // 2 · bulge / chord is the tangent of a quarter of the turn: 0.3 for 67 degrees.
    guard squared > 36 / 0.81 * bulge * bulge else { return false }
    let shrink = cone.startRadius - cone.endRadius
    guard isStrip(cone, shrink, squaredLength: squared) else { return false }
    let diameter = (squared / 4 + bulge * bulge) / bulge
    return diameter >= 2 * (Swift.max(cone.startRadius, cone.endRadius) + 1)
  }

  /// The largest distance along the axis from the start's center to where the body begins. Positive for a hull that
  /// narrows, where the tangents touch the start disc ahead of its center.
  var bodyStart: Double {
    body == .hull ? Swift.max(0, narrowing) * tangentReach(cone.startRadius) : 0
  }

  /// The largest distance along the axis from the end's center back to where the body ends. Positive for a hull that
  /// widens.
  var bodyEnd: Double {
    body == .hull ? Swift.max(0, -narrowing) * tangentReach(cone.endRadius) : 0
  }

  /// The largest distances by which the body extends back before the start's center, and on after the end's center.
  var reachBefore: Double { body == .hull ? Swift.max(0, -narrowing) * tangentReach(cone.startRadius) : 0 }
  var reachAfter: Double { body == .hull ? Swift.max(0, narrowing) * tangentReach(cone.endRadius) : 0 }

  /// The distance of a hull's end from its disc's center, along the axis, divided by `narrowing`.
  private func tangentReach(_ radius: Double) -> Double {
    (radius + Double(pixelReach)) / (1 - narrowing * narrowing).squareRoot()
  }

  /// How far two strips extend into each other, so that they meet on the outer side of the bend between them; nil if
  /// the bend is so sharp, or the bodies so different, that a cap must fill it.
  func overlap(with next: ConeShape) -> Double? {
    guard body == .strip, next.body == .strip else { return nil }
    let (a, b) = (endDirection, next.startDirection)
    guard a.dx * b.dx + a.dy * b.dy > 0 else { return nil }
    let gap = Swift.abs(a.dx * b.dy - a.dy * b.dx) * (cone.endRadius + Double(pixelReach)) / 2
    // A body that widens is too wide beyond its end.
    return gap < (isPlain && next.isPlain ? 0.4 : 0.15) ? gap : nil
  }

  /// The pixels of `area` that the body may touch. `area` must not begin before pixel 0.
  @inline(always)
  func bodyPixels(of area: PixelRect) -> PixelRect {
    let reach = Double(pixelReach) + 0.05
    let startReach = cone.startRadius + reach
    let endReach = cone.endRadius + reach
    guard body == .strip else { return hullBounds(reach).pixels(of: area) }
    // The bounds of the edges at the ends and in the middle. Between these, an arc extends by at most a quarter of its
    // bulge.
    var bounds = PixelBounds(
      cone.start, Swift.abs(startDirection.dy) * startReach, Swift.abs(startDirection.dx) * startReach
    ).union(PixelBounds(cone.end, Swift.abs(endDirection.dy) * endReach, Swift.abs(endDirection.dx) * endReach))
    if isBent {
      let widest = Swift.max(startReach, endReach)
      bounds = bounds.union(PixelBounds(middle, Swift.abs(normal.dx) * widest, Swift.abs(normal.dy) * widest))
      bounds.widen(by: 0.3 * Swift.abs(cone.bulge) * (1 + widest * Swift.abs(curvature)))
    }
    return bounds.pixels(of: area)
  }

  /// The bounds of a hull's body: of the discs' centers, and of the points in which the tangents touch the discs.
  private func hullBounds(_ reach: Double) -> PixelBounds {
    let cosine = (1 - narrowing * narrowing).squareRoot()
    let (along, beside) = (startDirection * narrowing, normal * cosine)
    func tangent(_ outward: Vector) -> PixelBounds {
      PixelBounds(cone.start + outward * cone.startRadius, 0, 0)
        .union(PixelBounds(cone.end + outward * cone.endRadius, 0, 0))
    }
    var bounds = PixelBounds(cone.start, 0, 0).union(PixelBounds(cone.end, 0, 0))
      .union(tangent(along + beside)).union(tangent(along - beside))
    // More than the rounding errors of the kernel.
    bounds.widen(by: reach + (cone.startRadius + cone.endRadius) * 0x1p-20)
    return bounds
  }
}

/// A box around ink, in pixels.
struct PixelBounds {
  private var minX: Double
  private var minY: Double
  private var maxX: Double
  private var maxY: Double

  @inline(always)
  init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// The box around all points at most `x` and `y` away from a point.
  @inline(always)
  init(_ point: Point, _ x: Double, _ y: Double) {
    (minX, minY, maxX, maxY) = (point.x - x, point.y - y, point.x + x, point.y + y)
  }

  @inline(always)
  func union(_ other: PixelBounds) -> PixelBounds {
    var result = self
    result.minX = minX < other.minX ? minX : other.minX
    result.minY = minY < other.minY ? minY : other.minY
    result.maxX = maxX > other.maxX ? maxX : other.maxX
    result.maxY = maxY > other.maxY ? maxY : other.maxY
    return result
  }

  @inline(always)
  mutating func widen(by margin: Double) {
    minX -= margin
    minY -= margin
    maxX += margin
    maxY += margin
  }

  /// The pixels of `area` that the box meets. `area` must not begin before pixel 0.
  @inline(always)
  func pixels(of area: PixelRect) -> PixelRect {
    PixelRect(
      minX: PixelBounds.first(minX, area.minX, area.maxX), minY: PixelBounds.first(minY, area.minY, area.maxY),
      maxX: PixelBounds.first(maxX + 1, area.minX, area.maxX), maxY: PixelBounds.first(maxY + 1, area.minY, area.maxY))
  }

  /// Converts to Int, toward zero. Clamped before, because Int cannot hold every Double.
  @inline(always)
  private static func first(_ value: Double, _ low: Int, _ high: Int) -> Int {
    let (low, high) = (Double(low), Double(high))
    let raised = value > low ? value : low
    return Int(saturating: raised < high ? raised : high)
  }
}

/// The longest distance from a pixel's center at which an edge still touches the pixel: √2/2, rounded up.
let pixelReach: Float = 0.7072
