import Geometry
import TouchLog

/// Undo and redo: each step holds what it changed, and how to go back.
extension Drawing {
  /// Notes a step that has been done; what was undone before cannot be redone any more.
  mutating func record(_ edits: [Edit]) {
    done.append(Step(edits: edits))
    undone.removeAll()
    openAngle = nil
  }

  /// Does a step, and notes it.
  mutating func performStep(_ edits: [Edit]) {
    for edit in edits { perform(edit) }
    record(edits)
  }

  mutating func undo(count: Int) -> EditWarning? {
    endTouches()
    openAngle = nil
    for missing in (0..<count).reversed() {
      guard let step = done.popLast() else { return .nothingToUndo(missing + 1) }
      for edit in step.edits.reversed() { perform(edit.inverse) }
      undone.append(step)
    }
    return nil
  }

  mutating func redo(count: Int) -> EditWarning? {
    endTouches()
    for missing in (0..<count).reversed() {
      guard let step = undone.popLast() else { return .nothingToRedo(missing + 1) }
      for edit in step.edits { perform(edit) }
      done.append(step)
    }
    return nil
  }

  /// Makes one change to one element.
  mutating func perform(_ edit: Edit) {
    switch edit {
    case .presence(let element, let isPresent):
      elements[element].isPresent = isPresent
      if !isPresent, selection == element { selection = nil }
      touch(element: element, isWhole: true)
    case .placement(let element, _, let placement): take(element, to: placement)
    case .rank(let element, _, let rank):
      isRearranged = true
      elements[element].rank = rank
      touch(element: element, isWhole: true)
    case .look(let element, _, let look): dress(element, in: look)
    }
  }

  /// Takes an element to a place; nil for where it was made.
  mutating func take(_ element: Int, to placement: Placement?) {
    isRearranged = true
    placements[element] = placement.flatMap { $0.isIdentity ? nil : $0 }
    touch(element: element, isWhole: true)
  }

  /// What has not been moved yet, to be turned about the middle of its bounds.
  func newPlacement(of element: Int) -> Placement {
    let bounds = ownBounds(of: element)
    guard !bounds.isEmpty else { return Placement(about: Point(0, 0)) }
    return Placement(about: Point((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2))
  }

  /// What `restyle` and `edit` may change of an element.
  func look(of element: Int) -> ElementLook {
    switch elements[element].content {
    case .stroke(let stroke): ElementLook(pen: strokes[stroke].style)
    case .shape(let shape): ElementLook(pen: shape.pen, shape: shape.look)
    case .text(let text): ElementLook(pen: text.pen, text: text.look, wording: text.text)
    case .image(let image): ElementLook(opacity: image.opacity)
    }
  }

  private mutating func dress(_ element: Int, in look: ElementLook) {
    touch(element: element, isWhole: true)
    switch elements[element].content {
    case .stroke(let stroke):
      guard let pen = look.pen else { return }
      strokes[stroke].style = pen
      remodel(stroke)
    case .shape(var shape):
      shape.pen = look.pen ?? shape.pen
      shape.look = look.shape ?? shape.look
      elements[element].content = .shape(shape)
    case .text(var text):
      text.pen = look.pen ?? text.pen
      text.look = look.text ?? text.look
      text.text = look.wording ?? text.text
      text.model(options: options, modeler: &modeler)
      elements[element].content = .text(text)
    case .image(var image):
      image.opacity = look.opacity ?? image.opacity
      elements[element].content = .image(image)
    }
  }
}
