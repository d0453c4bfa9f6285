import CRaster
import Geometry

/// A tip that sweeps, in the pixels of a canvas.
package struct PixelTip: Hashable, Sendable {
  /// Its centers and radii, in pixels.
  package var tip: SweptTip

  package init(_ tip: SweptTip) { self.tip = tip }
}

/// What the tips of a stroke have in common.
package struct TipRule: Hashable, Sendable {
  /// Whether the tip is a line with round ends; otherwise it is an ellipse.
  package var isBar: Bool
  /// Whether the amount of ink differs from place to place.
  package var hasLevel: Bool
  /// The ink across the tip is 1 − e₂u² − e₄u⁴ at u of its radius.
  package var edge = SIMD2(0.0, 0.0)
  /// The depth below the edge at which a wash is whole, in pixels; 0 for other ink.
  package var depth = 0.0
  /// Whether the flow decides how much color a wash has. Coverage then tells it.
  package var hasPigment = false
  /// The number of hairs in half of the tip; 0 for none.
  package var hairs = 0.0
  /// Whether left and right of the tip have changed places, and its hairs with them.
  package var isMirrored = false

  package init(isBar: Bool, hasLevel: Bool) { (self.isBar, self.hasLevel) = (isBar, hasLevel) }
}

/// Draws a tip that sweeps.
struct TipKernel {
  let tip: SweptTip
  private(set) var kernel = raster_tip()
  /// A box around all its ink.
  private var bounds: PixelBounds

  init(_ pixels: PixelTip, _ rule: TipRule) {
    tip = pixels.tip
    bounds = PixelBounds(tip.start.center, tip.start.radius + 1.5, tip.start.radius + 1.5)
      .union(PixelBounds(tip.end.center, tip.end.radius + 1.5, tip.end.radius + 1.5))
    let step = tip.end.center - tip.start.center
    kernel.is_bar = rule.isBar ? 1 : 0
    (kernel.start_flow, kernel.flow_step) = (Float(tip.start.flow), Float(tip.end.flow - tip.start.flow))
    (kernel.edge_second, kernel.edge_fourth) = (Float(rule.edge.x), Float(rule.edge.y))
    kernel.per_depth = rule.depth > 0 ? Float(1 / rule.depth) : 0
    kernel.has_pigment = rule.hasPigment ? 1 : 0
    if rule.isBar {
      setBar(step)
    } else {
      setCone(step, isMirrored: rule.isMirrored)
      setHairs(rule)
    }
  }

  /// Whether the tip covers whole tiles, so that many of those which it touches are full already.
  var isWide: Bool { Swift.max(tip.start.radius, tip.end.radius) >= Mask.wideRadius }

  /// No level of the tip in some pixels is above it. A wash is as deep as its tip, whatever the flow.
  func mostLevel(in pixels: PixelRect) -> UInt8 {
    guard kernel.per_depth == 0 else { return 255 }
    let (flow, ink) = kernel.is_bar == 1 ? (Swift.max(tip.start.flow, tip.end.flow), 1) : mostFlow(in: pixels)
    // More than single precision can be wrong.
    return UInt8(saturating: (255 * flow * ink + 0.52).rounded(.down))
  }

