import Geometry
import Ink
import Raster
import Rendering
import TouchLog
import TestSupport
import Testing

@Suite struct MapTileRendererTests {
  private static let layout = CanvasLayout(
    width: 700, height: 610, transform: Transform(scale: 6.1), background: Pixel(red: 250, green: 250, blue: 240))

  private func session(_ seed: UInt64) throws -> Drawing {
    var drawing = Drawing()
    for event in RandomSession(seed: seed, steps: 12).events { try drawing.apply(event) }
    _ = drawing.finish()
    return drawing
  }

  /// The picture that the tiles of a zoom make together. Where there is no tile, it shows the background.
  private func stitched(_ pyramid: MapTilePyramid, zoom: Int) -> Bitmap {
    let size = pyramid.size(atZoom: zoom)
    let picture = pyramid.pictures[zoom]
    var result = Bitmap(
      width: picture.width, height: picture.height,
      pixels: Array(repeating: picture.background.word, count: picture.width * picture.height))
    for row in 0..<size.rows {
      pyramid.forEachTile(ofRow: row, atZoom: zoom) { tile, bitmap in
        for y in 0..<256 where row * 256 + y < picture.height {
          for x in 0..<256 where tile.column * 256 + x < picture.width {
            result[tile.column * 256 + x, row * 256 + y] = bitmap[x, y]
          }
        }
      }
    }
    return result
  }

  @Test(arguments: rounds(6))
  func `the tiles of each zoom make the picture, at half the scale of the next zoom`(seed: UInt64) throws {
    let drawing = try session(seed)
    var renderer = MapTileRenderer(RendererSetup(layout: Self.layout))
    try renderer.update(to: drawing)
    let pyramid = renderer.pyramid
    #expect(pyramid.largestZoom == 2)
    let halves = [(175, 153, 6.1 / 4), (350, 305, 6.1 / 2), (700, 610, 6.1)]
    for (zoom, (width, height, scale)) in halves.enumerated() {
      let layout = CanvasLayout(
        width: width, height: height, transform: Transform(scale: scale), background: Self.layout.background)
      let expected = ScratchRenderer(layout: layout).picture(of: drawing)
      #expect(stitched(pyramid, zoom: zoom) == Bitmap(copying: expected), "zoom \(zoom)")
    }
    let top = pyramid.size(atZoom: 0)
    #expect([top.columns, top.rows] == [1, 1])
  }

  @Test func `tiles without ink are left out, and pixels beyond the picture's edge are clear`() throws {
    var drawing = Drawing()
    for event in LogEvent.drag([(90, 90), (95, 95)]) { try drawing.apply(event) }
    _ = drawing.finish()
    var renderer = MapTileRenderer(RendererSetup(layout: Self.layout))
    try renderer.update(to: drawing)
    let pyramid = renderer.pyramid
    var found: [MapTile] = []
    for row in 0..<3 {
      pyramid.forEachTile(ofRow: row, atZoom: 2) { tile, bitmap in
        found.append(tile)
        #expect(bitmap[255, 255] == .clear)
        #expect(bitmap[0, 0] == Self.layout.background)
      }
    }
    // The line goes from pixel 549 to 580.
    #expect(found == [MapTile(zoom: 2, column: 2, row: 2)])
  }

  @Test(arguments: 10..<14 as Range<UInt64>)
  func `changed tiles are reported`(seed: UInt64) throws {
    var renderer = MapTileRenderer(RendererSetup(layout: Self.layout))
    var drawing = Drawing()
    var before: [Bitmap] = []
    for event in RandomSession(seed: seed, steps: 8).events {
      try drawing.apply(event)
      try renderer.update(to: drawing)
      let now = (0...2).map { Bitmap(copying: renderer.pyramid.pictures[$0]) }
      if !before.isEmpty {
        for zoom in 0...2 {
          let changed = Set(
            now[zoom].pixels.indices.filter { now[zoom].pixels[$0] != before[zoom].pixels[$0] }.map {
              MapTile(zoom: zoom, column: $0 % now[zoom].width / 256, row: $0 / now[zoom].width / 256)
            })
          #expect(changed.isSubset(of: renderer.changedTiles))
        }
      }
      before = now
    }
  }
}
