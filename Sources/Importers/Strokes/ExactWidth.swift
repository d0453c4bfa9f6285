package import TouchLog

/// The pen that draws ink of a given width at each point: for formats that store widths, not pressures.
///
/// The pen's thinning is 1, so that pressure decides all of its width, and its width is half of the widest ink. Its ink
/// at an effect e is then e times as wide as the widest, and the pressure is the one that has this effect in a stroke
/// model: e = p(1.3 − 0.3p); in `ink-2`, 2/15 · (1 − 5p)² less below p = 0.2.
package struct ExactWidth {
  /// A stroke model for which pressures are made.
  package enum Model: String, Hashable, Sendable {
    case ink1 = "ink-1"
    case ink2 = "ink-2"
  }

  /// In points, positive.
  package let widest: Double
  package let model: Model

  /// - Parameter widest: The width of the widest ink of the stroke, in points, positive.
  package init(widest: Double, model: Model = .ink2) {
    (self.widest, self.model) = (widest, model)
  }

  /// The style of a pen with these widths, which does not smooth: the points are those that the program drew.
  /// - Parameter opacity: 0...1.
  package func style(color: Color, opacity: Double = 1) -> StyleChange {
    var style = StyleChange()
    style[StyleKeys.color] = .solid(color)
    style[StyleKeys.width] = widest / 2
    style[StyleKeys.opacity] = opacity
    style[StyleKeys.thinning] = 1
    style[StyleKeys.smoothing] = 0
    return style
  }

  /// The pressure at which the ink has a width, 0...1.
  /// - Parameter share: The width divided by `widest`, 0...1.
  package func pressure(forShare share: Double) -> Double {
    let effect = min(1, max(0, share))
    let usual = (1.3 - (1.69 - 1.2 * effect).squareRoot()) / 0.6
    if model == .ink1 || usual >= Self.lightPressure { return min(1, usual) }
    // −2/15 + (1.3 + 4/3)p − (0.3 + 10/3)p² = e
    let (a, b, c) = (-2.0 / 15, 1.3 + 4.0 / 3, 0.3 + 10.0 / 3)
    return (b - (b * b - 4 * c * (effect - a)).squareRoot()) / (2 * c)
  }

  /// The width of the ink at a pressure of 0...1, in points: the inverse of `pressure(forShare:)`.
  package func width(atPressure pressure: Double) -> Double {
    var effect = pressure * (1.3 - 0.3 * pressure)
    if model == .ink2, pressure < Self.lightPressure {
      let lack = 1 - 5 * pressure
      effect -= 2.0 / 15 * lack * lack
    }
    return widest * effect
  }

  /// The pressure below which the ink of `ink-2` is finer.
  private static let lightPressure = 0.2
}
