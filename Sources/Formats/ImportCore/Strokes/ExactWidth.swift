import TouchLog

/// The pen that draws ink of a given width at each point: for formats that store widths, not pressures.
///
/// The pen's thinning is 1, so that pressure decides all of its width, and its width is half of the widest ink. Its ink
/// at an effect e is then e times as wide as the widest, and the pressure is the one that has this effect in the stroke
/// model of the log.
package struct ExactWidth {
  /// In points, positive.
  package let widest: Double
  package let model: StrokeModel

  /// - Parameter widest: The width of the widest ink of the stroke, in points, positive.
  package init(widest: Double, model: StrokeModel = .newest) {
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
    model.pressure(forEffect: min(1, max(0, share)))
  }

  /// The width of the ink at a pressure, in points: the inverse of `pressure(forShare:)`.
  package func width(atPressure pressure: Double) -> Double { widest * model.effect(pressure: pressure) }
}
