import Geometry

/// A tool: what its touches make, how its ink blends, and the values of its style that differ from those of a pen.
package struct Tool: Sendable {
  /// The result of a tool's touch.
  package enum Product: Hashable, Sendable {
    /// A stroke of ink.
    case ink
    /// A stroke that removes ink.
    case erasure
    /// A shape, from where a drag begins to where it ends.
    case shape
    /// A text at the touch's position.
    case text
    /// A tap selects the topmost element at its position; a drag moves the selected element.
    case selection
  }

  /// The name in the log.
  package let name: String
  package let makes: Product
  package let blend: BlendMode
  /// Whether its ink has the same width everywhere, whatever its thinning.
  package let isEven: Bool
  /// Changes the look of a pen to that of the tool.
  let prepare: @Sendable (inout Look) -> Void

  package init(
    _ name: String, makes: Product, blend: BlendMode = .over, isEven: Bool = false,
    prepare: @escaping @Sendable (inout Look) -> Void = { _ in }
  ) {
    (self.name, self.makes, self.blend, self.isEven) = (name, makes, blend, isEven)
    self.prepare = prepare
  }

  package static let pen = Tool("pen", makes: .ink)
  /// A broad tip whose color is multiplied with the ink below it.
  package static let marker = Tool("marker", makes: .ink, blend: .multiply, isEven: true) { $0.opacity = 0.47 }
  /// Removes ink of the elements that began before it.
  package static let eraser = Tool("eraser", makes: .erasure, blend: .erase)
  package static let text = Tool("text", makes: .text)
  package static let select = Tool("select", makes: .selection)

  /// Whether its touches make strokes.
  package var makesStrokes: Bool { makes == .ink || makes == .erasure }

  /// Whether the tip is broad: texts that follow do not take its width.
  package var isBroad: Bool { isEven || makes == .erasure }

  /// Whether its ink narrows where the pen is lifted, as that of a nib does.
  package var isNib: Bool { makes == .ink && !isEven }
}

/// Tools are told apart by their names.
extension Tool: Hashable {
  package static func == (a: Tool, b: Tool) -> Bool { a.name == b.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
