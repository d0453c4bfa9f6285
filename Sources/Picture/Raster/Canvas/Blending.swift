import Geometry

/// How a stroke changes the canvas: the colors of its ink, its opacity, and how it blends with what lies below.
package struct Paint: Hashable, Sendable {
  /// Where the colors of the ink come from.
  package enum Source: Hashable, Sendable {
    /// One color for the whole stroke, whose alpha is ignored.
    case color(Pixel)
    /// The pieces of the stroke, which are drawn on a canvas of their own before it is composited.
    case pieces
  }

  package var source: Source
  /// The opacity of the whole stroke, 0...255.
  package var opacity: UInt8
  package var blend: BlendMode
  /// How the levels of a brush's mask show; nil for ink that has none.
  package var texture: Texture?

  package init(_ source: Source, opacity: UInt8 = 255, blend: BlendMode = .over) {
    (self.source, self.opacity, self.blend) = (source, opacity, blend)
  }

  /// - Parameter color: The color; its alpha is the opacity of the whole stroke.
  package init(color: Pixel, blend: BlendMode = .over) {
    self.init(.color(color), opacity: color.alpha, blend: blend)
  }

  /// The color of a stroke of one color, with the paint's opacity.
  package var color: Pixel {
    guard case .color(let pixel) = source else { preconditionFailure("paint in pieces has no single color") }
    return Pixel(word: pixel.word & 0x00FF_FFFF | UInt32(opacity) << 24)
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

  /// Draws the color of `source` with an alpha of 1...255, blended with that of the pixel as far as the pixel is
  /// opaque.
  @inline(always)
  static func blend(_ pixel: UInt32, _ source: UInt32, alpha: UInt32, _ mode: BlendMode) -> UInt32 {
    // Patterns, because == of another module's type is called through a witness, for each pixel.
    if case .erase = mode { return erase(pixel, alpha: alpha) }
    let below = pixel >> 24
    if case .over = mode { return over(pixel, source, alpha: alpha) }
    if below == 0 { return over(pixel, source, alpha: alpha) }
    return over(
      pixel,
      mixed(source, pixel, below, mode, 0) | mixed(source, pixel, below, mode, 8)
        | mixed(source, pixel, below, mode, 16),
      alpha: alpha)
  }

  @inline(always)
  private static func mixed(
    _ source: UInt32, _ pixel: UInt32, _ below: UInt32, _ mode: BlendMode, _ shift: UInt32
  ) -> UInt32 {
    let (color, other) = ((source >> shift) & 255, (pixel >> shift) & 255)
    // The color on an opaque pixel, in units of 1/255².
    let full =
      switch mode {
      case .multiply: color * other
      case .screen: 255 * (color + other) - color * other
      case .darken: 255 * min(color, other)
      case .lighten: 255 * max(color, other)
      case .over, .erase: 255 * color
      }
    // color · (1 − below) + full · below.
    let sum = color * (255 - below) * 255 + full * below
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
