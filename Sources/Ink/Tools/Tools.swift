import TouchLog

extension Tool {
  /// All tools of the log.
  public static let all: [Tool] =
    [.pen, .marker, .eraser] + Shape.Kind.allCases.map(Tool.shape) + [.text, .select]

  /// - Returns: Nil if no tool has this name.
  public init?(named name: String) {
    guard let tool = Tool.all.first(where: { $0.name == name }) else { return nil }
    self = tool
  }

  /// The tool that drags a shape. An angle takes two drags: the first draws the leg from a to b, the second the leg
  /// from b to c.
  public static func shape(_ kind: Shape.Kind) -> Tool { Tool(kind.rawValue, makes: .shape) }

  /// The kind of shape that the tool draws; nil if it draws none.
  var shape: Shape.Kind? { makes == .shape ? Shape.Kind(rawValue: name) : nil }
}

/// The extent of what an eraser removes.
public enum EraserMode: String, Sendable, CaseIterable {
  /// The ink that it covers.
  case pixel
  /// Every element whose ink it touches, as a whole.
  case stroke
}
