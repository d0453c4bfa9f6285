import Geometry

/// The colors that ink has on a background, for every alpha. Blending 256 alphas once and looking pixels up is faster
/// than blending each pixel.
struct Shades {
  private let background: Pixel
  /// The color of the ink, 0x00BBGGRR; nil before one is chosen.
  private(set) var color: UInt32?
  /// The resulting words of `Pixel`, by the alpha of the ink; none before a color is chosen.
  private(set) var words: [UInt32] = []

  init(background: Pixel) {
    self.background = background
  }

  /// Computes the shades of ink of `color` unless they are those computed last.
  mutating func choose(_ color: UInt32) {
    guard self.color != color else { return }
    self.color = color
    var inks = [UInt32](repeating: color, count: 256)
    for alpha in 0..<256 { inks[alpha] |= UInt32(alpha) << 24 }
    if words.isEmpty { words = inks }
    Shades.copy(inks.span, 0..<256, on: background, into: &words)
  }

  @inline(always)
  static func shown(_ ink: UInt32, _ background: Pixel) -> UInt32 {
    let alpha = ink >> 24
    return alpha == 0 ? background.word : BlendKernel.over(background.word, ink, alpha: alpha)
  }

  /// Writes the pixels of a part of a tile into `output`.
  ///
  /// - Parameters:
  ///   - area: The part, in pixels of the picture, all within the tile.
  ///   - tile: The tile's ink; nil if it is clear.
  ///   - start: The index in `output` of the first pixel, in words of four bytes; the next row begins `stride` words
  ///     later.
  mutating func copy(
    _ area: PixelRect, of tile: CanvasTile?, into output: inout MutableRawSpan, at start: Int, stride: Int
  ) {
    let first = area.minY % Tile.side * Tile.side
    precondition(
      start >= 0 && stride >= area.width
        && 4 * (start + (area.height - 1) * stride + area.width) <= output.byteCount)
    switch tile {
    case nil:
      for y in 0..<area.height {
        unsafe Shades.fill(&output, at: start &+ y &* stride, count: area.width, background.word)
      }
    case .plain(let color, let alphas)?:
      choose(color)
      let alphas = unsafe alphas.span.bytes
      precondition(first + area.height * Tile.side <= alphas.byteCount && area.width <= Tile.side)
      for y in 0..<area.height {
        unsafe copy(
          alphas, from: first &+ y &* Tile.side, count: area.width, into: &output, at: start &+ y &* stride)
      }
    case .colored(let inks)?:
      precondition(first + area.height * Tile.side <= inks.count && area.width <= Tile.side)
      let paper = OpaquePaper(background)
      for y in 0..<area.height {
        unsafe Shades.copy(
          inks.span, from: first &+ y &* Tile.side, count: area.width, on: paper, into: &output,
          at: start &+ y &* stride)
      }
    }
  }

  @unsafe @inline(always)
  private static func fill(_ output: inout MutableRawSpan, at start: Int, count: Int, _ word: UInt32) {
    for x in 0..<count {
      unsafe output.storeBytes(of: word, toUncheckedByteOffset: 4 &* (start &+ x), as: UInt32.self)
    }
  }

  /// Writes the shades of `count` alphas into `output`. The caller has checked that both have room.
  @unsafe @inline(always)
  private func copy(_ alphas: RawSpan, from first: Int, count: Int, into output: inout MutableRawSpan, at start: Int) {
    let words = self.words.span
    var x = 0
    while x &+ 8 <= count {
      let group = unsafe alphas.unsafeLoadUnaligned(fromUncheckedByteOffset: first &+ x, as: UInt64.self).littleEndian
      if group == 0 || group == .max {
        unsafe Shades.fill(&output, at: start &+ x, count: 8, words[Int(group & 0xFF)])
      } else {
        for lane in 0..<8 {
          let word = words[Int(group &>> (8 &* UInt64(lane)) & 0xFF)]
          unsafe output.storeBytes(of: word, toUncheckedByteOffset: 4 &* (start &+ x &+ lane), as: UInt32.self)
        }
      }
      x &+= 8
    }
    while x < count {
      let alpha = unsafe alphas.unsafeLoad(fromUncheckedByteOffset: first &+ x, as: UInt8.self)
      unsafe output.storeBytes(of: words[Int(alpha)], toUncheckedByteOffset: 4 &* (start &+ x), as: UInt32.self)
      x &+= 1
    }
  }

