/// The tool of a touch.
public enum Tool: Hashable, Sendable {
  case pen
  /// Ink of constant width whose color is multiplied with the ink below it.
  case marker
  /// Removes ink of the elements that began before it.
  case eraser
  /// Drags a shape. An angle takes two drags: the first draws the leg from a to b, the second the leg from b to c.
  case shape(Shape.Kind)
  /// A tap or a drag sets the position of a text.
  case text
  /// A tap selects the topmost element at its position; a drag moves the selected element.
  case select
}

/// The names of tools in the log. A shape's tool has the name of its kind.
extension Tool: RawRepresentable, CaseIterable {
  public static let allCases: [Tool] =
    [.pen, .marker, .eraser] + Shape.Kind.allCases.map(Tool.shape) + [.text, .select]

  public init?(rawValue name: String) {
    guard let tool = Tool.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = tool
  }

  public var rawValue: String {
    switch self {
    case .pen: "pen"
    case .marker: "marker"
    case .eraser: "eraser"
    case .shape(let kind): kind.rawValue
    case .text: "text"
    case .select: "select"
    }
  }
}

extension Tool {
  /// Whether the tool's touches make strokes of ink.
  var drawsInk: Bool {
    switch self {
    case .pen, .marker, .eraser: true
    case .shape, .text, .select: false
    }
  }

  /// The kind of shape that the tool draws; nil if it draws none.
  var shape: Shape.Kind? {
    if case .shape(let kind) = self { kind } else { nil }
  }
}

/// The extent of what an eraser removes.
public enum EraserMode: String, Sendable, CaseIterable {
  /// The ink that it covers.
  case pixel
  /// Every element whose ink it touches, as a whole.
  case stroke
}
