/// The shape of line ends (SVG 2, 13.5.4).
public enum LineCap: String, Hashable, Sendable, CaseIterable {
  case butt, round, square
}

/// The shape of corners (SVG 2, 13.5.5).
public enum LineJoin: String, Hashable, Sendable, CaseIterable {
  case miter, round, bevel
}

/// How a path is stroked with a pen of constant width. All lengths are in the path's units.
public struct StrokeStyle: Hashable, Sendable {
  public var width: Double
  public var cap: LineCap
  public var join: LineJoin
  /// A miter longer than this many half widths is beveled.
  public var miterLimit: Double
  /// The alternating lengths of dashes and gaps; an odd number of lengths is repeated once. The line is solid if the
  /// array is empty, if a length is negative or if all are 0.
  public var dash: [Double]
  /// The offset into the dash pattern at which the path begins.
  public var dashPhase: Double

  /// The defaults are those of SVG.
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
