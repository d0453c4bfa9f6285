import CRaster
import Geometry

/// Drawing round cones: each is drawn as a body (a strip or a hull, see `ConeShape`) and, where no other body continues
/// it, a cap, which is a part of the disc at that end.
extension Mask {
  /// Adds the ink of a chain of cones, each of which continues where the one before it ended.
  /// - Parameters:
  ///   - chain: The cones, with positive radii.
  ///   - clip: The pixels that may change, rounded up to tiles; nil for all.
  package mutating func join(_ chain: [PixelCone], within clip: PixelRect? = nil) {
    // Moved out, so that the array's memory is used again.
    var shapes: [ConeShape] = []
    swap(&shapes, &self.shapes)
    shapes.removeAll(keepingCapacity: true)
    // Independent of the clip, so that a cone has the same shapes whichever part of it is drawn.
    let clip = clip?.intersection(area) ?? area
    for cone in chain {
      if isSampled(cone.cone) {
        // Its discs close the gaps beside shapes before and after it.
        join(shapes.span, clip)
        shapes.removeAll(keepingCapacity: true)
        sample(cone.cone, clip)
      } else {
        ConeShape.append(cone.cone, within: area, to: &shapes)
      }
    }
    join(shapes.span, clip)
    swap(&shapes, &self.shapes)
  }

  private mutating func join(_ shapes: borrowing Span<ConeShape>, _ clip: PixelRect) {
    var overlap = 0.0
    for i in shapes.indices { overlap = join(shapes, i, overlap: overlap, clip) }
  }

  /// How far strips overlap at least, in pixels, so that rounding leaves no gap between two pieces of a line.
  private static let leastOverlap = 0.001

  /// Draws shape `i` of a chain.
  /// - Parameter overlap: How far the body extends back before its start, in pixels.
  /// - Returns: How far the next body extends back.
  @inline(always)
  private mutating func join(
    _ shapes: borrowing Span<ConeShape>, _ i: Int, overlap: Double, _ clip: PixelRect
  ) -> Double {
    // Copied once, and not for each use.
    let shape = shapes[i]
    let isLast = i + 1 == shapes.count
    let after = isLast ? nil : shape.overlap(with: shapes[i + 1])
    if after == nil || !shape.cone.continues || shape.body == .none {
      joinThinEnds(of: shape, clip)
      joinCaps(of: shape, before: isLast ? nil : shapes[i + 1], endIsOpen: after == nil, clip)
    }
    guard shape.body != .none else { return 0 }
    let pixels = shape.bodyPixels(of: clip)
    guard !pixels.isEmpty else { return after ?? 0 }
    if shape.body == .strip {
      let kernel = StripKernel(
        shape, before: hasThinStart(shape) ? -ThinEnd.reach : overlap + Mask.leastOverlap,
        after: hasThinEnd(shape) ? -ThinEnd.reach : (after ?? 0) + Mask.leastOverlap)
      join(kernel, of: shape.cone, pixels, EdgeField(alongAxisOf: shape))
    } else {
      join(HullKernel(shape), of: shape.cone, pixels, EdgeField(alongAxisOf: shape))
    }
    return after ?? 0
  }

  // MARK: Bodies

  /// From this radius on, in pixels, shapes cover whole tiles, and many of the tiles that they touch are full already.
  static let wideRadius = 48.0

  private func isWide(_ cone: RoundCone) -> Bool { Swift.max(cone.startRadius, cone.endRadius) >= Mask.wideRadius }

  /// Draws in a slot with `body`, unless the slot is full.
  @inline(always)
  private mutating func unlessFull(_ slot: Int, isWide: Bool, _ body: (inout Mask) -> Void) {
    if isWide, storage.isFull(slot) { return }
    body(&self)
    if isWide { storage.noteFull(slot, of: area) }
  }

  /// Draws a shape with a kernel in C.
  /// - Parameters:
  ///   - cone: The cone of the shape, from which the tiles that the shape may touch are found.
  ///   - pixels: The pixels that may change.
  ///   - field: The shape's edge, which the union rule needs.
  @inline(always)
  private mutating func join(
    _ kernel: some TileKernel, of cone: RoundCone, _ pixels: PixelRect, _ field: @autoclosure () -> EdgeField
  ) {
    let isWide = isWide(cone)
    let field = rule != .maximum ? owners.add(field()) : 0
    cone.eachTile(of: pixels) { tile in
      guard kernel.touches(tile), let slot = findOrAdd(tile) else { return }
      unlessFull(slot, isWide: isWide) { mask in
        let rows = tile.rows(of: pixels)
        if mask.rule != .maximum {
          mask.owners.join(kernel, field, in: InkedTile(tile: tile, slot: slot), rows, to: &mask.storage)
        } else {
          mask.storage.withBytes(of: slot) { bytes in unsafe kernel.join(rows, of: tile, bytes, nil) }
        }
      }
    }
  }

  // MARK: Thin ends, but not under the rule of the maximum

  /// Whether `ThinEnd` draws the start of a line, and the line's body stops before it.
  private func hasThinStart(_ shape: ConeShape) -> Bool {
    rule != .maximum && !shape.cone.continues && shape.body == .strip && shape.cone.startRadius < ThinEnd.largestRadius
  }

  private func hasThinEnd(_ shape: ConeShape) -> Bool {
    rule != .maximum && shape.cone.isLast && shape.body == .strip && shape.cone.endRadius < ThinEnd.largestRadius
  }

