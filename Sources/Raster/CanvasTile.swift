/// The pixels of a canvas tile, straight alpha, row by row in groups of four.
///
/// While all its ink has one colour, a tile keeps just the alpha of each pixel: a quarter of the memory, and most
/// drawings are made of little else.
enum CanvasTile: Sendable {
  /// The colour's lower three bytes, and the alphas.
  case plain(color: UInt32, alphas: [SIMD4<UInt8>])
  case colored([UInt32])

  static let groups = Tile.side * Tile.side / 4

  /// What the kinds take, in bytes.
  var bytes: Int {
    switch self {
    case .plain: CanvasTile.groups * 4
    case .colored: CanvasTile.groups * 16
    }
  }

  /// A clear tile that is about to get ink of `color`.
  init(color: UInt32) {
    self = .plain(color: color & 0x00FF_FFFF, alphas: Array(repeating: .zero, count: CanvasTile.groups))
  }

  /// The word of the pixel at place `index`, 0...4095.
  subscript(index: Int) -> UInt32 {
    switch self {
    case .plain(let color, let alphas): CanvasTile.word(color, alphas[index / 4][index % 4])
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
      self = .colored((0..<Tile.side * Tile.side).map { CanvasTile.word(color, alphas[$0 / 4][$0 % 4]) })
    }
    guard case .colored(var words) = self else { return }
    self = .colored([])
    CanvasTile.composite(mask, number, paint, onto: &words)
    self = .colored(words)
  }

  /// One colour over itself keeps the colour, and only alphas meet.
  private static func composite(
    _ mask: Mask, _ number: Int, _ paint: Paint, onto alphas: inout [SIMD4<UInt8>]
  ) {
    let opacity = UInt32(paint.color.alpha)
    let opaque = SIMD4<UInt8>(repeating: 255)
    var pixels = alphas.mutableSpan
    for y in 0..<Tile.side {
      for group in mask.touchedGroups(of: number, row: y) {
        var ink = mask.group(group, of: number, row: y)
        guard ink != .zero else { continue }
        if opacity != 255 {
          for lane in 0..<4 {
            ink[lane] = UInt8(truncatingIfNeeded: BlendKernel.scale(UInt32(ink[lane]), opacity))
          }
        }
        let place = y * Tile.side / 4 + group
        let below = pixels[place]
        if paint.mode == .over, below == .zero || ink == opaque {
          pixels[place] = ink
          continue
        }
        var result = below
        for lane in 0..<4 {
          let alpha = UInt32(ink[lane])
          let joined =
            paint.mode == .over
            ? BlendKernel.union(UInt32(below[lane]), alpha) : BlendKernel.scale(UInt32(below[lane]), 255 - alpha)
          result[lane] = UInt8(truncatingIfNeeded: joined)
        }
        pixels[place] = result
      }
    }
  }

  private static func composite(_ mask: Mask, _ number: Int, _ paint: Paint, onto words: inout [UInt32]) {
    let opacity = UInt32(paint.color.alpha)
    let source = paint.color.word
    var pixels = words.mutableSpan
    for y in 0..<Tile.side {
      for group in mask.touchedGroups(of: number, row: y) {
        let coverage = mask.group(group, of: number, row: y)
        guard coverage != .zero else { continue }
        let base = y * Tile.side + group * 4
        for lane in 0..<4 where coverage[lane] != 0 {
          let alpha = BlendKernel.scale(UInt32(truncatingIfNeeded: coverage[lane]), opacity)
          guard alpha > 0 else { continue }
          let pixel = pixels[base + lane]
          pixels[base + lane] =
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
