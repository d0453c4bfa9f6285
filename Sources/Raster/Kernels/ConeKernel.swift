import Geometry

/// The coverage of a round cone within one tile, row by row.
///
/// A cone is a body between two tangent lines and a cap of the disc at each end (Quilez, "2D distance functions",
/// uneven capsule). Each tangent has its own frame: along it the body runs from 0 to `length`, and the distance from
/// it is linear in x and y. A pixel belongs to the part that its centre lies in. In the body it is covered by what
/// the half planes of both tangents leave of it, which is exact for thin lines too; in a cap by the half plane at the
/// disc's edge in its direction, less that of the disc's far side where the disc is smaller than a pixel.
///
/// Distances are worked out in Double at the tile's corner and go on in Float, so that the precision is the same
/// anywhere on the largest canvas.
struct ConeKernel {
  /// A linear function of a pixel's place in the tile.
  private struct Plane {
    var constant: Float
    var x: Float
    var y: Float

    @inline(__always)
    func row(_ y: Float) -> Float { constant + self.y * y }
  }

  /// The signed distances from the two tangents, positive outside.
  private let upper: Plane
  private let lower: Plane
  /// The distances along the tangents from where they touch the start disc.
  private let upperAlong: Plane
  private let lowerAlong: Plane
  /// The distances from the axis, positive on the upper tangent's side, and along it from the start.
  private let side: Plane
  private let axis: Plane
  private let upperSlope: EdgeSlope
  private let lowerSlope: EdgeSlope
  /// The lengths of the tangents and of the axis.
  private let length: Float
  private let axisLength: Float
  private let hasBody: Bool
  private let drawsStart: Bool
  private let startX: Float
  private let startY: Float
  private let startRadius: Float
  private let endX: Float
  private let endY: Float
  private let endRadius: Float

  /// The longest distance from a pixel's centre at which an edge still touches the pixel.
  static let pixelReach: Float = 0.7072

  /// - Parameters:
  ///   - cone: In pixels, of radii over 0.
  ///   - tile: The tile that it is drawn into.
  init(_ cone: RoundCone, in tile: Tile) {
    let corner = Point(Double(tile.column * Tile.side), Double(tile.row * Tile.side))
    let start = cone.start - corner
    let end = cone.end - corner
    let step = end - start
    let l = step.length
    let r1 = cone.startRadius
    let r2 = cone.endRadius
    startX = Float(start.dx)
    startY = Float(start.dy)
    startRadius = ConeKernel.capRadius(r1)
    endX = Float(end.dx)
    endY = Float(end.dy)
    endRadius = ConeKernel.capRadius(r2)
    let s = l > 0 ? (r1 - r2) / l : 2
    hasBody = Swift.abs(s) < 1
    // Where one disc holds the other there is no body, and the larger disc is all.
    drawsStart = !cone.continues
    guard hasBody else {
      let nothing = Plane(constant: 0, x: 0, y: 0)
      (upper, lower, upperAlong, lowerAlong, side, axis) = (nothing, nothing, nothing, nothing, nothing, nothing)
      upperSlope = EdgeSlope(1, 0)
      lowerSlope = upperSlope
      length = 0
      axisLength = 0
      return
    }
    let c = (1 - s * s).squareRoot()
    let u = step / l
    func plane(_ nx: Double, _ ny: Double, _ constant: Double) -> Plane {
      // The pixel's centre is half a pixel from its corner.
      Plane(
        constant: Float(nx * (0.5 - start.dx) + ny * (0.5 - start.dy) + constant), x: Float(nx), y: Float(ny))
    }
    // The axis u and, to its left on the screen, v = (-u.dy, u.dx); the tangents' normals s·u ± c·v.
    let upX = s * u.dx - c * u.dy
    let upY = s * u.dy + c * u.dx
    let lowX = s * u.dx + c * u.dy
    let lowY = s * u.dy - c * u.dx
    upper = plane(upX, upY, -r1)
    lower = plane(lowX, lowY, -r1)
    upperAlong = plane(upY, -upX, 0)
    lowerAlong = plane(-lowY, lowX, 0)
    side = plane(-u.dy, u.dx, 0)
    axis = plane(u.dx, u.dy, 0)
    upperSlope = EdgeSlope(Float(upX), Float(upY))
    lowerSlope = EdgeSlope(Float(lowX), Float(lowY))
    length = Float(l * c)
    axisLength = Float(l)
  }

  /// The radius for which half planes at a disc's edge give the disc's own area.
  ///
  /// An edge that bends has less ink outside the half plane than the plane says: averaged over a unit pixel the
  /// disc's area counts r² + 1/12 for r². A disc of a pixel and less keeps part of that, or a thin line would have
  /// gaps where it turns.
  private static func capRadius(_ radius: Double) -> Float {
    let share = Swift.min(1, Swift.max(0, 0.3 + (radius - 0.35) * (0.7 / 0.65)))
    return Float(Swift.max(0.01, radius * radius - share / 12).squareRoot())
  }

  /// Whether there is anything to draw: a disc inside the one where the cone continues is drawn already.
  var isEmpty: Bool { !hasBody && !drawsStart && endRadius <= startRadius }

