import Geometry

/// The coverage of a strip within one tile: the pixels that are no further from an axis, a straight line or an arc of a
/// circle, than a radius which changes little along it.
///
/// With Δ a pixel's place from a point of the axis, n the normal there and κ the curvature, its distance from the circle
/// is d = 2g/(1 + w), with g = n·Δ + κΔ²/2 and w = √(1 + 2κg), the distance from the circle's centre by its radius.
/// That is exact, and loses nothing where the circle is so large that the arc is nearly straight, nor where it is. The
/// normal at the pixel is (n + κΔ)/w. Of each pixel as much is covered as a half plane at its distance from the edge
/// leaves of it, less what the other edge takes where the strip is thin.
///
/// Most of the work on a picture is done here, and most of that on the edges: what is full is filled. Four pixels at an
/// edge take about 90 instructions, bound by the arithmetic: two divisions and a root.
struct StripKernel {
  /// The middle of the axis, and the normal there.
  private let middle: Point
  private let normalX: Float
  private let normalY: Float
  private let curvature: Float
  /// How far behind the start and beyond the end a pixel is: at the middle, and how that changes by pixels from there.
  /// Inside, neither is more than 0.
  private let behind: (constant: Float, x: Float, y: Float)
  private let beyond: (constant: Float, x: Float, y: Float)
  /// The radius in the middle, and how it grows along the axis.
  private let radius: Float
  private let growth: Float
  /// Of the angle between the edges and the axis.
  private let cosine: Float
  private let isPlain: Bool
  /// 0, 1, 2, 3; loaded, for a constant is taken apart.
  private let steps = Lanes.ascending
  /// The lines between which there may be ink, and between which all pixels are full: their directions, and their
  /// distances from the middle.
  private let lines: ColumnLines
  private let outer: Lanes
  private let inner: Lanes

  /// - Parameters:
  ///   - before: How far the strip goes on behind its start, in pixels.
  ///   - after: How far it goes on beyond its end.
  init(_ shape: borrowing ConeShape, before: Double, after: Double) {
    let cone = shape.cone
    let (start, end) = (shape.startDirection, shape.endDirection)
    middle = shape.middle
    normalX = Float(shape.normal.dx)
    normalY = Float(shape.normal.dy)
    curvature = Float(shape.curvature)
    isPlain = shape.isPlain
    radius = Float((cone.startRadius + cone.endRadius) * 0.5)
    let slope = isPlain ? 0 : (cone.endRadius - cone.startRadius) / shape.length
    growth = Float(slope)
    cosine = isPlain ? 1 : Float(1 / (1 + slope * slope).squareRoot())
    let (fromStart, fromEnd) = (middle - cone.start, middle - cone.end)
    behind = (
      Float(-start.dx * fromStart.dx - start.dy * fromStart.dy - before), x: Float(-start.dx), y: Float(-start.dy)
    )
    beyond = (Float(end.dx * fromEnd.dx + end.dy * fromEnd.dy - after), x: Float(end.dx), y: Float(end.dy))

    // The tangent of the outer edge in the middle and the chord of the inner one hold all ink between the ends; the
    // chord of the outer and the tangent of the inner hold nothing that is not full.
    lines = ColumnLines(
      x: Lanes(normalX, -normalX, behind.x, beyond.x), y: Lanes(normalY, -normalY, behind.y, beyond.y))
    let widest = Float(Swift.max(cone.startRadius, cone.endRadius)) + pixelReach
    let narrowest = Float(Swift.min(cone.startRadius, cone.endRadius)) - pixelReach - 0.05
    let bulge = Float(cone.bulge)
    let height = Swift.abs(bulge)
    let chord = narrowest * (1 - bulge * curvature) - height
    let isLeft = bulge >= 0
    outer = Lanes(
      -widest - (isLeft ? 0 : height), -widest - (isLeft ? height : 0), behind.constant, beyond.constant)
    inner = Lanes(
      isLeft ? -chord : -narrowest, isLeft ? -narrowest : -chord, behind.constant + 0.05, beyond.constant + 0.05)
  }

