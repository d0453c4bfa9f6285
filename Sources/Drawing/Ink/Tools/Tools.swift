import TouchLog

extension Tool {
  /// All tools of the log.
  package static let all: [Tool] =
    [.pen, .marker, .eraser] + Shape.Kind.allCases.map(Tool.shape) + [.text, .select]

  /// - Returns: Nil if no tool has this name.
  package init?(named name: String) {
    guard let tool = Tool.all.first(where: { $0.name == name }) else { return nil }
    self = tool
  }

  /// The tool that drags a shape. An angle takes two drags: the first draws the leg from a to b, the second the leg
  /// from b to c.
  package static func shape(_ kind: Shape.Kind) -> Tool { Tool(kind.rawValue, makes: .shape) }

  /// The kind of shape that the tool draws; nil if it draws none.
  var shape: Shape.Kind? { makes == .shape ? Shape.Kind(rawValue: name) : nil }
}

/// The extent of what an eraser removes.
package enum EraserMode: String, Sendable, CaseIterable {
  /// The ink that it covers.
  case pixel
  /// Every element whose ink it touches, as a whole.
  case stroke
}
