import Geometry

/// What ink looks like on a background.
struct Shades {
  private let background: Pixel
  /// The ink whose shades these are: the lower three bytes of its words.
  private(set) var color: UInt32 = 0
  /// For every alpha of it.
  private(set) var words: [UInt32]

  init(background: Pixel) {
    self.background = background
    words = (0..<256).map { Shades.shown(UInt32($0) << 24, background) }
  }

  /// Prepares for ink of `color`.
  mutating func choose(_ color: UInt32) {
    guard self.color != color else { return }
    self.color = color
    for alpha in 0..<256 { words[alpha] = Shades.shown(color | UInt32(alpha) << 24, background) }
  }

  @inline(__always)
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
    var place = place
    switch tile {
    case nil:
      for _ in 0..<area.height {
        Shades.fill(&output, at: place, count: area.width, background.word)
        place += stride
      }
    case .plain(let color, let alphas)?:
      choose(color)
      for y in area.minY..<area.maxY {
        unsafe copy(alphas.span.bytes, from: y % Tile.side * Tile.side, count: area.width, into: &output, at: place)
        place += stride
      }
    case .colored(let inks)?:
      for y in area.minY..<area.maxY {
        let first = y % Tile.side * Tile.side
        Shades.copy(inks.span, first..<first + area.width, on: background, into: &output, at: place)
        place += stride
      }
    }
  }

  @inline(__always)
  private static func fill(_ output: inout MutableRawSpan, at place: Int, count: Int, _ word: UInt32) {
    var x = 0
    while x + 4 <= count {
      output.storeBytes(of: SIMD4(repeating: word), toByteOffset: 4 * (place + x), as: SIMD4<UInt32>.self)
      x += 4
    }
    while x < count {
      output.storeBytes(of: word, toByteOffset: 4 * (place + x), as: UInt32.self)
      x += 1
    }
  }

  /// Puts what alphas look like into `output`.
  private func copy(_ alphas: RawSpan, from first: Int, count: Int, into output: inout MutableRawSpan, at place: Int) {
    let words = self.words.span
    var x = 0
    while x + 16 <= count {
      let group = unsafe alphas.unsafeLoadUnaligned(fromByteOffset: first + x, as: SIMD16<UInt8>.self)
      if group == .zero {
        Shades.fill(&output, at: place + x, count: 16, words[0])
      } else if group == SIMD16(repeating: 255) {
        Shades.fill(&output, at: place + x, count: 16, words[255])
      } else {
        for lane in 0..<16 {
          output.storeBytes(of: words[Int(group[lane])], toByteOffset: 4 * (place + x + lane), as: UInt32.self)
        }
      }
      x += 16
    }
    while x < count {
      let alpha = unsafe alphas.unsafeLoad(fromByteOffset: first + x, as: UInt8.self)
      output.storeBytes(of: words[Int(alpha)], toByteOffset: 4 * (place + x), as: UInt32.self)
      x += 1
    }
  }

  /// Puts what inks look like at the beginning of `words`.
  static func copy(
    _ inks: Span<UInt32>, _ range: Range<Int>, on background: Pixel, into words: inout [UInt32]
  ) {
    var span = words.mutableSpan
    var output = unsafe span.mutableBytes
    copy(inks, range, on: background, into: &output, at: 0)
  }

  /// Puts what inks look like into `output`.
  static func copy(
    _ inks: Span<UInt32>, _ range: Range<Int>, on background: Pixel, into output: inout MutableRawSpan, at place: Int
  ) {
    let alpha = SIMD4<UInt32>(repeating: 0xFF00_0000)
    let bytes = unsafe inks.bytes
    var x = 0
    while x + 4 <= range.count {
      let group = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 4 * (range.lowerBound + x), as: SIMD4<UInt32>.self)
      if group == .zero {
        output.storeBytes(
          of: SIMD4(repeating: background.word), toByteOffset: 4 * (place + x), as: SIMD4<UInt32>.self)
      } else if group & alpha == alpha {
        output.storeBytes(of: group, toByteOffset: 4 * (place + x), as: SIMD4<UInt32>.self)
      } else {
        for lane in 0..<4 {
          output.storeBytes(
            of: shown(group[lane], background), toByteOffset: 4 * (place + x + lane), as: UInt32.self)
        }
      }
      x += 4
    }
    while x < range.count {
      output.storeBytes(
        of: shown(inks[range.lowerBound + x], background), toByteOffset: 4 * (place + x), as: UInt32.self)
      x += 1
    }
  }
}
