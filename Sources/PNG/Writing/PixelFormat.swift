import CPNG

/// How a PNG stores its pixels (PNG, third edition, 11.2.1: colour types and bit depths).
enum PixelFormat: Equatable {
  /// Opaque greys, of 1, 2, 4 or 8 bits.
  case grey(bits: Int)
  /// Indexes of 1, 2, 4 or 8 bits into these colours; those that let light through come first.
  case palette([UInt32], bits: Int)
  case greyAlpha
  case rgb
  case rgba

  var bitDepth: Int {
    switch self {
    case .grey(let bits), .palette(_, let bits): bits
    case .greyAlpha, .rgb, .rgba: 8
    }
  }

  var bitsPerPixel: Int {
    switch self {
    case .grey(let bits), .palette(_, let bits): bits
    case .greyAlpha: 16
    case .rgb: 24
    case .rgba: 32
    }
  }

  var colorType: Int {
    switch self {
    case .grey: cpng_grey
    case .palette: cpng_palette
    case .greyAlpha: cpng_grey_alpha
    case .rgb: cpng_rgb
    case .rgba: cpng_rgba
    }
  }

  /// Of a row of `width` pixels, which begins on a byte.
  func rowBytes(width: Int) -> Int {
    (width * bitsPerPixel + 7) / 8
  }

  /// What the pixels and their palette take in the file before compression, in bytes.
  func size(width: Int, height: Int) -> Int {
    let rows = height * (1 + rowBytes(width: width))
    guard case .palette(let colors, _) = self else { return rows }
    let translucent = colors.count { $0 >> 24 < 255 }
    return rows + 12 + 3 * colors.count + (translucent > 0 ? 12 + translucent : 0)
  }
}
