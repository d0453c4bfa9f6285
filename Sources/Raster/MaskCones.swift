import CRaster
import Geometry

extension Mask {
  /// Adds the ink of cones each of which continues where the one before it ended.
  /// - Parameters:
  ///   - chain: In pixels, of radii over 0.
  ///   - clip: The pixels that may change, rounded up to tiles; nil for all.
  public mutating func join(_ chain: [RoundCone], within clip: PixelRect? = nil) {
    // Taken out, so that the memory is used again.
    var shapes: [ConeShape] = []
    swap(&shapes, &self.shapes)
    shapes.removeAll(keepingCapacity: true)
    // Not by the clip: the shapes of a cone are the same whatever part of it is drawn.
    for cone in chain { ConeShape.append(cone, within: area, to: &shapes) }
    let clip = clip?.intersection(area) ?? area
    join(shapes.span, clip)
    swap(&shapes, &self.shapes)
  }

  private mutating func join(_ shapes: borrowing Span<ConeShape>, _ clip: PixelRect) {
    var overlap = 0.0
    for i in shapes.indices { overlap = join(shapes, i, overlap: overlap, clip) }
  }

  /// How far bodies go on beyond their ends, in pixels, so that rounding leaves no pixel between two pieces of a line.
  private static let leastOverlap = 0.001

  /// Joins shape `i` of a chain.
  /// - Parameter overlap: How far the body goes on behind its start.
  /// - Returns: How far the next body does.
  @inline(always)
  private mutating func join(
    _ shapes: borrowing Span<ConeShape>, _ i: Int, overlap: Double, _ clip: PixelRect
  ) -> Double {
    let isLast = i + 1 == shapes.count
    let after = isLast ? nil : shapes[i].overlap(with: shapes[i + 1])
    if after == nil || !shapes[i].cone.continues || shapes[i].body == .none {
      joinEnds(of: shapes[i], clip)
      joinCaps(of: shapes[i], before: isLast ? nil : shapes[i + 1], endIsOpen: after == nil, clip)
    }
    guard shapes[i].body != .none else { return 0 }
    let pixels = shapes[i].bodyPixels(of: clip)
    guard !pixels.isEmpty else { return after ?? 0 }
    if shapes[i].body == .strip {
      let kernel = StripKernel(
        shapes[i], before: hasThinStart(shapes[i]) ? -ThinEnd.reach : overlap + Mask.leastOverlap,
        after: hasThinEnd(shapes[i]) ? -ThinEnd.reach : (after ?? 0) + Mask.leastOverlap)
      join(kernel, of: shapes[i].cone, pixels, EdgeField(alongAxisOf: shapes[i]))
    } else {
      let shape = shapes[i]
      if rule == .union {
        let field = owners.add(EdgeField(alongAxisOf: shape))
        shape.cone.eachTile(of: pixels) { unite(shape, field, in: $0, pixels) }
      } else {
        forEachTile(of: shape.cone, in: pixels) { tile, rows, bytes in HullKernel(shape, in: tile).join(rows, bytes) }
      }
    }
    return after ?? 0
  }

  /// Joins a shape in the tiles that its cone touches.
  /// - Parameters:
  ///   - pixels: Those that may change.
  ///   - field: Which way its edges face.
  @inline(always)
  private mutating func join(
    _ kernel: some TileKernel, of cone: RoundCone, _ pixels: PixelRect, _ field: @autoclosure () -> EdgeField
  ) {
    if rule == .union {
      let field = owners.add(field())
      cone.eachTile(of: pixels) { unite(kernel, field, in: $0, pixels) }
    } else {
      forEachTile(of: cone, in: pixels) { tile, rows, bytes in unsafe kernel.join(rows, of: tile, bytes, nil) }
    }
  }

  /// Whether the true area of a line's start is drawn, and none of its body there.
  private func hasThinStart(_ shape: ConeShape) -> Bool {
    rule == .union && !shape.cone.continues && shape.body == .strip && shape.cone.startRadius < ThinEnd.largestRadius
  }

