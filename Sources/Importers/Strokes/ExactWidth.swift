package import TouchLog

/// The pen that draws ink of a given width at each point: formats that store widths, not pressures.
///
/// The pen's thinning is 1, so that pressure decides all of its width, and its width is half of the widest ink. Its
/// width at an effect e is then e times the widest, and the pressure is the one that has this effect in the stroke
/// model `ink-2`: e = p(1.3 − 0.3p) from p = 0.2 on; below, 2/15 · (1 − 5p)² less.
package struct ExactWidth {
  /// In points, positive.
  package let widest: Double

  /// - Parameter widest: The width of the widest ink of the stroke, in points, positive.
  package init(widest: Double) { self.widest = widest }

  /// The stroke model that the pressures are made for.
  package static let model = "ink-2"

  /// The settings of a pen with these widths, which does not smooth: the points are those that the program drew.
  package func tool(color: Color, opacity: Double = 1) -> ToolChange {
    var style = StyleChange()
    style.color = .solid(color)
    style.width = widest / 2
    style.opacity = opacity
    style.thinning = 1
    style.smoothing = 0
    return ToolChange(name: "pen", style: style)
  }

  /// The pressure at which the pen's ink has a width, 0...1.
  /// - Parameter width: In points, 0...`widest`.
  package func pressure(forWidth width: Double) -> Double {
    let effect = min(1, max(0, width / widest))
    let usual = (1.3 - (1.69 - 1.2 * effect).squareRoot()) / 0.6
    if usual >= Self.lightPressure { return min(1, usual) }
    // −2/15 + (1.3 + 4/3)p − (0.3 + 10/3)p² = e
    let (a, b, c) = (-2.0 / 15, 1.3 + 4.0 / 3, 0.3 + 10.0 / 3)
    return (b - (b * b - 4 * c * (effect - a)).squareRoot()) / (2 * c)
  }

  /// The pressure below which ink is finer.
  private static let lightPressure = 0.2
}
