import TouchLog

/// How pressure and speed determine the width of ink.
///
/// Pressure or speed gives an *effect* e, usually 0...1, and the effect gives the radius r = w/2 · (1 + 2t(e − ½)),
/// with the tool's width w and thinning t. An effect of ½ gives the tool's width.
enum StrokeWidth {
  /// The pressure below which `ink-2` draws finer lines than `ink-1`.
  private static let lightPressure = 0.2
  /// The effect of pressure 0 in `ink-2`. With a thinning of 0.6 it leaves a radius of 0.12 w.
  private static let leastEffect = -2.0 / 15

  /// The effect of a pressure, 0 or more: e = p(1.3 − 0.3p) for p up to 1, steeper at first, as a hand expects.
  ///
  /// Below `lightPressure` p₀, `ink-2` adds leastEffect · (1 − p/p₀)².
  static func effect(pressure: Double, _ model: StrokeModel) -> Double {
    let p = Swift.min(1, pressure)
    let effect = p * (1.3 - 0.3 * p)
    guard model != .ink1, p < lightPressure else { return effect }
    let lightness = 1 - p / lightPressure
    return effect + leastEffect * lightness * lightness
  }

  /// The pressure, 0...1, that has an effect of 0...1: the inverse of `effect(pressure:)`.
  static func pressure(forEffect effect: Double, _ model: StrokeModel) -> Double {
    // On either side of `lightPressure` the effect is a + b·p − c·p².
    func pressure(_ a: Double, _ b: Double, _ c: Double) -> Double {
      (b - (b * b - 4 * c * (effect - a)).squareRoot()) / (2 * c)
    }
    let usual = pressure(0, 1.3, 0.3)
    guard model != .ink1, usual < lightPressure else { return usual }
    return pressure(
      leastEffect, 1.3 - 2 * leastEffect / lightPressure, 0.3 - leastEffect / (lightPressure * lightPressure))
  }

  /// The effect of a speed in points per second: e = 0.7 − 0.6 · min(1, speed/fast). Fast ink is thin.
  /// - Parameter width: The tool's width in points. In `ink-2` a narrow pen thins at lower speeds, because small
  ///   writing is slow.
  static func effect(speed: Double, width: Double, _ model: StrokeModel) -> Double {
    let fast = model == .ink1 ? 2000 : 100 * width
    return 0.7 - 0.6 * Swift.min(1, speed / fast)
  }

  /// The radius at an effect, in points.
  static func radius(effect: Double, look: Look, _ model: StrokeModel) -> Double {
    RadiusRule(look, model)(effect: effect)
  }

  /// The radius as a function of the effect.
  struct RadiusRule {
    /// Half of the tool's width, in points.
    private var half = 0.0
    private var thinning = 0.0
    private var least = 0.0

    init() {}

    init(_ look: Look, _ model: StrokeModel) {
      half = look.width / 2
      thinning = look.thinning
      least = model == .ink1 ? 0 : leastEffect
    }

    /// The radius at an effect, in points, 0 or more. The effect is clamped to 0...1, in `ink-2` to leastEffect...1.
    @inline(always)
    func callAsFunction(effect: Double) -> Double {
      let radius = half * (1 + 2 * thinning * (Swift.min(1, Swift.max(least, effect)) - 0.5))
      return Swift.max(0, radius)
    }
  }

  /// The fraction of the radius that is left at a distance along the path from an end that tapers over `length`, both
  /// in points: x(2 − x) for x = distance/length.
  static func taper(distance: Double, length: Double) -> Double {
    guard distance < length else { return 1 }
    let x = Swift.max(0, distance) / length
    return x * (2 - x)
  }
}
