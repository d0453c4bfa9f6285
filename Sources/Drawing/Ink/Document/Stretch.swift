import Geometry
import TouchLog

/// How the sides of an element were stretched, each by a factor of its own: `point * factors + offset`, axis by axis, in
/// the element's own axes, before its placement.
package struct Stretch: Hashable, Sendable {
  /// Positive.
  private var factors = Vector(1, 1)
  /// In points.
  private var offset = Vector(0, 0)

  package init() {}

  /// This stretch, followed by one about a point. Both together have a factor from 1e-6 to 1e6, so that no number of
  /// them leaves the range of coordinates.
  func followed(by next: Vector, about center: Point) -> Stretch {
    var result = Stretch()
    func bounded(_ factor: Double) -> Double {
      Swift.min(Swift.max(factor, 1 / LogLimits.scaling), LogLimits.scaling)
    }
    result.factors = Vector(bounded(factors.dx * next.dx), bounded(factors.dy * next.dy))
    let (across, down) = (result.factors.dx / factors.dx, result.factors.dy / factors.dy)
    result.offset = Vector(
      center.x + (offset.dx - center.x) * across, center.y + (offset.dy - center.y) * down)
    return result
  }

  package func apply(_ point: Point) -> Point {
    Point(point.x * factors.dx + offset.dx, point.y * factors.dy + offset.dy)
  }

  package func apply(_ rect: Rect) -> Rect {
    let (low, high) = (apply(Point(rect.minX, rect.minY)), apply(Point(rect.maxX, rect.maxY)))
    return Rect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }
}

extension Element.Content {
  /// Nil if the element was never stretched, and for elements that cannot be: ink, texts, and the regular shapes.
  var stretch: Stretch? {
    get {
      switch self {
      case .shape(let shape): shape.stretch
      case .image(let image): image.stretch
      case .stroke, .text: nil
      }
    }
    set {
      switch self {
      case .shape(var shape):
        shape.stretch = newValue
        self = .shape(shape)
      case .image(var image):
        image.stretch = newValue
        self = .image(image)
      case .stroke, .text: break
      }
    }
  }

  /// Whether its sides can be stretched apart from each other.
  package var isStretchable: Bool {
    switch self {
    case .shape(let shape): shape.kind != .polygon && shape.kind != .star
    case .image: true
    case .stroke, .text: false
    }
  }
}

extension Drawing {
  /// The box that `stretch` makes wider and higher, in points, before the element's placement; nil for an element that
  /// it cannot change.
  package func stretchableBox(of element: ElementIndex) -> Rect? {
    guard elements[element].content.isStretchable else { return nil }
    switch elements[element].content {
    case .shape(let shape): return shape.points.reduce(into: Rect.empty) { $0.include($1) }
    case .image(let image): return image.frame
    case .stroke, .text: return nil
    }
  }
}
