/// How samples become ink. A recording keeps its look when a later model becomes the default.
public enum StrokeModel: String, Sendable, CaseIterable {
  /// Smooths the path with a kernel of fixed width.
  case ink1 = "ink-1"
  /// Adapts the width of the kernel to the noise and the speed of the samples, and preserves corners.
  case ink2 = "ink-2"
  /// Also keeps the corners of sparse samples, calms dense noise, and draws an even width without pressure.
  case ink3 = "ink-3"
  /// Keeps every letter, and draws the same at every size: all is measured in units of the samples' lattice.
  case ink4 = "ink-4"

  public static let newest = StrokeModel.ink4

  /// What the numbers of a log mean to the model.
  private var meaning: (smoothing: Double, leastEffect: Double, brushes: BrushSet) {
    switch self {
    case .ink1: (6, 0, .first)
    case .ink2, .ink3: (1, -2.0 / 15, .first)
    case .ink4: (1, -2.0 / 15, .second)
    }
  }

  /// The default smoothing of a tool: points for `ink-1`, a factor since `ink-2`.
  package var defaultSmoothing: Double { meaning.smoothing }

  /// The effect of pressure 0. If it is below 0, with a thinning of 0.6, it leaves a radius of 0.12 w.
  package var leastEffect: Double { meaning.leastEffect }

  /// What its brushes are.
  package var brushes: BrushSet { meaning.brushes }
}

/// What a pressure means: its *effect*, usually 0...1, to which the thinning of a tool applies.
///
/// Importers use the inverse for the widths that a file has, because a log has pressures.
extension StrokeModel {
  /// The pressure below which models with a least effect below 0 draw finer lines.
  private static let lightPressure = 0.2

  /// The effect of a pressure, 0 or more: e = p(1.3 − 0.3p) for p up to 1, steeper at first, as a hand expects.
  ///
  /// Below `lightPressure` p₀, `leastEffect` · (1 − p/p₀)² is added.
  package func effect(pressure: Double) -> Double {
    let p = min(1, pressure)
    let effect = p * (1.3 - 0.3 * p)
    guard leastEffect < 0, p < Self.lightPressure else { return effect }
    let lightness = 1 - p / Self.lightPressure
    return effect + leastEffect * lightness * lightness
  }

  /// The pressure, 0...1, that has an effect: the inverse of `effect(pressure:)`.
  /// - Parameter effect: 0...1.
  package func pressure(forEffect effect: Double) -> Double {
    let usual = (1.3 - (1.69 - 1.2 * effect).squareRoot()) / 0.6
    guard leastEffect < 0, usual < Self.lightPressure else { return min(1, usual) }
    // Below `lightPressure` the effect is `leastEffect` + b·p − c·p².
    let b = 1.3 - 2 * leastEffect / Self.lightPressure
    let c = 0.3 - leastEffect / (Self.lightPressure * Self.lightPressure)
    return (b - (b * b - 4 * c * (effect - leastEffect)).squareRoot()) / (2 * c)
  }
}
