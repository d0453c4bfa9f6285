import Geometry

/// The coverage of a round cone within one tile, row by row.
///
/// A pixel belongs to the part of the cone that its centre lies in. In the body it is covered by what the half planes
/// of both tangents leave of it, which is exact for thin lines too; in a cap by the half plane at the disc's edge in
/// its direction, less that of the disc's far side where the disc is smaller than a pixel. Where another cone goes on
/// from the end, only the wedge between the two bodies is left for the cap.
///
/// Distances are worked out in Double at the tile's corner and go on in Float, so that the precision is the same
/// anywhere on the largest canvas. No multiplication and addition are fused, and roots and divisions are rounded
/// exactly, so that every machine gets the same bytes.
struct ConeKernel {
  /// A linear function of a pixel's place in the tile.
  private struct Plane {
    var constant: Float
    var x: Float
    var y: Float
    /// What the function adds from the first of four pixels to each.
    var steps: Lanes

    init(_ constant: Float, _ x: Float, _ y: Float) {
      self.constant = constant
      self.x = x
      self.y = y
      steps = Lanes(0, x, 2 * x, 3 * x)
    }

    /// The values at four pixels from `column` on.
    @inline(__always)
    func values(_ column: Float, _ row: Float) -> Lanes {
      Lanes(repeating: constant + y * row + x * column) + steps
    }
  }

  /// The disc of a cap, its centre in the tile.
  private struct Disc {
    var x: Float
    var y: Float
    var radius: Float
  }

  /// The signed distances from the two tangents, positive outside; of a plain strip, the first is from the axis.
  private let upper: Plane
  private let lower: Plane
  /// The distances along the tangents from where they touch the start disc.
  private let upperAlong: Plane
  private let lowerAlong: Plane
  private let upperSlope: EdgeSlope
  private let lowerSlope: EdgeSlope
  /// The length of the tangents.
  private let length: Float
  /// Half the width of a plain strip.
  private let radius: Float
  private let isNarrowing: Bool
  private let isPlainStrip: Bool
  private let hasBody: Bool
  private let drawsStart: Bool
  private let start: Disc
  private let end: Disc
  /// The distance ahead of the wedge that the end cap is for; what is not negative is the next cone's.
  private let ahead: Plane
  private let columns: ColumnBounds

  /// The longest distance from a pixel's centre at which an edge still touches the pixel.
  static let pixelReach: Float = 0.7072

