import Geometry

/// An operation on the drawing as a whole or on one of its elements.
///
/// An element is given by its `id`; nil means the selected element.
public enum LogCommand: Hashable, Sendable {
  /// Undoes the last `count` steps.
  case undo(count: Int)
  case redo(count: Int)
  /// Removes all elements.
  case clear
  case select(ElementReference)
  case deselect
  case delete(id: String?)
  /// Moves an element, in points.
  case move(id: String?, by: Vector)
  case transform(id: String?, TransformChange)
  /// Makes the sides of an element longer or shorter about its center, by a factor for each of its own axes. The width
  /// of its lines stays.
  case stretch(id: String?, by: Vector)
  case restyle(id: String?, StyleChange)
  /// Adds a copy of an element above all others, `by` points from it. The element may have been deleted.
  case duplicate(id: String?, as: String?, by: Vector)
  /// Moves an element above all others.
  case raise(id: String?)
  /// Moves an element below all others.
  case lower(id: String?)
  case text(NewText)
  /// Replaces the words of a text.
  case edit(id: String?, text: String)
  case image(NewImage)
  /// Names a moment of the recording.
  case mark(name: String)
  /// Plays the file of a sound that was recorded beside the touches, from here on. Without a path, the sound before ends.
  case sound(path: String?)
  /// Continues from a saved drawing.
  case open(path: String)
  /// Begins another page of the recording: a drawing of its own.
  case page(NewPage)
}

/// The element to select.
public enum ElementReference: Hashable, Sendable {
  case id(String)
  /// The topmost element at a position, in points.
  case at(Point)
}

/// A change of the placement of an element: a translation, and a rotation and scaling about its center. Values that are
/// nil stay unchanged.
public struct TransformChange: Hashable, Sendable {
  /// In points.
  public var translate: Vector?
  /// In degrees, clockwise on the screen.
  public var rotate: Double?
  /// A factor, positive.
  public var scale: Double?

  public init(translate: Vector? = nil, rotate: Double? = nil, scale: Double? = nil) {
    self.translate = translate
    self.rotate = rotate
    self.scale = scale
  }
}

/// A page that a command begins. Values that are nil are those of the page before.
public struct NewPage: Hashable, Sendable {
  /// The size of the canvas, in points.
  public var size: Size?
  public var background: Background?

  public init(size: Size? = nil, background: Background? = nil) { (self.size, self.background) = (size, background) }
}

/// A text that a command adds.
public struct NewText: Hashable, Sendable {
  public var text: String
  /// The top left corner, in points.
  public var at: Point
  /// The width at which lines are wrapped, in points; nil for no wrapping.
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

/// An image that a command adds.
public struct NewImage: Hashable, Sendable {
  /// The location of the image's bytes.
  public enum Source: Hashable, Sendable {
    /// The path of a PNG or JPEG file, relative to the log's directory.
    case path(String)
    /// A PNG or JPEG file in base64.
    case data(String)
  }

  public var source: Source
  /// The top left corner, in points.
  public var at: Point
  /// The size in points; nil for one point per pixel.
  public var size: Size?
  /// 0...1.
  public var opacity: Double?
  /// The layer of a document to which it belongs; nil for none.
  package var layer: String?
  public var id: String?

  public init(_ source: Source, at: Point, size: Size? = nil, opacity: Double? = nil, id: String? = nil) {
    self.source = source
    self.at = at
    self.size = size
    self.opacity = opacity
    self.id = id
  }
}
