import Geometry

/// The colors that ink has on a background, as bytes of an encoding, for every alpha.
struct EncodedShades {
  private var shades: Shades
  /// The byte for each alpha of the ink; before a color is chosen, only that of the background.
  private var bytes: [UInt8]
  /// If not nil, the byte of every alpha is `alpha ^ inversion`, and no table is needed, for example for black ink on
  /// white in gray levels.
  private var inversion: UInt8?
  private let background: Pixel

  init(background: Pixel, encoding: PixelEncoding) {
    self.background = background
    shades = Shades(background: background)
    bytes = [UInt8](repeating: 0, count: 256)
    var span = bytes.mutableSpan
    // Not the span of a temporary array: in builds for browsers, the array is released before the call.
    let paper: InlineArray<1, UInt32> = [background.word]
    encoding(paper.span, &span, 0)
  }

  private mutating func encode(_ encoding: PixelEncoding) {
    let words = shades.words
    var span = bytes.mutableSpan
    encoding(words.span, &span, 0)
    let clear = bytes[0]
    inversion = bytes.indices.allSatisfy { bytes[$0] == UInt8($0) ^ clear } ? clear : nil
  }

  /// Writes the bytes of a part of a tile into `output`.
  ///
  /// - Parameters:
  ///   - area: The part, in pixels of the picture, all within the tile.
  ///   - tile: The tile's ink; nil if it is clear.
  ///   - start: The index in `output` of the first byte; the next row begins `stride` bytes later.
  ///   - encoding: The encoding that was passed to `init`.
  mutating func copy(
    _ area: PixelRect, of tile: CanvasTile?, into output: inout MutableSpan<UInt8>, at start: Int, stride: Int,
    _ encoding: PixelEncoding
  ) {
    precondition(
      start >= 0 && stride >= area.width && start + (area.height - 1) * stride + area.width <= output.count)
    let first = area.minY % Tile.side * Tile.side
    switch tile {
    case nil:
      for y in 0..<area.height {
        for x in 0..<area.width { unsafe output[unchecked: start &+ y &* stride &+ x] = bytes[0] }
      }
    case .plain(let color, let alphas)?:
      if shades.color != color {
        shades.choose(color)
        encode(encoding)
      }
      let alphas = unsafe alphas.span.bytes
      precondition(first + area.height * Tile.side <= alphas.byteCount && area.width <= Tile.side)
      if let inversion, area.width % 16 == 0 {
        unsafe EncodedShades.invert(alphas, from: first, area, by: inversion, into: &output, at: start, stride: stride)
        return
      }
      for y in 0..<area.height {
        unsafe copy(
          alphas, from: first &+ y &* Tile.side, count: area.width, into: &output, at: start &+ y &* stride)
      }
    case .colored(let inks)?:
      var row = [UInt32](repeating: 0, count: Tile.side)
      for y in 0..<area.height {
        let range = first + y * Tile.side..<first + y * Tile.side + area.width
        Shades.copy(inks.span, range, on: background, into: &row)
        encoding(row.span.extracting(first: area.width), &output, start + y * stride)
      }
    }
  }

  /// Writes the bytes of `count` alphas into `output`. The caller has checked that both have room.
  @unsafe @inline(always)
  private func copy(
    _ alphas: RawSpan, from first: Int, count: Int, into output: inout MutableSpan<UInt8>, at start: Int
  ) {
    let table = bytes.span
    var output = unsafe output.mutableBytes
    var x = 0
    while x &+ 8 <= count {
      let group = unsafe alphas.unsafeLoadUnaligned(fromUncheckedByteOffset: first &+ x, as: UInt64.self).littleEndian
      var result: UInt64
      if group == 0 {
        result = UInt64(table[0]) &* 0x0101_0101_0101_0101
      } else if group == .max {
        result = UInt64(table[255]) &* 0x0101_0101_0101_0101
      } else {
        result = 0
        for lane in 0..<8 as Range<UInt64> {
          result |= UInt64(table[Int(group &>> (8 &* lane) & 0xFF)]) &<< (8 &* lane)
        }
      }
      unsafe output.storeBytes(of: result.littleEndian, toUncheckedByteOffset: start &+ x, as: UInt64.self)
      x &+= 8
    }
    while x < count {
      let alpha = unsafe alphas.unsafeLoad(fromUncheckedByteOffset: first &+ x, as: UInt8.self)
      unsafe output.storeBytes(of: table[Int(alpha)], toUncheckedByteOffset: start &+ x, as: UInt8.self)
      x &+= 1
    }
  }

  /// Writes the bytes of a part of a tile, whose width is a multiple of 16, by exclusive or. The caller has checked
  /// that both have room.
  @unsafe @inline(always)
  private static func invert(
    _ alphas: RawSpan, from first: Int, _ area: PixelRect, by inversion: UInt8,
    into output: inout MutableSpan<UInt8>, at start: Int, stride: Int
  ) {
    var output = unsafe output.mutableBytes
    let wide = SIMD16(repeating: inversion)
    for y in 0..<area.height {
      for part in 0..<area.width / 16 {
        let group = unsafe alphas.unsafeLoadUnaligned(
          fromUncheckedByteOffset: first &+ y &* Tile.side &+ 16 &* part, as: SIMD16<UInt8>.self)
        unsafe output.storeBytes(
          of: group ^ wide, toUncheckedByteOffset: start &+ y &* stride &+ 16 &* part, as: SIMD16<UInt8>.self)
      }
    }
  }
}
