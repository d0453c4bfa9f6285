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

  private static func word(_ color: UInt32, _ alpha: UInt8) -> UInt32 {
    alpha == 0 ? 0 : color | UInt32(alpha) << 24
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
    let opacity = UInt32(paint.color.alpha)
    let isOver = paint.mode == .over
    var span = alphas.mutableSpan
    var pixels = unsafe span.mutableBytes
    for y in 0..<Tile.side {
      var note = mask.note(number, row: y)
      while let block = Mask.nextBlock(of: &note) {
        var ink = mask.block(block, number, row: y)
        if opacity != 255 {
          for lane in 0..<16 {
            ink[lane] = UInt8(truncatingIfNeeded: BlendKernel.scale(UInt32(ink[lane]), opacity))
          }
        }
        let place = y &* Tile.side &+ block &* 16
        let below = unsafe pixels.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
        let result = isOver ? union(below, ink) : erased(below, ink)
        pixels.storeBytes(of: result, toByteOffset: place, as: SIMD16<UInt8>.self)
      }
    }
  }

  @inline(always)
  private static func union(_ below: SIMD16<UInt8>, _ ink: SIMD16<UInt8>) -> SIMD16<UInt8> {
    // Where either is nothing or all, the union is the larger.
    let result = below.replacing(with: ink, where: ink .> below)
    let smaller = below.replacing(with: ink, where: ink .< below)
    let left = ~result
    let meets = smaller.replacing(with: left, where: left .< smaller)
    return meets.isZero ? result : mixed(below, ink)
  }

  @inline(never)
  private static func mixed(_ below: SIMD16<UInt8>, _ ink: SIMD16<UInt8>) -> SIMD16<UInt8> {
    var result = below
    for lane in 0..<16 {
      result[lane] = UInt8(truncatingIfNeeded: BlendKernel.union(UInt32(below[lane]), UInt32(ink[lane])))
    }
    return result
  }

  @inline(never)
  private static func erased(_ below: SIMD16<UInt8>, _ ink: SIMD16<UInt8>) -> SIMD16<UInt8> {
    var result = below
    for lane in 0..<16 {
      result[lane] = UInt8(truncatingIfNeeded: BlendKernel.scale(UInt32(below[lane]), 255 - UInt32(ink[lane])))
    }
    return result
  }

  private static func composite(_ mask: Mask, _ number: Int, _ paint: Paint, onto words: inout [UInt32]) {
    let opacity = UInt32(paint.color.alpha)
    let source = paint.color.word
    var pixels = words.mutableSpan
    for y in 0..<Tile.side {
      var note = mask.note(number, row: y)
      while let block = Mask.nextBlock(of: &note) {
        let coverage = mask.block(block, number, row: y)
        let base = y &* Tile.side &+ block &* 16
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

extension SIMD16<UInt8> {
  @inline(always)
  fileprivate var isZero: Bool {
    let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return words.x | words.y == 0
  }
}
