import Files
import Geometry
import Ink
import Lettering
import Raster
import Rendering
import TouchLog

/// A text in a document. Its letters are made while they are written: their outlines take several times the memory of
/// their ink.
package struct FigureText: Equatable, Sendable {
  /// The bounds of the ink, in pixels.
  let bounds: Rect
  private let text: TextElement
  private let layout: CanvasLayout
  private let placement: Similarity?
  private let model: StrokeModel
  /// From the text's points to pixels.
  private let map: Affine

  /// - Parameters:
  ///   - layout: Maps points to pixels.
  ///   - placement: The map of the text's placement; nil to leave the text where it was written.
  ///   - model: The drawing's, which decides how thin ink can be.
  init(_ text: TextElement, _ layout: CanvasLayout, _ placement: Similarity?, _ model: StrokeModel) {
    (self.text, self.layout, self.placement, self.model) = (text, layout, placement, model)
    map = layout.map(placement)
    var bounds = Rect.empty
    for cone in text.ink.lazy.flatMap({ $0.cones }) {
      bounds.formUnion(layout.pixels(cone, placement, model).cone.bounds)
    }
    for letter in text.outlines { bounds.formUnion(map.apply(letter.bounds)) }
    self.bounds = bounds
  }

  /// Whether nothing draws it.
  var isEmpty: Bool { bounds.isEmpty || text.look.paint.opacity == 0 }

  package static func == (a: FigureText, b: FigureText) -> Bool {
    a.text.ink == b.text.ink && a.text.outlines == b.text.outlines && a.text.look == b.text.look
      && a.text.hue == b.text.hue && a.layout == b.layout
      && a.placement == b.placement && a.model == b.model
  }

  /// Letters of one color, as one path.
  private struct Part {
    var ink: ArraySlice<TextElement.Ink> = []
    var letters: [TextLayout.Outline] = []
    var fill: FigurePaint
  }

  private var parts: [Part] {
    let paint = text.look.paint
    if case .color(let color) = paint.source {
      return [
        Part(ink: text.ink[...], letters: text.outlines, fill: FigurePaint(color: Color(color), alpha: paint.opacity))
      ]
    }
    func fill(_ character: Int) -> FigurePaint { FigurePaint(color: text.color(ofCharacter: character)) }
    var parts: [Part] = []
    var rest = text.ink[...]
    while let first = rest.first {
      let letter = rest.prefix { $0.character == first.character }
      rest = rest.dropFirst(letter.count)
      parts.append(Part(ink: letter, fill: fill(first.character)))
    }
    return parts + text.outlines.map { Part(letters: [$0], fill: fill($0.character)) }
  }

  /// The opacity of all parts together; nil if they have their own.
  private var opacity: Double? {
    if case .color = text.look.paint.source { nil } else { rounded(text.look.opacity, decimals: 4) }
  }

  /// The figures that draw the text.
  package var figures: [Figure] {
    let areas = parts.map { part in
      var outline: [UInt8] = []
      forEachPiece(of: part) { outline += $0 }
      return Figure.area(FigureArea(outline, part.fill.color, alpha: part.fill.alpha))
    }
    return opacity.map { [.group(FigureGroup(figures: areas, opacity: $0))] } ?? areas
  }

  /// Writes these figures as SVG, piece by piece.
  func write(to receive: GeneratedDocument.Receiver) throws(FileError) {
    var markup = SVGMarkup()
    if let opacity {
      markup.append("<g")
      markup.attribute("opacity", opacity, decimals: 4, initial: 1)
      markup.append(">\n")
    }
    for part in parts {
      markup.append("<path d=\"")
      try receive(markup.bytes)
      try forEachPiece(of: part, receive)
      markup = SVGMarkup()
      markup.append("\"")
      markup.paint("fill", part.fill.color, alpha: part.fill.alpha)
      markup.append("/>\n")
    }
    if opacity != nil { markup.append("</g>\n") }
    try receive(markup.bytes)
  }

  private func pixels(_ cone: RoundCone) -> PixelCone { layout.pixels(cone, placement, model) }

  /// Calls `body` with the path data of a part, in pieces.
  private func forEachPiece<Failure: Error>(
    of part: Part, _ body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = part.ink
    while !rest.isEmpty {
      // A stroke that starts where the one before it ends continues its contour.
      var cones: [PixelCone] = []
      repeat {
        cones += rest.removeFirst().cones.map(pixels)
      } while rest.first.map { $0.cones.first.map { pixels($0).cone.start } == cones.last?.cone.end } ?? false
      var data = SVGPathData()
      data.add(InkOutline(cones))
      try body(data.bytes)
    }
    for letter in part.letters {
      var data = SVGPathData()
      data.add(letter.path.transformed(by: map))
      try body(data.bytes)
    }
  }
}
