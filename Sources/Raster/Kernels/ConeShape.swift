import Geometry

/// What a round cone is made of, in pixels, worked out once for all the tiles that it touches: a body between two
/// edges, and at each end a cap of the disc there.
struct ConeShape {
  enum Body {
    /// One disc holds the other, and is all there is.
    case none
    /// Edges at the axis' own distance, the radius, beside it: straight or bent, of a width that changes little. It
    /// ends at right angles to the axis.
    case strip
    /// The hull of two discs of rather different radii: its edges are the discs' tangents, and it ends where they
    /// touch (Quilez, "2D distance functions", uneven capsule).
    case hull
  }

  let cone: RoundCone
  let body: Body
  /// The direction of the axis at its ends, of length 1.
  let startDirection: Vector
  let endDirection: Vector
  /// 1/R of a bent axis, positive where the arc lies on the side of the chord to which `normal` points.
  let curvature: Double
  /// The middle of the axis, and the chord's direction turned by a right angle.
  let middle: Point
  let normal: Vector
  /// The length of the chord.
  let length: Double
  /// The sine of the angle by which a hull narrows.
  let narrowing: Double

  /// Whether the ends of a strip are right for a change of the radius by `shrink` on a way of `length`: where discs
  /// and tangents part, a strip is at most 0.02 pixels within their hull.
  private static func isStrip(_ cone: RoundCone, _ shrink: Double, squaredLength: Double) -> Bool {
    let widest = Swift.max(cone.startRadius, cone.endRadius, 4)
    return shrink * shrink * widest <= 0.04 * squaredLength
  }

  /// An arc that is lower than this is drawn straight, in pixels; and so is one that no strip can be made of, when
  /// it is cut into pieces lower than that.
  private static let lowest = 0.004
  private static let lowEnough = 0.03
  /// The longest chord of a strip beside its radius, in pixels: places are kept in Float, from its middle on.
  private static let longest = 512.0

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

  /// Whether no line across a strip is so short that a pixel may lie on both its edges, and the radius is constant.
  var isPlain: Bool { cone.startRadius == cone.endRadius && cone.startRadius > 0.75 }

  /// Appends the shapes of a cone: one, or several in a row of one that is long, or bent so that no strip can be made
  /// of it.
  /// - Parameter area: The pixels that matter; what touches none of them is left whole.
  static func append(_ cone: RoundCone, within area: PixelRect, to shapes: inout [ConeShape]) {
    let step = cone.end - cone.start
    let squared = step.dx * step.dx + step.dy * step.dy
    let limit = longest + Swift.max(cone.startRadius, cone.endRadius)
    if squared > limit * limit, area.covering(cone.touchedBounds).isEmpty { return shapes.append(ConeShape(cone)) }
    if squared <= limit * limit {
      if cone.bulge == 0 || canBend(cone, squared) { return shapes.append(ConeShape(cone)) }
      if Swift.abs(cone.bulge) <= lowEnough {
        var straight = cone
        straight.bulge = 0
        return shapes.append(ConeShape(straight))
      }
    }
    let (first, second) = cone.halves
    append(first, within: area, to: &shapes)
    append(second, within: area, to: &shapes)
  }

  /// Whether a bent cone has a strip for its body: it turns by less than 70 degrees, and its inner edge too is an arc.
  private static func canBend(_ cone: RoundCone, _ squared: Double) -> Bool {
    let bulge = Swift.abs(cone.bulge)
    // The bulge over half the chord is the tangent of a quarter of the turn: 0.3 for 67 degrees.
    guard squared > 36 / 0.81 * bulge * bulge else { return false }
    let shrink = cone.startRadius - cone.endRadius
    guard isStrip(cone, shrink, squaredLength: squared) else { return false }
    let diameter = (squared / 4 + bulge * bulge) / bulge
    return diameter >= 2 * (Swift.max(cone.startRadius, cone.endRadius) + 1)
  }

  /// How far ahead of the start's centre, along the axis, the body begins at most: more than 0 for a hull that narrows.
  var bodyStart: Double {
    body == .hull ? Swift.max(0, narrowing) * tangentReach(cone.startRadius) : 0
  }

  /// How far behind the end's centre the body ends at most: more than 0 for a hull that widens.
  var bodyEnd: Double {
    body == .hull ? Swift.max(0, -narrowing) * tangentReach(cone.endRadius) : 0
  }

  /// How far behind the start's centre, and beyond the end's, the body reaches at most.
  var reachBehind: Double { body == .hull ? Swift.max(0, -narrowing) * tangentReach(cone.startRadius) : 0 }
  var reachBeyond: Double { body == .hull ? Swift.max(0, narrowing) * tangentReach(cone.endRadius) : 0 }

  /// What a hull's ends lie ahead of the discs' centres for each unit of its narrowing.
  private func tangentReach(_ radius: Double) -> Double {
    (radius + Double(pixelReach)) / (1 - narrowing * narrowing).squareRoot()
  }

  /// How far beyond its ends a strip goes on into the next one, so that both meet on the outer side of a kink between
  /// them; nil where the kink is so sharp, or the bodies so different, that it takes a part of a disc.
  func overlap(with next: ConeShape) -> Double? {
    guard body == .strip, next.body == .strip else { return nil }
    let (a, b) = (endDirection, next.startDirection)
    guard a.dx * b.dx + a.dy * b.dy > 0 else { return nil }
    let gap = Swift.abs(a.dx * b.dy - a.dy * b.dx) * (cone.endRadius + Double(pixelReach)) / 2
    // Beyond its end a body that widens is too wide.
    return gap < (isPlain && next.isPlain ? 0.4 : 0.15) ? gap : nil
  }

  /// The pixels of `area`, which begins at 0 or later, that the body may touch.
  @inline(always)
  func bodyPixels(of area: PixelRect) -> PixelRect {
    let reach = Double(pixelReach) + 0.05
    let startReach = cone.startRadius + reach
    let endReach = cone.endRadius + reach
    guard body == .strip else {
      return PixelBounds(cone.start, startReach, startReach).union(PixelBounds(cone.end, endReach, endReach))
        .pixels(of: area)
    }
    // Beside the ends and the middle; between them an arc stands out by a quarter of its height at most.
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
}

/// A box around some ink.
struct PixelBounds {
  private var minX: Double
  private var minY: Double
  private var maxX: Double
  private var maxY: Double

  /// What is no further from a place than `x` and `y`.
  @inline(always)
  init(_ place: Point, _ x: Double, _ y: Double) {
    (minX, minY, maxX, maxY) = (place.x - x, place.y - y, place.x + x, place.y + y)
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

  /// The pixels of `area`, which begins at 0 or later, that the box meets.
  @inline(always)
  func pixels(of area: PixelRect) -> PixelRect {
    PixelRect(
      minX: PixelBounds.first(minX, area.minX, area.maxX), minY: PixelBounds.first(minY, area.minY, area.maxY),
      maxX: PixelBounds.first(maxX + 1, area.minX, area.maxX), maxY: PixelBounds.first(maxY + 1, area.minY, area.maxY))
  }

  /// Clamped before the conversion, which cuts off: an Int cannot hold every Double.
  @inline(always)
  private static func first(_ value: Double, _ low: Int, _ high: Int) -> Int {
    let (low, high) = (Double(low), Double(high))
    let raised = value > low ? value : low
    return Int(raised < high ? raised : high)
  }
}

/// The longest distance from a pixel's centre at which an edge still touches the pixel.
let pixelReach: Float = 0.7072
