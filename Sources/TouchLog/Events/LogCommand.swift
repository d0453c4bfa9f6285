import Geometry

/// Something done to the drawing as a whole, or to an element of it.
///
/// An element is named by its `id`; where none is given, the selected one is meant.
public enum LogCommand: Hashable, Sendable {
  /// Takes the last steps back, `count` of them.
  case undo(count: Int)
  case redo(count: Int)
  /// Takes all elements away.
  case clear
  case select(ElementReference)
  case deselect
  case delete(id: String?)
  /// In points.
  case move(id: String?, by: Vector)
  case transform(id: String?, TransformChange)
  case restyle(id: String?, StyleChange)
  /// Puts an element above all others.
  case raise(id: String?)
  /// Puts an element below all others.
  case lower(id: String?)
  case text(NewText)
  /// Gives a text another wording.
  case edit(id: String?, text: String)
  case image(NewImage)
  /// Names a place in the recording.
  case mark(name: String)
  /// Goes on from a drawing that was saved.
  case open(path: String)

  /// The names that command lines give.
  public static let names = [
    "undo", "redo", "clear", "select", "deselect", "delete", "move", "transform", "restyle", "raise", "lower", "text",
    "edit", "image", "mark", "open",
  ]

  /// One of `names`.
  public var name: String {
    switch self {
    case .undo: "undo"
    case .redo: "redo"
    case .clear: "clear"
    case .select: "select"
    case .deselect: "deselect"
    case .delete: "delete"
    case .move: "move"
    case .transform: "transform"
    case .restyle: "restyle"
    case .raise: "raise"
    case .lower: "lower"
    case .text: "text"
    case .edit: "edit"
    case .image: "image"
    case .mark: "mark"
    case .open: "open"
    }
  }
}

/// Which element is to be selected.
public enum ElementReference: Hashable, Sendable {
  case id(String)
  /// The topmost one at a place, in points.
  case at(Point)
}

/// How an element is moved, turned about its centre, and scaled from there; nil leaves that as it is.
public struct TransformChange: Hashable, Sendable {
  /// In points.
  public var translate: Vector?
  /// In degrees, clockwise on the screen.
  public var rotate: Double?
  /// Positive.
  public var scale: Double?

  public init(translate: Vector? = nil, rotate: Double? = nil, scale: Double? = nil) {
    self.translate = translate
    self.rotate = rotate
    self.scale = scale
  }
}

/// A text that a command writes.
public struct NewText: Hashable, Sendable {
  public var text: String
  /// The top left corner, in points.
  public var at: Point
  /// The width at which lines are broken, in points; nil for none.
  public var wrap: Double?
  public var style: StyleChange
  public var id: String?

  public init(
    _ text: String, at: Point, wrap: Double? = nil, style: StyleChange = StyleChange(), id: String? = nil
  ) {
    self.text = text
    self.at = at
    self.wrap = wrap
    self.style = style
    self.id = id
  }
}

/// A picture that a command puts among the elements.
public struct NewImage: Hashable, Sendable {
  /// Where its bytes are.
  public enum Source: Hashable, Sendable {
    /// A PNG file, from the log's own directory on.
    case path(String)
    /// A PNG file in base64.
    case data(String)
  }

  public var source: Source
  /// The top left corner, in points.
  public var at: Point
  /// In points; nil for a point a pixel.
  public var size: Size?
  /// 0...1.
  public var opacity: Double?
  public var id: String?

  public init(_ source: Source, at: Point, size: Size? = nil, opacity: Double? = nil, id: String? = nil) {
    self.source = source
    self.at = at
    self.size = size
    self.opacity = opacity
    self.id = id
  }
}
