import Geometry
import Ink
import Raster
import Rendering
import Session
import TouchLog
import TestSupport
import Testing

@Suite struct RendererComparisonTests {
  private static let layout = CanvasLayout(width: 100, height: 100, transform: Transform(scale: 1), background: .white)

  private func setup(predicted: Bool) -> RendererSetup {
    var setup = RendererSetup(layout: Self.layout)
    setup.showsPredictions = predicted
    return setup
  }

  @Test(arguments: rounds(3))
  func `a renderer that follows a drawing equals a full redraw`(seed: UInt64) throws {
    var comparison = RendererComparison(
      RendererKind.picture.renderer(setup(predicted: true)), RendererKind.scratch.renderer(setup(predicted: true)))
    var drawing = Drawing()
    for event in RandomLog(seed: seed).events {
      try drawing.apply(event)
      #expect(try comparison.difference(at: drawing) == nil)
    }
  }

  @Test func `a difference is found and described`() throws {
    var comparison = RendererComparison(
      RendererKind.picture.renderer(setup(predicted: true)), RendererKind.scratch.renderer(setup(predicted: false)))
    // Later models draw a tenth of a first prediction.
    var drawing = Drawing(options: ModelOptions(model: .ink3))
    try drawing.apply(.tool(ToolChange(name: "pen", color: .solid(.black), width: 8, thinning: 0, smoothing: 0)))
    try drawing.apply(.touch(.began, 20, 50))
    #expect(try comparison.difference(at: drawing) == nil)
    try drawing.apply(
      .touch(TouchEvent(phase: .moved, touch: .number(1), point: Point(80, 50), predicted: true)))
    let difference = try #require(try comparison.difference(at: drawing))
    // A line of 60 by 8 pixels, without the dot that both drew.
    #expect((450...600).contains(difference.count))
    #expect(difference.y == 46)
    #expect(difference.pixel == Pixel(red: 0, green: 0, blue: 0))
    #expect("\(difference)".contains("pixels differ from a full redraw; at (20, 46): rgba(0, 0, 0, 255), expected"))
  }

  @Test(arguments: RendererKind.allCases)
  func `each kind of renderer shows the ink of a drawing`(kind: RendererKind) throws {
    var drawing = Drawing()
    for event in LogEvent.drag([(20, 20), (50, 30), (60, 70)]) { try drawing.apply(event) }
    var renderer = kind.renderer(RendererSetup(layout: Self.layout))
    var other = kind.renderer(RendererSetup(layout: Self.layout))
    switch (try renderer.output(of: drawing), try other.output(of: Drawing())) {
    case (.picture(let picture), .picture(let blank)):
      #expect(PixelDifference(picture, blank) != nil)
      #expect(kind.makesPicture)
    case (.document(let document), .document(let blank)):
      #expect(document.bytes.count > blank.bytes.count)
      #expect(!kind.makesPicture)
    case (.tiles(let pyramid), .tiles(let blank)):
      #expect(pyramid.hasInk(MapTile(zoom: 0, column: 0, row: 0)))
      #expect(!blank.hasInk(MapTile(zoom: 0, column: 0, row: 0)))
      #expect(!kind.makesPicture)
    default: Issue.record("the kind of output depends on the drawing")
    }
  }
}
