/// What the components of a picture mean.
enum ColorSpace: Hashable, Sendable {
  case gray
  /// Luminance and two differences of color (ITU-T T.871).
  case yCbCr
  case rgb
  /// Inverted inks, as Adobe's programs write them: 255 is no ink. The first three may be stored as YCbCr.
  case cmyk, ycck

  /// - Parameters:
  ///   - hasJFIF: Whether there is a JFIF segment, whose pictures of three components are YCbCr.
  ///   - adobeTransform: The transform of Adobe's APP14 segment, if there is one.
  init(_ frame: FrameHeader, hasJFIF: Bool, adobeTransform: Int?) {
    switch frame.components.count {
    case 1: self = .gray
    case 4: self = (adobeTransform ?? 0) == 0 ? .cmyk : .ycck
    default:
      if hasJFIF {
        self = .yCbCr
      } else if let adobeTransform {
        self = adobeTransform == 0 ? .rgb : .yCbCr
      } else {
        self = frame.components.map(\.identifier) == "RGB".utf8.map(Int.init) ? .rgb : .yCbCr
      }
    }
  }

  /// Writes a row of pixels.
  ///
  /// - Parameters:
  ///   - rows: The samples of each component.
  ///   - start: The index of the first pixel.
  ///   - step: What the index grows by from one pixel to the next.
  func write(_ rows: [[UInt8]], width: Int, to pixels: inout MutableSpan<UInt32>, at start: Int, step: Int) {
    // Spans of elements of an array would not live long enough.
    let row = rows[0]
    let first = row.span
    guard rows.count > 1 else {
      for x in 0..<width { pixels[start &+ x &* step] = UInt32(first[x]) &* 0x01_0101 | 0xFF00_0000 }
      return
    }
    let (secondRow, thirdRow) = (rows[1], rows[2])
    let (second, third) = (secondRow.span, thirdRow.span)
    if self == .rgb || self == .cmyk {
      for x in 0..<width {
        pixels[start &+ x &* step] = Self.word(Int32(first[x]), Int32(second[x]), Int32(third[x]))
      }
    } else {
      for x in 0..<width {
        pixels[start &+ x &* step] = Self.word(y: Int32(first[x]), cb: Int32(second[x]), cr: Int32(third[x]))
      }
    }
    guard rows.count == 4 else { return }
    let black = rows[3]
    for x in 0..<width {
      let word = pixels[start &+ x &* step]
      // The three components of YCbCr are inks, not the light that is left.
      let inks = self == .ycck ? ~word : word
      let parts = SIMD4(inks, inks >> 8, inks >> 16, 255) & 255
      let products = parts &* SIMD4(repeating: UInt32(black[x]))
      let light = (products &+ 127) / 255
      pixels[start &+ x &* step] = light[0] | light[1] << 8 | light[2] << 16 | 0xFF00_0000
    }
  }

  @inline(__always)
  private static func word(_ red: Int32, _ green: Int32, _ blue: Int32) -> UInt32 {
    UInt32(bitPattern: red | green &<< 8 | blue &<< 16) | 0xFF00_0000
  }

  /// Converts with 16 fractional bits, rounded as libjpeg does.
  @inline(__always)
  private static func word(y: Int32, cb: Int32, cr: Int32) -> UInt32 {
    let (cb, cr, half) = (cb &- 128, cr &- 128, 1 &<< 15 as Int32)
    return word(
      clamped(y &+ (91881 &* cr &+ half) &>> 16),
      clamped(y &+ (half &- 22554 &* cb &- 46802 &* cr) &>> 16),
      clamped(y &+ (116130 &* cb &+ half) &>> 16))
  }

  @inline(__always)
  private static func clamped(_ value: Int32) -> Int32 { min(max(value, 0), 255) }
}
