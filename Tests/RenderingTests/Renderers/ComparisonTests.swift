import DoodleKit
import TestSupport
import Testing

@Suite struct ComparisonTests {
  private static let layout = CanvasLayout(width: 100, height: 100, transform: Transform(scale: 1), background: .white)

  private func setup(predicted: Bool) -> RendererSetup {
    var setup = RendererSetup(layout: Self.layout)
    setup.showsPredictions = predicted
    return setup
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `renderers that follow and that draw anew agree`(seed: UInt64) throws {
    var comparison = RendererComparison(
      Renderer(.picture, setup(predicted: true)), Renderer(.scratch, setup(predicted: true)))
    var drawing = Drawing()
    for event in RandomLog(seed: seed).events {
      try drawing.apply(event)
      #expect(try comparison.difference(at: drawing) == nil)
    }
  }

  @Test func `a difference is found and told`() throws {
    var comparison = RendererComparison(
      Renderer(.picture, setup(predicted: true)), Renderer(.scratch, setup(predicted: false)))
    var drawing = Drawing()
    try drawing.apply(.tool(ToolChange(name: "pen", color: .solid(.black), width: 8, thinning: 0, smoothing: 0)))
    try drawing.apply(.touch(.began, 20, 50))
    #expect(try comparison.difference(at: drawing) == nil)
    try drawing.apply(
      .touch(TouchEvent(phase: .moved, touch: .number(1), point: Point(80, 50), predicted: true)))
    let difference = try #require(try comparison.difference(at: drawing))
    // A line of 60 by 8 pixels, less where the dot was.
    #expect((450...600).contains(difference.count))
    #expect(difference.y == 46)
    #expect(difference.pixels.first == Pixel(red: 0, green: 0, blue: 0))
    #expect("\(difference)".contains("pixels are not as if drawn all anew, the first at (20, 46): rgba(0, 0, 0, 255)"))
  }

  @Test(arguments: RendererKind.allCases)
  func `every kind makes something of a drawing`(kind: RendererKind) throws {
    var drawing = Drawing()
    for event in LogEvent.drag([(20, 20), (50, 30), (60, 70)]) { try drawing.apply(event) }
    var renderer = Renderer(kind, RendererSetup(layout: Self.layout))
    var other = Renderer(kind, RendererSetup(layout: Self.layout))
    switch (try renderer.output(of: drawing), try other.output(of: Drawing())) {
    case (.picture(let picture), .picture(let blank)): #expect(PixelDifference(picture, blank) != nil)
    case (.document(let document), .document(let blank)): #expect(document.count > blank.count)
    case (.tiles(let pyramid), .tiles(let blank)):
      #expect(pyramid.hasInk(MapTile(zoom: 0, column: 0, row: 0)))
      #expect(!blank.hasInk(MapTile(zoom: 0, column: 0, row: 0)))
    default: Issue.record("a kind that changes what it makes")
    }
  }
}
