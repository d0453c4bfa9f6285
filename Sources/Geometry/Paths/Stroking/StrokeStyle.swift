/// What a pen of constant width makes of a path.
public struct StrokeStyle: Hashable, Sendable {
  /// In the path's units.
  public var width: Double
  public var cap: LineCap
  public var join: LineJoin
  /// Corners whose miter's point would be further than this many half widths from the line are bevelled.
  public var miterLimit: Double
  /// The lengths of dashes and the gaps between them in turn, in the path's units; an odd number of them counts twice.
  /// Empty for an unbroken line; so are lengths of which one is negative or all are 0.
  public var dash: [Double]
  /// How far into the dashes the path begins.
  public var dashPhase: Double

  /// What is not given is as in SVG.
  public init(
    width: Double, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 4, dash: [Double] = [],
    dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }
}
