import TouchLog

/// The kinds of saved elements.
enum SavedKind: String, Sendable, CaseIterable {
  case stroke, line, arrow, rect, ellipse, polygon, star, angle, text, image

  /// The shape that a tool makes; nil where it makes something else.
  init?(shape tool: Tool) {
    switch tool {
    case .line: self = .line
    case .arrow: self = .arrow
    case .rect: self = .rect
    case .ellipse: self = .ellipse
    case .polygon: self = .polygon
    case .star: self = .star
    case .angle: self = .angle
    case .pen, .marker, .eraser, .text, .select: return nil
    }
  }

  /// The tool that makes it; nil where several do.
  var tool: Tool? {
    switch self {
    case .line: .line
    case .arrow: .arrow
    case .rect: .rect
    case .ellipse: .ellipse
    case .polygon: .polygon
    case .star: .star
    case .angle: .angle
    case .text: .text
    case .stroke, .image: nil
    }
  }

  /// The keys that an element of this kind has, beside those of all.
  var fields: [FieldSchema] {
    switch self {
    case .stroke: [SavedKey.tool.schema] + SavedKey.pen + SavedKey.stroke
    case .line, .arrow, .rect, .ellipse, .polygon, .star: SavedKey.pen + SavedKey.shape
    case .angle: SavedKey.pen + SavedKey.shape + [SavedKey.c.schema]
    case .text: SavedKey.pen + SavedKey.text
    case .image: SavedKey.image
    }
  }

  /// Groups of keys, one of which there must be.
  var alternatives: [[String]] { self == .image ? [["path"], ["data"]] : [] }
}

/// The tools whose ink is saved as strokes.
enum StrokeTool: String, Sendable, CaseIterable {
  case pen, marker, eraser

  var tool: Tool {
    switch self {
    case .pen: .pen
    case .marker: .marker
    case .eraser: .eraser
    }
  }
}
