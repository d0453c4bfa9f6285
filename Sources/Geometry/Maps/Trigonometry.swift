/// Sine, cosine and arc tangent by arithmetic that IEEE 754 rounds the same on every processor, which no C library's
/// functions promise. All are within 1e-15 of the true value.
public enum Trigonometry {
  /// The sine of an angle in degrees of up to 1e15 either way; exact at multiples of 30°, the nearest number at odd
  /// multiples of 45° and of 60°.
  public static func sine(degrees: Double) -> Double { sineAndCosine(degrees: degrees).sine }

  /// The cosine of an angle in degrees, of the same range and accuracy as the sine.
  public static func cosine(degrees: Double) -> Double { sineAndCosine(degrees: degrees).cosine }

  public static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    // Both products are exact, and so is what is left of the angle, −45°...45°.
    let quarters = (degrees / 90).rounded()
    let (sine, cosine) = octant(degrees - quarters * 90)
    switch Int(quarters) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// By Taylor's series, whose first term left out is under 1e-19 here.
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

  /// The angle from the direction of x to the direction (x, y), in radians from −π to π; 0 where both are 0.
  public static func arcTangent(_ y: Double, _ x: Double) -> Double {
    let (width, height) = (abs(x), abs(y))
    let longer = Swift.max(width, height)
    guard longer > 0 else { return 0 }
    var angle = arcTangent(Swift.min(width, height) / longer)
    if height > width { angle = Double.pi / 2 - angle }
    if x < 0 { angle = Double.pi - angle }
    return y < 0 ? -angle : angle
  }

  /// The same in degrees, from −180 to 180.
  public static func degrees(_ y: Double, _ x: Double) -> Double { arcTangent(y, x) * (180 / Double.pi) }

  /// - Parameter tangent: 0...1.
  private static func arcTangent(_ tangent: Double) -> Double {
    // The tangent of half an angle, twice: tan(a/2) = tan a / (1 + √(1 + tan² a)). A quarter of 45° is left at most,
    // and there the first term left out of Gregory's series is under 1e-19.
    var t = tangent
    for _ in 0..<2 { t = t / (1 + (1 + t * t).squareRoot()) }
    let square = t * t
    var sum = 0.0
    for power in stride(from: 25, through: 1, by: -2) { sum = 1 / Double(power) - square * sum }
    return 4 * t * sum
  }
}

extension Vector {
  /// The direction at an angle of `degrees` from that of x, towards y.
  public init(degrees: Double, length: Double = 1) {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
    self.init(cosine * length, sine * length)
  }
}
