import Geometry
import Ink
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

/// The contract of the stroke model: the picture is a pure function of the log.
@Suite struct ContractTests {
  private static let layout = CanvasLayout(
    width: 300, height: 300, transform: Transform(scale: 1.5), background: .white)

  private func drawing(of events: [LogEvent]) throws -> Drawing {
    var drawing = Drawing()
    for event in events { try drawing.apply(event) }
    _ = drawing.finish()
    return drawing
  }

  private func pixels(_ picture: Picture) -> [UInt32] {
    var all: [UInt32] = []
    var band: [UInt32] = []
    for i in 0..<picture.bandCount {
      picture.copyBand(i, into: &band)
      all += band
    }
    return all
  }

  /// The picture drawn from scratch once all events are there.
  private func reference(_ events: [LogEvent]) throws -> [UInt32] {
    pixels(ScratchRenderer(layout: Self.layout).picture(of: try drawing(of: events)))
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `incremental equals from scratch after every event`(seed: UInt64) throws {
    let log = RandomLog(seed: seed, strokes: 4)
    var drawing = Drawing()
    var renderer = PictureRenderer(layout: Self.layout, showsPredictions: true)
    let oracle = ScratchRenderer(layout: Self.layout, showsPredictions: true)
    var shown: [UInt32] = []
    for (number, event) in log.events.enumerated() {
      try drawing.apply(event)
      let changed = try renderer.drawFrame(drawing)
      let now = pixels(renderer.picture)
      try #require(now == pixels(oracle.picture(of: drawing)), "after event \(number), \(event)")
      if !shown.isEmpty { try #require(differingTiles(shown, now).isSubset(of: changed), "event \(number)") }
      shown = now
    }
    _ = drawing.finish()
    try renderer.drawFrame(drawing)
    #expect(pixels(renderer.picture) == pixels(oracle.picture(of: drawing)))
  }

  private func differingTiles(_ a: [UInt32], _ b: [UInt32]) -> Set<Tile> {
    var tiles: Set<Tile> = []
    for i in a.indices where a[i] != b[i] {
      tiles.insert(
        Tile(column: i % Self.layout.width / Tile.side, row: i / Self.layout.width / Tile.side))
    }
    return tiles
  }

  @Test(arguments: 100..<160 as Range<UInt64>)
  func `any split into batches gives the same picture`(seed: UInt64) throws {
    let log = RandomLog(seed: seed)
    let expected = try reference(log.events)
    var random = SeededRandom(seed: seed)
    for _ in 0..<3 {
      var drawing = Drawing()
      var renderer = PictureRenderer(layout: Self.layout)
      for event in log.events {
        try drawing.apply(event)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: try renderer.bake(drawing)
        case 1: try renderer.drawFrame(drawing)
        default: break
        }
      }
      _ = drawing.finish()
      try renderer.drawFrame(drawing)
      #expect(pixels(renderer.picture) == expected)
    }
  }
}
