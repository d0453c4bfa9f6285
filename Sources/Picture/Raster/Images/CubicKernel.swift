import Geometry

/// Cubic convolution with a = −1/2 (Keys, "Cubic Convolution Interpolation for Digital Image Processing", 1981), which
/// is the Catmull-Rom spline. It interpolates the pixels themselves, and its error is proportional to the cube of their
/// distance.
///
/// To shrink an image, the kernel is stretched over the pixels that fall on one pixel of the result.
struct CubicKernel: Sendable {
  /// How far the kernel is stretched, in pixels of the image, at least 1.
  let stretch: Double
  /// The number of pixels that have a weight.
  let count: Int

  init(stretch: Double) {
    self.stretch = stretch
    count = Int(saturating: (stretch * 4).rounded(.up))
  }

  /// Whether the kernel is not stretched, and so has four weights.
  var isNarrow: Bool { count == 4 }

  /// The first pixel that has a weight, for a position measured from the center of pixel 0.
  @inline(always)
  func first(at position: Double) -> Int {
    let start = position - 2 * stretch
    // Not rounded(.down), which is a function call on older processors.
    let whole = Int(saturating: start)
    return Double(whole) > start ? whole : whole &+ 1
  }

  /// The weights of four successive pixels, for a kernel that is not stretched.
  /// - Parameter t: The position after the second of the pixels, 0...1.
  @inline(always)
  static func weights(_ t: Float) -> SIMD4<Float> {
    let third = SIMD4<Float>(-0.5, 1.5, -1.5, 0.5)
    let second = SIMD4<Float>(1, -2.5, 2, -0.5)
    let first = SIMD4<Float>(-0.5, 0, 0.5, 0)
    return ((third * t + second) * t + first) * t + SIMD4(0, 1, 0, 0)
  }

  /// Writes the weights of `count` pixels from `first` on into `weights`, from index `start` on. Their sum is 1.
  func write(at position: Double, from first: Int, into weights: inout MutableSpan<Float>, start: Int) {
    if isNarrow {
      let four = CubicKernel.weights(Float(position - Double(first + 1)))
      for index in 0..<4 { weights[start + index] = four[index] }
      return
    }
    let step = Float(1 / stretch)
    let offset = Float((Double(first) - position) / stretch)
    var sum: Float = 0
    for index in 0..<count {
      let weight = CubicKernel.value(Swift.abs(offset + Float(index) * step))
      weights[start &+ index] = weight
      sum += weight
    }
    for index in 0..<count { weights[start &+ index] /= sum }
  }

  @inline(always)
  private static func value(_ x: Float) -> Float {
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    return x < 2 ? ((2.5 - 0.5 * x) * x - 4) * x + 2 : 0
  }

  /// Clamps a position to the range beyond which all weights lie on the outermost pixel of a row of `length` pixels.
  @inline(always)
  func clamped(_ position: Double, length: Int) -> Double {
    let reach = Double(count)
    return Swift.min(Swift.max(position, -reach), Double(length) + reach)
  }
}

/// A pixel for filtering: red, green and blue multiplied by alpha, and alpha. Alpha is 0...255 and the others 0...255².
///
/// Products of bytes are exact, and so is a quotient that is a byte: a single pixel survives the conversion and back.
typealias FloatPixel = SIMD4<Float>

extension FloatPixel {
  /// After this is added to a smaller float, the lowest bits hold the nearest integer.
  private static let magic = FloatPixel(repeating: 0x1p23)

  @inline(always)
  init(word: UInt32) {
    let bytes = SIMD4<UInt32>(word, word >> 8, word >> 16, word >> 24) & 0xFF
    let magic = FloatPixel.magic
    let channels = unsafe unsafeBitCast(bytes | SIMD4<UInt32>(repeating: 0x4B00_0000), to: FloatPixel.self) - magic
    let alpha = channels.w
    self = channels * FloatPixel(alpha, alpha, alpha, 1)
  }

  // Operations for which the processor has an instruction. The standard library's own names for them compile to a call
  // per lane.

  @inline(always)
  private func atLeast(_ other: Self) -> Self { other.replacing(with: self, where: self .> other) }

  @inline(always)
  private func atMost(_ other: Self) -> Self { other.replacing(with: self, where: self .< other) }

  /// The nearest word of `Pixel`. Overshoot of the filter is clamped.
  @inline(always)
  var word: UInt32 {
    // Also if it is negative, which negative weights can cause.
    guard w > 0.5 else { return 0 }
    var channels = self / w
    channels.w = w
    channels = channels.atLeast(.zero).atMost(FloatPixel(repeating: 255)) + FloatPixel.magic
    let bytes = unsafe unsafeBitCast(channels, to: SIMD4<UInt32>.self) & 0xFF
    return bytes.x | bytes.y &<< 8 | bytes.z &<< 16 | bytes.w &<< 24
  }
}
