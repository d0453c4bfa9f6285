/// How the ink of a stroke changes the canvas.
public struct Paint: Hashable, Sendable {
  /// The blend mode.
  public enum Mode: Hashable, Sendable {
    /// Draws the color over the canvas (Porter & Duff 1984, source over).
    case over
    /// Multiplies the color by that of the ink below as far as there is ink, and draws it over the canvas (W3C
    /// Compositing and Blending Level 1, multiply).
    case multiply
    /// Removes ink from the canvas (Porter & Duff 1984, destination out).
    case erase
  }

  /// The color; its alpha is the opacity of the whole stroke.
  public var color: Pixel
  public var mode: Mode

  public init(color: Pixel, mode: Mode = .over) {
    self.color = color
    self.mode = mode
  }
}

/// Blends single pixels: words of `Pixel`, with straight alpha, in integers rounded to nearest.
///
/// With straight alpha, ink on a clear canvas keeps its exact color however thin its edge is, and a channel needs a
/// division only where two translucent pixels meet.
enum BlendKernel {
  /// a · b / 255, rounded to nearest; exact for all bytes.
  @inline(always)
  static func scale(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let product = a * b + 128
    return (product + (product >> 8)) >> 8
  }

  /// A pixel with its alpha multiplied by `opacity` / 255.
  @inline(always)
  static func faded(_ pixel: UInt32, _ opacity: UInt32) -> UInt32 {
    let alpha = scale(pixel >> 24, opacity)
    return alpha == 0 ? 0 : pixel & 0x00FF_FFFF | alpha << 24
  }

  /// Source over: draws the color of `source` with an alpha of 1...255; the alpha of `source` itself is ignored.
  ///
  ///     alpha' = alpha + below · (1 − alpha)
  ///     color' = (source · alpha + pixel · below · (1 − alpha)) / alpha'
  @inline(always)
  static func over(_ pixel: UInt32, _ source: UInt32, alpha: UInt32) -> UInt32 {
    let below = pixel >> 24
    if alpha == 255 || below == 0 { return (source & 0x00FF_FFFF) | (alpha << 24) }
    let rest = below * (255 - alpha)
    if below == 255 {
      return 0xFF00_0000 | lerp(pixel, source, alpha, 0) | lerp(pixel, source, alpha, 8)
        | lerp(pixel, source, alpha, 16)
    }
    // The weights of source and pixel, in units of 1/255².
    let share = alpha * 255
    let whole = share + rest
    return mix(pixel, source, share, rest, whole, 0) | mix(pixel, source, share, rest, whole, 8)
      | mix(pixel, source, share, rest, whole, 16) | ((whole + 127) / 255) << 24
  }

  @inline(always)
  private static func lerp(_ pixel: UInt32, _ source: UInt32, _ alpha: UInt32, _ shift: UInt32) -> UInt32 {
    let sum = ((source >> shift) & 255) * alpha + ((pixel >> shift) & 255) * (255 - alpha) + 128
    return ((sum + (sum >> 8)) >> 8) << shift
  }

  @inline(always)
  private static func mix(
    _ pixel: UInt32, _ source: UInt32, _ share: UInt32, _ rest: UInt32, _ whole: UInt32, _ shift: UInt32
  ) -> UInt32 {
    let sum = ((source >> shift) & 255) * share + ((pixel >> shift) & 255) * rest
    return ((sum + whole / 2) / whole) << shift
  }

  /// Multiply: as `over`, with the color darkened by that of the pixel as far as the pixel is opaque.
  @inline(always)
  static func multiply(_ pixel: UInt32, _ source: UInt32, alpha: UInt32) -> UInt32 {
    let below = pixel >> 24
    if below == 0 { return (source & 0x00FF_FFFF) | (alpha << 24) }
    return over(
      pixel, darkened(source, pixel, below, 0) | darkened(source, pixel, below, 8) | darkened(source, pixel, below, 16),
      alpha: alpha)
  }

  @inline(always)
  private static func darkened(_ source: UInt32, _ pixel: UInt32, _ below: UInt32, _ shift: UInt32) -> UInt32 {
    let color = (source >> shift) & 255
    // color · (1 − below) + color · pixel · below, in units of 1/255².
    let sum = color * ((255 - below) * 255 + ((pixel >> shift) & 255) * below)
    return ((sum + 32512) / 65025) << shift
  }

  /// Destination out: multiplies the pixel's alpha by 1 − alpha / 255.
  @inline(always)
  static func erase(_ pixel: UInt32, alpha: UInt32) -> UInt32 {
    let left = scale(pixel >> 24, 255 - alpha)
    return left == 0 ? 0 : (pixel & 0x00FF_FFFF) | (left << 24)
  }

  /// The larger of two alphas, and the color of `source` mixed in by `coverage` / that alpha. `coverage` is 1...255.
  static func newest(_ pixel: UInt32, _ source: UInt32, _ coverage: UInt32) -> UInt32 {
    let below = pixel >> 24
    if coverage >= below { return source | coverage << 24 }
    let rest = below - coverage
    return mix(pixel, source, coverage, rest, below, 0) | mix(pixel, source, coverage, rest, below, 8)
      | mix(pixel, source, coverage, rest, below, 16) | below << 24
  }
}
