import Geometry
import Testing

@testable import Raster

/// An exact fraction, with which results of blending are compared.
private struct Fraction {
  var numerator: Int
  var denominator: Int

  /// Whether no integer is nearer to the fraction than `value`.
  func isNearest(_ value: Int) -> Bool { 2 * abs(value * denominator - numerator) <= denominator }

  func isWithin(_ value: Int, ofOne distance: Int) -> Bool {
    abs(value * denominator - numerator) <= distance * denominator
  }
}

@Suite struct BlendTests {
  private static let bytes = Array(stride(from: 0, through: 255, by: 15))

  private func channels(_ word: UInt32) -> [Int] { [0, 8, 16, 24].map { Int(word >> $0 & 255) } }

  private func word(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> UInt32 {
    UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
  }

  @Test func `the product of two bytes is rounded to nearest, for all bytes`() {
    for a in 0...255 {
      for b in 0...255 {
        let ours = Int(BlendKernel.scale(UInt32(a), UInt32(b)))
        if !Fraction(numerator: a * b, denominator: 255).isNearest(ours) { Issue.record("\(a) by \(b) is not \(ours)") }
      }
    }
  }

  @Test func `a color over a pixel is rounded to nearest in every channel`() {
    for alpha in 1...255 {
      for below in stride(from: 0, through: 255, by: 17) {
        for color in Self.bytes {
          let under = [255 - color, color, (color * 7) % 256]
          // A clear pixel is 0 in all channels.
          let pixel = below == 0 ? 0 : word(under[0], under[1], under[2], below)
          let source = word(color, 255 - color / 2, color / 3, 99)
          let ours = channels(BlendKernel.over(pixel, source, alpha: UInt32(alpha)))
          // Porter and Duff with straight alpha, all in units of 1/255².
          let rest = below * (255 - alpha)
          let whole = alpha * 255 + rest
          let isRight =
            Fraction(numerator: whole, denominator: 255).isNearest(ours[3])
            && (0..<3).allSatisfy { i in
              let sum = channels(source)[i] * alpha * 255 + channels(pixel)[i] * rest
              return Fraction(numerator: sum, denominator: whole).isNearest(ours[i])
            }
          if !isRight { Issue.record("\(source) at \(alpha) over \(pixel) is not \(ours)") }
        }
      }
    }
  }

  /// The color of ink on an opaque pixel, of 255, times 255 (W3C Compositing and Blending Level 1, section 9).
  private static let mixed: [(BlendMode, @Sendable (_ ink: Int, _ paper: Int) -> Int)] = [
    (.over, { ink, _ in 255 * ink }), (.multiply, { $0 * $1 }), (.screen, { 255 * 255 - (255 - $0) * (255 - $1) }),
    (.darken, { 255 * min($0, $1) }), (.lighten, { 255 * max($0, $1) }),
  ]

  @Test(arguments: mixed.indices)
  func `a color blended with a pixel is within one of the exact value, and rounded to nearest where it is opaque`(
    row: Int
  ) {
    let (mode, mixed) = Self.mixed[row]
    for alpha in stride(from: 1, through: 255, by: 2) {
      for below in stride(from: 0, through: 255, by: 17) {
        for color in Self.bytes {
          let pixel = below == 0 ? 0 : word(255 - color, (color * 5) % 256, color, below)
          let source = word(color, 255 - color / 2, (color * 3) % 256, 0)
          let ours = channels(BlendKernel.blend(pixel, source, alpha: UInt32(alpha), mode))
          let rest = below * (255 - alpha)
          let whole = alpha * 255 + rest
          let isRight =
            Fraction(numerator: whole, denominator: 255).isNearest(ours[3])
            && (0..<3).allSatisfy { i in
              let (ink, paper) = (channels(source)[i], channels(pixel)[i])
              // αs(1 − αb)·cs + αs·αb·B(cb, cs) + (1 − αs)αb·cb, in units of 1/255³.
              let sum = alpha * (255 - below) * ink * 255 + alpha * below * mixed(ink, paper) + rest * paper * 255
              let exact = Fraction(numerator: sum, denominator: whole * 255)
              return alpha == 255 ? exact.isNearest(ours[i]) : exact.isWithin(ours[i], ofOne: 1)
            }
          if !isRight { Issue.record("\(source) at \(alpha) by \(mode) with \(pixel) is not \(ours)") }
        }
      }
    }
  }

  @Test func `erasing reduces alpha alone, and clears a pixel that has none left`() {
    for below in 0...255 {
      for alpha in 0...255 {
        let pixel = below == 0 ? 0 : word(10, 20, 30, below)
        let ours = BlendKernel.erase(pixel, alpha: UInt32(alpha))
        let left = channels(ours)[3]
        let exact = Fraction(numerator: below * (255 - alpha), denominator: 255)
        if !exact.isNearest(left) || ours & 0xFF_FFFF != (left == 0 ? 0 : pixel & 0xFF_FFFF) {
          Issue.record("\(alpha) of \(below) leaves \(ours)")
        }
      }
    }
  }

  @Test func `a color over itself stays that color`() {
    for alpha in 1...255 {
      for below in 1...255 {
        let ours = BlendKernel.over(word(7, 130, 251, below), word(7, 130, 251, 0), alpha: UInt32(alpha))
        if ours & 0xFF_FFFF != word(7, 130, 251, 0) { Issue.record("\(alpha) over \(below)") }
      }
    }
  }
}
