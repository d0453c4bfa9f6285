import Foundation
import Geometry
import TestSupport

@testable import Raster

extension SeededRandom {
  /// An image of noise with clear, translucent and opaque pixels, or with opaque pixels alone.
  mutating func image(width: Int, height: Int, isOpaque: Bool = false) -> ImageSource {
    let pixels = (0..<width * height).map { _ in
      let alphas: [UInt8] = isOpaque ? [255] : [0, 255, 255, UInt8.random(in: 0...255, using: &self)]
      let word = pixel(alpha: alphas.randomElement(using: &self)).word
      return word >> 24 == 0 ? 0 : word
    }
    return ImageSource(width: width, height: height, pixels: pixels)
  }

  /// Rotated, slightly skewed and scaled by 1/3 to 3.
  mutating func placement(near center: Point, of image: ImageSource) -> ImagePlacement {
    let angle = double(in: 0...6.28)
    let (x, y) = (double(in: 0.33...3), double(in: 0.33...3))
    let slant = double(in: -0.2...0.2)
    let turned = ImagePlacement(
      a: x * cos(angle), b: x * sin(angle), c: y * (slant * cos(angle) - sin(angle)),
      d: y * (slant * sin(angle) + cos(angle)), tx: 0, ty: 0)
    return turned.centered(at: center, of: image)
  }

  /// Along the canvas' rows, possibly flipped.
  mutating func uprightPlacement(near center: Point, of image: ImageSource) -> ImagePlacement {
    let signs = [-1.0, 1]
    let (x, y) = (signs.randomElement(using: &self)!, signs.randomElement(using: &self)!)
    return ImagePlacement(a: x * double(in: 0.2...3), b: 0, c: 0, d: y * double(in: 0.2...3), tx: 0, ty: 0)
      .centered(at: center, of: image)
  }
}

extension Canvas {
  /// Draws an image unless its placement is beyond the precision of Double.
  mutating func draw(_ image: ImageSource, _ placement: ImagePlacement, opacity: UInt8 = 255) {
    guard let image = PlacedImage(image, placement) else { return }
    draw(image, opacity: opacity)
  }
}

extension ImagePlacement {
  /// Places pixel on pixel, with the image's top left corner at (`x`, `y`).
  init(x: Double, y: Double) { self.init(translation: Vector(x, y)) }

  func centered(at center: Point, of image: ImageSource) -> ImagePlacement {
    let middle = apply(Point(Double(image.width) / 2, Double(image.height) / 2))
    return ImagePlacement(a: a, b: b, c: c, d: d, tx: tx + center.x - middle.x, ty: ty + center.y - middle.y)
  }

  static func turn(degrees: Double, scale: Double = 1) -> ImagePlacement {
    let angle = degrees * .pi / 180
    return ImagePlacement(
      a: scale * cos(angle), b: scale * sin(angle), c: -scale * sin(angle), d: scale * cos(angle), tx: 0, ty: 0)
  }
}

/// An image on a canvas, computed pixel by pixel in the simplest way.
struct PlainImageOracle {
  var image: ImageSource
  var inverse: ImagePlacement

  /// Red, green and blue times alpha, and alpha; 0...1.
  private func source(_ x: Int, _ y: Int) -> SIMD4<Double> {
    let pixel = image[min(max(x, 0), image.width - 1), min(max(y, 0), image.height - 1)]
    let alpha = Double(pixel.alpha) / 255
    return SIMD4(Double(pixel.red), Double(pixel.green), Double(pixel.blue), 255) * (alpha / 255)
  }

  /// Keys 1981, equation 15.
  static func kernel(_ x: Double) -> Double {
    let s = abs(x)
    if s < 1 { return 1.5 * pow(s, 3) - 2.5 * pow(s, 2) + 1 }
    return s < 2 ? -0.5 * pow(s, 3) + 2.5 * pow(s, 2) - 4 * s + 2 : 0
  }

  func color(_ x: Int, _ y: Int) -> SIMD4<Double> {
    let position = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
    let stretchX = max(1, hypot(inverse.a, inverse.c))
    let stretchY = max(1, hypot(inverse.b, inverse.d))
    var sum = SIMD4<Double>.zero
    var weights = 0.0
    for row in Int((position.y - 2 * stretchY - 2).rounded())...Int((position.y + 2 * stretchY + 2).rounded()) {
      for column in Int((position.x - 2 * stretchX - 2).rounded())...Int((position.x + 2 * stretchX + 2).rounded()) {
        let weight =
          Self.kernel((Double(column) + 0.5 - position.x) / stretchX)
          * Self.kernel((Double(row) + 0.5 - position.y) / stretchY)
        sum += source(column, row) * weight
        weights += weight
      }
    }
    sum /= weights
    guard sum.w > 0 else { return .zero }
    // Overshoot of colors and of alpha is clamped separately.
    let straight = sum / sum.w
    let alpha = min(1, sum.w)
    func cut(_ value: Double) -> Double { min(1, max(0, value)) * alpha }
    return SIMD4(cut(straight.x), cut(straight.y), cut(straight.z), alpha)
  }

  /// The covered part of a pixel, sampled at a grid of positions.
  func coverage(_ x: Int, _ y: Int, grid: Int = 48) -> Double {
    let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map {
      inverse.apply(Point(Double($0.0), Double($0.1)))
    }
    let (width, height) = (Double(image.width), Double(image.height))
    if corners.allSatisfy({ (0...width).contains($0.x) && (0...height).contains($0.y) }) { return 1 }
    if corners.allSatisfy({ $0.x < 0 }) || corners.allSatisfy({ $0.x > width }) { return 0 }
    if corners.allSatisfy({ $0.y < 0 }) || corners.allSatisfy({ $0.y > height }) { return 0 }
    var count = 0
    for row in 0..<grid {
      for column in 0..<grid {
        let position = inverse.apply(
          Point(
            Double(x) + (Double(column) + 0.5) / Double(grid), Double(y) + (Double(row) + 0.5) / Double(grid)))
        if position.x >= 0, position.y >= 0, position.x <= width, position.y <= height { count += 1 }
      }
    }
    return Double(count) / Double(grid * grid)
  }
}

extension Pixel {
  /// Red, green and blue times alpha, and alpha; 0...1.
  var premultiplied: SIMD4<Double> {
    SIMD4(Double(red), Double(green), Double(blue), 255) * (Double(alpha) / 255 / 255)
  }
}

extension SIMD4<Double> {
  func distance(to other: Self) -> Double {
    let difference = self - other
    return (0..<4).map { abs(difference[$0]) }.max() ?? 0
  }
}
