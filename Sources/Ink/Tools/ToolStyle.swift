import Geometry
import TouchLog

/// A tool and the parameters of its ink.
public struct ToolStyle: Hashable, Sendable {
  public var tool: Tool
  public var color: InkColor
  /// The nominal width of the ink, in points: its width at an effect of ½.
  public var width: Double
  /// 0...1.
  public var opacity: Double
  /// The fraction of the width that depends on pressure or speed, 0...1; 0 is a constant width.
  public var thinning: Double
  /// How strongly the path is smoothed; 0 for not at all. For `ink-1` the half-width of the kernel, in points; for
  /// `ink-2` a factor, usually 1. Values above `strongestSmoothing` have the same effect as that value.
  public var smoothing: Double
  /// The lengths over which the ends narrow to a point, in points.
  public var taper: Taper
  /// The grid to which the device rounds positions, in points; nil to detect it from the samples.
  public var grid: Double?

  /// The largest smoothing factor of `ink-2`.
  public static let strongestSmoothing = 4.0

  /// Replaces the values that `change` gives.
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

/// The look of a shape, apart from its pen.
public struct ShapeLook: Hashable, Sendable {
  public var fill = Fill.none
  /// The alternating lengths of dashes and gaps, in points; empty for a solid line.
  public var dash: [Double] = []
  /// The offset into the dash pattern at which a line begins, in points.
  public var dashPhase = 0.0
  public var cap = LineCap.round
  public var join = LineJoin.round
  /// The radius of a rectangle's corners, in points.
  public var radius = 0.0
  /// The number of a polygon's sides.
  public var sides = 5
  /// The number of a star's points.
  public var points = 5

  public init() {}

  /// Replaces the values that `change` gives.
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

/// The look of a text, apart from its pen.
public struct TextLook: Hashable, Sendable {
  /// The em, in points.
  public var size = 24.0
  public var align = TextAlignment.left

  public init() {}

  /// Replaces the values that `change` gives.
  mutating func apply(_ change: StyleChange) {
    size = change.size ?? size
    align = change.align ?? align
  }
}