  /// Bounds of the flow of an ellipse in some pixels, and of the share of it that is there, by intervals of what
  /// `in_cone` computes.
  private func mostFlow(in pixels: PixelRect) -> (flow: Double, share: Double) {
    let origin = tip.start.center
    let xs = SIMD4(Double(pixels.minX), Double(pixels.maxX), Double(pixels.minX), Double(pixels.maxX)) - origin.x
    let ys = SIMD4(Double(pixels.minY), Double(pixels.minY), Double(pixels.maxY), Double(pixels.maxY)) - origin.y
    let along = Double(kernel.along_x) * xs + Double(kernel.along_y) * ys
    let aside = Double(kernel.aside_x) * xs + Double(kernel.aside_y) * ys
    let (least, most) = (along.min(), along.max())
    let farthest = Swift.max(Swift.abs(aside.min()), Swift.abs(aside.max()))
    let nearest = Swift.max(0, aside.min(), -aside.max())
    let (length, tangent) = (Double(kernel.length), Double(kernel.tangent))
    // What single precision can be wrong by.
    let error = 1e-5 * (Swift.max(Swift.abs(least), Swift.abs(most)) + (1 + Swift.abs(tangent)) * farthest + length + 1)
    var (first, last) = (0.0, length)
    if kernel.is_inner == 1 {
      first = kernel.start_radius > kernel.end_radius ? 0 : length
      last = first
    } else {
      let (low, high) = tangent > 0 ? (farthest, nearest) : (nearest, farthest)
      first = Swift.min(Swift.max(least - tangent * low - error, 0), length)
      last = Swift.min(Swift.max(most - tangent * high + error, 0), length)
    }
    let apart = Swift.max(0, least - last, first - most)
    let distance = Swift.max(0, (apart * apart + nearest * nearest).squareRoot() - error)
    let radius = Swift.max(tip.start.radius, tip.end.radius) + 0.5 * Double(kernel.squash)
    let across = Swift.min(distance / radius, 1)
    let (flow, step) = (Double(kernel.start_flow), Double(kernel.flow_step) * Double(kernel.per_length))
    return (Swift.max(flow + first * step, flow + last * step), mostShare(from: across * across))
  }

  /// The most ink across the tip from a square of the distance on.
  private func mostShare(from square: Double) -> Double {
    let (second, fourth) = (Double(kernel.edge_second), Double(kernel.edge_fourth))
    let top = fourth > 0 ? Swift.min(Swift.max(-second / (2 * fourth), square), 1) : square
    return [square, top, 1].map { 1 - second * $0 - fourth * $0 * $0 }.max() ?? 1
  }

  /// The least radius of a bar's ends, in pixels.
  private static let leastEnd = 0.5

  private mutating func setBar(_ step: Vector) {
    let (start, end) = (tip.start, tip.end)
    let radius = Swift.max(
      TipKernel.leastEnd, (start.ratio * start.radius + end.ratio * end.radius) / 2)
    let first = start.direction * Swift.max(0, start.radius - radius)
    let second = end.direction * Swift.max(0, end.radius - radius)
    // −first, first, step + second, step − second.
    let xs = SIMD4(-first.dx, first.dx, step.dx + second.dx, step.dx - second.dx)
    let ys = SIMD4(-first.dy, first.dy, step.dy + second.dy, step.dy - second.dy)
    func side(_ index: Int) -> raster_tip_side {
      let next = (index + 1) & 3
      let way = Vector(xs[next] - xs[index], ys[next] - ys[index])
      let square = way.dx * way.dx + way.dy * way.dy
      return raster_tip_side(
        x: Float(xs[index]), y: Float(ys[index]), step_x: Float(way.dx), step_y: Float(way.dy),
        per_square: square > 0 ? Float(1 / square) : 0)
    }
    kernel.sides = (side(0), side(1), side(2), side(3))
    kernel.end_radius = Float(radius)
    (kernel.axis_x, kernel.axis_y) = (Float(step.dx), Float(step.dy))
    let square = step.dx * step.dx + step.dy * step.dy
    kernel.per_length = square > 0 ? Float(1 / square) : 0
    let reach = radius + TipKernel.margin
    /// The strip across which the corners lie along a direction.
    func strip(across direction: Vector) -> raster_tip_strip {
      let length = direction.length
      guard length > 0 else { return TipKernel.strip(Vector(0, 1), 0, 0) }
      let n = Vector(-direction.dy, direction.dx) / length
      let places = n.dx * xs + n.dy * ys
      return TipKernel.strip(n, places.min() - reach, places.max() + reach)
    }
    kernel.strips = (strip(across: step), strip(across: start.direction + end.direction))
    let center = start.center
    bounds = PixelBounds(
      minX: center.x + xs.min() - reach, minY: center.y + ys.min() - reach, maxX: center.x + xs.max() + reach,
      maxY: center.y + ys.max() + reach)
  }

