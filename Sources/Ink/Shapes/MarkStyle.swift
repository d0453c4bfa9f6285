/// How a stroke model draws shapes and texts, beside what the log says of each. A recording keeps the marks of its
/// model.
public struct MarkStyle: Hashable, Sendable {
  /// The size of an arrow's head by the line's width.
  struct ArrowHead: Hashable, Sendable {
    /// How long its sides are, in points where the line has no width, and what each point of the width adds to that.
    var length, growth: Double
    /// Whether its tip is where the drag ended; if not, the line ends there, and the tip is two widths beyond.
    var endsAtTip: Bool
  }

  var arrowHead: ArrowHead
  /// Whether dashes and gaps are as long as they look, caps included, and end with the sides of their shape.
  var fitsDashes: Bool
  /// Whether an angle's mark is drawn without dashes and is a square at a right angle, and its number keeps off its
  /// legs.
  var clearsAngles: Bool
  /// How far the inner corners of a star are from its middle at most, as a part of its points' distance.
  var innerRadius: Double
  /// The letters of texts and labels.
  var hand: StrokeFont.Hand
  /// The widest pen that writes, in ems.
  var heaviestPen: Double
  /// By how much letters stand further apart for what the pen is wider than a tenth of the em, as a part of that.
  var heavySpacing: Double
  /// Whether the ink of labels is as fine as that of all else.
  var refinesLabels: Bool

  /// The marks of `StrokeModel.ink1`.
  public static let ink1 = MarkStyle(
    arrowHead: ArrowHead(length: 0, growth: 4, endsAtTip: false), fitsDashes: false, clearsAngles: false,
    innerRadius: 1, hand: .first, heaviestPen: .infinity, heavySpacing: 0, refinesLabels: false)

  /// The marks of `StrokeModel.ink2`. A star has no less depth than that of six points, whose sides are those of two
  /// triangles.
  public static let ink2 = MarkStyle(
    arrowHead: ArrowHead(length: 6, growth: 3.2, endsAtTip: true), fitsDashes: true, clearsAngles: true,
    innerRadius: (1.0 / 3).squareRoot(), hand: .second, heaviestPen: 0.15, heavySpacing: 0.8, refinesLabels: true)
}

extension StrokeModel {
  public var marks: MarkStyle {
    switch self {
    case .ink1: .ink1
    case .ink2: .ink2
    }
  }
}
