import Files
import Geometry
import Ink
import Lettering
import Raster
import Rendering
import TouchLog

/// A text in a document. Its letters are made while they are written: their outlines take several times the memory of
/// their ink.
struct SVGText: Equatable, Sendable {
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
    let map = (placement?.affine ?? .identity).concatenating(Affine(layout.transform))
    self.map = map
    var bounds = Rect.empty
    for cone in text.ink.lazy.flatMap({ $0.cones }) {
      bounds.formUnion(layout.pixels(cone, placement, model).cone.bounds)
    }
    for letter in text.outlines { bounds.formUnion(map.apply(letter.bounds)) }
    self.bounds = bounds
  }

  /// Whether nothing draws it.
  var isEmpty: Bool { bounds.isEmpty || text.look.paint.opacity == 0 }

  static func == (a: SVGText, b: SVGText) -> Bool {
    a.text.ink == b.text.ink && a.text.outlines == b.text.outlines && a.text.look == b.text.look
      && a.text.hue == b.text.hue && a.layout == b.layout
      && a.placement == b.placement && a.model == b.model
  }

  func write(to receive: GeneratedDocument.Receiver) throws(FileError) {
    let paint = text.look.paint
    if case .color(let color) = paint.source {
      return try writePath(text.ink[...], text.outlines, Color(color), alpha: paint.opacity, to: receive)
    }
    var group = SVGMarkup()
    group.append("<g")
    group.attribute("opacity", text.look.opacity, decimals: 4, initial: 1)
    group.append(">\n")
    try receive(group.bytes)
    var rest = text.ink[...]
    while let first = rest.first {
      let letter = rest.prefix { $0.character == first.character }
      rest = rest.dropFirst(letter.count)
      let hue = text.hue + first.character * RainbowInk.eventsPerLetter
      try writePath(letter, [], InkColor.rainbow.color(atHue: hue), alpha: 255, to: receive)
    }
    for letter in text.outlines {
      let hue = text.hue + letter.character * RainbowInk.eventsPerLetter
      try writePath([], [letter], InkColor.rainbow.color(atHue: hue), alpha: 255, to: receive)
    }
    try receive(Array("</g>\n".utf8))
  }

  private func pixels(_ cone: RoundCone) -> PixelCone { layout.pixels(cone, placement, model) }

  /// Writes one path of some strokes and letters.
  private func writePath(
    _ ink: ArraySlice<TextElement.Ink>, _ letters: [TextLayout.Outline], _ color: Color, alpha: UInt8,
    to receive: GeneratedDocument.Receiver
  ) throws(FileError) {
    var markup = SVGMarkup()
    markup.append("<path d=\"")
    try receive(markup.bytes)
    var rest = ink
    while !rest.isEmpty {
      // A stroke that starts where the one before it ends continues its contour.
      var cones: [PixelCone] = []
      repeat {
        cones += rest.removeFirst().cones.map(pixels)
      } while rest.first.map { $0.cones.first.map { pixels($0).cone.start } == cones.last?.cone.end } ?? false
      var data = SVGPathData()
      data.add(InkOutline(cones))
      try receive(data.bytes)
    }
    for letter in letters {
      var data = SVGPathData()
      data.add(letter.path.transformed(by: map))
      try receive(data.bytes)
    }
    markup = SVGMarkup()
    markup.append("\"")
    markup.paint("fill", color, alpha: alpha)
    markup.append("/>\n")
    try receive(markup.bytes)
  }
}
