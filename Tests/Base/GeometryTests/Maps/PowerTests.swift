import Geometry
import Glibc
import Testing

@Suite struct PowerTests {
  @Test(arguments: [0.1, 0.3, 0.5, 1, 1.7, 2, 3.14159, 7.5, 10, 64])
  func `a power is within 1e-13 of the C library's`(exponent: Double) {
    for step in 1...1000 {
      let number = Double(step) / 1000
      let expected = pow(number, exponent)
      #expect(abs(number.raised(to: exponent) - expected) <= 1e-13 * expected, "\(number)")
    }
  }

  @Test func `powers of 1, 2, ½ and ¼ are exact, and those of 0 and 1 are 0 and 1`() {
    for step in 0...1000 {
      let number = Double(step) / 1000
      #expect(number.raised(to: 1) == number)
      #expect(number.raised(to: 2) == number * number)
      #expect(number.raised(to: 0.5) == number.squareRoot())
      #expect(number.raised(to: 0.25) == number.squareRoot().squareRoot())
    }
    for exponent in [0.1, 0.7, 3, 9.99] {
      #expect(0.0.raised(to: exponent) == 0)
      #expect(1.0.raised(to: exponent) == 1)
    }
  }

  @Test func `a larger number has a larger power`() {
    for exponent in [0.1, 0.37, 2.71, 10] {
      let powers = (0...1000).map { (Double($0) / 1000).raised(to: exponent) }
      for (less, more) in zip(powers, powers.dropFirst()) { #expect(less < more) }
    }
  }
}
