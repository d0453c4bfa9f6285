/// A turn by quarters, perhaps mirrored: x and y may change places, and each may change its sign. No number is rounded.
@usableFromInline package struct Turn: Hashable, Sendable {
  /// Whether x and y change places.
  @usableFromInline package private(set) var swaps = false
  /// The signs of x and y afterwards, 1 or −1.
  @usableFromInline package private(set) var signX = 1.0
  @usableFromInline package private(set) var signY = 1.0

  /// None.
  @usableFromInline package init() {}

  /// Quarters of a turn from the x axis toward the y axis, clockwise if y points down, and then a reflection.
  /// - Parameters:
  ///   - flipsX: Whether x changes its sign, so that left and right change places.
  ///   - flipsY: Whether y does.
  package init(quarters: Int, flipsX: Bool = false, flipsY: Bool = false) {
    let quarters = quarters & 3
    swaps = quarters & 1 == 1
    signX = (quarters == 1 || quarters == 2) != flipsX ? -1 : 1
    signY = (quarters == 2 || quarters == 3) != flipsY ? -1 : 1
  }

  /// Whether left and right change places, as in a mirror.
  @usableFromInline package var mirrors: Bool { (signX * signY < 0) != swaps }

  package var inverse: Turn {
    var result = self
    if swaps { (result.signX, result.signY) = (signY, signX) }
    return result
  }

  @inlinable package func apply(_ vector: Vector) -> Vector {
    swaps ? Vector(signX * vector.dy, signY * vector.dx) : Vector(signX * vector.dx, signY * vector.dy)
  }

  /// Turns about the origin.
  package func apply(_ point: Point) -> Point {
    let turned = apply(Vector(point.x, point.y))
    return Point(turned.dx, turned.dy)
  }

  package func apply(_ rect: Rect) -> Rect { rect.mapped { apply($0) } }
}
