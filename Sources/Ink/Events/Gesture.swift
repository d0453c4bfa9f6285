import Geometry
import TouchLog

/// What a touch does that is down and draws no plain ink.
enum Gesture: Sendable {
  /// Drags the points of a shape.
  case shape(element: Int)
  /// Sets the place and the width of a text.
  case text(element: Int)
  /// Takes the selected element along; nil where the drag began elsewhere, and moves nothing.
  case move(element: Int?, from: Placement?, start: Point, isDragged: Bool)
  /// Takes away the elements that it touches.
  case eraseWhole(last: Point, removed: [Int])
}

extension Drawing {
  mutating func beginGesture(_ stroke: Int, at place: Point) {
    switch settings.tool {
    case .select:
      let target = selection.flatMap { isHit($0, at: place, within: Drawing.selectionReach) ? $0 : nil }
      gestures[stroke] = .move(
        element: target, from: target.flatMap { placements[$0] }, start: place, isDragged: false)
    case .text: gestures[stroke] = .text(element: beginText(stroke, at: place))
    case .line, .arrow, .rect, .ellipse, .polygon, .star, .angle:
      gestures[stroke] = .shape(element: beginShape(stroke, at: place))
    case .eraser, .pen, .marker: gestures[stroke] = .eraseWhole(last: place, removed: [])
    }
  }

  mutating func continueGesture(of stroke: Int, to place: Point) {
    switch gestures[stroke] {
    case .shape, .text: reviseGesture(of: stroke)
    case .move(let element, let from, let start, let wasDragged):
      let isDragged = wasDragged || place.distance(to: start) >= Shape.tapReach
      gestures[stroke] = .move(element: element, from: from, start: start, isDragged: isDragged)
      guard isDragged, let element else { return }
      var placement = from ?? newPlacement(of: element)
      placement.move(by: place - start)
      take(element, to: placement)
    case .eraseWhole(let last, var removed):
      // Not among the steps until the pass is over.
      for element in elementsTouched(from: last, to: place, radius: strokes[stroke].style.width / 2) {
        perform(.presence(element: element, isPresent: false))
        removed.append(element)
      }
      gestures[stroke] = .eraseWhole(last: place, removed: removed)
    case nil: break
    }
  }

  /// Gives a shape or a text the place that its touch has now.
  mutating func reviseGesture(of stroke: Int) {
    let element = strokes[stroke].element
    guard element >= 0, let first = strokes[stroke].samples.first, let last = strokes[stroke].samples.last else {
      return
    }
    let isDragged = strokes[stroke].samples.contains {
      $0.point.distance(to: first.point) >= Shape.tapReach
    }
    switch elements[element].content {
    case .shape(var shape):
      // The second leg of an angle is a drag of its own.
      if stroke != shape.legs.first {
        shape.points = [shape.points[0], shape.points[1], last.point]
      } else {
        shape.points.replaceSubrange(0..<2, with: [first.point, last.point])
        shape.isDragged = isDragged
      }
      elements[element].content = .shape(shape)
    case .text(var text):
      text.origin = first.point
      text.wrap = isDragged ? (last.point.x - first.point.x).magnitude : nil
      if isDragged { text.origin.x = Swift.min(first.point.x, last.point.x) }
      text.model(options: options, modeler: &modeler)
      elements[element].content = .text(text)
    case .stroke, .image: break
    }
  }

  /// - Returns: The element that the touch drags: a new one, or the angle that has its first leg only.
  private mutating func beginShape(_ stroke: Int, at place: Point) -> Int {
    if settings.tool == .angle, let angle = openAngle, case .shape(var shape) = elements[angle].content {
      shape.legs.append(stroke)
      elements[angle].content = .shape(shape)
      strokes[stroke].element = angle
      return angle
    }
    let shape = ShapeElement(
      pen: settings.pen, look: settings.shapeLook, points: [place, place], isDragged: false, legs: [stroke],
      hue: rainbowCount)
    let element = append(.shape(shape), name: takeName())
    strokes[stroke].element = element
    return element
  }

  private mutating func beginText(_ stroke: Int, at place: Point) -> Int {
    let text = TextElement(
      settings.text ?? "", origin: place, wrap: nil, pen: settings.pen, look: settings.textLook(),
      hue: rainbowCount)
    let element = append(.text(text), name: takeName())
    strokes[stroke].element = element
    return element
  }

  /// Ends what a touch does.
  mutating func end(_ gesture: Gesture, of stroke: Int, as state: Stroke.State) -> EditWarning? {
    let isCancelled = state == .cancelled
    switch gesture {
    case .shape(let element): endShape(element, isCancelled: isCancelled)
    case .text(let element):
      guard !isCancelled, case .text(let text) = elements[element].content else {
        elements[element].isPresent = false
        return nil
      }
      record([.presence(element: element, isPresent: true)])
      return text.warning
    case .move(let element, let from, let start, let isDragged):
      if isDragged, let element {
        if isCancelled {
          take(element, to: from)
        } else {
          record([.placement(element: element, from: from, to: placements[element])])
        }
      } else if !isDragged, !isCancelled {
        selection = topmost(at: start, within: Drawing.selectionReach)
      }
    case .eraseWhole(_, let removed):
      if isCancelled {
        for element in removed { perform(.presence(element: element, isPresent: true)) }
      } else if !removed.isEmpty {
        record(removed.map { .presence(element: $0, isPresent: false) })
      }
    }
    return nil
  }

  private mutating func endShape(_ element: Int, isCancelled: Bool) {
    guard case .shape(var shape) = elements[element].content else { return }
    guard shape.legs.count == 1 else {
      // With its second leg an angle is the same step.
      if isCancelled {
        shape.points.removeLast(shape.points.count - 2)
        shape.legs.removeLast()
        elements[element].content = .shape(shape)
      } else {
        openAngle = nil
      }
      return
    }
    if isCancelled || shape.isTap {
      elements[element].isPresent = false
      return
    }
    record([.presence(element: element, isPresent: true)])
    if shape.pen.tool == .angle { openAngle = element }
  }
}
