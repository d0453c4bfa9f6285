import Geometry
import TouchLog

/// A tool with all that decides the look of its ink.
public struct ToolStyle: Hashable, Sendable {
  public var tool: Tool
  public var color: InkColor
  /// The ink's width at full effect ½, in points.
  public var width: Double
  /// 0...1.
  public var opacity: Double
  /// How much of the width follows pressure or speed, 0...1; 0 is a constant width.
  public var thinning: Double
  /// How much the path is smoothed; 0 for not at all. In `ink-1` the reach to either side, in points; in `ink-2` a
  /// factor, of which 1 is usual and `strongestSmoothing` the most that counts.
  public var smoothing: Double
  /// The lengths over which the ends narrow to nothing, in points.
  public var taper: Taper
  /// The grid on which the device reports places, in points; nil where the samples tell it.
  public var grid: Double?

  /// The strongest smoothing of `ink-2`.
  public static let strongestSmoothing = 4.0

  /// Takes over what `change` gives.
  mutating func apply(_ change: StyleChange) {
    color = change.color ?? color
    width = change.width ?? width
    opacity = change.opacity ?? opacity
    thinning = change.thinning ?? thinning
    smoothing = change.smoothing ?? smoothing
    taper = change.taper ?? taper
    grid = change.grid ?? grid
  }
}

/// What decides the look of a shape beside its pen.
public struct ShapeLook: Hashable, Sendable {
  public var fill = Fill.none
  /// The lengths of dashes and gaps in turn, in points; none for a whole line.
  public var dash: [Double] = []
  /// How far into the dashes a line begins, in points.
  public var dashPhase = 0.0
  public var cap = LineCap.round
  public var join = LineJoin.round
  /// Of a rectangle's corners, in points.
  public var radius = 0.0
  /// Of a polygon.
  public var sides = 5
  /// Of a star.
  public var points = 5

  public init() {}

  /// Takes over what `change` gives.
  mutating func apply(_ change: StyleChange) {
    fill = change.fill ?? fill
    dash = change.dash ?? dash
    dashPhase = change.dashPhase ?? dashPhase
    cap = change.cap ?? cap
    join = change.join ?? join
    radius = change.radius ?? radius
    sides = change.sides ?? sides
    points = change.points ?? points
  }
}

/// What decides the look of a text beside its pen.
public struct TextLook: Hashable, Sendable {
  /// In points, from one line's ascenders to the next one's but for the leading: the em.
  public var size = 24.0
  public var align = TextAlignment.left

  public init() {}

  /// Takes over what `change` gives.
  mutating func apply(_ change: StyleChange) {
    size = change.size ?? size
    align = change.align ?? align
  }
}
