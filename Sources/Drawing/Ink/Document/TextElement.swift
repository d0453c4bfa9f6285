import Geometry
import Lettering
import TouchLog

/// A text whose letters are drawn as strokes of a pen or, with a font file, as filled outlines.
package struct TextElement: Sendable {
  package var text: String
  /// The top left corner of the text box, in points.
  package var origin: Point
  /// The width at which lines are broken, in points; nil if they are not broken.
  package var wrap: Double?
  package var look: Look
  /// The number of events of rainbow ink before the text began, which determines its hue.
  package var hue: Int

  /// A letter of the built-in font. Equal ones share their strokes.
  private struct Letter: Sendable {
    var strokes: [GlyphStroke]
    var step: Vector
    /// Index of its character in `text`.
    var character: Int
  }

  /// One stroke of a letter.
  package struct Ink: Hashable, Sendable {
    fileprivate let stroke: GlyphStroke
    fileprivate let step: Vector
    /// Index of its character in `text`.
    package let character: Int

    /// In points, before the text is moved by its placement. Each cone continues where the one before it ended.
    package var cones: [RoundCone] { stroke.cones(movedBy: step) }
  }

  /// Empty until the text is modeled.
  private var letters: [Letter] = []

  /// The strokes of all letters; empty until the text is modeled.
  package var ink: [Ink] {
    letters.flatMap { letter in
      letter.strokes.map { Ink(stroke: $0, step: letter.step, character: letter.character) }
    }
  }

  /// The letters of font files: contours in points, before the text is moved by its placement, for the nonzero rule.
  package private(set) var outlines: [TextLayout.Outline] = []
  /// A warning if the fonts lack characters or draw them apart.
  package private(set) var warning: EditWarning?
  /// Bounds of the text box and the ink, in points.
  package private(set) var bounds = Rect.empty

  /// A text without ink, which `model` makes.
  init(_ text: String, origin: Point, wrap: Double?, look: Look, hue: Int) {
    self.text = text
    self.origin = origin
    self.wrap = wrap
    self.look = look
    self.hue = hue
  }

  /// Lays out the text and models its ink.
  /// - Parameter glyphs: The letters of other texts that were modeled with the same options.
  mutating func model(options: ModelOptions, modeler: inout SpanModeler, glyphs: inout GlyphInks) {
    let pen = pen(of: modeler.model)
    let layout = layout(by: pen, options, modeler.model, &glyphs.kernings)
    if !layout.unshaped.isEmpty {
      warning = .unshapedCharacters(layout.unshaped, missing: layout.missing)
    } else {
      warning = layout.missing.isEmpty ? nil : .missingCharacters(layout.missing)
    }
    bounds = layout.bounds.isEmpty ? .empty : layout.bounds.moved(by: origin - Point(0, 0))
    outlines = layout.outlines.map { $0.moved(by: origin - Point(0, 0)) }
    for outline in outlines { bounds.formUnion(outline.bounds) }
    glyphs.beginText()
    letters = []
    letters.reserveCapacity(layout.letters.count)
    for letter in layout.letters {
      var key = GlyphInks.Key(pen: pen, letter: letter.place, origin: origin)
      var step = Vector(0, 0)
      let start = layout.origin(of: letter) + (origin - Point(0, 0))
      if modeler.model.rules.marks.sharesGlyphs, start.x.magnitude + start.y.magnitude < Self.near {
        (key.letter, key.origin, step) = (letter.alone, Point(0, 0), start - Point(0, 0))
      }
      let strokes = glyphs.strokes(key) {
        layout.strokes(of: key.letter).map { stroke in
          let samples = stroke.samples.enumerated().map { index, sample in
            Sample(
              point: sample.point + (key.origin - Point(0, 0)), time: Double(index) * SampleTrack.defaultStep,
              pressure: Float(sample.pressure))
          }
          return GlyphStroke(modeler.discs(of: samples, look: Look(pen)))
        }
      }
      for stroke in strokes { bounds.formUnion(stroke.bounds.moved(by: step)) }
      letters.append(Letter(strokes: strokes, step: step, character: letter.character))
    }
  }

  /// How far from the origin letters share their ink, in points: farther away, a model notices how numbers are rounded.
  private static let near = 65536.0

  /// Where the letters are: a heavy pen spaces them.
  private func layout(
    by pen: GlyphInks.Pen, _ options: ModelOptions, _ model: StrokeModel, _ kernings: inout Kernings
  ) -> TextLayout {
    let tracking = Swift.max(0, pen.width / look.size - TextElement.commonPen) * model.rules.marks.heavySpacing
    return TextLayout(
      text, size: look.size, width: wrap, alignment: .init(look.align), tracking: tracking,
      font: .standard(model.rules.marks.hand), fonts: options.fonts,
      named: look.font == Look.builtInFont ? nil : look.font, kernings: &kernings)
  }

  /// The pen of the letters.
  private func pen(of model: StrokeModel) -> GlyphInks.Pen {
    // The strokes of letters are short: smoothing them like lines would round them off.
    GlyphInks.Pen(
      tool: look.tool, width: Swift.min(look.width, look.size * model.rules.marks.heaviestPen),
      thinning: look.thinning, smoothing: model.rules.letterSmoothing(look.smoothing, Self.smoothing * look.size),
      size: look.size)
  }

  /// The maximum reach of the smoothing, in ems.
  private static let smoothing = 0.04
  /// The pen width that the spaces between letters are designed for, in ems.
  private static let commonPen = 0.1
}

extension Look {
  /// A taper would thin out the strokes of letters, which are short, and they have no pen that is pressed.
  fileprivate init(_ pen: GlyphInks.Pen) {
    self.init(pen.tool)
    (width, thinning, smoothing) = (pen.width, pen.thinning, pen.smoothing)
    taper = Taper(start: 0, end: 0)
  }
}

extension TextLayout.Letter {
  /// The same for letters with the same ink.
  fileprivate var place: TextLayout.Letter {
    var place = self
    place.character = 0
    return place
  }
}

extension TextLayout.Alignment {
  init(_ alignment: TextAlignment) {
    switch alignment {
    case .left: self = .left
    case .center: self = .center
    case .right: self = .right
    }
  }
}

extension Rect {
  fileprivate func moved(by step: Vector) -> Rect {
    Rect(minX: minX + step.dx, minY: minY + step.dy, maxX: maxX + step.dx, maxY: maxY + step.dy)
  }
}
