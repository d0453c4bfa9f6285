/// One pixel laid onto another, in integers rounded to nearest: straight alpha in and out.
///
/// With straight alpha the colour of ink on a clear canvas is kept exactly however thin its edge is, and only where
/// two edges meet does a channel need a division.
enum BlendKernel {
  /// a·b/255, rounded to nearest, exact for all bytes.
  @inline(always)
  static func scale(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let product = a * b + 128
    return (product + (product >> 8)) >> 8
  }

  /// The alpha of one alpha over another.
  @inline(always)
  static func union(_ below: UInt32, _ alpha: UInt32) -> UInt32 {
    (alpha * 255 + below * (255 - alpha) + 127) / 255
  }

  /// Source over: `source`'s alpha is what `alpha` says, 1...255.
  @inline(always)
  static func over(_ pixel: UInt32, _ source: UInt32, alpha: UInt32) -> UInt32 {
    let below = pixel >> 24
    if alpha == 255 || below == 0 { return (source & 0x00FF_FFFF) | (alpha << 24) }
    let rest = below * (255 - alpha)
    if below == 255 {
      return 0xFF00_0000 | lerp(pixel, source, alpha, 0) | lerp(pixel, source, alpha, 8)
        | lerp(pixel, source, alpha, 16)
    }
    // In units of 1/255²: the source's share, and what is left of the pixel's.
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

  /// Multiply: over, with the colour darkened by the pixel's as far as the pixel is opaque.
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

  /// Destination out: takes `alpha` of the pixel's away.
  @inline(always)
  static func erase(_ pixel: UInt32, alpha: UInt32) -> UInt32 {
    let left = scale(pixel >> 24, 255 - alpha)
    return left == 0 ? 0 : (pixel & 0x00FF_FFFF) | (left << 24)
  }
}