  /// The columns, 0...64, of row `y` of the tile outside which no pixel is touched.
  func touchedColumns(_ y: Int) -> Range<Int> {
    let row = Float(y)
    var low: Float = 0
    var high = Float(Tile.side)
    if hasBody {
      let reach = ConeKernel.pixelReach
      ConeKernel.clip(&low, &high, upper.row(row) - reach, upper.x)
      ConeKernel.clip(&low, &high, lower.row(row) - reach, lower.x)
      ConeKernel.clip(&low, &high, axis.row(row) - axisLength - endRadius - reach, axis.x)
      // A cone that narrows has a body that begins within its start disc; one that widens, behind its centre.
      ConeKernel.clip(&low, &high, -axis.row(row) - startRadius - reach, -axis.x)
    } else {
      let isStart = drawsStart && startRadius >= endRadius
      ConeKernel.clip(
        &low, &high, disc: isStart ? startX : endX, row + 0.5 - (isStart ? startY : endY),
        (isStart ? startRadius : endRadius) + ConeKernel.pixelReach)
    }
    // A hundredth for the rounding of the divisions.
    let first = Int((low - 0.01).rounded(.down))
    let last = Int((high + 1.01).rounded(.down))
    return Swift.max(0, first)..<Swift.max(Swift.max(0, first), Swift.min(Tile.side, last))
  }

  /// Narrows the columns to those where constant + slope·x ≤ 0.
  @inline(__always)
  private static func clip(_ low: inout Float, _ high: inout Float, _ constant: Float, _ slope: Float) {
    if slope > 1e-5 {
      high = Swift.min(high, Swift.max(-2, -constant / slope))
    } else if slope < -1e-5 {
      low = Swift.max(low, Swift.min(Float(Tile.side) + 2, -constant / slope))
    } else if constant > 0.01 {
      high = -2
    }
  }

  @inline(__always)
  private static func clip(
    _ low: inout Float, _ high: inout Float, disc x: Float, _ dy: Float, _ radius: Float
  ) {
    let squared = radius * radius - dy * dy
    guard squared > 0 else {
      high = -2
      return
    }
    let half = squared.squareRoot()
    low = Swift.max(low, Swift.min(Float(Tile.side) + 2, x - 0.5 - half))
    high = Swift.min(high, Swift.max(-2, x - 0.5 + half))
  }

  /// Joins columns `first`…`first + 7` of row `y` of the tile to what covers them already: the larger counts.
  @inline(__always)
  func join(_ pixels: inout SIMD8<UInt8>, column first: Int, row y: Int) {
    let coverage = hasBody ? bodyAndCaps(Float(first), Float(y)) : disc(Float(first), Float(y))
    let bytes = coverage.roundedBytes
    pixels.replace(with: bytes, where: bytes .> pixels)
  }

  @inline(__always)
  private func bodyAndCaps(_ x: Float, _ y: Float) -> Lanes {
    let columns = x + Lanes.ascending
    let isUpper = side.row(y) + side.x * columns .>= 0
    let upperAlong = self.upperAlong.row(y) + self.upperAlong.x * columns
    let lowerAlong = self.lowerAlong.row(y) + self.lowerAlong.x * columns
    let along = lowerAlong.replacing(with: upperAlong, where: isUpper)
    // Bodies overlap by a little, so that rounding leaves no pixel between two pieces of one line.
    let isBefore = along .< -0.001
    let isAfter = along .> length + 0.001
    var coverage =
      upperSlope.coverage(upper.row(y) + upper.x * columns)
      + lowerSlope.coverage(lower.row(y) + lower.x * columns) - 1
    coverage.replace(with: 0, where: coverage .< 0)
    if any(isAfter) {
      coverage.replace(with: discCoverage(columns, y, endX, endY, endRadius), where: isAfter)
    }
    if any(isBefore) {
      let cap = drawsStart ? discCoverage(columns, y, startX, startY, startRadius) : Lanes.zero
      coverage.replace(with: cap, where: isBefore)
    }
    return coverage
  }

  @inline(__always)
  private func disc(_ x: Float, _ y: Float) -> Lanes {
    let columns = x + Lanes.ascending
    if drawsStart, startRadius >= endRadius { return discCoverage(columns, y, startX, startY, startRadius) }
    return discCoverage(columns, y, endX, endY, endRadius)
  }

  @inline(__always)
  private func discCoverage(_ columns: Lanes, _ y: Float, _ cx: Float, _ cy: Float, _ radius: Float) -> Lanes {
    let dx = columns + (0.5 - cx)
    let dy = y + (0.5 - cy)
    // At the centre itself any direction will do; this keeps it from being none.
    let squared = dx * dx + (dy * dy + 1e-12)
    let distance = squared.squareRoot()
    let nx = (dx.magnitudes + 1e-6) / distance
    let ny = (Swift.abs(dy) + 1e-6) / distance
    let near = halfPlaneCoverage(distance - radius, nx, ny)
    guard radius < ConeKernel.pixelReach else { return near }
    return near - halfPlaneCoverage(distance + radius, nx, ny)
  }
}

extension SIMD8<Float> {
  static let ascending = Self(0, 1, 2, 3, 4, 5, 6, 7)

  /// 0...1 as bytes, rounded to nearest. Adding 2²³ leaves the rounded value in the lowest bits.
  @inline(__always)
  var roundedBytes: SIMD8<UInt8> {
    let shifted = self * 255 + 8_388_608
    // Every bit pattern is a value of either type.
    let bytes = unsafe unsafeBitCast(shifted, to: SIMD32<UInt8>.self)
    return bytes.evenHalf.evenHalf
  }
}
