/// What a touch draws or does.
public enum Tool: String, Sendable, CaseIterable {
  case pen
  /// Ink of constant width, multiplied onto what is below it.
  case marker
  /// Removes ink of the elements that began before it.
  case eraser
  case line, arrow, rect, ellipse, polygon, star
  /// Takes two drags: the first draws the leg from a to b, the second the leg from b to c.
  case angle
  /// A tap or a drag sets the position of a text.
  case text
  /// A tap selects the topmost element at its position; a drag moves the selected element.
  case select

  /// What the touches of a tool create.
  enum Product {
    case ink, shape, text, nothing
  }

  var product: Product {
    switch self {
    case .pen, .marker, .eraser: .ink
    case .line, .arrow, .rect, .ellipse, .polygon, .star, .angle: .shape
    case .text: .text
    case .select: .nothing
    }
  }
}

/// What an eraser removes.
public enum EraserMode: String, Sendable, CaseIterable {
  /// The ink that it covers.
  case pixel
  /// Every element whose ink it touches, as a whole.
  case stroke
}