  /// - Parameters:
  ///   - shape: In pixels, of radii over 0.
  ///   - tile: The tile that it is drawn into.
  ///   - next: The cone that goes on from this one's end, if one does.
  init(_ shape: ConeShape, before next: ConeShape?, in tile: Tile) {
    let corner = Point(Double(tile.column * Tile.side), Double(tile.row * Tile.side))
    let cone = shape.cone
    let toStart = cone.start - corner
    let toEnd = cone.end - corner
    start = Disc(x: Float(toStart.dx), y: Float(toStart.dy), radius: ConeKernel.capRadius(cone.startRadius))
    end = Disc(x: Float(toEnd.dx), y: Float(toEnd.dy), radius: ConeKernel.capRadius(cone.endRadius))
    drawsStart = !cone.continues
    isNarrowing = shape.isNarrowing
    isPlainStrip = shape.isPlainStrip
    length = Float(shape.length)
    radius = Float(cone.startRadius)
    func plane(_ normal: Vector, through place: Vector, _ constant: Double) -> Plane {
      // The pixel's centre is half a pixel from its corner.
      Plane(
        Float(normal.dx * (0.5 - place.dx) + normal.dy * (0.5 - place.dy) + constant), Float(normal.dx),
        Float(normal.dy))
    }
    ahead =
      next.flatMap { next in next.normals == nil ? nil : plane(next.axis, through: toEnd, -next.bodyStart) }
      ?? Plane(-1, 0, 0)
    guard let normals = shape.normals else {
      hasBody = false
      let nothing = Plane(0, 0, 0)
      (upper, lower, upperAlong, lowerAlong) = (nothing, nothing, nothing, nothing)
      upperSlope = EdgeSlope(1, 0)
      lowerSlope = upperSlope
      columns = ColumnBounds()
      return
    }
    hasBody = true
    upper = plane(normals.upper, through: toStart, shape.isPlainStrip ? 0 : -cone.startRadius)
    lower = plane(normals.lower, through: toStart, -cone.startRadius)
    upperAlong = plane(Vector(normals.upper.dy, -normals.upper.dx), through: toStart, 0)
    lowerAlong = plane(Vector(-normals.lower.dy, normals.lower.dx), through: toStart, 0)
    upperSlope = EdgeSlope(upper.x, upper.y)
    lowerSlope = EdgeSlope(lower.x, lower.y)

    let reach = ConeKernel.pixelReach
    let axis = plane(shape.axis, through: toStart, 0)
    let before = drawsStart ? start.radius + reach : Float(shape.reachBehind) + 0.01
    let cap = shape.capReach(before: next, end.radius + reach)
    let beyond = Float(shape.axisLength) + Swift.max(Float(shape.bodyStart), cap) + 0.01
    var columns = ColumnBounds()
    columns.limit(upper.constant - reach - (shape.isPlainStrip ? radius : 0), upper.x, upper.y)
    columns.limit(lower.constant - reach, lower.x, lower.y)
    columns.limit(axis.constant - beyond, axis.x, axis.y)
    columns.limit(-axis.constant - before, -axis.x, -axis.y)
    self.columns = columns
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
  var isEmpty: Bool { !hasBody && !drawsStart && end.radius <= start.radius }

  /// Joins the cone's coverage to that of row `y` of the tile: the larger counts.
  /// - Parameters:
  ///   - groups: Groups of four pixels.
  ///   - base: Where the row's first group stands among them. The group before it says which of the row's groups may
  ///     hold ink: `first`, past the last.
  @inline(__always)
  func join(_ groups: inout MutableSpan<SIMD4<UInt8>>, _ base: Int, row y: Int) {
    let row = Float(y)
    let (low, high) = hasBody ? columns.columns(ofRow: row) : discColumns(row)
    guard low < high else { return }
    let first = UInt8(truncatingIfNeeded: low &>> 2)
    let end = UInt8(truncatingIfNeeded: (high &+ 3) &>> 2)
    var span = groups[base &- 1]
    span.x = Swift.min(span.x, first)
    span.y = Swift.max(span.y, end)
    groups[base &- 1] = span
    var column = Float(first) * 4
    var group = first
    while group < end {
      let coverage = hasBody ? bodyAndCaps(column, row) : discCoverage(column, row, soleDisc)
      let bytes = coverage.roundedBytes
      let before = groups[base &+ Int(group)]
      groups[base &+ Int(group)] = before.replacing(with: bytes, where: bytes .> before)
      column += 4
      group &+= 1
    }
  }

  @inline(__always)
  private func bodyAndCaps(_ column: Float, _ row: Float) -> Lanes {
    // The frame of the nearer tangent: on the axis the two agree, and away from it the cone's narrowing decides.
    var along = upperAlong.values(column, row)
    if !isPlainStrip {
      let other = lowerAlong.values(column, row)
      along = isNarrowing ? along.atMost(other) : along.atLeast(other)
    }
    // Bodies overlap by a little, so that rounding leaves no pixel between two pieces of one line.
    let isBefore = along .< -ConeKernel.overlap
    let isAfter = along .> length + ConeKernel.overlap
    let isBeside = isBefore .| isAfter
    var coverage = Lanes.zero
    if !all(isBeside) {
      let fromUpper = upper.values(column, row)
      if isPlainStrip {
        // Parallel edges have one slope, and no pixel lies on both.
        coverage = upperSlope.coverage(fromUpper.magnitudes - radius)
      } else {
        coverage = betweenTangents(fromUpper, lower.values(column, row))
      }
      coverage.replace(with: 0, where: isBeside)
    }
    if any(isAfter) {
      let isWedge = isAfter .& (ahead.values(column, row) .< 0)
      if any(isWedge) { coverage.replace(with: discCoverage(column, row, end), where: isWedge) }
    }
    if drawsStart, any(isBefore) { coverage.replace(with: discCoverage(column, row, start), where: isBefore) }
    return coverage
  }

  // Kept apart: inlined, the two slopes' arithmetic is torn into single lanes.
  @inline(never)
  private func betweenTangents(_ fromUpper: Lanes, _ fromLower: Lanes) -> Lanes {
    (upperSlope.coverage(fromUpper) + lowerSlope.coverage(fromLower) - 1).atLeast(.zero)
  }

  /// In pixels.
  private static let overlap: Float = 0.001

  /// The disc that is all of a cone without a body: the larger, of which the start may be drawn already.
  private var soleDisc: Disc { drawsStart && start.radius >= end.radius ? start : end }

  private func discColumns(_ y: Float) -> (Int, Int) {
    let disc = soleDisc
    let dy = y + 0.5 - disc.y
    let reach = disc.radius + ConeKernel.pixelReach
    let squared = reach * reach - dy * dy
    guard squared > 0 else { return (0, 0) }
    let half = squared.squareRoot()
    return ColumnBounds.columns(from: disc.x - 0.5 - half, to: disc.x - 0.5 + half)
  }

  @inline(__always)
  private func discCoverage(_ column: Float, _ row: Float, _ disc: Disc) -> Lanes {
    // At the centre itself any direction will do; a hair keeps it from being none.
    let dx = (Lanes(repeating: column + (0.5 - disc.x)) + Lanes.ascending).magnitudes + 1e-6
    let dy = Swift.abs(row + (0.5 - disc.y)) + 1e-6
    let distance = (dx * dx + dy * dy).squareRoot()
    let ny = Lanes(repeating: dy)
    let near = halfPlaneCoverage((distance - disc.radius) * distance, dx, ny)
    guard disc.radius < ConeKernel.pixelReach else { return near }
    return near - halfPlaneCoverage((distance + disc.radius) * distance, dx, ny)
  }
}

/// The columns of a tile between up to four straight lines.
private struct ColumnBounds {
  /// Where each line crosses row 0, and how far it moves a row. Lines that bound nothing lie far outside.
  private var low = SIMD4<Float>(repeating: -1)
  private var lowStep = SIMD4<Float>.zero
  private var high = SIMD4<Float>(repeating: Float(Tile.side) + 1)
  private var highStep = SIMD4<Float>.zero
  private var count = 0

