import Geometry
import Ink
import TouchLog

/// Ink whose colour changes with its events, as pieces of one colour each.
///
/// The newest ink counts where the stroke crosses itself, and it is nowhere more opaque than its edges are. So the pieces
/// are laid one over the other twice, cut out by the outline of the whole: first wider than they are, so that the edges
/// are full of ink, and then as they are.
struct SVGRainbow {
  private let style: ToolStyle
  private var pieces: [(color: Color, cones: [RoundCone])] = []

  /// - Parameter spans: The cones of the stroke's spans, in pixels.
  init(_ stroke: Stroke, _ spans: [[RoundCone]]) {
    style = stroke.style
    for (span, cones) in spans.enumerated() {
      let first = span * Stroke.samplesPerSpan
      let count = Swift.max(1, Swift.min(Stroke.samplesPerSpan, stroke.samples.count - first))
      RainbowInk.forEachPiece(of: cones, stroke.hue + first..<stroke.hue + first + count) { cone, color in
        if pieces.last?.color == color, pieces.last?.cones.last?.end == cone.start {
          pieces[pieces.count - 1].cones.append(cone)
        } else {
          pieces.append((color, [cone]))
        }
      }
    }
  }

  func tags(outline: [UInt8], name: String) -> [UInt8] {
    var text = SVGText()
    text.append("<clipPath id=\"c\(name)\"><path")
    text.attribute("d", outline)
    text.append("/></clipPath>\n<g clip-path=\"url(#c\(name))\"")
    text.attribute("opacity", style.opacity, places: 4, initial: 1)
    // As one in any case: else each piece would be cut out by itself, and pieces over each other have harder edges.
    text.append(style.tool == .marker ? SVGElement.multiply : " style=\"isolation:isolate\"")
    text.append(
      ">\n<g stroke-width=\"\(2 * SVGPathData.unitsPerPixel)\" stroke-linejoin=\"round\"><g id=\"r\(name)\">\n")
    for (color, cones) in pieces {
      var data = SVGPathData()
      data.add(InkOutline(cones))
      text.append("<path")
      text.attribute("d", data.bytes)
      text.paint("fill", color)
      text.paint("stroke", color)
      text.append("/>\n")
    }
    text.append("</g></g>\n<use href=\"#r\(name)\" stroke-width=\"0\"/></g>\n")
    return text.bytes
  }
}
