import Geometry

/// What ink looks like on a background.
struct Shades {
  private let background: Pixel
  /// The ink whose shades these are: the lower three bytes of its words.
  private(set) var color: UInt32 = 0
  /// For every alpha of it.
  private(set) var words: [UInt32] = []

  init(background: Pixel, color: UInt32 = 0) {
    self.background = background
    work(out: color)
  }

  /// Prepares for ink of `color`.
  mutating func choose(_ color: UInt32) {
    if self.color != color { work(out: color) }
  }

  private mutating func work(out color: UInt32) {
    self.color = color
    let inks = (0..<256).map { color | $0 << 24 }
    if words.isEmpty { words = inks }
    Shades.copy(inks.span, 0..<256, on: background, into: &words)
  }

  @inline(always)
  static func shown(_ ink: UInt32, _ background: Pixel) -> UInt32 {
    let alpha = ink >> 24
    return alpha == 0 ? background.word : BlendKernel.over(background.word, ink, alpha: alpha)
  }

  /// Puts pixels of a tile into `output`.
  ///
  /// - Parameters:
  ///   - area: Where they are in the picture, all within the tile.
  ///   - tile: Nil where it is clear.
  ///   - place: Where in `output`, a word a pixel, the first row begins; each next one is `stride` pixels further on.
  mutating func copy(
    _ area: PixelRect, of tile: CanvasTile?, into output: inout MutableRawSpan, at place: Int, stride: Int
  ) {
    let first = area.minY % Tile.side * Tile.side
    precondition(
      place >= 0 && stride >= area.width
        && 4 * (place + (area.height - 1) * stride + area.width) <= output.byteCount)
    switch tile {
    case nil:
      for y in 0..<area.height {
        unsafe Shades.fill(&output, at: place &+ y &* stride, count: area.width, background.word)
      }
    case .plain(let color, let alphas)?:
      choose(color)
      let alphas = unsafe alphas.span.bytes
      precondition(first + area.height * Tile.side <= alphas.byteCount && area.width <= Tile.side)
      for y in 0..<area.height {
        unsafe copy(
          alphas, from: first &+ y &* Tile.side, count: area.width, into: &output, at: place &+ y &* stride)
      }
    case .colored(let inks)?:
      precondition(first + area.height * Tile.side <= inks.count && area.width <= Tile.side)
      let paper = OpaquePaper(background)
      for y in 0..<area.height {
        unsafe Shades.copy(
          inks.span, from: first &+ y &* Tile.side, count: area.width, on: paper, into: &output,
          at: place &+ y &* stride)
      }
    }
  }

  @unsafe @inline(always)
  private static func fill(_ output: inout MutableRawSpan, at place: Int, count: Int, _ word: UInt32) {
    for x in 0..<count {
      unsafe output.storeBytes(of: word, toUncheckedByteOffset: 4 &* (place &+ x), as: UInt32.self)
    }
  }

  /// Puts what alphas look like into `output`; both have room for them.
  @unsafe @inline(always)
  private func copy(_ alphas: RawSpan, from first: Int, count: Int, into output: inout MutableRawSpan, at place: Int) {
    let words = self.words.span
    var x = 0
    while x &+ 8 <= count {
      let group = unsafe alphas.unsafeLoadUnaligned(fromUncheckedByteOffset: first &+ x, as: UInt64.self).littleEndian
      if group == 0 || group == .max {
        unsafe Shades.fill(&output, at: place &+ x, count: 8, words[Int(group & 0xFF)])
      } else {
        for lane in 0..<8 {
          let word = words[Int(group &>> (8 &* UInt64(lane)) & 0xFF)]
          unsafe output.storeBytes(of: word, toUncheckedByteOffset: 4 &* (place &+ x &+ lane), as: UInt32.self)
        }
      }
      x &+= 8
    }
    while x < count {
      let alpha = unsafe alphas.unsafeLoad(fromUncheckedByteOffset: first &+ x, as: UInt8.self)
      unsafe output.storeBytes(of: words[Int(alpha)], toUncheckedByteOffset: 4 &* (place &+ x), as: UInt32.self)
      x &+= 1
    }
  }

  /// Puts what inks look like at the beginning of `words`.
  static func copy(_ inks: Span<UInt32>, _ range: Range<Int>, on background: Pixel, into words: inout [UInt32]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= inks.count && range.count <= words.count)
    var span = words.mutableSpan
    var output = unsafe span.mutableBytes
    let paper = OpaquePaper(background)
    unsafe copy(inks, from: range.lowerBound, count: range.count, on: paper, into: &output, at: 0)
  }

  /// Puts what inks look like into `output`; both have room for them.
  @unsafe @inline(always)
  private static func copy(
    _ inks: Span<UInt32>, from first: Int, count: Int, on paper: OpaquePaper, into output: inout MutableRawSpan,
    at place: Int
  ) {
    let source = unsafe inks.bytes
    var x = 0
    if paper.color.alpha == 255 {
      while x &+ 4 <= count {
        let group = unsafe source.unsafeLoadUnaligned(
          fromUncheckedByteOffset: 4 &* (first &+ x), as: SIMD4<UInt32>.self)
        unsafe output.storeBytes(
          of: paper.shown(group), toUncheckedByteOffset: 4 &* (place &+ x), as: SIMD4<UInt32>.self)
        x &+= 4
      }
    }
    while x < count {
      let word = shown(unsafe inks[unchecked: first &+ x], paper.color)
      unsafe output.storeBytes(of: word, toUncheckedByteOffset: 4 &* (place &+ x), as: UInt32.self)
      x &+= 1
    }
  }
}

/// Lays four pixels of ink onto a colour at once, in 16 bits a channel: what `BlendKernel.over` does where the colour
/// is opaque.
private struct OpaquePaper {
  let color: Pixel
  /// Red and blue; green.
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

  /// Every other byte, the first one to begin with.
  @inline(always)
  private static func channels(_ words: SIMD4<UInt32>) -> SIMD8<UInt16> {
    unsafe unsafeBitCast(words & 0x00FF_00FF, to: SIMD8<UInt16>.self)
  }

  /// By 255, rounded to nearest, exact for all products of bytes.
  @inline(always)
  private static func divided(_ products: SIMD8<UInt16>) -> SIMD4<UInt32> {
    let rounded = products &+ 128
    return unsafe unsafeBitCast((rounded &+ rounded &>> 8) &>> 8, to: SIMD4<UInt32>.self)
  }
}
