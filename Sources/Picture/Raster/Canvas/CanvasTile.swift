import CRaster
import Geometry

/// The pixels of a canvas tile, with straight alpha, row by row.
///
/// While all ink of a tile has one color, the tile stores only the alpha of each pixel. That takes a quarter of the
/// memory, and most tiles of most drawings have one color.
enum CanvasTile: Sendable {
  /// Ink of one color, 0x00BBGGRR, and the alpha of each pixel.
  case plain(color: UInt32, alphas: [UInt8])
  /// A word of `Pixel` for each pixel.
  case colored([UInt32])

  /// The number of pixels of a tile.
  static let pixels = Tile.side * Tile.side

  /// Creates a clear tile that is about to get ink of a color; the top byte of `color` is ignored.
  init(color: UInt32) {
    self = .plain(color: color & 0x00FF_FFFF, alphas: Array(repeating: 0, count: CanvasTile.pixels))
  }

  /// The word of the pixel with this index in the tile, 0...4095.
  subscript(index: Int) -> UInt32 {
    switch self {
    case .plain(let color, let alphas): CanvasTile.word(color, alphas[index])
    case .colored(let words): words[index]
    }
  }

  /// The alpha of each pixel.
  var alphas: [UInt8] {
    switch self {
    case .plain(_, let alphas): alphas
    case .colored(let words): words.map { UInt8($0 >> 24) }
    }
  }

  private static func word(_ color: UInt32, _ alpha: UInt8) -> UInt32 {
    alpha == 0 ? 0 : color | UInt32(alpha) << 24
  }

  /// Makes the tile one of many colors and changes its words.
  mutating func withWords(_ body: (inout MutableSpan<UInt32>) -> Void) {
    var words: [UInt32]
    switch self {
    case .plain(let color, let alphas): words = alphas.map { CanvasTile.word(color, $0) }
    case .colored(let own): words = own
    }
    // Given up here, so that `words` is the only owner and is not copied when it changes.
    self = .colored([])
    var span = words.mutableSpan
    body(&span)
    self = .colored(words)
  }

  /// Draws pixels over the whole tile (source over).
  mutating func composite(_ pixels: [UInt32]) {
    withWords { output in
      for index in pixels.indices {
        let pixel = pixels[index]
        let alpha = pixel >> 24
        if alpha == 255 {
          output[index] = pixel
        } else if alpha > 0 {
          output[index] = BlendKernel.over(output[index], pixel, alpha: alpha)
        }
      }
    }
  }

  // MARK: Strokes

  /// Prefetches the alphas under the ink of a mask's slot. A picture is larger than the cache, and drawing would wait
  /// for one row after the other.
  @inline(always)
  func prefetch(_ mask: Mask, _ slot: Int) {
    guard case .plain(_, let alphas) = self else { return }
    unsafe alphas.withUnsafeBufferPointer { alphas in
      guard let start = alphas.baseAddress else { return }
      // The header of the array, which holds its reference count.
      unsafe raster_prefetch(start - 24)
      for rowGroup in 0..<TileBytes.rowGroups {
        let occupancy = mask.occupancy(slot, rowGroup)
        guard occupancy != 0 else { continue }
        for row in 0..<4 {
          // One bit per four pixels.
          let ofRow = UInt16(truncatingIfNeeded: occupancy &>> (UInt64(row) &* 16))
          guard ofRow != 0 else { continue }
          let rowStart = unsafe start + TileBytes.rowStart(rowGroup &* 4 &+ row)
          unsafe raster_prefetch(rowStart + ofRow.trailingZeroBitCount &* 4)
          unsafe raster_prefetch(rowStart + (15 &- ofRow.leadingZeroBitCount) &* 4)
        }
      }
    }
  }

