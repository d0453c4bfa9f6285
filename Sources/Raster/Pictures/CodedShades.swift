import Geometry

/// What ink looks like on a background, as bytes of a coding.
struct CodedShades {
  private var shades: Shades
  /// For every alpha of the shades' colour.
  private var bytes: [UInt8]
  /// What makes each alpha's byte from the alpha, where exclusive or with a byte does.
  private var inversion: UInt8?
  private let background: Pixel

  init(background: Pixel, coding: PixelCoding) {
    self.background = background
    shades = Shades(background: background)
    bytes = [UInt8](repeating: 0, count: 256)
    code(coding)
  }

  private mutating func code(_ coding: PixelCoding) {
    let words = shades.words
    var span = bytes.mutableSpan
    coding(words.span, &span, 0)
    let clear = bytes[0]
    inversion = bytes.indices.allSatisfy { bytes[$0] == UInt8($0) ^ clear } ? clear : nil
  }

  /// Puts pixels of a tile into `output`.
  ///
  /// - Parameters:
  ///   - area: Where they are in the picture, all within the tile.
  ///   - tile: Nil where it is clear.
  ///   - place: Where in `output` the first row begins; each next one is `stride` further on.
  mutating func copy(
    _ area: PixelRect, of tile: CanvasTile?, into output: inout MutableSpan<UInt8>, at place: Int, stride: Int,
    _ coding: PixelCoding
  ) {
    precondition(
      place >= 0 && stride >= area.width && place + (area.height - 1) * stride + area.width <= output.count)
    let first = area.minY % Tile.side * Tile.side
    switch tile {
    case nil:
      for y in 0..<area.height {
        for x in 0..<area.width { unsafe output[unchecked: place &+ y &* stride &+ x] = bytes[0] }
      }
    case .plain(let color, let alphas)?:
      if shades.color != color {
        shades.choose(color)
        code(coding)
      }
      let alphas = unsafe alphas.span.bytes
      precondition(first + area.height * Tile.side <= alphas.byteCount && area.width <= Tile.side)
      if let inversion, area.width == Tile.side {
        unsafe CodedShades.invert(
          alphas, from: first, rows: area.height, by: inversion, into: &output, at: place, stride: stride)
        return
      }
      for y in 0..<area.height {
        unsafe copy(
          alphas, from: first &+ y &* Tile.side, count: area.width, into: &output, at: place &+ y &* stride)
      }
    case .colored(let inks)?:
      var row = [UInt32](repeating: 0, count: Tile.side)
      for y in 0..<area.height {
        let range = first + y * Tile.side..<first + y * Tile.side + area.width
        Shades.copy(inks.span, range, on: background, into: &row)
        coding(row.span.extracting(first: area.width), &output, place + y * stride)
      }
    }
  }

  /// Puts the bytes for alphas into `output`; both have room for them.
  @unsafe @inline(always)
  private func copy(
    _ alphas: RawSpan, from first: Int, count: Int, into output: inout MutableSpan<UInt8>, at place: Int
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
      unsafe output.storeBytes(of: result.littleEndian, toUncheckedByteOffset: place &+ x, as: UInt64.self)
      x &+= 8
    }
    while x < count {
      let alpha = unsafe alphas.unsafeLoad(fromUncheckedByteOffset: first &+ x, as: UInt8.self)
      unsafe output.storeBytes(of: table[Int(alpha)], toUncheckedByteOffset: place &+ x, as: UInt8.self)
      x &+= 1
    }
  }

  /// Puts the bytes for whole rows of a tile's alphas into `output`; both have room for them.
  @unsafe @inline(always)
  private static func invert(
    _ alphas: RawSpan, from first: Int, rows: Int, by inversion: UInt8, into output: inout MutableSpan<UInt8>,
    at place: Int, stride: Int
  ) {
    var output = unsafe output.mutableBytes
    let wide = SIMD16(repeating: inversion)
    for y in 0..<rows {
      for part in 0..<Tile.side / 16 {
        let group = unsafe alphas.unsafeLoadUnaligned(
          fromUncheckedByteOffset: first &+ y &* Tile.side &+ 16 &* part, as: SIMD16<UInt8>.self)
        unsafe output.storeBytes(
          of: group ^ wide, toUncheckedByteOffset: place &+ y &* stride &+ 16 &* part, as: SIMD16<UInt8>.self)
      }
    }
  }
}
