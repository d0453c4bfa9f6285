import Geometry
import Ink
import Raster

/// A square of a map, numbered as on the web: at zoom 0 one tile shows everything, and each zoom has twice as many
/// tiles along each side as the one before.
package struct MapTile: Hashable, Sendable, Comparable {
  /// A tile's width and height in pixels.
  package static let side = 256

  package var zoom: Int
  /// Counted from 0 at the left.
  package var column: Int
  /// Counted from 0 at the top.
  package var row: Int

  package init(zoom: Int, column: Int, row: Int) {
    (self.zoom, self.column, self.row) = (zoom, column, row)
  }

  package static func < (a: MapTile, b: MapTile) -> Bool {
    (a.zoom, a.row, a.column) < (b.zoom, b.row, b.column)
  }
}

/// The pictures of a drawing, from one that fits into a single tile up to its own scale. Each is twice as large as the
/// one before.
package struct MapTilePyramid: Sendable {
  /// The picture of each zoom, from 0.
  package let pictures: [Picture]

  /// The zoom at which the drawing has its own scale.
  package var largestZoom: Int { pictures.count - 1 }

  /// How many columns and rows of tiles a zoom has, tiles without ink included.
  package func size(atZoom zoom: Int) -> (columns: Int, rows: Int) {
    let picture = pictures[zoom]
    return ((picture.width + MapTile.side - 1) / MapTile.side, (picture.height + MapTile.side - 1) / MapTile.side)
  }

  /// Whether a tile shows more than the background.
  package func hasInk(_ tile: MapTile) -> Bool {
    let picture = pictures[tile.zoom]
    if picture.backdrop != nil { return true }
    let box = pixels(of: tile)
    return Tile.all(of: box).contains { inner in
      !picture.canvas.isBlank(inner) || picture.overlay.map { !$0.isBlank(inner) } ?? false
    }
  }

  /// Calls `body` with the tiles of a row that have ink, from the left, each with its pixels. Pixels beyond the
  /// picture's edge are clear.
  /// - Throws: What `body` throws; the remaining tiles are then skipped.
  package func forEachTile<Failure: Error>(
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

  /// The pixels of the zoom's picture that a tile shows.
  private func pixels(of tile: MapTile) -> PixelRect {
    let picture = pictures[tile.zoom]
    return PixelRect(
      minX: tile.column * MapTile.side, minY: tile.row * MapTile.side,
      maxX: Swift.min(picture.width, (tile.column + 1) * MapTile.side),
      maxY: Swift.min(picture.height, (tile.row + 1) * MapTile.side))
  }
}

/// Follows a drawing as a pyramid of map tiles. Each zoom is drawn at its own scale, not shrunk from the next.
package struct MapTileRenderer: Sendable {
  /// The renderer of each zoom, from 0.
  private var renderers: [PictureRenderer] = []
  /// The tiles that the last update may have changed.
  package private(set) var changedTiles: Set<MapTile> = []

  package init(_ setup: RendererSetup) {
    var layout = setup.layout
    while true {
      renderers.append(PictureRenderer(setup, at: layout))
      guard Swift.max(layout.width, layout.height) > MapTile.side else { break }
      layout = layout.scaled(by: 0.5)
    }
    renderers.reverse()
  }

  package var pyramid: MapTilePyramid { MapTilePyramid(pictures: renderers.map { $0.picture }) }
}

extension MapTileRenderer: Renderer {
  package static var makesPicture: Bool { false }

  package mutating func update(to drawing: Drawing) throws(RenderError) {
    changedTiles = []
    let inner = MapTile.side / Tile.side
    for zoom in renderers.indices {
      for tile in try renderers[zoom].drawFrame(drawing) {
        changedTiles.insert(MapTile(zoom: zoom, column: tile.column / inner, row: tile.row / inner))
      }
    }
  }

  package mutating func output(of drawing: Drawing) throws(RenderError) -> RendererOutput {
    try update(to: drawing)
    return .tiles(pyramid)
  }
}
