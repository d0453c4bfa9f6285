import Geometry
import TouchLog

/// The touches that are down and draw no ink: they drag shapes, texts or the selection, or erase whole elements.
struct Gestures: Sendable {
  private enum Gesture {
    /// Drags the points of a shape.
    case shape(ElementIndex)
    /// Drags the position and width of a text.
    case text(ElementIndex)
    /// Moves the selected element, whose placement was `from`. The element is nil if the drag began elsewhere.
    case move(ElementIndex?, from: Placement?, start: Point, isDragged: Bool)
    /// Removes the elements that it touches. These are those removed so far.
    case eraseWhole(last: Point, removed: [ElementIndex])
  }

  /// The gestures, by the strokes of their touches.
  private var active: [StrokeIndex: Gesture] = [:]
  /// An angle that has its first leg, and whose second leg the next drag of the angle tool makes. Any other step, undo
  /// or tool line closes it.
  private var openAngle: ElementIndex?

  var isEmpty: Bool { active.isEmpty }

  func contains(_ stroke: StrokeIndex) -> Bool { active[stroke] != nil }

  /// Whether a stroke's gesture moves an element.
  func moves(_ element: ElementIndex, by stroke: StrokeIndex) -> Bool {
    if case .move(element, _, _, _) = active[stroke] { return true }
    return false
  }

  mutating func closeAngle() { openAngle = nil }

  // MARK: Begin

  /// Begins the gesture of the current tool for a touch at a position.
  mutating func begin(
    _ stroke: StrokeIndex, at position: Point, _ settings: inout ToolSettings, _ document: inout Document
  ) {
    switch settings.tool.makes {
    case .selection:
      let target = document.selection.flatMap {
        document.isHit($0, at: position, within: Document.selectionReach) ? $0 : nil
      }
      let placement = target.flatMap { document.placements[$0] }
      active[stroke] = .move(target, from: placement, start: position, isDragged: false)
    case .text:
      let text = TextElement(
        settings.text ?? "", origin: position, wrap: nil, look: settings.look, hue: document.hue)
      active[stroke] = .text(document.begin(.text(text), of: stroke, name: settings.takeID()))
    case .shape:
      active[stroke] = .shape(beginShape(stroke, at: position, &settings, &document))
    case .erasure, .ink: active[stroke] = .eraseWhole(last: position, removed: [])
    }
  }

  /// - Returns: The element that the touch drags: a new one, or the angle whose first leg is drawn.
  private func beginShape(
    _ stroke: StrokeIndex, at position: Point, _ settings: inout ToolSettings, _ document: inout Document
  ) -> ElementIndex {
    if settings.tool.shape == .angle, let angle = openAngle, case .shape(var shape) = document.elements[angle].content {
      shape.legs.append(stroke)
      document.setContent(.shape(shape), of: angle)
      document.attach(stroke, to: angle)
      return angle
    }
    let shape = ShapeElement(
      look: settings.look, points: [position, position], isDragged: false, legs: [stroke],
      hue: document.hue)
    return document.begin(.shape(shape), of: stroke, name: settings.takeID())
  }

  // MARK: Drag

  /// Follows a touch to a position. Does nothing for strokes without a gesture.
  mutating func advance(
    _ stroke: StrokeIndex, to position: Point, _ document: inout Document, _ index: inout HitIndex
  ) {
    switch active[stroke] {
    case .shape, .text: document.updateDraggedElement(of: stroke)
    case .move(let element, let from, let start, let wasDragged):
      let isDragged = wasDragged || position.distance(to: start) >= Shape.tapReach
      active[stroke] = .move(element, from: from, start: start, isDragged: isDragged)
      guard isDragged, let element else { return }
      var placement = from ?? document.identityPlacement(of: element)
      placement.move(by: position - start)
      document.take(element, to: placement)
    case .eraseWhole(let last, var removed):
      let radius = document.strokes[stroke].look.width / 2
      // These edits are recorded as one step when the touch ends.
      for element in index.elementsTouched(from: last, to: position, radius: radius, in: document) {
        document.perform(.presence(element, isPresent: false))
        removed.append(element)
      }
      active[stroke] = .eraseWhole(last: position, removed: removed)
    case nil: break
    }
  }

  // MARK: End

  /// Ends the gesture of a stroke that has one, and records the step that it makes.
  mutating func end(
    _ stroke: StrokeIndex, isCanceled: Bool, _ document: inout Document, _ index: inout HitIndex,
    _ history: inout History
  ) -> EditWarning? {
    switch active.removeValue(forKey: stroke) {
    case .shape(let element): endShape(element, isCanceled: isCanceled, &document, &history)
    case .text(let element):
      guard !isCanceled, case .text(let text) = document.elements[element].content else {
        document.withdraw(element)
        return nil
      }
      record([.presence(element, isPresent: true)], &history)
      return text.warning
    case .move(let element, let from, let start, let isDragged):
      if isDragged, let element {
        if isCanceled {
          document.take(element, to: from)
        } else {
          record([.placement(element, from: from, to: document.placements[element])], &history)
        }
      } else if !isDragged, !isCanceled {
        document.select(index.topmost(at: start, within: Document.selectionReach, in: document))
      }
    case .eraseWhole(_, let removed):
      if isCanceled {
        for element in removed { document.perform(.presence(element, isPresent: true)) }
      } else if !removed.isEmpty {
        record(removed.map { .presence($0, isPresent: false) }, &history)
      }
    case nil: break
    }
    return nil
  }

  private mutating func endShape(
    _ element: ElementIndex, isCanceled: Bool, _ document: inout Document, _ history: inout History
  ) {
    guard case .shape(var shape) = document.elements[element].content else { return }
    guard shape.legs.count == 1 else {
      // The second leg belongs to the step that the first one made.
      if isCanceled {
        shape.dragged.removeLast(shape.points.count - 2)
        shape.legs.removeLast()
        document.setContent(.shape(shape), of: element)
      } else {
        openAngle = nil
      }
      return
    }
    if isCanceled || shape.isTap {
      document.withdraw(element)
      return
    }
    record([.presence(element, isPresent: true)], &history)
    if shape.kind == .angle { openAngle = element }
  }

  private mutating func record(_ edits: [Edit], _ history: inout History) {
    history.record(edits)
    openAngle = nil
  }
}

extension Document {
  /// Updates the shape or text that a stroke drags, during the drag or after a revision. The caller has already entered
  /// the change.
  mutating func updateDraggedElement(of stroke: StrokeIndex) {
    let samples = strokes[stroke].samples
    guard let element = strokes[stroke].element, let first = samples.first, let last = samples.last else { return }
    let isDragged = samples.contains { $0.point.distance(to: first.point) >= Shape.tapReach }
    switch elements[element].content {
    case .shape(var shape):
      if stroke != shape.legs.first {
        // The second leg of an angle.
        shape.dragged = [shape.dragged[0], shape.dragged[1], last.point]
      } else {
        shape.dragged.replaceSubrange(0..<2, with: [first.point, last.point])
        shape.isDragged = isDragged
      }
      setContent(.shape(shape), of: element)
    case .text(var text):
      text.origin = first.point
      text.wrap = isDragged ? (last.point.x - first.point.x).magnitude : nil
      if isDragged { text.origin.x = Swift.min(first.point.x, last.point.x) }
      setText(text, of: element)
    case .stroke, .image: break
    }
  }
}

extension ToolSettings {
  /// Returns the name that the log gives to the next element, and removes it: a name applies once.
  mutating func takeID() -> String? {
    defer { nextID = nil }
    return nextID
  }
}
