/// Ruled paper, which lies under the ink. Its lines are those of Xournal++ and do not depend on the ink.
public struct Paper: Hashable, Sendable {
  /// The pattern of the lines.
  public enum Ruling: String, Hashable, Sendable, CaseIterable {
    /// Horizontal lines.
    case ruled
    /// Horizontal lines and a vertical one for the margin.
    case lined
    /// Squares.
    case graph
    /// Dots at the corners of squares.
    case dotted
    /// Triangles.
    case isograph
    /// Dots at the corners of triangles.
    case isodotted
    /// Staves of five lines.
    case staves
  }

  public var ruling: Ruling
  public var color: Color

  package init(_ ruling: Ruling, color: Color = .white) { (self.ruling, self.color) = (ruling, color) }

  /// Reads the name of a ruling, and after a space the paper's color unless it is white; nil for other text.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let name = words.first, let ruling = Ruling(rawValue: String(name).lowercasedASCII) else { return nil }
    guard words.count > 1 else {
      self.init(ruling)
      return
    }
    guard let color = Color(String(words[1])) else { return nil }
    self.init(ruling, color: color)
  }

  /// The text that reads as this paper.
  var text: String { color == .white ? ruling.rawValue : "\(ruling.rawValue) \(color)" }
}
