extension Double {
  /// The number to the power of an exponent, computed as `Trigonometry` computes: every processor gives the same result.
  /// It is exact for an exponent of 1, and correctly rounded for 2 and ½; the error is otherwise below 1e-13 of it.
  ///
  /// The exponent's bits choose among the squares, and the square roots of square roots, of the number.
  /// - Precondition: The number is 0...1, and the exponent is more than 0 and at most 64.
  package func raised(to exponent: Double) -> Double {
    guard self > 0 else { return 0 }
    var (result, power, rest) = (1.0, self, exponent.rounded(.down))
    var fraction = exponent - rest
    while rest > 0 {
      let half = (rest / 2).rounded(.down)
      if rest > 2 * half { result *= power }
      (power, rest) = (power * power, half)
    }
    (power, rest) = (self, 1)
    while fraction > 0, rest > 0x1p-52 {
      (power, rest) = (power.squareRoot(), rest / 2)
      if fraction >= rest {
        result *= power
        fraction -= rest
      }
    }
    return result
  }
}