  /// Writes the colors that a range of `inks` has on a background to the start of `words`.
  static func copy(_ inks: Span<UInt32>, _ range: Range<Int>, on background: Pixel, into words: inout [UInt32]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= inks.count && range.count <= words.count)
    var span = words.mutableSpan
    var output = unsafe span.mutableBytes
    let paper = OpaquePaper(background)
    unsafe copy(inks, from: range.lowerBound, count: range.count, on: paper, into: &output, at: 0)
  }

  /// Writes the colors that `count` inks have on a background into `output`. The caller has checked that both have
  /// room.
  @unsafe @inline(always)
  private static func copy(
    _ inks: Span<UInt32>, from first: Int, count: Int, on paper: OpaquePaper, into output: inout MutableRawSpan,
    at start: Int
  ) {
    let source = unsafe inks.bytes
    var x = 0
    if paper.color.alpha == 255 {
      while x &+ 4 <= count {
        let group = unsafe source.unsafeLoadUnaligned(
          fromUncheckedByteOffset: 4 &* (first &+ x), as: SIMD4<UInt32>.self)
        unsafe output.storeBytes(
          of: paper.shown(group), toUncheckedByteOffset: 4 &* (start &+ x), as: SIMD4<UInt32>.self)
        x &+= 4
      }
    }
    while x < count {
      let word = shown(unsafe inks[unchecked: first &+ x], paper.color)
      unsafe output.storeBytes(of: word, toUncheckedByteOffset: 4 &* (start &+ x), as: UInt32.self)
      x &+= 1
    }
  }
}

/// Blends four pixels of ink at once with an opaque color, in 16 bits per channel. Gives the same bytes as
/// `BlendKernel.over`; translucent colors must use that.
private struct OpaquePaper {
  let color: Pixel
  /// The color's red and blue, and its green and alpha, four times each.
  private let even: SIMD8<UInt16>
  private let odd: SIMD8<UInt16>

  init(_ color: Pixel) {
    self.color = color
    even = OpaquePaper.channels(SIMD4(repeating: color.word))
    odd = OpaquePaper.channels(SIMD4(repeating: color.word >> 8))
  }

  @inline(always)
  func shown(_ inks: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let alpha = inks &>> 24
    let cover = unsafe unsafeBitCast(alpha | alpha &<< 16, to: SIMD8<UInt16>.self)
    let rest = SIMD8<UInt16>(repeating: 255) &- cover
    let low = OpaquePaper.divided(OpaquePaper.channels(inks) &* cover &+ even &* rest)
    let high = OpaquePaper.divided(OpaquePaper.channels(inks &>> 8) &* cover &+ odd &* rest)
    return low | high &<< 8 | 0xFF00_0000
  }

  /// The bytes 0 and 2 of each word, widened to 16 bits.
  @inline(always)
  private static func channels(_ words: SIMD4<UInt32>) -> SIMD8<UInt16> {
    unsafe unsafeBitCast(words & 0x00FF_00FF, to: SIMD8<UInt16>.self)
  }

  /// Products of two bytes divided by 255, rounded to nearest; exact.
  @inline(always)
  private static func divided(_ products: SIMD8<UInt16>) -> SIMD4<UInt32> {
    let rounded = products &+ 128
    return unsafe unsafeBitCast((rounded &+ rounded &>> 8) &>> 8, to: SIMD4<UInt32>.self)
  }
}