  private func hasThinEnd(_ shape: ConeShape) -> Bool {
    rule == .union && shape.cone.isLast && shape.body == .strip && shape.cone.endRadius < ThinEnd.largestRadius
  }

  private func isThinDot(_ cone: RoundCone) -> Bool {
    rule == .union && !cone.continues && cone.start == cone.end && cone.startRadius < ThinEnd.largestRadius
  }

  /// Joins the true areas of a thin line's ends, or of a dot.
  private mutating func joinEnds(of shape: ConeShape, _ clip: PixelRect) {
    let cone = shape.cone
    if isThinDot(cone) {
      join(
        ThinEnd(dotAt: cone.start, radius: cone.startRadius),
        EdgeField(aroundDiscAt: cone.start, radius: cone.startRadius), clip)
      return
    }
    // A line of but one shape may be shorter than what counts of it.
    let length = !cone.continues && cone.isLast ? shape.length : nil
    if hasThinStart(shape) {
      let end = ThinEnd(
        at: cone.start, outward: shape.startDirection * -1, radius: cone.startRadius, length: length)
      join(end, EdgeField(alongAxisOf: shape), clip)
    }
    if hasThinEnd(shape) {
      let end = ThinEnd(at: cone.end, outward: shape.endDirection, radius: cone.endRadius, length: length)
      join(end, EdgeField(alongAxisOf: shape), clip)
    }
  }

  /// Joins the discs at the ends of a shape as far as no body covers them, or the disc that is all of it.
  private mutating func joinCaps(of shape: ConeShape, before next: ConeShape?, endIsOpen: Bool, _ clip: PixelRect) {
    let cone = shape.cone
    if shape.body == .none {
      if isThinDot(cone) { return }
      // A disc inside the one where the cone continues is drawn already.
      let startIsLarger = cone.startRadius >= cone.endRadius
      guard !(cone.continues && startIsLarger) else { return }
      let startIsAll = !cone.continues && startIsLarger
      join(discAt: startIsAll ? cone.start : cone.end, startIsAll ? cone.startRadius : cone.endRadius, nil, nil, clip)
      return
    }
    if !cone.continues, !hasThinStart(shape) {
      join(discAt: cone.start, cone.startRadius, Line(cone.start, shape.startDirection, -shape.bodyStart), nil, clip)
    }
    if endIsOpen, !hasThinEnd(shape) {
      // The wedge between this body and the next is left for the cap.
      let wedge = next.flatMap { next in
        next.body == .none ? nil : Line(next.cone.start, next.startDirection, -next.bodyStart)
      }
      let end = Line(cone.end, shape.endDirection * -1, -shape.bodyEnd)
      join(discAt: cone.end, cone.endRadius, end, wedge, clip)
    }
  }

  /// A line at right angles to a direction: what lies further in that direction than `constant` says is left out.
  private struct Line {
    var place: Point
    var direction: Vector
    /// Added to the distance from `place`.
    var constant: Double

    init(_ place: Point, _ direction: Vector, _ constant: Double) {
      self.place = place
      self.direction = direction
      self.constant = constant
    }

    func seen(from center: Point) -> raster_line {
      let offset = center - place
      return raster_line(direction, direction.dx * offset.dx + direction.dy * offset.dy + constant)
    }
  }

  private mutating func join(discAt center: Point, _ radius: Double, _ a: Line?, _ b: Line?, _ clip: PixelRect) {
    let reach = radius + Double(pixelReach)
    let disc = RoundCone(center: center, radius: radius)
    let kernel = DiscKernel(
      center: center, radius: radius, limits: (a?.seen(from: center) ?? .none, b?.seen(from: center) ?? .none))
    let pixels = PixelBounds(center, reach, reach).pixels(of: clip)
    join(kernel, of: disc, pixels, EdgeField(aroundDiscAt: center, radius: radius))
  }
}
