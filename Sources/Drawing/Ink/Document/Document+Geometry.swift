import Geometry
import Lettering
import TouchLog

/// The positions and outlines of elements.
extension Document {
  /// Whether an element is the pass of an eraser.
  func isEraser(_ element: ElementIndex) -> Bool {
    guard let stroke = elements[element].stroke else { return false }
    return strokes[stroke].look.tool.makes == .erasure
  }

  /// The present element with this name, or nil. Passes of erasers cannot be named.
  /// - Parameter includingRemoved: Whether the element may have been deleted, cleared, erased as a whole or undone.
  func element(named id: String, includingRemoved: Bool = false) -> ElementIndex? {
    guard let index = names.index(of: id, in: elements), !isEraser(index) else { return nil }
    let isMeant = includingRemoved ? !elements[index].isWithdrawn : elements[index].isPresent
    return isMeant ? index : nil
  }

  /// Bounds of an element, present or not, in points.
  /// - Parameter predicted: Whether predicted samples count.
  func bounds(of element: ElementIndex, predicted: Bool = false) -> Rect {
    let own = ownBounds(of: element, predicted: predicted)
    return placements[element].map { $0.similarity.apply(own) } ?? own
  }

  /// Bounds of an element before it is moved by its placement.
  private func ownBounds(of element: ElementIndex, predicted: Bool = false) -> Rect {
    switch elements[element].content {
    case .stroke(let stroke): return strokes[stroke].bounds(predicted: predicted, options: options)
    case .shape(let shape):
      guard let geometry = geometry(ofShape: element, predicted: predicted) else { return .empty }
      return bounds(of: shape, geometry, options)
    case .text(let text): return text.bounds
    case .image(let image): return image.frame
    }
  }

  private func bounds(of shape: ShapeElement, _ geometry: ShapeGeometry, _ options: ModelOptions) -> Rect {
    var bounds = geometry.bounds
    for ink in geometry.label.map({ shape.labelInk($0, options) }) ?? [] {
      for cone in ink.cones { bounds.formUnion(cone.bounds) }
    }
    return bounds
  }

  /// The outline of a shape before it is moved by its placement, or nil if the element is not a shape or still a tap.
  /// - Parameter predicted: Whether the drag extends to its last predicted sample.
  func geometry(ofShape element: ElementIndex, predicted: Bool = false) -> ShapeGeometry? {
    guard case .shape(var shape) = elements[element].content else { return nil }
    if predicted, let leg = shape.legs.last, let guess = strokes[leg].guesses.last {
      if shape.legs.count > 1, shape.dragged.count < 3 { shape.dragged.append(guess.point) }
      shape.dragged[shape.dragged.count - 1] = guess.point
      shape.isDragged = shape.isDragged || guess.point.distance(to: shape.dragged[0]) >= Shape.tapReach
    }
    return shape.isTap ? nil : shape.shape(model).geometry
  }

  /// The placement that moves nothing, about the center that the bounds of the element have without a placement.
  func identityPlacement(of element: ElementIndex) -> Placement {
    let bounds = centeredBounds(of: element)
    guard !bounds.isEmpty else { return Placement(about: Point(0, 0)) }
    return Placement(about: bounds.center)
  }

  /// Bounds of an element, without its placement, as the tolerance for centers has them.
  private func centeredBounds(of element: ElementIndex) -> Rect {
    guard let tolerance = options.centerTolerance, tolerance != options.tolerance else { return ownBounds(of: element) }
    var options = options
    options.tolerance = tolerance
    var modeler = SpanModeler(options: options)
    switch elements[element].content {
    case .stroke(let index):
      var stroke = strokes[index]
      stroke.remodel(with: &modeler, version: 0)
      return stroke.bounds(predicted: false, options: options)
    case .shape(let shape):
      return geometry(ofShape: element).map { bounds(of: shape, $0, options) } ?? .empty
    case .text(var text):
      var kernings = Kernings()
      text.model(options: options, modeler: &modeler, kernings: &kernings)
      return text.bounds
    case .image: return ownBounds(of: element)
    }
  }

  /// The properties of an element that `restyle`, `edit` and `stretch` change.
  func look(of element: ElementIndex) -> ElementLook {
    var result = styledLook(of: element)
    result.stretch = elements[element].content.stretch
    return result
  }

  private func styledLook(of element: ElementIndex) -> ElementLook {
    switch elements[element].content {
    case .stroke(let stroke): ElementLook(look: strokes[stroke].look)
    case .shape(let shape): ElementLook(look: shape.look)
    case .text(let text): ElementLook(look: text.look, wording: text.text)
    case .image(let image): ElementLook(look: image.look)
    }
  }
}
