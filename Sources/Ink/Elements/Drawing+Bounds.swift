import Geometry
import TouchLog

/// Where elements are.
extension Drawing {
  /// What all ink and all pictures cover that are there, in points, erasers left out.
  public var inkBounds: Rect {
    elements.indices.reduce(into: .empty) { bounds, element in
      if elements[element].isPresent, !isEraser(element) { bounds.formUnion(self.bounds(of: element)) }
    }
  }

  /// What an element covers, in points, whether it is there or not.
  /// - Parameter predicted: Whether it goes on to where its touch is guessed to go.
  public func bounds(of element: Int, predicted: Bool = false) -> Rect {
    let own = ownBounds(of: element, predicted: predicted)
    return placements[element].map { $0.similarity.apply(own) } ?? own
  }

  /// Where an element was taken from where it was made; nil where it still is there.
  public func placement(of element: Int) -> Placement? { placements.isEmpty ? nil : placements[element] }

  /// The places of the elements that are there, from the lowest up, erasers among them.
  public var presentElements: [Int] {
    elements.indices.filter { elements[$0].isPresent }.sorted { elements[$0].rank < elements[$1].rank }
  }

  /// The stroke that an element is; nil for other elements.
  public func stroke(of element: Int) -> Stroke? {
    guard let place = elements[element].stroke else { return nil }
    return strokes[place]
  }

  /// Whether touches that make an element are still down.
  public func isInProgress(_ element: Int) -> Bool {
    down.values.contains { strokes[$0].element == element }
  }

  /// What it covers where it was made.
  func ownBounds(of element: Int, predicted: Bool = false) -> Rect {
    switch elements[element].content {
    case .stroke(let stroke):
      var bounds = strokes[stroke].settledBounds
      if strokes[stroke].state == .active {
        for cone in strokes[stroke].tail(predicted: predicted, options: options).joined() {
          bounds.formUnion(cone.bounds)
        }
      }
      return bounds
    case .shape(let shape):
      guard let geometry = geometry(ofShape: element, predicted: predicted) else { return .empty }
      var bounds = geometry.bounds
      for ink in geometry.label.map({ shape.labelInk($0, options) }) ?? [] {
        for cone in ink.cones { bounds.formUnion(cone.bounds) }
      }
      return bounds
    case .text(let text): return text.bounds
    case .image(let image): return image.frame
    }
  }

  /// A shape as it is drawn, before it is taken anywhere; nil for other elements, and for what is still a tap.
  /// - Parameter predicted: Whether its drag goes on to where the touch is guessed to go.
  public func geometry(ofShape element: Int, predicted: Bool = false) -> ShapeGeometry? {
    guard case .shape(var shape) = elements[element].content else { return nil }
    if predicted, let leg = shape.legs.last, let guess = strokes[leg].guesses.last {
      if shape.legs.count > 1, shape.points.count < 3 { shape.points.append(guess.point) }
      shape.points[shape.points.count - 1] = guess.point
      shape.isDragged = shape.isDragged || guess.point.distance(to: shape.points[0]) >= Shape.tapReach
    }
    return shape.isTap ? nil : shape.shape(model).geometry
  }
}
