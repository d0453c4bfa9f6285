import Geometry
import ImportCore
import JSON
import TouchLog

/// Texts and labels.
extension TldrawPage {
  /// The space around a label, in points.
  private static let padding = 16.0

  /// The words of a shape: plain, or those of the rich text of ProseMirror, whose paragraphs are lines.
  func words(of shape: TldrawShape) throws(LogReadError) -> String {
    guard let rich = shape.props["richText"] else { return try shape.props.text(of: "text") ?? "" }
    var lines: [String] = []
    try Self.appendLines(of: rich, mark: "", level: 0, to: &lines)
    return lines.joined(separator: "\n")
  }

  /// - Parameters:
  ///   - mark: What precedes the first line of a list's item.
  ///   - level: The number of lists around the node.
  private static func appendLines(
    of node: JSONValue, mark: String, level: Int, to lines: inout [String]
  ) throws(LogReadError) {
    let content = try node["content"]?.checkedElements() ?? node.elementSequence
    switch try node.text(of: "type") {
    case "paragraph", "heading", "codeBlock":
      var line = mark
      for part in content {
        line += try part.text(of: "type") == "hardBreak" ? "\n" : try part.text(of: "text") ?? ""
      }
      lines.append(line)
    case "text": lines.append(mark + (try node.text(of: "text") ?? ""))
    case let type:
      let indent = String(repeating: " ", count: 4 * min(level, 8))
      let first = Int(saturating: try node["attrs"]?.number(of: "start", .atLeast(0)) ?? 1)
      for (number, part) in content.enumerated() {
        switch type {
        case "bulletList": try appendLines(of: part, mark: indent + "• ", level: level + 1, to: &lines)
        case "orderedList":
          try appendLines(of: part, mark: "\(indent)\(first &+ number). ", level: level + 1, to: &lines)
        default: try appendLines(of: part, mark: number == 0 ? mark : "", level: level, to: &lines)
        }
      }
    }
  }

  /// The marks of each piece of a rich text, such as `bold` and `link`.
  private static func marks(of node: JSONValue, to all: inout [Set<String>]) throws(LogReadError) {
    if try node.text(of: "type") == "text" {
      var marks: Set<String> = []
      for mark in node["marks"]?.elements ?? [] { marks.insert(try mark.text(of: "type") ?? "") }
      all.append(marks)
    }
    for part in node["content"]?.elements ?? [] { try Self.marks(of: part, to: &all) }
  }

  /// The weight of a shape's words, which are bold if all of them are. Reports other marks.
  private mutating func weight(of shape: TldrawShape) throws(LogReadError) -> Double {
    var marks: [Set<String>] = []
    if let rich = shape.props["richText"] { try Self.marks(of: rich, to: &marks) }
    let isBold = !marks.isEmpty && marks.allSatisfy { $0.contains("bold") }
    let others = marks.count { !$0.subtracting(isBold ? ["bold"] : []).isEmpty }
    ink.report.omit("formats and links of parts of texts", count: others)
    return isBold ? BoardText.bold : BoardText.regular
  }

  /// The alignment that a key of a shape names. Older files have names such as `start-legacy`.
  private func alignment(_ key: String, of shape: TldrawShape) throws(LogReadError) -> TextAlignment? {
    guard let name = try shape.props.text(of: key) else { return nil }
    return name.hasPrefix("start") ? .left : name.hasPrefix("end") ? .right : .center
  }

  // MARK: Texts

  /// The text of a text shape, in its box.
  mutating func text(of shape: TldrawShape) throws(LogReadError) -> BoardText {
    let size = try size(TldrawStyle.fontSizes, of: shape)
    let width = try shape.props.number(of: "w", .length) ?? 0
    let scale = try scale(of: shape)
    var text = BoardText(
      words: try words(of: shape), box: Rect(minX: 0, minY: 0, maxX: width * scale, maxY: 0), size: size,
      lineHeight: TldrawStyle.lineHeight, color: try palette(of: shape).solid, opacity: shape.opacity)
    text.wraps = !(try shape.props.flag("autoSize", usually: true))
    let lines = text.lines
    if !text.wraps {
      // Whether the width is that before scaling depends on the version: the one that fits our letters better.
      let own = lines.reduce(0) { max($0, $1.box.maxX - $1.box.minX) }
      if abs(width - own) < abs(width * scale - own) { text.box.maxX = width }
    }
    text.alignment = try alignment(shape.props["textAlign"] == nil ? "align" : "textAlign", of: shape) ?? .left
    text.box.maxY = Double(max(1, lines.count)) * size * TldrawStyle.lineHeight
    return text
  }

  mutating func drawText(_ shape: TldrawShape) throws(LogReadError) {
    var text = try text(of: shape)
    text.weight = try weight(of: shape)
    try append(text, of: shape)
  }

  mutating func append(_ text: BoardText, of shape: TldrawShape) throws(LogReadError) {
    try ink.append(text, through: shape.map, at: place(of: shape))
  }

  // MARK: Labels

  /// The size of a note's words: the file adjusts it, so that long words are whole in the program's fonts, and it is
  /// reduced if they need it in ours.
  private func noteSize(
    of shape: TldrawShape, _ words: String, _ usual: Double, width: Double
  ) throws(LogReadError) -> Double {
    var size = usual
    // A factor or, in older files, a size.
    if let adjusted = try shape.props.number(of: "fontSizeAdjustment", .atLeast(0)), adjusted > 0 {
      size = adjusted <= 1 ? usual * adjusted : min(usual, adjusted * (try scale(of: shape)))
    }
    let column = words.split(whereSeparator: \.isWhitespace).joined(separator: "\n")
    let widest = BoardText(words: column, box: Rect(minX: 0, minY: 0, maxX: 0, maxY: 0), size: size).extent.width
    let least = min(size, Self.leastNoteSize * (try scale(of: shape)))
    return widest > width ? max(least, size * width / widest) : size
  }

  /// Words that need a smaller font are broken.
  private static let leastNoteSize = 14.0

  /// Draws the label of a shape within a box.
  mutating func drawLabel(of shape: TldrawShape, in box: Rect) throws(LogReadError) {
    let words = try words(of: shape)
    guard !words.isEmpty else { return }
    var size = try size(TldrawStyle.labelSizes, of: shape)
    let padding = Self.padding * (try scale(of: shape))
    if shape.kind == "note" { size = try noteSize(of: shape, words, size, width: box.width - 2 * padding) }
    // Shapes that are narrower than a letter have their labels across them.
    let spare = max(0, size - (box.width - 2 * padding)) / 2
    var text = BoardText(
      words: words,
      box: Rect(
        minX: box.minX + padding - spare, minY: 0, maxX: box.maxX - padding + spare, maxY: 0), size: size,
      lineHeight: TldrawStyle.lineHeight, alignment: try alignment("align", of: shape) ?? .center, wraps: true,
      color: try palette(of: shape, "labelColor").solid, opacity: shape.opacity, weight: try weight(of: shape))
    let height = Double(text.lines.count) * TldrawStyle.lineHeight * size
    switch try alignment("verticalAlign", of: shape) ?? .center {
    case .left: text.box.minY = box.minY + padding
    case .center: text.box.minY = (box.minY + box.maxY - height) / 2
    case .right: text.box.minY = box.maxY - padding - height
    }
    text.box.maxY = text.box.minY + height
    try append(text, of: shape)
  }
}
