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
    /// In points, before the text is moved by its placement. Each cone continues where the one before it ended.
    package var cones: [RoundCone]
    /// Index of its character in `text`.
    package var character: Int
  }

  /// The strokes of all letters; empty until the text is modeled.
  package private(set) var ink: [Ink] = []
  /// The letters of font files: contours in points, before the text is moved by its placement, for the nonzero rule.
  package private(set) var outlines: [TextLayout.Outline] = []
  /// A warning if the fonts lack characters or draw them apart.
  private(set) var warning: EditWarning?
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
  /// - Parameter previous: What the text was before an edit, modeled with the same options. Letters that stay where they
  ///   were keep its ink.
  mutating func model(options: ModelOptions, modeler: inout SpanModeler, after previous: TextElement? = nil) {
    let (pen, layout) = laidOut(options, modeler.model)
    let kept = previous.map { $0.origin == origin ? $0.laidOut(options, modeler.model) : nil } ?? nil
    if !layout.unshaped.isEmpty {
      warning = .unshapedCharacters(layout.unshaped, missing: layout.missing)
    } else {
      warning = layout.missing.isEmpty ? nil : .missingCharacters(layout.missing)
    }
    ink = []
    ink.reserveCapacity(layout.strokes.count)
    bounds = layout.bounds.isEmpty ? .empty : layout.bounds.moved(by: origin - Point(0, 0))
    outlines = layout.outlines.map { $0.moved(by: origin - Point(0, 0)) }
    for outline in outlines { bounds.formUnion(outline.bounds) }
    for (number, stroke) in layout.strokes.enumerated() {
      var cones: [RoundCone] = []
      if let kept, let previous, pen == kept.pen, number < kept.layout.strokes.count,
        stroke.samples == kept.layout.strokes[number].samples
      {
        cones = previous.ink[number].cones
      } else {
        let samples = stroke.samples.enumerated().map { index, sample in
          Sample(
            point: sample.point + (origin - Point(0, 0)), time: Double(index) * SampleTrack.defaultStep,
            pressure: Float(sample.pressure))
        }
        modeler.appendCones(of: samples, look: pen, to: &cones)
      }
      for cone in cones { bounds.formUnion(cone.bounds) }
      ink.append(Ink(cones: cones, character: stroke.character))
    }
  }

  /// The pen of the letters, and where they are.
  private func laidOut(_ options: ModelOptions, _ model: StrokeModel) -> (pen: Look, layout: TextLayout) {
    let marks = model.marks
    var pen = look
    pen.width = Swift.min(look.width, look.size * marks.heaviestPen)
    let tracking = Swift.max(0, pen.width / look.size - TextElement.commonPen) * marks.heavySpacing
    let layout = TextLayout(
      text, size: look.size, width: wrap, alignment: .init(look.align), tracking: tracking,
      font: .standard(marks.hand), fonts: options.fonts, named: look.font == Look.builtInFont ? nil : look.font)
    // The strokes of letters are short: smoothing them like lines would round them off, and a taper would thin them
    // out.
    let reach = TextElement.smoothing * look.size
    switch model {
    case .ink1: pen.smoothing = Swift.min(look.smoothing, reach)
    case .ink2, .ink3: pen.smoothing = Swift.min(1, look.smoothing) * reach
    }
    pen.taper = Taper(start: 0, end: 0)
    return (pen, layout)
  }

  /// The maximum reach of the smoothing, in ems.
  private static let smoothing = 0.04
  /// The pen width that the spaces between letters are designed for, in ems.
  private static let commonPen = 0.1
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
