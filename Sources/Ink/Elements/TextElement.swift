import Geometry
import Lettering
import TouchLog

/// A text, written with the pen in the font's strokes.
public struct TextElement: Sendable {
  /// The name of the one font.
  public static let font = "doodle"

  public var text: String
  /// The top left corner of its box, in points.
  public var origin: Point
  /// The width at which lines are broken, in points; nil for none.
  public var wrap: Double?
  public var pen: ToolStyle
  public var look: TextLook
  /// How far the hue had turned for rainbow ink when it began, in events.
  public var hue: Int

  /// A stroke of a letter.
  public struct Ink: Sendable {
    /// In points, before the text is taken anywhere, each continuing where the one before it ended.
    public var cones: [RoundCone]
    /// Which character of the text it is of, from 0.
    public var character: Int
  }

  public private(set) var ink: [Ink] = []
  public private(set) var missing: [TextLayout.MissingCharacter] = []
  /// What its box and its ink cover, in points.
  public private(set) var bounds = Rect.empty

  /// A text whose ink is still to be modelled.
  init(_ text: String, origin: Point, wrap: Double?, pen: ToolStyle, look: TextLook, hue: Int) {
    self.text = text
    self.origin = origin
    self.wrap = wrap
    self.pen = pen
    self.look = look
    self.hue = hue
  }

  /// A warning where the font lacks characters.
  var warning: EditWarning? { missing.isEmpty ? nil : .missingCharacters(missing) }

  /// Writes it, with what it says and looks like now.
  mutating func model(options: ModelOptions, modeler: inout SpanModeler) {
    let marks = modeler.model.marks
    var style = pen
    style.width = Swift.min(pen.width, look.size * marks.heaviestPen)
    let tracking = Swift.max(0, style.width / look.size - TextElement.commonPen) * marks.heavySpacing
    let layout = TextLayout(
      text, size: look.size, width: wrap, alignment: .init(look.align), tracking: tracking,
      font: .standard(marks.hand))
    // A stroke of a letter is short: what smooths a line would make letters round, and a taper would leave little.
    let reach = TextElement.smoothing * look.size
    switch modeler.model {
    case .ink1: style.smoothing = Swift.min(pen.smoothing, reach)
    case .ink2: style.smoothing = Swift.min(1, pen.smoothing) * reach
    }
    style.taper = Taper(start: 0, end: 0)
    missing = layout.missing
    ink = []
    bounds = layout.bounds.isEmpty ? .empty : layout.bounds.moved(by: origin - Point(0, 0))
    for stroke in layout.strokes {
      let samples = stroke.samples.enumerated().map { place, sample in
        Sample(
          point: sample.point + (origin - Point(0, 0)), time: Double(place) * SampleTrack.defaultStep,
          pressure: Float(sample.pressure))
      }
      var cones: [RoundCone] = []
      modeler.appendCones(of: samples, style: style, to: &cones)
      for cone in cones { bounds.formUnion(cone.bounds) }
      ink.append(Ink(cones: cones, character: stroke.character))
    }
  }

  /// The reach of the smoothing at most, in ems.
  private static let smoothing = 0.04
  /// The pen that the spaces of letters are made for, in ems.
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
