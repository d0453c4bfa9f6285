import Geometry
import Lettering
import TouchLog

/// The parameters of a shape's geometry other than its points. Lengths are in points.
package struct ShapeStyle: Hashable, Sendable {
  /// The width of the outline.
  package var width: Double
  package var cap: LineCap
  package var join: LineJoin
  /// The alternating lengths of dashes and gaps; empty for a solid line.
  package var dash: [Double]
  /// The offset into the dash pattern at which the outline begins.
  package var dashPhase: Double
  /// The radius of a rectangle's corners, at most half of the shorter side.
  package var radius: Double
  /// The number of a polygon's sides, clamped to 3...1000.
  package var sides: Int
  /// The number of a star's points, clamped to 3...1000.
  package var points: Int
  /// Whether closed shapes are filled.
  package var isFilled: Bool
  package var marks: MarkStyle

  package init(
    width: Double, cap: LineCap = .round, join: LineJoin = .round, dash: [Double] = [], dashPhase: Double = 0,
    radius: Double = 0, sides: Int = 5, points: Int = 5, isFilled: Bool = false,
    marks: MarkStyle = StrokeModel.newest.rules.marks
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.dash = dash
    self.dashPhase = dashPhase
    self.radius = radius
    self.sides = sides
    self.points = points
    self.isFilled = isFilled
    self.marks = marks
  }

  /// The stroke style of the outline, with its dashes as given.
  package var stroke: StrokeStyle {
    StrokeStyle(width: width, cap: cap, join: join, dash: dash, dashPhase: dashPhase)
  }

  /// The stroke style of an outline along a path of one subpath, with its dashes fitted if the marks say so.
  func stroke(along path: Path) -> StrokeStyle { marks.fitsDashes ? stroke.fitted(to: path) : stroke }
}

/// How a stroke model draws shapes and texts, apart from the style that the log gives for each. A recording keeps the
/// marks of its model.
package struct MarkStyle: Hashable, Sendable {
  /// The size of an arrow's head.
  struct ArrowHead: Hashable, Sendable {
    /// The length of its sides is `length` + `growth` · line width, in points.
    var length, growth: Double
    /// Whether the tip is at the end of the drag. Otherwise the line ends there, and the tip is two widths beyond.
    var endsAtTip: Bool
  }

  var arrowHead: ArrowHead
  /// Whether dash lengths include line caps and are fitted to the sides of the shape.
  var fitsDashes: Bool
  /// Whether the mark of an angle is solid, and a square for a right angle, and whether the angle's label clears the
  /// legs.
  var clearsAngles: Bool
  /// The largest distance of a star's inner corners from its center, as a fraction of that of its points.
  var innerRadius: Double
  /// The letter forms of texts and labels.
  var hand: StrokeFont.Hand
  /// The widest pen for texts, in ems.
  var heaviestPen: Double
  /// The extra letter spacing for pens wider than a tenth of the em, as a fraction of the excess.
  var heavySpacing: Double
  /// Whether labels are modeled to the tolerance of the drawing rather than to the default tolerance.
  var refinesLabels: Bool
}
