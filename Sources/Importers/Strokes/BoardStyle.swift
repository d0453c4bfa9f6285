import Geometry
import TouchLog

/// How a board draws a path: the keys of a pen that follows it exactly.
///
/// Tools keep the keys that a later line omits, so that each element of a file sets all of them.
struct BoardStyle: Hashable, Sendable {
  var color = Color.black
  /// In points, positive.
  var width = 1.0
  /// 0...1.
  var opacity = 1.0
  /// The share of the width that follows pressure or speed, 0...1.
  var thinning = 0.0
  /// How much the pen smooths its path. Boards store the path that they draw.
  var smoothing = 0.0
  /// The area within the path, which the shortest line closes.
  var fill = Fill.none
  /// The alternating lengths of dashes and gaps, in points; empty for a solid line.
  var dash: [Double] = []
  /// The radius of a rectangle's corners, in points.
  var radius = 0.0
  var brush = Brush.ink
  /// How the ink blends; nil as that of the brush does.
  var blend = BlendMode.over
  /// How strongly the grain of the paper shows, 0...1.
  var grain = 0.0

  /// The tool that draws in this style.
  /// - Parameter name: `pen`, `rect` or `ellipse`.
  func tool(_ name: String = "pen") -> ToolChange { ToolChange(name: name, style: change) }

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
