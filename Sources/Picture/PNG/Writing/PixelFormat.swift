import CPNG

/// How a PNG stores its pixels: color type and bit depth (PNG, third edition, 11.2.1).
enum PixelFormat: Equatable {
  /// Opaque grays of 1, 2, 4 or 8 bits.
  case gray(bits: Int)
  /// Indices of 1, 2, 4 or 8 bits into these colors, in ascending order of alpha.
  case palette([UInt32], bits: Int)
  case grayAlpha
  case rgb
  case rgba

  var bitDepth: Int {
    switch self {
    case .gray(let bits), .palette(_, let bits): bits
    case .grayAlpha, .rgb, .rgba: 8
    }
  }

  var bitsPerPixel: Int {
    switch self {
    case .gray(let bits), .palette(_, let bits): bits
    case .grayAlpha: 16
    case .rgb: 24
    case .rgba: 32
    }
  }

  var colorType: Int {
    switch self {
    case .gray: cpng_gray
    case .palette: cpng_palette
    case .grayAlpha: cpng_gray_alpha
    case .rgb: cpng_rgb
    case .rgba: cpng_rgba
    }
  }

  /// The number of bytes of a row of `width` pixels. Rows start at a byte boundary.
  func rowBytes(width: Int) -> Int {
    (width * bitsPerPixel + 7) / 8
  }

  /// The size of the pixels and their palette in the file, before compression, in bytes.
  func size(width: Int, height: Int) -> Int {
    let rows = height * (1 + rowBytes(width: width))
    guard case .palette(let colors, _) = self else { return rows }
    return rows + 12 + 3 * colors.count + (translucentCount > 0 ? 12 + translucentCount : 0)
  }

  /// The number of colors of the palette that are not opaque, which are its first.
  var translucentCount: Int {
    guard case .palette(let colors, _) = self else { return 0 }
    return colors.count { $0 >> 24 < 255 }
  }
}
