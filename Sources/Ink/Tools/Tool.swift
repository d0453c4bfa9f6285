/// What a touch makes or does.
public enum Tool: String, Sendable, CaseIterable {
  case pen
  /// Ink of constant width, multiplied onto the ink below it.
  case marker
  /// Takes away the ink that it covers, of the elements that began before it.
  case eraser
  case line, arrow, rect, ellipse, polygon, star
  /// Two drags: the first makes one leg from a to b, the second the other from b to c.
  case angle
  /// A tap or a drag sets the place of a text.
  case text
  /// A tap selects the topmost element there; a drag moves the selected one.
  case select

  /// What the touches of a tool make.
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

/// What an eraser takes away.
public enum EraserMode: String, Sendable, CaseIterable {
  /// The ink that it covers.
  case pixel
  /// Each element whose ink it touches, whole.
  case stroke
}
