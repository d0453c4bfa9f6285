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
  /// The distance of the lines or the side of a square or triangle, in points; nil for that of Xournal++. With a
  /// distance, rules fill the page.
  public var spacing: Double?
  /// The color of the lines; nil for that of Xournal++.
  public var lineColor: Color?

  package init(_ ruling: Ruling, color: Color = .white, spacing: Double? = nil, lineColor: Color? = nil) {
    (self.ruling, self.color, self.spacing, self.lineColor) = (ruling, color, spacing, lineColor)
  }

  /// Reads the name of a ruling and, after spaces, what is not usual: the color of the paper, the spacing, the color of
  /// the lines; nil for other text.
  init?(_ text: String) {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)[...]
    guard let name = words.popFirst(), let ruling = Ruling(rawValue: name.lowercasedASCII) else { return nil }
    self.init(ruling)
    if let word = words.first, let color = Color(word) {
      self.color = color
      words.removeFirst()
    }
    if let word = words.first, let spacing = Double(word), Self.spacings.contains(spacing) {
      self.spacing = spacing
      words.removeFirst()
    }
    if let word = words.first, spacing != nil, let color = Color(word) {
      lineColor = color
      words.removeFirst()
    }
    if !words.isEmpty { return nil }
  }

  /// In points.
  package static let spacings = 1.0...10_000

  /// The text that reads as this paper.
  var text: String {
    var words = [ruling.rawValue]
    if color != .white { words.append(color.description) }
    guard let spacing else { return words.joined(separator: " ") }
    words.append(plain(spacing))
    if let lineColor { words.append(lineColor.description) }
    return words.joined(separator: " ")
  }
}
