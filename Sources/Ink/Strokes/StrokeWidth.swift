import TouchLog

/// How strongly a pen draws, and how wide that makes its ink (stage S4).
enum StrokeWidth {
  /// The effect of a pressure of 0 and up: steeper at first, as a hand expects.
  static func effect(pressure: Double) -> Double {
    let p = Swift.min(1, pressure)
    return p * (1.3 - 0.3 * p)
  }

  /// The effect of a speed in points a second: fast ink is thin.
  static func effect(speed: Double) -> Double {
    0.7 - 0.6 * Swift.min(1, speed / 2000)
  }

  /// The radius in points at `effect`, which counts as 0...1.
  @inline(always)
  static func radius(effect: Double, style: ToolStyle) -> Double {
    style.width / 2 * (1 + 2 * style.thinning * (Swift.min(1, Swift.max(0, effect)) - 0.5))
  }

  /// How much of the radius is left at a distance, in points along the path, from an end that tapers over `length`.
  static func taper(distance: Double, length: Double) -> Double {
    guard distance < length else { return 1 }
    let x = Swift.max(0, distance) / length
    return x * (2 - x)
  }
}
