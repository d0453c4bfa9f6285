import Geometry
import TouchLog

/// What undo takes back at once.
struct Step: Sendable {
  var edits: [Edit]
}

/// One change to one element, with what it takes to go back.
enum Edit: Sendable {
  /// The element came, or went.
  case presence(element: Int, isPresent: Bool)
  case placement(element: Int, from: Placement?, to: Placement?)
  case rank(element: Int, from: Int, to: Int)
  case look(element: Int, from: ElementLook, to: ElementLook)

  var element: Int {
    switch self {
    case .presence(let element, _), .placement(let element, _, _), .rank(let element, _, _),
      .look(let element, _, _):
      element
    }
  }

  var inverse: Edit {
    switch self {
    case .presence(let element, let isPresent): .presence(element: element, isPresent: !isPresent)
    case .placement(let element, let from, let to): .placement(element: element, from: to, to: from)
    case .rank(let element, let from, let to): .rank(element: element, from: to, to: from)
    case .look(let element, let from, let to): .look(element: element, from: to, to: from)
    }
  }
}

/// What `restyle` and `edit` change of an element.
struct ElementLook: Sendable {
  var pen: ToolStyle?
  var shape: ShapeLook?
  var text: TextLook?
  var wording: String?
  var opacity: Double?
}
