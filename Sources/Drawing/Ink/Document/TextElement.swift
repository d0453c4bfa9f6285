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

  /// One stroke of a letter.
  package struct Ink: Hashable, Sendable {
    fileprivate var letter: TextLayout.Letter
    /// Along the stroke: half the memory of its cones.
    private var discs: [InkDisc]
    /// Of the cones, in points.
    fileprivate private(set) var bounds = Rect.empty

    fileprivate init(_ letter: TextLayout.Letter, _ discs: [InkDisc]) {
      (self.letter, self.discs) = (letter, discs)
      for cone in cones { bounds.formUnion(cone.bounds) }
    }

    /// Index of its character in `text`.
    package var character: Int { letter.character }

    /// In points, before the text is moved by its placement. Each cone continues where the one before it ended.
    package var cones: [RoundCone] {
      var cones: [RoundCone] = []
      if discs.count == 1 {
        cones.append(RoundCone(center: discs[0].center, radius: discs[0].radius))
        cones[0].isLast = true
      }
      cones.reserveCapacity(discs.count)
      for (last, disc) in zip(discs, discs.dropFirst()) {
        cones.append(
          RoundCone(
            start: last.center, startRadius: last.radius, end: disc.center, endRadius: disc.radius, bulge: disc.bulge,
            continues: !cones.isEmpty, isLast: cones.count == discs.count - 2))
      }
      return cones
    }
  }

  /// The strokes of all letters; empty until the text is modeled.
  package private(set) var ink: [Ink] = []
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
  /// - Parameters:
  ///   - kernings: Those of other texts of the same model, which are extended.
  ///   - previous: What the text was before an edit, modeled with the same options. Letters that stay where they were keep
  ///     its ink.
  mutating func model(
    options: ModelOptions, modeler: inout SpanModeler, kernings: inout Kernings, after previous: TextElement? = nil
  ) {
    let pen = pen(of: modeler.model)
    let layout = layout(by: pen, options, modeler.model, &kernings)
    if !layout.unshaped.isEmpty {
      warning = .unshapedCharacters(layout.unshaped, missing: layout.missing)
    } else {
      warning = layout.missing.isEmpty ? nil : .missingCharacters(layout.missing)
    }
    bounds = layout.bounds.isEmpty ? .empty : layout.bounds.moved(by: origin - Point(0, 0))
    outlines = layout.outlines.map { $0.moved(by: origin - Point(0, 0)) }
    for outline in outlines { bounds.formUnion(outline.bounds) }
    var known: [TextLayout.Letter: [Ink]] = [:]
    if let previous, previous.origin == origin, previous.pen(of: modeler.model) == pen {
      for stroke in previous.ink { known[stroke.letter.place, default: []].append(stroke) }
    }
    ink = []
    for letter in layout.letters {
      var strokes = known[letter.place] ?? []
      if strokes.isEmpty {
        strokes = layout.strokes(of: letter).map { stroke in
          let samples = stroke.samples.enumerated().map { index, sample in
            Sample(
              point: sample.point + (origin - Point(0, 0)), time: Double(index) * SampleTrack.defaultStep,
              pressure: Float(sample.pressure))
          }
          return Ink(letter, modeler.discs(of: samples, look: pen))
        }
      }
      for var stroke in strokes {
        stroke.letter = letter
        bounds.formUnion(stroke.bounds)
        ink.append(stroke)
      }
    }
  }

  /// Where the letters are: a heavy pen spaces them.
  private func layout(
    by pen: Look, _ options: ModelOptions, _ model: StrokeModel, _ kernings: inout Kernings
  ) -> TextLayout {
    let tracking = Swift.max(0, pen.width / look.size - TextElement.commonPen) * model.rules.marks.heavySpacing
    return TextLayout(
      text, size: look.size, width: wrap, alignment: .init(look.align), tracking: tracking,
      font: .standard(model.rules.marks.hand), fonts: options.fonts,
      named: look.font == Look.builtInFont ? nil : look.font, kernings: &kernings)
  }

  /// The pen of the letters.
  private func pen(of model: StrokeModel) -> Look {
    var pen = look
    pen.width = Swift.min(look.width, look.size * model.rules.marks.heaviestPen)
    // The strokes of letters are short: smoothing them like lines would round them off, and a taper would thin them
    // out.
    let reach = TextElement.smoothing * look.size
    pen.smoothing = model.rules.letterSmoothing(look.smoothing, reach)
    pen.taper = Taper(start: 0, end: 0)
    // Letters have no pen that is pressed.
    (pen.pressureCurve, pen.minWidth) = (1, 0)
    return pen
  }

  /// The maximum reach of the smoothing, in ems.
  private static let smoothing = 0.04
  /// The pen width that the spaces between letters are designed for, in ems.
  private static let commonPen = 0.1
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
