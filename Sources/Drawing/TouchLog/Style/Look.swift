import Geometry

/// How an element looks: its tool, and a value for each key of `StyleKeys`. Values that the kind of element does not
/// have are ignored.
package struct Look: Hashable, Sendable {
  package var tool: Tool
  package var color = InkColor.solid(.black)
  /// The nominal width of the ink, in points: its width at an effect of ½.
  package var width = 4.0
  /// 0...1.
  package var opacity = 1.0
  /// The fraction of the width that depends on pressure or speed, 0...1; 0 is a constant width.
  package var thinning = 0.6
  /// The power to which pressures are raised before they decide anything, 0.1...10: above 1 a light touch makes lighter
  /// ink than it would, below 1 heavier ink.
  package var pressureCurve = 1.0
  /// The least width of ink, as a fraction of `width`, 0...1; ends that taper are narrower.
  package var minWidth = 0.0
  /// How strongly the path is smoothed; 0 for not at all. For `ink-1` the half-width of the kernel, in points; for
  /// later ones a factor, usually 1. Values above `strongestSmoothing` have the same effect as that value.
  package var smoothing = 1.0
  /// The lengths over which the ends narrow to a point, in points.
  package var taper = Taper(start: 0, end: 0)
  /// The grid to which the device rounds positions, in points; nil to detect it from the samples.
  package var grid: Double?
  /// Which pen a pen is.
  package var brush = Brush.ink
  /// The constants of brushes, which the stroke model decides.
  package var brushes = BrushSet.first
  /// The shape of the tip, the ratio of its extents and its direction; nil for those of the brush.
  package var tip: TipShape?
  package var tipRatio: Double?
  package var tipAngle: TipAngle?
  /// How much ink there is on the paper, 0...1; nil for the brush's.
  package var flow: ByPressure?
  /// How strongly the grain of the paper shows, 0...1; nil as the brush shows it.
  package var grain: Double?
  /// The size of the grain, in points; nil for the brush's.
  package var grainSize: Double?
  /// How ink blends with what lies below it; nil as that of the brush or the tool does.
  package var blend: BlendMode?
  package var fill = Fill.none
  /// The alternating lengths of dashes and gaps, in points; empty for a solid line.
  package var dash: [Double] = []
  /// The offset into the dash pattern at which a line begins, in points.
  package var dashPhase = 0.0
  package var cap = LineCap.round
  package var join = LineJoin.round
  /// The radius of a rectangle's corners, in points.
  package var radius = 0.0
  /// The number of a polygon's sides.
  package var sides = 5
  /// The number of a star's points.
  package var points = 5
  /// The em of a text, in points.
  package var size = 24.0
  package var font = Look.builtInFont
  package var align = TextAlignment.left
  /// The name of the layer of a document to which the element belongs; empty for none.
  package var layer = ""

  /// The largest smoothing factor since `ink-2`.
  package static let strongestSmoothing = 4.0
  /// The name of the built-in font.
  package static let builtInFont = "doodle"

  /// The values that a tool has until the log gives others.
  package init(_ tool: Tool = .pen) {
    self.tool = tool
    tool.prepare(&self)
    if tool.isEven { thinning = 0 }
  }

  /// Replaces the values that `change` gives.
  package mutating func apply(_ change: StyleChange) {
    change.copy(to: &self)
    if tool.isEven { thinning = 0 }
  }
}

extension Look {
  /// The pressure that draws where a device reports another, 0...1.
  package func pressure(ofReported pressure: Double) -> Double {
    let pressure = min(1, pressure)
    return pressureCurve == 1 ? pressure : pressure.raised(to: pressureCurve)
  }
}

/// The lengths over which the start and end of ink narrow to nothing, in points, 0 or more.
public struct Taper: Hashable, Sendable {
  public var start: Double
  public var end: Double

  public init(start: Double, end: Double) {
    self.start = start
    self.end = end
  }
}

/// The horizontal alignment of the lines of a text.
public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
  case left, center, right
}
