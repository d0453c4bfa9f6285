import CRaster

/// The pixels of a canvas tile, straight alpha, row by row.
///
/// While all its ink has one colour, a tile keeps just the alpha of each pixel: a quarter of the memory, and most
/// drawings are made of little else.
enum CanvasTile: Sendable {
  /// The colour's lower three bytes, and the alphas.
  case plain(color: UInt32, alphas: [UInt8])
  case colored([UInt32])

  static let pixels = Tile.side * Tile.side

  /// What the kinds take, in bytes.
  var bytes: Int {
    switch self {
    case .plain: CanvasTile.pixels
    case .colored: CanvasTile.pixels * 4
    }
  }

  /// A clear tile that is about to get ink of `color`.
  init(color: UInt32) {
    self = .plain(color: color & 0x00FF_FFFF, alphas: Array(repeating: 0, count: CanvasTile.pixels))
  }

  /// The word of the pixel at place `index`, 0...4095.
  subscript(index: Int) -> UInt32 {
    switch self {
    case .plain(let color, let alphas): CanvasTile.word(color, alphas[index])
    case .colored(let words): words[index]
    }
  }

  static func word(_ color: UInt32, _ alpha: UInt8) -> UInt32 {
    alpha == 0 ? 0 : color | UInt32(alpha) << 24
  }

  /// Has the pixels fetched that the ink of tile `number` of `mask` meets, where they are alphas: a picture is larger
  /// than the cache, and its rows would be waited for one by one.
  @inline(always)
  func prefetch(_ mask: Mask, _ number: Int) {
    guard case .plain(_, let alphas) = self else { return }
    unsafe alphas.withUnsafeBufferPointer { alphas in
      guard let start = alphas.baseAddress else { return }
      // The array's own head, which says whether it is shared.
      unsafe raster_prefetch(start - 24)
      for four in 0..<TileBytes.fours {
        let notes = mask.notes(number, four)
        guard notes != 0 else { continue }
        for row in 0..<4 {
          // A bit for every four pixels.
          let note = UInt16(truncatingIfNeeded: notes &>> (UInt64(row) &* 16))
          guard note != 0 else { continue }
          let place = unsafe start + TileBytes.rowStart(four &* 4 &+ row)
          unsafe raster_prefetch(place + note.trailingZeroBitCount &* 4)
          unsafe raster_prefetch(place + (15 &- note.leadingZeroBitCount) &* 4)
        }
      }
    }
  }

  /// Lays the ink of tile `number` of `mask` onto this one.
  mutating func composite(_ mask: Mask, _ number: Int, _ paint: Paint) {
    if case .plain(let color, var alphas) = self {
      let keepsColor = paint.mode == .erase || paint.mode == .over && paint.color.word & 0x00FF_FFFF == color
      if keepsColor {
        // Taken out, so that the alphas are not copied when they change.
        self = .colored([])
        CanvasTile.composite(mask, number, paint, onto: &alphas)
        self = .plain(color: color, alphas: alphas)
        return
      }
      self = .colored(alphas.map { CanvasTile.word(color, $0) })
    }
    guard case .colored(var words) = self else { return }
    self = .colored([])
    CanvasTile.composite(mask, number, paint, onto: &words)
    self = .colored(words)
  }

  /// One colour over itself keeps the colour, and only alphas meet.
  private static func composite(_ mask: Mask, _ number: Int, _ paint: Paint, onto alphas: inout [UInt8]) {
    let opacity = paint.color.alpha
    let isOver = paint.mode == .over
    let isPlain = isOver && opacity == 255
    var span = alphas.mutableSpan
    var pixels = unsafe span.mutableBytes
    for four in 0..<TileBytes.fours {
      var blocks = TileBytes.blocks(mask.notes(number, four))
      while let block = TileBytes.next(of: &blocks) {
        var ink = mask.block(block, number, four)
        let place = TileBytes.blockStart(four, block)
        let below = unsafe pixels.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
        if isPlain, isClear(below) {
          pixels.storeBytes(of: ink, toByteOffset: place, as: SIMD16<UInt8>.self)
          continue
        }
        if opacity != 255 { ink = erased(ink, SIMD16(repeating: 255 &- opacity)) }
        let result = isOver ? union(below, ink) : erased(below, ink)
        pixels.storeBytes(of: result, toByteOffset: place, as: SIMD16<UInt8>.self)
      }
    }
  }

  @inline(always)
  private static func isClear(_ pixels: SIMD16<UInt8>) -> Bool {
    let halves = unsafe unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] == 0
  }

  @inline(always)
  private static func union(_ below: SIMD16<UInt8>, _ ink: SIMD16<UInt8>) -> SIMD16<UInt8> {
    byPairs(below, ink) { below, ink in
      // (ink·255 + below·(255 − ink))/255, rounded to nearest: the sum fits 16 bits, and this quotient is exact.
      let sum = ink &* 255 &+ below &* (255 &- ink) &+ 128
      return (sum &+ (sum &>> 8)) &>> 8
    }
  }

  @inline(always)
  private static func erased(_ below: SIMD16<UInt8>, _ ink: SIMD16<UInt8>) -> SIMD16<UInt8> {
    byPairs(below, ink) { below, ink in
      let product = below &* (255 &- ink) &+ 128
      return (product &+ (product &>> 8)) &>> 8
    }
  }

  /// Works on bytes in 16 bits each: first those at even places, then those at odd ones.
  @inline(always)
  private static func byPairs(
    _ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>, _ body: (SIMD8<UInt16>, SIMD8<UInt16>) -> SIMD8<UInt16>
  ) -> SIMD16<UInt8> {
    let (a, b) = unsafe (unsafeBitCast(a, to: SIMD8<UInt16>.self), unsafeBitCast(b, to: SIMD8<UInt16>.self))
    let even = body(a & 0xFF, b & 0xFF)
    let odd = body(a &>> 8, b &>> 8)
    return unsafe unsafeBitCast(even | odd &<< 8, to: SIMD16<UInt8>.self)
  }

  private static func composite(_ mask: Mask, _ number: Int, _ paint: Paint, onto words: inout [UInt32]) {
    let opacity = UInt32(paint.color.alpha)
    let source = paint.color.word
    var pixels = words.mutableSpan
    for four in 0..<TileBytes.fours {
      var blocks = TileBytes.blocks(mask.notes(number, four))
      while let block = TileBytes.next(of: &blocks) {
        let coverage = mask.block(block, number, four)
        let base = TileBytes.blockStart(four, block)
        for lane in 0..<16 where coverage[lane] != 0 {
          let alpha = BlendKernel.scale(UInt32(truncatingIfNeeded: coverage[lane]), opacity)
          guard alpha > 0 else { continue }
          let pixel = pixels[base &+ lane]
          pixels[base &+ lane] =
            switch paint.mode {
            case .over: BlendKernel.over(pixel, source, alpha: alpha)
            case .multiply: BlendKernel.multiply(pixel, source, alpha: alpha)
            case .erase: BlendKernel.erase(pixel, alpha: alpha)
            }
        }
      }
    }
  }
}
