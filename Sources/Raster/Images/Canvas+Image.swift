import Geometry

extension Canvas {
  private var area: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }

  /// The tiles that drawing a picture may touch; no others take memory.
  public func tiles(of image: PlacedImage) -> [Tile] { Tile.all(of: image.pixels(in: area)) }

  /// Lays a picture over the canvas (Porter & Duff 1984, source over), as opaque as `opacity` says.
  public mutating func draw(_ image: PlacedImage, opacity: UInt8 = 255) {
    for tile in tiles(of: image) { draw(image, opacity: opacity, in: tile) }
  }

  /// Lays a picture over one tile.
  public mutating func draw(_ image: PlacedImage, opacity: UInt8 = 255, in tile: Tile) {
    let pixels = tile.pixels.intersection(area)
    guard opacity > 0, !image.pixels(in: pixels).isEmpty else { return }
    var words = [UInt32](repeating: 0, count: CanvasTile.pixels)
    image.copy(pixels, into: &words, at: 0, stride: Tile.side)
    if opacity < 255 {
      for index in words.indices { words[index] = BlendKernel.faded(words[index], UInt32(opacity)) }
    }
    isGrey = isGrey && image.image.isGrey
    if let slot = grid[tile.column, tile.row] {
      tiles[slot].composite(words)
    } else if words.contains(where: { $0 != 0 }) {
      _ = use(tile, .colored(words))
    }
  }

  /// Lays a picture over one tile; a `PlacedImage` serves many tiles sooner.
  public mutating func draw(
    _ image: ImageSource, _ placement: ImagePlacement, opacity: UInt8 = 255, in tile: Tile
  ) {
    guard let image = PlacedImage(image, placement) else { return }
    draw(image, opacity: opacity, in: tile)
  }

  /// Lays a picture over the canvas.
  public mutating func draw(_ image: ImageSource, _ placement: ImagePlacement, opacity: UInt8 = 255) {
    guard let image = PlacedImage(image, placement) else { return }
    draw(image, opacity: opacity)
  }
}

extension CanvasTile {
  /// Lays pixels over all of the tile.
  mutating func composite(_ pixels: [UInt32]) {
    var words: [UInt32]
    switch self {
    case .plain(let color, let alphas): words = alphas.map { CanvasTile.word(color, $0) }
    case .colored(let own): words = own
    }
    // Taken out, so that the words are not copied when they change.
    self = .colored([])
    var output = words.mutableSpan
    for index in pixels.indices {
      let pixel = pixels[index]
      let alpha = pixel >> 24
      if alpha == 255 {
        output[index] = pixel
      } else if alpha > 0 {
        output[index] = BlendKernel.over(output[index], pixel, alpha: alpha)
      }
    }
    self = .colored(words)
  }
}
