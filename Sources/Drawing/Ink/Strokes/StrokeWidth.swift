import TouchLog

/// How pressure and speed determine the width of ink.
///
/// Pressure or speed gives an *effect* e, usually 0...1, and the effect gives the radius r = w/2 · (1 + 2t(e − ½)),
/// with the tool's width w and thinning t. An effect of ½ gives the tool's width.
enum StrokeWidth {
  /// The effect of a speed of which fast ink is thin: e = 0.7 − 0.6 · min(1, speed/fast), both in points per second.
  static func effect(speed: Double, fast: Double) -> Double { 0.7 - 0.6 * Swift.min(1, speed / fast) }

  /// How much of a flick a speed in points per second is, 0..<1: ½ at 600 widths per second.
  static func flick(speed: Double, width: Double) -> Double {
    let x = speed / (600 * Swift.max(width, 1e-3))
    return x * x / (1 + x * x)
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
    /// In points.
    private var narrowest = 0.0

    init() {}

    init(_ look: Look, _ model: StrokeModel) {
      half = look.width / 2
      thinning = look.thinning
      least = model.leastEffect
      narrowest = half * look.minWidth
    }

    /// The radius at an effect, in points, 0 or more. The effect is clamped to 0...1, in `ink-2` to leastEffect...1.
    @inline(always)
    func callAsFunction(effect: Double) -> Double {
      let radius = half * (1 + 2 * thinning * (Swift.min(1, Swift.max(least, effect)) - 0.5))
      return Swift.max(narrowest, radius)
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
