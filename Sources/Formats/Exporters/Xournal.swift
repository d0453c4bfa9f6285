import Archive
import Geometry
import TouchLog
import XML

extension ExportFormat {
  /// Notes of Xournal++, which joins points by straight segments: the points are those of the ink, where segments
  /// between the recorded points would deviate from it.
  package static let xopp = ExportFormat(
    "xopp", "Xournal++, all pages, with the widths of the ink", fileExtension: "xopp"
  ) { pages, losses in
    var text: [UInt8] = []
    text.append("<?xml version=\"1.0\" standalone=\"no\"?>\n<xournal creator=\"doodle\" fileversion=\"4\">\n")
    text.append("<title>Xournal++ document - see https://github.com/xournalpp/xournalpp</title>\n")
    for page in pages {
      losses.lose(.tilts, .details, .times, .opacities, .transparency, .label, .resolution, of: page)
      append(page, to: &text)
    }
    text.append("</xournal>\n")
    return gzip(text)
  }

  private static func append(_ drawing: ExportedDrawing, to text: inout [UInt8]) {
    text.append("<page width=\"")
    text.append(drawing.size.width)
    text.append("\" height=\"")
    text.append(drawing.size.height)
    text.append("\">\n<background type=\"solid\" color=\"\(hexadecimal(drawing.background ?? .white))\" ")
    text.append("style=\"\(drawing.ruling?.rawValue ?? "plain")\"/>\n")
    let page = drawing.background ?? .white
    func begin(_ layer: String) -> String {
      layer.isEmpty ? "<layer>\n" : "<layer name=\"\(xmlEscaped(layer))\">\n"
    }
    var layer = drawing.strokes.first?.layer ?? ""
    text.append(begin(layer))
    for stroke in drawing.strokes {
      if stroke.layer != layer { text.append("</layer>\n" + begin(stroke.layer)) }
      layer = stroke.layer
      append(stroke, page: page, origin: drawing.origin, to: &text)
    }
    text.append("</layer>\n</page>\n")
  }

  /// The least width: Xournal++ takes widths of 0 and less for the end of the stroke.
  private static let leastWidth = 0.01

  private static func append(_ stroke: ExportedStroke, page: Color, origin: Point, to text: inout [UInt8]) {
    // Xournal++ joins points by straight segments, refuses strokes of one point, and draws an eraser as white ink.
    var discs = InkPolyline(stroke).discs
    if discs.count == 1 { discs += discs }
    let isEraser = stroke.kind == .eraser
    let tool = isEraser && page == .white ? "eraser" : stroke.kind == .marker ? "highlighter" : "pen"
    let color = isEraser ? page : stroke.color
    text.append("<stroke tool=\"\(tool)\" color=\"\(hexadecimal(color))\" width=\"")
    // A joint is as wide as the wider of its segments, so a segment is as wide as the narrower of its ends.
    let widths = zip(discs, discs.dropFirst()).map { max(leastWidth, 2 * min($0.radius, $1.radius)) }
    text.append(widths.max() ?? leastWidth)
    if widths.contains(where: { $0 != widths[0] }) {
      // The widths of the segments follow.
      for width in widths {
        text.append(" ")
        text.append(width)
      }
    }
    text.append("\" capStyle=\"round\">")
    for (index, disc) in discs.enumerated() {
      if index > 0 { text.append(" ") }
      text.append(disc.center.x - origin.x)
      text.append(" ")
      text.append(disc.center.y - origin.y)
    }
    text.append("</stroke>\n")
  }

  /// A color as `#rrggbbaa`.
  private static func hexadecimal(_ color: Color) -> String {
    color.alpha == 255 ? color.description + "ff" : color.description
  }
}