  /// Draws the ink of a mask's slot.
  mutating func composite(_ mask: MaskTiles, _ slot: Int, _ paint: Paint) {
    if case .plain(let color, var alphas) = self {
      let keepsColor = paint.blend == .erase || paint.blend == .over && paint.color.word & 0x00FF_FFFF == color
      if keepsColor {
        // Given up here, so that `alphas` is the only owner and is not copied when it changes.
        self = .colored([])
        CanvasTile.composite(mask, slot, paint, onto: &alphas)
        self = .plain(color: color, alphas: alphas)
        return
      }
    }
    withWords { CanvasTile.composite(mask, slot, paint, onto: &$0) }
  }

  /// Draws ink of a tile's own color, or erases it: the color stays, and only the alphas change.
  private static func composite(_ mask: MaskTiles, _ slot: Int, _ paint: Paint, onto alphas: inout [UInt8]) {
    let opacity = paint.opacity
    let isOver = paint.blend == .over
    let isPlain = isOver && opacity == 255
    var span = alphas.mutableSpan
    var pixels = unsafe span.mutableBytes
    for rowGroup in 0..<TileBytes.rowGroups {
      var blocks = TileBytes.blocks(mask.occupancy(slot, rowGroup))
      while let block = TileBytes.next(of: &blocks) {
        var ink = mask.block(block, slot, rowGroup)
        let offset = TileBytes.blockStart(rowGroup, block)
        let below = unsafe pixels.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
        if isPlain, AlphaBlend.isClear(below) {
          pixels.storeBytes(of: ink, toByteOffset: offset, as: SIMD16<UInt8>.self)
          continue
        }
        if opacity != 255 { ink = AlphaBlend.erased(ink, SIMD16(repeating: 255 &- opacity)) }
        let result = isOver ? AlphaBlend.union(below, ink) : AlphaBlend.erased(below, ink)
        pixels.storeBytes(of: result, toByteOffset: offset, as: SIMD16<UInt8>.self)
      }
    }
  }

  private static func composite(_ mask: MaskTiles, _ slot: Int, _ paint: Paint, onto pixels: inout MutableSpan<UInt32>)
  {
    let opacity = UInt32(paint.opacity)
    let (source, mode) = (paint.color.word, paint.blend)
    for rowGroup in 0..<TileBytes.rowGroups {
      var blocks = TileBytes.blocks(mask.occupancy(slot, rowGroup))
      while let block = TileBytes.next(of: &blocks) {
        let coverage = mask.block(block, slot, rowGroup)
        let start = TileBytes.blockStart(rowGroup, block)
        for lane in 0..<16 where coverage[lane] != 0 {
          let alpha = BlendKernel.scale(UInt32(truncatingIfNeeded: coverage[lane]), opacity)
          guard alpha > 0 else { continue }
          pixels[start &+ lane] = BlendKernel.blend(pixels[start &+ lane], source, alpha: alpha, mode)
        }
      }
    }
  }

  // MARK: Reading

  /// Draws a part of the tile's ink over opaque or translucent pixels.
  /// - Parameters:
  ///   - area: The part, in pixels of the picture, all within the tile.
  ///   - output: The pixels below, which are changed.
  ///   - start: The index in `output` of the area's first pixel; the next row begins `stride` words later.
  func draw(_ area: PixelRect, over output: inout MutableSpan<UInt32>, at start: Int, stride: Int) {
    let first = area.minY % Tile.side * Tile.side
    switch self {
    case .plain(let color, let alphas):
      let alphas = alphas.span
      for y in 0..<area.height {
        for x in 0..<area.width {
          let alpha = UInt32(alphas[first &+ y &* Tile.side &+ x])
          CanvasTile.draw(color, alpha, over: &output[start &+ y &* stride &+ x])
        }
      }
    case .colored(let inks):
      let inks = inks.span
      for y in 0..<area.height {
        for x in 0..<area.width {
          let ink = inks[first &+ y &* Tile.side &+ x]
          CanvasTile.draw(ink, ink >> 24, over: &output[start &+ y &* stride &+ x])
        }
      }
    }
  }

  @inline(always)
  private static func draw(_ ink: UInt32, _ alpha: UInt32, over pixel: inout UInt32) {
    if alpha > 0 { pixel = BlendKernel.over(pixel, ink, alpha: alpha) }
  }
}
