import TouchLog

/// How strongly a pen draws, and how wide that makes its ink (stage S4).
enum StrokeWidth {
  /// Below this pressure `ink-2` draws lines finer than `ink-1` does.
  private static let lightPressure = 0.2
  /// The effect of a pressure of 0 in `ink-2`: with a thinning of 0.6 it leaves 0.12 of the width for the radius.
  private static let leastEffect = -2.0 / 15

  /// The effect of a pressure of 0 and up: steeper at first, as a hand expects.
  static func effect(pressure: Double, _ model: StrokeModel) -> Double {
    let p = Swift.min(1, pressure)
    let effect = p * (1.3 - 0.3 * p)
    guard model != .ink1, p < lightPressure else { return effect }
    let lightness = 1 - p / lightPressure
    return effect + leastEffect * lightness * lightness
  }

  /// The pressure, 0...1, of an effect of 0...1.
  static func pressure(forEffect effect: Double, _ model: StrokeModel) -> Double {
    // Both effects are a + b·p − c·p².
    func pressure(_ a: Double, _ b: Double, _ c: Double) -> Double {
      (b - (b * b - 4 * c * (effect - a)).squareRoot()) / (2 * c)
    }
    let usual = pressure(0, 1.3, 0.3)
    guard model != .ink1, usual < lightPressure else { return usual }
    return pressure(
      leastEffect, 1.3 - 2 * leastEffect / lightPressure, 0.3 - leastEffect / (lightPressure * lightPressure))
  }

  /// The effect of a speed in points a second: fast ink is thin.
  /// - Parameter width: The tool's, in points: a hand that writes small writes slowly.
  static func effect(speed: Double, width: Double, _ model: StrokeModel) -> Double {
    let fast = model == .ink1 ? 2000 : 100 * width
    return 0.7 - 0.6 * Swift.min(1, speed / fast)
  }

  /// The radius in points at `effect`.
  static func radius(effect: Double, style: ToolStyle, _ model: StrokeModel) -> Double {
    RadiusRule(style, model)(effect: effect)
  }

  /// What radius a tool's ink has at an effect.
  struct RadiusRule {
    /// Half the tool's width, in points.
    private var half = 0.0
    private var thinning = 0.0
    private var least = 0.0

    init() {}

    init(_ style: ToolStyle, _ model: StrokeModel) {
      half = style.width / 2
      thinning = style.thinning
      least = model == .ink1 ? 0 : leastEffect
    }

    /// The radius in points, 0 and up, at an effect that counts as 0...1, or a little less than 0 in `ink-2`.
    @inline(always)
    func callAsFunction(effect: Double) -> Double {
      let radius = half * (1 + 2 * thinning * (Swift.min(1, Swift.max(least, effect)) - 0.5))
      return Swift.max(0, radius)
    }
  }

  /// How much of the radius is left at a distance, in points along the path, from an end that tapers over `length`.
  static func taper(distance: Double, length: Double) -> Double {
    guard distance < length else { return 1 }
    let x = Swift.max(0, distance) / length
    return x * (2 - x)
  }
}
