import Geometry
import TouchLog

/// How a board draws a path: the keys of a pen that follows it exactly.
///
/// Tools keep the keys that a later line omits, so that each element of a file sets all of them.
package struct BoardStyle: Hashable, Sendable {
  package var color: Color
  /// In points, positive.
  package var width: Double
  /// 0...1.
  package var opacity: Double
  /// The share of the width that follows pressure or speed, 0...1.
  package var thinning: Double
  /// How much the pen smooths its path. Boards store the path that they draw.
  package var smoothing: Double
  /// The area within the path, which the shortest line closes.
  package var fill: Fill
  /// The alternating lengths of dashes and gaps, in points; empty for a solid line.
  package var dash: [Double]
  /// The radius of a rectangle's corners, in points.
  package var radius: Double
  package var brush: Brush
  /// How the ink blends; nil as that of the brush does.
  package var blend: BlendMode
  /// How strongly the grain of the paper shows, 0...1.
  var grain: Double

  package init(
    color: Color = .black, width: Double = 1, opacity: Double = 1, thinning: Double = 0, smoothing: Double = 0,
    fill: Fill = .none, dash: [Double] = [], radius: Double = 0, brush: Brush = .ink, blend: BlendMode = .over,
    grain: Double = 0
  ) {
    (self.color, self.width, self.opacity) = (color, width, opacity)
    (self.thinning, self.smoothing) = (thinning, smoothing)
    (self.fill, self.dash, self.radius) = (fill, dash, radius)
    (self.brush, self.blend, self.grain) = (brush, blend, grain)
  }

  /// The tool that draws in this style.
  /// - Parameter name: `pen`, `rect` or `ellipse`.
  package func tool(_ name: String = "pen") -> ToolChange { ToolChange(name: name, style: change) }

  private var change: StyleChange {
    var style = StyleChange()
    style[StyleKeys.color] = .solid(color)
    style[StyleKeys.width] = min(LogLimits.coordinate, max(.leastNormalMagnitude, width))
    style[StyleKeys.opacity] = min(1, max(0, opacity))
    style[StyleKeys.thinning] = thinning
    style[StyleKeys.smoothing] = smoothing
    style[StyleKeys.fill] = fill
    style[StyleKeys.dash] = dash
    style[StyleKeys.radius] = radius
    style[StyleKeys.brush] = brush
    style[StyleKeys.blend] = blend
    style[StyleKeys.grain] = grain
    style[StyleKeys.flow] = ByPressure(light: 1, firm: 1)
    return style
  }
}
