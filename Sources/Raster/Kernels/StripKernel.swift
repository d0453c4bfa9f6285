import Geometry

/// The coverage of a straight strip within one tile: the pixels beside an axis that are no further from it than a
/// radius which changes little along it.
///
/// Of each pixel as much is covered as a half plane at its distance from the edge leaves of it, less what the other edge
/// takes where the strip is thin.
struct StripKernel {
  /// The signed distance from the axis.
  private let across: Plane
  private let ends: StripEnds
  private let slope: EdgeSlope
  /// The radius half way along the axis, and how much larger it is elsewhere.
  private let radius: Float
  private let widening: Plane
  /// Of the angle between the edges and the axis.
  private let cosine: Float
  private let columns: ColumnBounds

  /// Joins a strip to the rows of a tile.
  /// - Parameters:
  ///   - before: How far the strip goes on behind its start, in pixels.
  ///   - after: How far it goes on beyond its end.
  @inline(never)
  static func join(
    _ shape: borrowing ConeShape, before: Double, after: Double, in tile: Tile, rows: Range<Int>, _ bytes: TileBytes
  ) {
    let kernel = StripKernel(shape, before: before, after: after, in: tile)
    if shape.isPlain {
      kernel.join(rows, bytes, isPlain: true)
    } else {
      kernel.join(rows, bytes, isPlain: false)
    }
  }

  @inline(always)
  private init(_ shape: borrowing ConeShape, before: Double, after: Double, in tile: Tile) {
    let cone = shape.cone
    across = Plane(shape.normal, through: shape.middle, 0, in: tile)
    ends = StripEnds(shape, before: before, after: after, in: tile)
    slope = EdgeSlope(across.x, across.y)
    radius = Float((cone.startRadius + cone.endRadius) / 2)
    let growth = (cone.endRadius - cone.startRadius) / shape.length
    let halfway = cone.start + (cone.end - cone.start) * 0.5
    widening = Plane(shape.startDirection * growth, through: halfway, 0, in: tile)
    cosine = Float(1 / (1 + growth * growth).squareRoot())
    let widest = Float(Swift.max(cone.startRadius, cone.endRadius)) + pixelReach
    columns = ColumnBounds(
      constants: Lanes(across.constant - widest, -across.constant - widest, ends.behind.constant, ends.beyond.constant),
      x: Lanes(across.x, -across.x, ends.behind.x, ends.beyond.x),
      y: Lanes(across.y, -across.y, ends.behind.y, ends.beyond.y))
  }

  @inline(always)
  private func join(_ rows: Range<Int>, _ bytes: TileBytes, isPlain: Bool) {
    var columns = self.columns.columns(ofRowsFrom: rows.lowerBound)
    for y in rows {
      let place = (y &- rows.lowerBound) & 3
      if place == 0 { columns = self.columns.columns(ofRowsFrom: y) }
      let (first, end) = columns[place]
      guard first < end else { continue }
      let row = Float(y)
      bytes.note(columnsFrom: first, to: end, row: y)
      let start = TileBytes.rowStart(y)
      var x = TileBytes.firstColumn(first, end)
      while x < end {
        let column = Float(x)
        var coverage: Lanes
        if isPlain {
          coverage = slope.coverage(across.values(column, row).magnitudes - radius)
        } else {
          let radius = widening.values(column, row) + self.radius
          let distance = across.values(column, row).magnitudes * cosine
          coverage = (slope.coverage(distance - radius) - slope.coverage(distance + radius)).atLeast(.zero)
        }
        let outside = ends.behind.values(column, row).atLeast(ends.beyond.values(column, row))
        coverage.replace(with: 0, where: outside .> 0)
        bytes.join(coverage, at: start &+ x)
        x &+= 4
      }
    }
  }
}

/// How far behind a strip's start a pixel is, and how far beyond its end: inside, neither is more than 0.
struct StripEnds {
  let behind: Plane
  let beyond: Plane

  /// - Parameters:
  ///   - before: How far the strip goes on behind its start, in pixels.
  ///   - after: How far it goes on beyond its end.
  @inline(always)
  init(_ shape: borrowing ConeShape, before: Double, after: Double, in tile: Tile) {
    behind = Plane(shape.startDirection * -1, through: shape.cone.start, -before, in: tile)
    beyond = Plane(shape.endDirection, through: shape.cone.end, -after, in: tile)
  }
}
