/// The shape of line ends (SVG 2, 13.5.4).
public enum LineCap: String, Hashable, Sendable, CaseIterable {
  case butt, round, square
}

/// The shape of corners (SVG 2, 13.5.5).
public enum LineJoin: String, Hashable, Sendable, CaseIterable {
  case miter, round, bevel
}

/// How a path is stroked with a pen of constant width. All lengths are in the path's units.
package struct StrokeStyle: Hashable, Sendable {
  package var width: Double
  package var cap: LineCap
  package var join: LineJoin
  /// A miter longer than this many half widths is beveled.
  package var miterLimit: Double
  /// The alternating lengths of dashes and gaps; an odd number of lengths is repeated once. The line is solid if the
  /// array is empty, if a length is negative or if all are 0.
  package var dash: [Double]
  /// The offset into the dash pattern at which the path begins.
  package var dashPhase: Double

  /// The defaults are those of SVG.
  package init(
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
