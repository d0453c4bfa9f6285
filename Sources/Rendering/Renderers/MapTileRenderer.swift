import Geometry
import PNG
import Ink
import Raster

/// A square of a pyramid of tiles, as maps on the web number them: at zoom 0 one tile shows everything, and each next
/// zoom has twice as many along each side.
public struct MapTile: Hashable, Sendable, Comparable {
  /// A tile's width and height in pixels.
  public static let side = 256

  public var zoom: Int
  /// From the left.
  public var column: Int
  /// From the top.
  public var row: Int

  public init(zoom: Int, column: Int, row: Int) {
    (self.zoom, self.column, self.row) = (zoom, column, row)
  }

  public static func < (a: MapTile, b: MapTile) -> Bool {
    (a.zoom, a.row, a.column) < (b.zoom, b.row, b.column)
  }
}

/// The pictures of a drawing from its own scale down to where it fits into one tile, each half as large as the one
/// before it.
public struct MapTilePyramid: Sendable {
  /// By zoom.
  public internal(set) var pictures: [Picture]

  /// The zoom at which the picture has its own size.
  public var largestZoom: Int { pictures.count - 1 }

  /// How many tiles there are at a zoom, with those that hold nothing.
  public func size(atZoom zoom: Int) -> (columns: Int, rows: Int) {
    let picture = pictures[zoom]
    return ((picture.width + MapTile.side - 1) / MapTile.side, (picture.height + MapTile.side - 1) / MapTile.side)
  }

  /// Whether there is more in a tile than the background.
  public func hasInk(_ tile: MapTile) -> Bool {
    let picture = pictures[tile.zoom]
    if picture.backdrop != nil { return true }
    let box = pixels(of: tile)
    return Tile.all(of: box).contains { inner in
      !picture.canvas.isBlank(inner) || picture.overlay.map { !$0.isBlank(inner) } ?? false
    }
  }

  /// Calls `body` with each row of tiles at a zoom that have ink, from the left. What lies beyond the picture's edge is
  /// clear.
  public func forEachTile<Failure: Error>(
    ofRow row: Int, atZoom zoom: Int, _ body: (MapTile, Bitmap) throws(Failure) -> Void
  ) throws(Failure) {
    let picture = pictures[zoom]
    let tiles = (0..<size(atZoom: zoom).columns).map { MapTile(zoom: zoom, column: $0, row: row) }.filter(hasInk)
    guard let first = tiles.first else { return }
    let rows = pixels(of: first).minY..<pixels(of: first).maxY
    var band: [UInt32] = []
    picture.copyRows(rows, into: &band)
    for tile in tiles {
      let box = pixels(of: tile)
      var words = [UInt32](repeating: 0, count: MapTile.side * MapTile.side)
      for y in 0..<box.height {
        let start = y * picture.width + box.minX
        words.replaceSubrange(y * MapTile.side..<y * MapTile.side + box.width, with: band[start..<start + box.width])
      }
      try body(tile, Bitmap(width: MapTile.side, height: MapTile.side, pixels: words))
    }
  }

  /// The picture's pixels in a tile.
  private func pixels(of tile: MapTile) -> PixelRect {
    let picture = pictures[tile.zoom]
    return PixelRect(
      minX: tile.column * MapTile.side, minY: tile.row * MapTile.side,
      maxX: Swift.min(picture.width, (tile.column + 1) * MapTile.side),
      maxY: Swift.min(picture.height, (tile.row + 1) * MapTile.side))
  }
}

/// Follows a drawing as a pyramid of tiles: each zoom is drawn in its own scale, not shrunk from the next.
public struct MapTileRenderer: Sendable {
  private var renderers: [PictureRenderer] = []
  /// The tiles that the last update may have changed.
  public private(set) var changedTiles: Set<MapTile> = []

  public init(_ setup: RendererSetup) {
    var layout = setup.layout
    while true {
      renderers.append(
        PictureRenderer(
          layout: layout, backdrop: setup.backdrop?.scaled(toWidth: layout.width, height: layout.height),
          showsPredictions: setup.showsPredictions, memoryLimit: setup.memoryLimit))
      guard Swift.max(layout.width, layout.height) > MapTile.side else { break }
      layout = layout.scaled(by: 0.5)
    }
    renderers.reverse()
  }

  public var pyramid: MapTilePyramid { MapTilePyramid(pictures: renderers.map(\.picture)) }
}

extension MapTileRenderer: DrawingRenderer {
  public mutating func update(to drawing: Drawing) throws(RenderError) {
    changedTiles = []
    let inner = MapTile.side / Tile.side
    for zoom in renderers.indices {
      for tile in try renderers[zoom].drawFrame(drawing) {
        changedTiles.insert(MapTile(zoom: zoom, column: tile.column / inner, row: tile.row / inner))
      }
    }
  }
}
