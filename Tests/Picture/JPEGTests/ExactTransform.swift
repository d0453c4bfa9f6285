import Foundation

@testable import JPEG

/// The inverse discrete cosine transform by its definition (ITU-T T.81, A.3.3).
enum ExactTransform {
  /// The value of a frequency at a sample.
  private static func basis(_ frequency: Int, _ sample: Int) -> Double {
    let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
    return scale * cos(Double((2 * sample + 1) * frequency) * .pi / 16)
  }

  /// - Parameter block: The coefficients in zigzag order.
  static func samples(of block: [Int]) -> [Double] {
    var samples: [Double] = []
    for index in 0..<64 {
      var sum = 128.0
      for (number, coefficient) in block.enumerated() where coefficient != 0 {
        let place = zigzag[number]
        sum += Double(coefficient) * basis(place / 8, index / 8) * basis(place % 8, index % 8)
      }
      samples.append(min(max(sum, 0), 255))
    }
    return samples
  }
}
