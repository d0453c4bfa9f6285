import CRaster
import Geometry

/// The part of each pixel that a straight round cone covers, as samples: the area of thin ink that bends or meets other
/// ink within a pixel. A half plane is a poor model of an edge that does not cross the whole pixel.
///
/// Where the axis is mostly vertical, each of a pixel's 16 rows of samples has its own offset; otherwise, each column
/// does. So 256 different distances count for the edges beside the axis, and 16 only for those at its ends.
struct SampledCone {
  /// Of an edge that is a polygon, the largest distance from the arc that it stands for, in pixels.
  static let flatness = 0.01
  /// The longest axis, in pixels. The kernel computes in Float.
  static let longest = 512.0

  private let start: Point
  private let bounds: PixelBounds
  private(set) var cone = raster_cone()

  /// - Parameter round: A cone with a straight axis of a length up to `longest`.
  init(_ round: RoundCone) {
    start = round.start
    let box = round.bounds
    var bounds = PixelBounds(minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: box.maxY)
    // More than the rounding errors of the kernel.
    bounds.widen(by: 0.001)
    self.bounds = bounds
    let step = round.end - round.start
    let isWide = Swift.abs(step.dx) > Swift.abs(step.dy)
    let (along, across) = isWide ? (step.dy, step.dx) : (step.dx, step.dy)
    cone.has_columns = isWide ? 1 : 0
    (cone.along, cone.across) = (Float(along), Float(across))
    cone.start_square = Float(round.startRadius * round.startRadius)
    cone.end_square = Float(round.endRadius * round.endRadius)
    cone.sides = (raster_side.none, raster_side.none)
    let squared = along * along + across * across
    let shrink = round.startRadius - round.endRadius
    guard squared > shrink * shrink else { return }
    // The normals of the tangents, from (start radius − end radius) / length, the sine of half the angle between them.
    let sine = shrink / squared
    let cosine = (squared - shrink * shrink).squareRoot() / squared
    func side(_ sign: Double) -> raster_side {
      let x = along * sine - sign * across * cosine
      let y = across * sine + sign * along * cosine
      return raster_side(
        from: (x * round.startRadius, y * round.startRadius),
        to: (along + x * round.endRadius, across + y * round.endRadius))
    }
    cone.sides = (side(1), side(-1))
  }

  /// The pixels of `area` that the cone may cover. `area` must not begin before pixel 0.
  func pixels(of area: PixelRect) -> PixelRect { bounds.pixels(of: area) }

  /// Calls `body` with each pixel that the cone covers in part or as a whole, by its index in the tile, 0...4095.
  /// - Parameter pixels: Those of the tile that may change.
  func forEachPart(of tile: Tile, _ pixels: PixelRect, _ body: (_ pixel: Int, PixelPart) -> Void) {
    let corner = Point(Double(tile.column * Tile.side), Double(tile.row * Tile.side))
    let offset = start - corner
    let columns = pixels.minX - tile.column * Tile.side..<pixels.maxX - tile.column * Tile.side
    let isWide = cone.has_columns != 0
    let rows = tile.rows(of: pixels)
    let (lines, places) = isWide ? (columns, rows) : (rows, columns)
    let (lineStep, placeStep) = isWide ? (1, Tile.side) : (Tile.side, 1)
    unsafe withUnsafePointer(to: cone) { cone in
      unsafe withUnsafeTemporaryAllocation(of: PixelPart.self, capacity: Tile.side) { parts in
        guard let first = parts.baseAddress else { return }
        let samples = unsafe UnsafeMutableRawPointer(first).assumingMemoryBound(to: UInt16.self)
        for line in lines {
          let (along, across) = isWide ? (offset.dy, offset.dx - Double(line)) : (offset.dx, offset.dy - Double(line))
          // A wide end may reach far.
          let pixel = Swift.max(-0x8000, Swift.min(along.rounded(.down), 0x8000))
          let found = unsafe raster_sample_cone(
            cone, Int32(saturating: pixel), Float(along - pixel), Float(across),
            Int32(truncatingIfNeeded: places.lowerBound),
            Int32(truncatingIfNeeded: places.upperBound), samples)
          let (first, count) = (Int(found & 0xFFFF), Int(found >> 16))
          for i in 0..<count {
            let part = unsafe parts[i]
            if !part.isEmpty { body(line &* lineStep &+ (first &+ i) &* placeStep, part) }
          }
        }
      }
    }
  }
}

extension raster_side {
  /// No line crosses it.
  static let none = raster_side(x: 0, low: 1, high: 0, slope: 0, least: 0, most: 0)

  /// The side between two points, relative to the start; along and across.
  fileprivate init(from a: (Double, Double), to b: (Double, Double)) {
    let (low, high) = a.1 <= b.1 ? (a, b) : (b, a)
    let height = high.1 - low.1
    self.init(
      x: Float(low.0), low: Float(low.1), high: Float(high.1),
      // A lower side lies between two lines, or its ends are those of the discs.
      slope: height > 1e-6 ? Float((high.0 - low.0) / height) : 0,
      least: Float(Swift.min(a.0, b.0)), most: Float(Swift.max(a.0, b.0)))
  }
}