  /// Keeps the columns where constant + x·column + y·row ≤ 0.
  mutating func limit(_ constant: Float, _ x: Float, _ y: Float) {
    defer { count += 1 }
    // A line so near the row's direction bounds rows, which the cone's own bounds do already.
    guard Swift.abs(x) > 0.001 else { return }
    if x > 0 {
      high[count] = -constant / x
      highStep[count] = -y / x
    } else {
      low[count] = -constant / x
      lowStep[count] = -y / x
    }
  }

  @inline(__always)
  func columns(ofRow y: Float) -> (Int, Int) {
    let low = self.low + lowStep * y
    let high = self.high + highStep * y
    let lows = low.lowHalf.replacing(with: low.highHalf, where: low.highHalf .> low.lowHalf)
    let highs = high.lowHalf.replacing(with: high.highHalf, where: high.highHalf .< high.lowHalf)
    return Self.columns(from: lows.x > lows.y ? lows.x : lows.y, to: highs.x < highs.y ? highs.x : highs.y)
  }

  /// The first column that may be touched and the one past the last, 0...64, with a little to spare for the rounding
  /// of the divisions.
  @inline(__always)
  static func columns(from low: Float, to high: Float) -> (Int, Int) {
    (index(low - 0.02), index(high + 1.02))
  }

  /// The whole part of a number, kept in 0...64. Adding 2²³ leaves the rounded value in the lowest bits.
  @inline(__always)
  private static func index(_ value: Float) -> Int {
    let side = Float(Tile.side)
    let kept = value < side ? (value > 0.5 ? value : 0.5) : side
    return Int(truncatingIfNeeded: (kept - 0.5 + 8_388_608).bitPattern & 0x7F)
  }
}
