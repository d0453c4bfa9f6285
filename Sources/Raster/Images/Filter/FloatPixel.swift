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