  private mutating func setCone(_ step: Vector, isMirrored: Bool) {
    let (start, end) = (tip.start, tip.end)
    var direction = start.direction + end.direction
    let size = direction.length
    direction = size > 0 ? direction / size : start.direction
    let ratio = (start.ratio * end.ratio).squareRoot()
    let squash = ratio > 0 ? 1 / ratio : 1
    let (c, s) = (direction.dx, direction.dy)
    let axis = Vector(c * step.dx + s * step.dy, (c * step.dy - s * step.dx) * squash)
    let length = axis.length
    let (ex, ey) = length > 0 ? (axis.dx / length, axis.dy / length) : (1, 0)
    let left = isMirrored ? -1.0 : 1
    (kernel.axis_x, kernel.axis_y) = (Float(ex), Float(left * ey))
    kernel.squash = Float(squash)
    (kernel.length, kernel.per_length) = (Float(length), length > 0 ? Float(1 / length) : 0)
    (kernel.start_radius, kernel.end_radius) = (Float(start.radius), Float(end.radius))
    let reach = Swift.max(start.radius, end.radius) + TipKernel.margin * squash
    let along = Vector(c * ex - s * ey * squash, s * ex + c * ey * squash)
    let aside = Vector(-c * ey - s * ex * squash, c * ex * squash - s * ey)
    kernel.strips = (TipKernel.strip(along, -reach, length + reach), TipKernel.strip(aside, -reach, reach))
    (kernel.along_x, kernel.along_y) = (Float(along.dx), Float(along.dy))
    (kernel.aside_x, kernel.aside_y) = (Float(left * aside.dx), Float(left * aside.dy))
    let shrink = start.radius - end.radius
    kernel.is_inner = Swift.abs(shrink) >= length ? 1 : 0
    if kernel.is_inner == 0 {
      let sine = shrink / length
      (kernel.sine, kernel.tangent) = (Float(sine), Float(sine / (1 - sine * sine).squareRoot()))
    }
  }

  private mutating func setHairs(_ rule: TipRule) {
    kernel.hairs = Float(rule.hairs)
    (kernel.start_length, kernel.length_step) = (Float(tip.start.length), Float(tip.end.length - tip.start.length))
    (kernel.start_wetness, kernel.wetness_step) = (Float(tip.start.wetness), Float(tip.end.wetness - tip.start.wetness))
    (kernel.arrival_x, kernel.arrival_y) = (Float(tip.arrival.dx), Float(tip.arrival.dy))
    kernel.narrowing = Float(tip.narrowing)
    kernel.is_first = tip.arrival == Vector(0, 0) ? 1 : 0
    kernel.is_last = tip.isLast ? 1 : 0
  }

  /// The pixels between two parallels: n · (dx, dy) is between `low` and `high`.
  private static func strip(_ n: Vector, _ low: Double, _ high: Double) -> raster_tip_strip {
    // Nearly along the rows it excludes no columns.
    guard Swift.abs(n.dx) > 0.01 * n.length else { return raster_tip_strip(slope: 0, low: -1e6, high: 1e6) }
    let (a, b) = (low / n.dx, high / n.dx)
    return raster_tip_strip(slope: Float(n.dy / n.dx), low: Float(Swift.min(a, b)), high: Float(Swift.max(a, b)))
  }

  /// How far beyond the ink a strip reaches, in pixels: a pixel farther than half a pixel away has none.
  private static let margin = 0.6

  /// The pixels of `area` that the tip may touch.
  func pixels(of area: PixelRect) -> PixelRect { bounds.pixels(of: area) }

  /// Draws the tip in some pixels of a tile.
  @unsafe func join(_ pixels: PixelRect, of tile: Tile, _ bytes: TileBytes, _ levels: UnsafeMutablePointer<UInt8>?) {
    let origin = tip.start.center
    let (left, top) = (tile.column * Tile.side, tile.row * Tile.side)
    unsafe withUnsafePointer(to: kernel) { kernel in
      unsafe raster_join_tip(
        kernel, Float(origin.x - Double(left) - 0.5), Float(origin.y - Double(top) - 0.5),
        Int32(truncatingIfNeeded: pixels.minY - top), Int32(truncatingIfNeeded: pixels.maxY - top),
        Int32(truncatingIfNeeded: pixels.minX - left), Int32(truncatingIfNeeded: pixels.maxX - left),
        bytes.coverage, levels)
    }
  }
}
