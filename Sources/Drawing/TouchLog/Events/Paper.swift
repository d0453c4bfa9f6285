/// Ruled paper, which lies under the ink. Without a spacing its lines are those of Xournal++.
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

  public let ruling: Ruling
  public let color: Color
  /// The distance of the lines or the side of a square or triangle, in points; nil for that of Xournal++. With a
  /// distance, rules fill the page.
  public let spacing: Double?
  /// The color of the lines; nil for that of Xournal++. Only paper with a spacing has one.
  public let lineColor: Color?

  package init(_ ruling: Ruling, color: Color = .white, spacing: Double? = nil, lineColor: Color? = nil) {
    (self.ruling, self.color, self.spacing) = (ruling, color, spacing)
    self.lineColor = spacing == nil ? nil : lineColor
  }

  /// Reads the name of a ruling and, after spaces, what is not usual: the color of the paper, the spacing, the color of
  /// the lines; nil for other text.
  init?(_ text: String) {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)[...]
    guard let name = words.popFirst(), let ruling = Ruling(rawValue: name.lowercasedASCII) else { return nil }
    func next<Value>(_ read: (String) -> Value?) -> Value? {
      guard let value = words.first.flatMap(read) else { return nil }
      words.removeFirst()
      return value
    }
    let color = next { Color($0) }
    let spacing = next { Double($0).flatMap { Self.spacings.contains($0) ? $0 : nil } }
    let lineColor = spacing == nil ? nil : next { Color($0) }
    guard words.isEmpty else { return nil }
    self.init(ruling, color: color ?? .white, spacing: spacing, lineColor: lineColor)
  }

  /// In points.
  package static let spacings = 1.0...10_000

  /// The text that reads as this paper.
  var text: String {
    var words = [ruling.rawValue]
    if color != .white { words.append(color.description) }
    if let spacing { words.append(plain(spacing)) }
    if let lineColor { words.append(lineColor.description) }
    return words.joined(separator: " ")
  }
}
