/// Cubic convolution with a = −1/2 (Keys 1981, Cubic Convolution Interpolation for Digital Image Processing), which is
/// Catmull and Rom's spline: it goes through the pixels themselves, and its error falls with the cube of their distance.
///
/// To shrink, the kernel is stretched over as many pixels as fall on one.
struct CubicKernel: Sendable {
  /// In pixels of the picture, at least 1.
  let stretch: Double
  /// How many pixels have a weight.
  let count: Int

  init(stretch: Double) {
    self.stretch = stretch
    count = Int((stretch * 4).rounded(.up))
  }

  /// Whether the kernel is not stretched and has four weights.
  var isNarrow: Bool { count == 4 }

  /// The first pixel that has a weight, for a place measured from the middle of pixel 0.
  @inline(always)
  func first(at place: Double) -> Int {
    let start = place - 2 * stretch
    // Not rounded(.down), which older processors call a function for.
    let whole = Int(start)
    return Double(whole) > start ? whole : whole &+ 1
  }

  /// The weights of the four pixels from one before `place` on, of a kernel that is not stretched.
  /// - Parameter t: How far the place is beyond the second of them, 0...1.
  @inline(always)
  static func weights(_ t: Float) -> SIMD4<Float> {
    let third = SIMD4<Float>(-0.5, 1.5, -1.5, 0.5)
    let second = SIMD4<Float>(1, -2.5, 2, -0.5)
    let first = SIMD4<Float>(-0.5, 0, 0.5, 0)
    return ((third * t + second) * t + first) * t + SIMD4(0, 1, 0, 0)
  }

  /// Puts the weights of `count` pixels from `first` on into `weights`, from place `start` on; their sum is 1.
  func put(at place: Double, from first: Int, into weights: inout MutableSpan<Float>, start: Int) {
    if isNarrow {
      let four = CubicKernel.weights(Float(place - Double(first + 1)))
      for index in 0..<4 { weights[start + index] = four[index] }
      return
    }
    let step = Float(1 / stretch)
    let offset = Float((Double(first) - place) / stretch)
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

  /// A place no further beyond the edges of a row of `length` pixels than where all weights lie on the outermost one.
  @inline(always)
  func clamped(_ place: Double, length: Int) -> Double {
    let reach = Double(count)
    return Swift.min(Swift.max(place, -reach), Double(length) + reach)
  }
}

/// A pixel to reckon with: red, green and blue, each times alpha, and alpha; channels go to 255 and products to 255².
///
/// Products of bytes are exact, and so is a quotient that is a byte: a pixel by itself comes back as it was.
typealias FloatPixel = SIMD4<Float>

extension FloatPixel {
  /// Adding it to a float below it puts the integer nearest to that into the lowest bits.
  private static let magic = FloatPixel(repeating: 0x1p23)

  @inline(always)
  init(word: UInt32) {
    let bytes = SIMD4<UInt32>(word, word >> 8, word >> 16, word >> 24) & 0xFF
    let magic = FloatPixel.magic
    let channels = unsafe unsafeBitCast(bytes | SIMD4<UInt32>(repeating: 0x4B00_0000), to: FloatPixel.self) - magic
    let alpha = channels.w
    self = channels * FloatPixel(alpha, alpha, alpha, 1)
  }

  /// The nearest bytes with straight alpha. Overshoot of the filter is cut off.
  @inline(always)
  var word: UInt32 {
    // Also where it is below 0, as a filter with negative weights may have it.
    guard w > 0.5 else { return 0 }
    var channels = self / w
    channels.w = w
    channels = channels.atLeast(.zero).atMost(FloatPixel(repeating: 255)) + FloatPixel.magic
    let bytes = unsafe unsafeBitCast(channels, to: SIMD4<UInt32>.self) & 0xFF
    return bytes.x | bytes.y &<< 8 | bytes.z &<< 16 | bytes.w &<< 24
  }
}
