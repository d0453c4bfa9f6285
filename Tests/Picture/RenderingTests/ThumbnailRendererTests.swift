import Geometry
import Ink
import Raster
import Rendering
import TestSupport
import Testing

@Suite struct ThumbnailRendererTests {
  private static let layout = CanvasLayout(
    width: 400, height: 300, transform: Transform(scale: 4, origin: Point(0, 5)), background: .clear)

  private func setup(side: Int) -> RendererSetup {
    var setup = RendererSetup(layout: Self.layout)
    setup.thumbnailSide = side
    return setup
  }

  @Test(arguments: [(64, 48, 64), (100, 75, 100), (1, 1, 1), (800, 600, 800)])
  func `the longest side of a thumbnail has the requested length`(width: Int, height: Int, side: Int) {
    let layout = ThumbnailRenderer(setup(side: side)).layout
    #expect(layout.width == width)
    #expect(layout.height == height)
    #expect(layout.transform == Transform(scale: Double(side) / 100, origin: Point(0, 5)))
  }

  @Test(arguments: rounds(4))
  func `a thumbnail is drawn at its own scale`(seed: UInt64) throws {
    var drawing = Drawing()
    var renderer = ThumbnailRenderer(setup(side: 50))
    for event in RandomLog(seed: seed).events {
      try drawing.apply(event)
      try renderer.update(to: drawing)
    }
    _ = drawing.finish()
    let layout = CanvasLayout(
      width: 50, height: 38, transform: Transform(scale: 0.5, origin: Point(0, 5)), background: .clear)
    let expected = ScratchRenderer(layout: layout).picture(of: drawing)
    #expect(Bitmap(copying: try renderer.picture(of: drawing)) == Bitmap(copying: expected))
  }

  @Test func `a thumbnail is redrawn each time the version has grown by its pace`() throws {
    var drawing = Drawing()
    var renderer = ThumbnailRenderer(setup(side: 100))
    renderer.pace = 10
    var drawnAt: [Int] = []
    var last: Bitmap?
    for i in 0..<40 {
      try drawing.apply(.touch(i == 0 ? .began : .moved, 10 + Double(i * 2), 40))
      try renderer.update(to: drawing)
      let now = Bitmap(copying: renderer.picture)
      if now != last { drawnAt.append(drawing.version) }
      last = now
    }
    #expect(drawnAt == [1, 11, 21, 31])
  }
}
