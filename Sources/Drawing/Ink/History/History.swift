/// The steps that undo and redo go through.
///
/// `done` and `undone` are stacks: a step is in one of them, undo and redo move it, and a new step empties `undone`.
struct History: Sendable {
  private var done: [[Edit]] = []
  private var undone: [[Edit]] = []

  /// The number of steps that `undo` can take back.
  var undoCount: Int { done.count }
  /// The number of steps that `redo` can make again.
  var redoCount: Int { undone.count }

  /// Adds a step whose edits have already been made. Steps that were undone before can no longer be redone.
  mutating func record(_ edits: [Edit]) {
    done.append(edits)
    undone.removeAll()
  }

  /// Moves the last step from `done` to `undone`.
  /// - Returns: The edits that take the step back, in order, or nil if no step is left.
  mutating func undo() -> [Edit]? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step.reversed().map { $0.inverse }
  }

  /// Moves the step that was undone last back to `done`.
  /// - Returns: The edits that make the step again, in order, or nil if no step is left.
  mutating func redo() -> [Edit]? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }
}

/// A change of one element, or the presence of all, that can be taken back. What is large is stored apart.
enum Edit: Sendable {
  /// The element appears or vanishes.
  case presence(ElementIndex, isPresent: Bool)
  /// The elements before `to` are cleared, instead of those before `from`: `count` elements vanish or appear.
  case clearance(from: ElementIndex, to: ElementIndex, count: Int)
  indirect case placement(ElementIndex, from: Placement?, to: Placement?)
  case rank(ElementIndex, from: Int, to: Int)
  indirect case look(ElementIndex, from: ElementLook, to: ElementLook)

  var inverse: Edit {
    switch self {
    case .presence(let element, let isPresent): .presence(element, isPresent: !isPresent)
    case .clearance(let from, let to, let count): .clearance(from: to, to: from, count: count)
    case .placement(let element, let from, let to): .placement(element, from: to, to: from)
    case .rank(let element, let from, let to): .rank(element, from: to, to: from)
    case .look(let element, let from, let to): .look(element, from: to, to: from)
    }
  }
}