  /// Joins the strip to the rows of a tile.
  @inline(never)
  func join(_ rows: Range<Int>, of tile: Tile, _ bytes: TileBytes) {
    // The middle from the centre of the tile's first pixel.
    let x = Float(middle.x - Double(tile.column * Tile.side) - 0.5)
    let y = Float(middle.y - Double(tile.row * Tile.side) - 0.5)
    if isPlain {
      join(rows, x, y, bytes, isPlain: true)
    } else {
      join(rows, x, y, bytes, isPlain: false)
    }
  }

  @inline(always)
  private func join(_ rows: Range<Int>, _ x: Float, _ y: Float, _ bytes: TileBytes, isPlain: Bool) {
    let outer = lines.bounds(self.outer, fromX: x, y, keepsFlat: true)
    let inner = lines.bounds(self.inner, fromX: x, y, keepsFlat: false)
    var touched = outer.columns(ofRowsFrom: rows.lowerBound, slack: 0.03)
    var full = inner.columns(ofRowsFrom: rows.lowerBound, slack: -0.03)
    for row in rows {
      let lane = (row &- rows.lowerBound) & 3
      if lane == 0, row > rows.lowerBound {
        touched = outer.columns(ofRowsFrom: row, slack: 0.03)
        full = inner.columns(ofRowsFrom: row, slack: -0.03)
      }
      let (first, end) = touched[lane]
      guard first < end else { continue }
      bytes.note(columnsFrom: first, to: end, row: row)
      var (fullFirst, fullEnd) = full[lane]
      if fullEnd < fullFirst &+ 4 {
        (fullFirst, fullEnd) = (end, end)
      } else {
        bytes.fill(row, fullFirst, fullEnd)
      }
      join(row, first, fullFirst, fullEnd, end, x, Float(row) - y, bytes, isPlain: isPlain)
    }
  }

  /// Joins the columns of a row from `first` up to `end` but those from `fullFirst` up to `fullEnd`, which are full.
  @inline(always)
  private func join(
    _ row: Int, _ first: Int, _ fullFirst: Int, _ fullEnd: Int, _ end: Int, _ x: Float, _ dy: Float,
    _ bytes: TileBytes, isPlain: Bool
  ) {
    let start = TileBytes.rowStart(row)
    let rowShare = dy * (normalY + 0.5 * curvature * dy)
    let ny = Lanes(repeating: Swift.abs(normalY + curvature * dy) + StripKernel.hair)
    let behindRow = behind.constant + behind.y * dy
    let beyondRow = beyond.constant + beyond.y * dy
    var next = first
    while next < end {
      if next >= fullFirst, next < fullEnd {
        next = fullEnd
        continue
      }
      let column = next < TileBytes.lastColumn ? next : TileBytes.lastColumn
      let dx = steps + (Float(column) - x)
      let bend = dx * (0.5 * curvature)
      let slope = bend + normalX
      let g = dx * slope + rowShare
      let w = (g * (2 * curvature) + 1).magnitudes.squareRoot()
      let distance = ((g + g) / (w + 1)).magnitudes
      let nx = (slope + bend).magnitudes + StripKernel.hair
      var coverage: Lanes
      if isPlain {
        coverage = halfPlaneCoverage((distance - radius) * w, nx, ny)
      } else {
        let along = (dx * normalY - dy * normalX) / w
        let radius = along * growth + self.radius
        let near = halfPlaneCoverage((distance * cosine - radius) * w, nx, ny)
        coverage = (near - halfPlaneCoverage((distance * cosine + radius) * w, nx, ny)).atLeast(.zero)
      }
      let outside = (dx * behind.x + behindRow).atLeast(dx * beyond.x + beyondRow)
      coverage.replace(with: 0, where: outside .> 0)
      bytes.join(coverage, at: start &+ column)
      next &+= 4
    }
  }

  /// Keeps a normal along an axis from dividing by nothing.
  private static let hair: Float = 1e-6
}
