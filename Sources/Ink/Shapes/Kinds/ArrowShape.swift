import Geometry

extension ShapeGeometry {
  /// A straight line with a filled head of 45°.
  ///
  /// The line ends where the head is wider than any of its ends.
  static func arrow(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    let step = b - a
    guard step.length > 0 else { return line(from: a, to: b, style) }
    let head = ArrowHead(style, room: step.length)
    let tip = b + step * (head.overshoot / step.length)
    var geometry = ShapeGeometry(stroke: Path(), style: style.stroke)
    // A head that leaves no room for a line is all there is.
    if head.inset < step.length { geometry = line(from: a, to: b + step * (-head.inset / step.length), style) }
    // The sides go back from the tip at half of 45° to either side.
    let heading = Trigonometry.degrees(-step.dy, -step.dx)
    let sides = [22.5, -22.5].map { Vector(degrees: heading + $0, length: head.length) }
    geometry.solid = Path([tip, tip + sides[0], tip + sides[1]], isClosed: true)
    return geometry
  }
}

/// The measures of an arrow's head, in points.
private struct ArrowHead {
  /// How long its sides are.
  var length: Double
  /// How far its tip is beyond where the drag ended, and how far before that the line ends.
  var overshoot, inset: Double

  /// - Parameter room: How long the whole arrow is.
  init(_ style: ShapeStyle, room: Double) {
    let head = style.marks.arrowHead
    length = head.length + head.growth * style.width
    guard head.endsAtTip else {
      (overshoot, inset) = (2 * style.width, 0)
      return
    }
    overshoot = 0
    // How long the head is along the line: cos 22.5° of its sides.
    let slope = Trigonometry.cosine(degrees: 22.5)
    let depth = Swift.min(length * slope, Swift.max(0.6 * room, 2 * style.width), room)
    length = depth / slope
    // The head's half width is tan 22.5° of the way from the tip, so that a square end of the line fits in it from
    // (1 + 1 / tan 22.5°) / 2 = 1.71 widths on, and a round one from fewer.
    inset = Swift.max(1.75 * style.width, depth - style.width / 2)
  }
}