  private func isThinDot(_ cone: RoundCone) -> Bool {
    rule != .maximum && !cone.continues && cone.start == cone.end && cone.startRadius < ThinEnd.largestRadius
  }

  /// Draws the ends of a thin line, or a dot.
  private mutating func joinThinEnds(of shape: ConeShape, _ clip: PixelRect) {
    let cone = shape.cone
    if isThinDot(cone) {
      join(
        ThinEnd(dotAt: cone.start, radius: cone.startRadius),
        EdgeField(aroundDiscAt: cone.start, radius: cone.startRadius), clip)
      return
    }
    // A line of a single shape may be shorter than the part that `ThinEnd` considers.
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

  /// Draws the end of a thin line, or a dot.
  /// - Parameter field: The line's edge: both ends of a short line have the same one, so that a pixel under both counts
  ///   once.
  private mutating func join(_ end: ThinEnd, _ field: EdgeField, _ clip: PixelRect) {
    let pixels = end.pixels(of: clip)
    guard !pixels.isEmpty else { return }
    let field = owners.add(field)
    for tile in Tile.all(of: pixels) {
      let part = pixels.intersection(tile.pixels)
      var known: UInt8?
      let coverages = end.coverage(of: part)
      for y in part.minY..<part.maxY {
        for x in part.minX..<part.maxX {
          let coverage = coverages[(y &- part.minY) &* 8 &+ (x &- part.minX)]
          guard coverage != 0, let slot = findOrAdd(tile) else { continue }
          let inked = InkedTile(tile: tile, slot: slot)
          let number = known ?? owners.number(of: field, in: inked, storage)
          known = number
          let (row, column) = (y - tile.row * Tile.side, x - tile.column * Tile.side)
          storage.withBytes(of: slot) { $0.occupy(columnsFrom: column, to: column + 1, row: row) }
          let pixel = TileBytes.rowStart(row) + column
          owners.join(coverage, of: number, at: pixel, of: inked, to: &storage[slot, pixel])
        }
      }
    }
  }

  // MARK: Caps

  /// Draws the parts of the discs at the ends of a shape that no body covers; for a shape without a body, its disc.
  /// - Parameters:
  ///   - next: The next shape of the chain.
  ///   - endIsOpen: Whether the next body does not continue this one without a gap.
  private mutating func joinCaps(of shape: ConeShape, before next: ConeShape?, endIsOpen: Bool, _ clip: PixelRect) {
    let cone = shape.cone
    if shape.body == .none {
      if isThinDot(cone) { return }
      // A disc inside the disc at which the cone continues is already drawn.
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
      // The cap fills the wedge between this body and the next.
      let wedge = next.flatMap { next in
        next.body == .none ? nil : Line(next.cone.start, next.startDirection, -next.bodyStart)
      }
      let end = Line(cone.end, shape.endDirection * -1, -shape.bodyEnd)
      join(discAt: cone.end, cone.endRadius, end, wedge, clip)
    }
  }

  /// The border of a half plane. A pixel with the center p lies beyond it if direction · (p − point) + constant > 0.
  private struct Line {
    var point: Point
    var direction: Vector
    var constant: Double

    init(_ point: Point, _ direction: Vector, _ constant: Double) {
      self.point = point
      self.direction = direction
      self.constant = constant
    }

    /// How far beyond the line a point lies, in pixels; negative on the other side.
    @inline(always)
    func distance(to position: Point) -> Double {
      let offset = position - point
      return direction.dx * offset.dx + direction.dy * offset.dy + constant
    }

    /// The line in coordinates relative to `center`.
    func relative(to center: Point) -> raster_line { raster_line(direction, distance(to: center)) }

    /// The box around the part of a disc that does not lie beyond the line.
    func bounds(ofDiscAt center: Point, _ radius: Double) -> PixelBounds {
      // More than the rounding errors of the kernel.
      let distance = distance(to: center) - 0.05
      // The line cuts out a chord, whose middle is this far from the center.
      let half = Swift.max(0, radius * radius - distance * distance).squareRoot()
      func highest(_ along: Double, _ across: Double) -> Double {
        radius * along <= -distance ? radius : half * Swift.abs(across) - distance * along
      }
      return PixelBounds(
        minX: center.x - highest(-direction.dx, direction.dy), minY: center.y - highest(-direction.dy, direction.dx),
        maxX: center.x + highest(direction.dx, direction.dy), maxY: center.y + highest(direction.dy, direction.dx))
    }
  }

  /// Draws the part of a disc that lies beyond neither of two lines.
  private mutating func join(discAt center: Point, _ radius: Double, _ a: Line?, _ b: Line?, _ clip: PixelRect) {
    let reach = radius + Double(pixelReach)
    let disc = RoundCone(center: center, radius: radius)
    let kernel = DiscKernel(
      center: center, radius: radius, limits: (a?.relative(to: center) ?? .none, b?.relative(to: center) ?? .none))
    var pixels = PixelBounds(center, reach, reach).pixels(of: clip)
    if let a { pixels = a.bounds(ofDiscAt: center, reach).pixels(of: pixels) }
    if let b { pixels = b.bounds(ofDiscAt: center, reach).pixels(of: pixels) }
    guard !pixels.isEmpty else { return }
    join(kernel, of: disc, pixels, EdgeField(aroundDiscAt: center, radius: radius))
  }
}
