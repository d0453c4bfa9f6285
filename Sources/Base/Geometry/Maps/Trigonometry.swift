/// Sine, cosine and arc tangent computed with basic arithmetic only. IEEE 754 defines its rounding, so that every
/// processor gives the same results; the C library's functions do not guarantee that. Errors are below 1e-15.
package enum Trigonometry {
  /// The sine of an angle in degrees, −1e15...1e15. Exact where the sine is rational, correctly rounded at odd
  /// multiples of 45° and 60°.
  package static func sine(degrees: Double) -> Double { sineAndCosine(degrees: degrees).sine }

  /// The cosine of an angle in degrees, with the range and accuracy of `sine`.
  package static func cosine(degrees: Double) -> Double { sineAndCosine(degrees: degrees).cosine }

  /// Sine and cosine of an angle in degrees, with the range and accuracy of `sine`.
  package static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    // The product and the difference are exact; the rest is in −45°...45°.
    let quarters = (degrees / 90).rounded()
    let (sine, cosine) = octant(degrees - quarters * 90)
    switch Int(saturating: quarters) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Taylor series; the first omitted term is below 1e-19.
  /// - Parameter degrees: −45...45.
  private static func octant(_ degrees: Double) -> (sine: Double, cosine: Double) {
    switch abs(degrees) {
    case 0: return (0, 1)
    case 30: return (degrees / 60, (0.75).squareRoot())
    case 45: return ((0.5).squareRoot() * (degrees / 45), (0.5).squareRoot())
    default: break
    }
    let angle = degrees * (Double.pi / 180)
    let square = angle * angle
    var sine = 1.0
    var cosine = 1.0
    for power in stride(from: 18, through: 2, by: -2) {
      let n = Double(power)
      sine = 1 - square / (n * (n + 1)) * sine
      cosine = 1 - square / ((n - 1) * n) * cosine
    }
    return (angle * sine, cosine)
  }

  /// The angle from the x axis to the direction (x, y), in radians, −π...π; 0 if both are 0.
  package static func arcTangent(_ y: Double, _ x: Double) -> Double {
    let (width, height) = (abs(x), abs(y))
    let longer = Swift.max(width, height)
    guard longer > 0 else { return 0 }
    var angle = arcTangent(Swift.min(width, height) / longer)
    if height > width { angle = Double.pi / 2 - angle }
    if x < 0 { angle = Double.pi - angle }
    return y < 0 ? -angle : angle
  }

  /// The angle from the x axis to the direction (x, y), in degrees, −180...180.
  package static func degrees(_ y: Double, _ x: Double) -> Double { arcTangent(y, x) * (180 / Double.pi) }

  /// - Parameter tangent: 0...1.
  private static func arcTangent(_ tangent: Double) -> Double {
    // tan(a/2) = tan a / (1 + √(1 + tan² a)), applied twice, leaves at most a quarter of 45°, for which the first
    // omitted term of Gregory's series is below 1e-19.
    var t = tangent
    for _ in 0..<2 { t = t / (1 + (1 + t * t).squareRoot()) }
    let square = t * t
    var sum = 0.0
    for power in stride(from: 25, through: 1, by: -2) { sum = 1 / Double(power) - square * sum }
    return 4 * t * sum
  }
}

extension Vector {
  /// The vector of a length in the direction at `degrees` from the x axis, toward y.
  public init(degrees: Double, length: Double = 1) {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
    self.init(cosine * length, sine * length)
  }
}
