import Geometry

/// The coverage of a bent strip within one tile: the pixels that are no further from an arc of a circle than a radius
/// which changes little along it.
///
/// With Δ a pixel's place from the arc's middle, n the normal there and κ the curvature, its distance from the circle
/// is d = 2g/(1 + w), with g = n·Δ + κΔ²/2 and w = √(1 + 2κg), the distance from the circle's centre by its radius.
/// That is exact, and loses nothing where the circle is so large that the arc is nearly straight. The normal at the
/// pixel is (n + κΔ)/w. Of each pixel as much is covered as a half plane at its distance from the edge leaves of it,
/// less what the other edge takes where the strip is thin.
///
/// Most of the work on a picture is done here. It is bound by the arithmetic: two divisions and a root for four pixels.
struct ArcKernel {
  /// How far behind the start and beyond the end a pixel is, from what they are at the arc's middle on.
  private let behind: (Float, x: Float, y: Float)
  private let beyond: (Float, x: Float, y: Float)
  private let curvature: Float
  /// The middle of the arc, from the centre of the tile's first pixel, and the normal there.
  private let middleX: Float
  private let middleY: Float
  private let normalX: Float
  private let normalY: Float
  /// The radius in the middle, and how it grows along the chord.
  private let radius: Float
  private let growth: Float
  /// Of the angle between the edges and the axis.
  private let cosine: Float
  private let columns: ColumnBounds

  /// Joins a bent strip to the rows of a tile.
  /// - Parameters:
  ///   - before: How far the strip goes on behind its start, in pixels.
  ///   - after: How far it goes on beyond its end.
  @inline(never)
  static func join(
    _ shape: borrowing ConeShape, before: Double, after: Double, in tile: Tile, rows: Range<Int>, _ bytes: TileBytes
  ) {
    let kernel = ArcKernel(shape, before: before, after: after, in: tile)
    if shape.isPlain {
      kernel.join(rows, bytes, isPlain: true)
    } else {
      kernel.join(rows, bytes, isPlain: false)
    }
  }

  @inline(always)
  private init(_ shape: borrowing ConeShape, before: Double, after: Double, in tile: Tile) {
    let cone = shape.cone
    func atMiddle(_ direction: Vector, _ place: Point, _ constant: Double) -> (Float, x: Float, y: Float) {
      let offset = shape.middle - place
      return (
        Float(direction.dx * offset.dx + direction.dy * offset.dy + constant), x: Float(direction.dx),
        y: Float(direction.dy)
      )
    }
    behind = atMiddle(shape.startDirection * -1, cone.start, -before)
    beyond = atMiddle(shape.endDirection, cone.end, -after)
    curvature = Float(shape.curvature)
    middleX = Float(shape.middle.x - Double(tile.column * Tile.side) - 0.5)
    middleY = Float(shape.middle.y - Double(tile.row * Tile.side) - 0.5)
    normalX = Float(shape.normal.dx)
    normalY = Float(shape.normal.dy)
    radius = Float((cone.startRadius + cone.endRadius) / 2)
    let growth = (cone.endRadius - cone.startRadius) / shape.length
    self.growth = Float(growth)
    cosine = Float(1 / (1 + growth * growth).squareRoot())

    // Between the ends, the tangent of the outer edge in the middle and the chord of the inner one.
    let widest = Float(Swift.max(cone.startRadius, cone.endRadius)) + pixelReach
    let bulge = Float(cone.bulge)
    let constants = Lanes(
      (bulge < 0 ? bulge : 0) - widest, (bulge > 0 ? -bulge : 0) - widest, behind.0, beyond.0)
    let x = Lanes(normalX, -normalX, behind.x, beyond.x)
    let y = Lanes(normalY, -normalY, behind.y, beyond.y)
    columns = ColumnBounds(constants: constants - x * middleX - y * middleY, x: x, y: y)
  }

  @inline(always)
  private func join(_ rows: Range<Int>, _ bytes: TileBytes, isPlain: Bool) {
    let halfCurvature = Lanes(repeating: 0.5 * curvature)
    let twiceCurvature = Lanes(repeating: 2 * curvature)
    var columns = self.columns.columns(ofRowsFrom: rows.lowerBound)
    for y in rows {
      let lane = (y &- rows.lowerBound) & 3
      if lane == 0 { columns = self.columns.columns(ofRowsFrom: y) }
      let (first, end) = columns[lane]
      guard first < end else { continue }
      let row = Float(y)
      bytes.note(columnsFrom: first, to: end, row: y)
      let start = TileBytes.firstColumn(first, end)
      var place = TileBytes.rowStart(y) &+ start
      let last = TileBytes.rowStart(y) &+ end
      let column = Float(start)
      var dx = Lanes(column, column + 1, column + 2, column + 3) - middleX
      let dy = row - middleY
      let rowShare = Lanes(repeating: dy * (normalY + 0.5 * curvature * dy))
      let ny = Lanes(repeating: Swift.abs(normalY + curvature * dy) + ArcKernel.hair)
      let behindRow = behind.0 + behind.y * dy
      let beyondRow = beyond.0 + beyond.y * dy
      while place < last {
        let bend = dx * halfCurvature
        let slope = bend + normalX
        let g = dx * slope + rowShare
        let w = (g * twiceCurvature + 1).magnitudes.squareRoot()
        let distance = ((g + g) / (w + 1)).magnitudes
        let nx = (slope + bend).magnitudes + ArcKernel.hair
        var coverage: Lanes
        if isPlain {
          coverage = halfPlaneCoverage((distance - radius) * w, nx, ny)
        } else {
          // Along the chord, as far as the pixel's own radius reaches it.
          let along = (dx * normalY - dy * normalX) / w
          let radius = along * growth + self.radius
          let near = halfPlaneCoverage((distance * cosine - radius) * w, nx, ny)
          coverage = (near - halfPlaneCoverage((distance * cosine + radius) * w, nx, ny)).atLeast(.zero)
        }
        let outside = (dx * behind.x + behindRow).atLeast(dx * beyond.x + beyondRow)
        coverage.replace(with: 0, where: outside .> 0)
        bytes.join(coverage, at: place)
        place &+= 4
        dx += 4
      }
    }
  }

  /// Keeps a normal along an axis from dividing by nothing.
  private static let hair: Float = 1e-6
}
