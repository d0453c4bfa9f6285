import Geometry

/// The coverage of a strip within one tile: the pixels beside a straight or bent axis that are no further from it than
/// a radius which changes little along it.
///
/// A bent axis is an arc. With Δ a pixel's place from the arc's middle, n the normal there and κ the curvature, its
/// distance from the circle is d = 2g/(1 + w), with g = n·Δ + κΔ²/2 and w = √(1 + 2κg), the distance from the circle's
/// centre by its radius; that is exact, and loses nothing where the circle is so large that the arc is nearly straight.
/// The normal at the pixel is (n + κΔ)/w. Of each pixel as much is covered as a half plane at its distance from the
/// edge leaves of it, less what the other edge takes where the strip is thin.
///
/// Most of the work on a picture is done here: about 60 instructions for four pixels.
struct StripKernel {
  /// The signed distance from a straight axis, or from the tangent at the middle of a bent one.
  private let across: Plane
  /// How far behind the strip's start a pixel is, and how far beyond its end: inside, neither is more than 0.
  private let behind: Plane
  private let beyond: Plane
  private let slope: EdgeSlope
  private let curvature: Float
  /// The middle of the arc in the tile, from the centre of its first pixel.
  private let middleX: Float
  private let middleY: Float
  private let normalX: Float
  private let normalY: Float
  /// The radius in the middle of the chord, and how it changes along it.
  private let radius: Float
  private let widening: Plane
  /// Of the angle between the edges and the axis.
  private let cosine: Float
  private let columns: ColumnBounds

  /// - Parameters:
  ///   - before: How far the strip goes on behind its start, in pixels.
  ///   - after: How far it goes on beyond its end.
  @inline(always)
  init(_ shape: borrowing ConeShape, before: Double, after: Double, in tile: Tile) {
    let cone = shape.cone
    across = Plane(shape.normal, through: shape.middle, 0, in: tile)
    behind = Plane(shape.startDirection * -1, through: cone.start, -before, in: tile)
    beyond = Plane(shape.endDirection, through: cone.end, -after, in: tile)
    slope = EdgeSlope(across.x, across.y)
    curvature = Float(shape.curvature)
    middleX = Float(shape.middle.x - Double(tile.column * Tile.side) - 0.5)
    middleY = Float(shape.middle.y - Double(tile.row * Tile.side) - 0.5)
    normalX = across.x
    normalY = across.y
    radius = Float((cone.startRadius + cone.endRadius) / 2)
    let growth = (cone.endRadius - cone.startRadius) / shape.length
    let halfway = cone.start + (cone.end - cone.start) * 0.5
    widening = Plane(Vector(shape.normal.dy, -shape.normal.dx) * growth, through: halfway, 0, in: tile)
    cosine = Float(1 / (1 + growth * growth).squareRoot())

    let widest = Float(Swift.max(cone.startRadius, cone.endRadius)) + pixelReach
    let bulge = Float(cone.bulge)
    let isBent = shape.isBent
    columns = ColumnBounds(
      constants: Lanes(
        across.constant - widest - (isBent && bulge < 0 ? -bulge : 0),
        -across.constant - widest - (isBent && bulge > 0 ? bulge : 0), behind.constant, beyond.constant),
      x: Lanes(across.x, -across.x, behind.x, beyond.x), y: Lanes(across.y, -across.y, behind.y, beyond.y))
  }

  /// Joins the strip to the rows of a tile.
  /// - Parameter tile: Where the tile's bytes begin.
  @inline(never)
  static func join(
    _ shape: borrowing ConeShape, before: Double, after: Double, in tile: Tile, rows: Range<Int>,
    _ bytes: inout MutableRawSpan, at place: Int
  ) {
    let kernel = StripKernel(shape, before: before, after: after, in: tile)
    let radii = (shape.cone.startRadius, shape.cone.endRadius)
    let isPlain = radii.0 == radii.1 && radii.0 > 0.75
    if shape.isBent {
      if isPlain {
        kernel.join(rows, &bytes, place, isBent: true, isPlain: true)
      } else {
        kernel.join(rows, &bytes, place, isBent: true, isPlain: false)
      }
    } else if isPlain {
      kernel.join(rows, &bytes, place, isBent: false, isPlain: true)
    } else {
      kernel.join(rows, &bytes, place, isBent: false, isPlain: false)
    }
  }

  @inline(always)
  private func join(
    _ rows: Range<Int>, _ bytes: inout MutableRawSpan, _ tile: Int, isBent: Bool, isPlain: Bool
  ) {
    var y = rows.lowerBound
    while y < rows.upperBound {
      let row = Float(y)
      let (low, high) = columns.columns(ofRow: row)
      let (first, end) = groups(from: low, to: high)
      if first < end {
        TileBytes.setNote(
          TileBytes.note(bytes, tile, row: y) | TileBytes.note(from: first, to: end), &bytes, tile, row: y)
        var place = TileBytes.rowStart(tile, row: y) &+ first &* 4
        let last = TileBytes.rowStart(tile, row: y) &+ end &* 4
        var column = Float(first &* 4)
        let across = self.across.start(ofRow: row)
        let behind = self.behind.start(ofRow: row)
        let beyond = self.beyond.start(ofRow: row)
        let widening = isPlain ? 0 : self.widening.start(ofRow: row)
        let dy = row - middleY
        while place < last {
          let isOutside =
            (Lanes(repeating: behind + self.behind.x * column) + self.behind.steps .> 0)
            .| (Lanes(repeating: beyond + self.beyond.x * column) + self.beyond.steps .> 0)
          var coverage = coverage(
            Lanes(repeating: across + self.across.x * column) + self.across.steps,
            Lanes(repeating: isPlain ? 0 : widening + self.widening.x * column) + self.widening.steps,
            column - middleX, dy, isBent: isBent, isPlain: isPlain)
          coverage.replace(with: 0, where: isOutside)
          TileBytes.join(coverage, &bytes, place)
          column += 4
          place &+= 4
        }
      }
      y &+= 1
    }
  }

  /// - Parameters:
  ///   - across: The distance from the axis' tangent at its middle.
  ///   - widening: How much larger the radius is than in the middle, before the axis' bend.
  ///   - x: The first pixel's place from the middle of the arc.
  @inline(always)
  private func coverage(
    _ across: Lanes, _ widening: Lanes, _ x: Float, _ y: Float, isBent: Bool, isPlain: Bool
  ) -> Lanes {
    guard isBent else {
      if isPlain { return slope.coverage(across.magnitudes - radius) }
      let radius = widening + self.radius
      let distance = across.magnitudes * cosine
      return (slope.coverage(distance - radius) - slope.coverage(distance + radius)).atLeast(.zero)
    }
    let dx = Lanes(repeating: x) + .ascending
    let g = across + (dx * dx + y * y) * (0.5 * curvature)
    let w = (g * (2 * curvature) + 1).magnitudes.squareRoot()
    let distance = (g * 2 / (w + 1)).magnitudes
    // A hair keeps a normal along an axis from dividing by nothing.
    let nx = (dx * curvature + normalX).magnitudes + 1e-6
    let ny = Lanes(repeating: Swift.abs(y * curvature + normalY) + 1e-6)
    if isPlain { return halfPlaneCoverage((distance - radius) * w, nx, ny) }
    let radius = widening / w + self.radius
    let near = halfPlaneCoverage((distance * cosine - radius) * w, nx, ny)
    return (near - halfPlaneCoverage((distance * cosine + radius) * w, nx, ny)).atLeast(.zero)
  }
}
