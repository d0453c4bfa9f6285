import Geometry

/// What decides the geometry of a shape beside its points. Lengths are in points.
public struct ShapeStyle: Hashable, Sendable {
  /// Of the pen that draws the outline.
  public var width: Double
  public var cap: LineCap
  public var join: LineJoin
  /// The lengths of dashes and gaps in turn; none for a whole line.
  public var dash: [Double]
  /// How far into the dashes a line begins.
  public var dashPhase: Double
  /// Of a rectangle's corners; no more than half of its shorter side counts.
  public var radius: Double
  /// Of a polygon: 3...1000, what is beyond counts as the nearer end.
  public var sides: Int
  /// Of a star: 3...1000, what is beyond counts as the nearer end.
  public var points: Int
  /// Whether shapes that enclose something are filled.
  public var isFilled: Bool
  public var marks: MarkStyle

  public init(
    width: Double, cap: LineCap = .round, join: LineJoin = .round, dash: [Double] = [], dashPhase: Double = 0,
    radius: Double = 0, sides: Int = 5, points: Int = 5, isFilled: Bool = false, marks: MarkStyle = .ink2
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

  /// The outline's pen.
  public var stroke: StrokeStyle {
    StrokeStyle(width: width, cap: cap, join: join, dash: dash, dashPhase: dashPhase)
  }

  /// The same with its dashes as they are along a path of one subpath.
  func stroke(along path: Path) -> StrokeStyle { marks.fitsDashes ? stroke.fitted(to: path) : stroke }
}
