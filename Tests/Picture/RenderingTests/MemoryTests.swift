import Geometry
import Ink
import Raster
import Rendering
import Testing
import TouchLog

@Suite struct MemoryTests {
  private static let layout = CanvasLayout(
    width: 1_000_000, height: 1_000_000, transform: Transform(scale: 1), background: .white)
  private static let limit = 80 * (Canvas.tileBytes + Mask.tileBytes)

  private func line(to end: Point, ending: TouchEvent.Phase = .ended) -> [LogEvent] {
    [
      .touch(TouchEvent(phase: .began, point: Point(0, 0), pressure: 1, time: 0)),
      .touch(TouchEvent(phase: ending, point: end, pressure: 1, time: 1)),
    ]
  }

  @Test func `ink beyond the memory limit is refused, and the error names the limit`() throws {
    var drawing = Drawing()
    for event in line(to: Point(1e6, 1e6)) { try drawing.apply(event) }
    var renderer = FinishingRenderer(layout: Self.layout, memoryLimit: Self.limit)
    #expect(throws: RenderError.memoryLimit(Self.limit)) { try renderer.bake(drawing) }
    #expect("\(RenderError.memoryLimit(Self.limit))".contains("\(Self.limit)"))
  }

  @Test func `ink that has not settled counts toward the memory limit`() throws {
    var drawing = Drawing()
    for event in line(to: Point(1e6, 1e6), ending: .moved) { try drawing.apply(event) }
    var renderer = PictureRenderer(layout: Self.layout, memoryLimit: Self.limit)
    #expect(throws: RenderError.memoryLimit(Self.limit)) { try renderer.drawFrame(drawing) }
  }

  @Test func `ink within the memory limit is drawn on a canvas of any size`() throws {
    var drawing = Drawing()
    for event in line(to: Point(2000, 1000)) { try drawing.apply(event) }
    var renderer = PictureRenderer(layout: Self.layout, memoryLimit: Self.limit)
    try renderer.drawFrame(drawing)
    #expect(renderer.picture[1000, 500] == Pixel(red: 0, green: 0, blue: 0))
    #expect(renderer.picture[999_999, 999_999] == .white)
  }

  @Test func `a canceled stroke takes no memory, however often the drawing is baked`() throws {
    var drawing = Drawing()
    var often = FinishingRenderer(layout: Self.layout, memoryLimit: Self.limit)
    // Enough samples for most of the stroke to settle before it is canceled.
    for i in 0..<200 {
      let x = Double(i) * 500
      let phase: TouchEvent.Phase = i == 0 ? .began : .moved
      try drawing.apply(
        .touch(TouchEvent(phase: phase, point: Point(x, x), pressure: 1, time: Double(i) * 0.01)))
      try often.bake(drawing)
    }
    try drawing.apply(.touch(TouchEvent(phase: .cancelled, point: Point(0, 0))))
    for event in line(to: Point(2000, 1000)) { try drawing.apply(event) }
    var once = FinishingRenderer(layout: Self.layout, memoryLimit: Self.limit)
    #expect(try often.finish(drawing)[1000, 500] == once.finish(drawing)[1000, 500])
  }

  @Test(arguments: [1, 2])
  func `strokes that wait for a touch that stays down take no memory each`(threads: Int) throws {
    let layout = CanvasLayout(width: 640, height: 640, transform: Transform(scale: 1), background: .white)
    // Enough for all tiles of the canvas and for 1,100 masks, but not for 3,000.
    let limit = 100 * (Canvas.tileBytes + 2 * Mask.tileBytes) + 1100 * Mask.tileBytes
    let renderer = ConcurrentRenderer(layout: layout, memoryLimit: limit, threads: threads)
    var drawing = Drawing()
    try drawing.apply(.touch(TouchEvent(phase: .began, touch: .number(7), point: Point(5, 5), pressure: 1, time: 0)))
    for stroke in 0..<3000 {
      let (x, y) = (Double(stroke % 60) * 10 + 3, Double(stroke / 60) * 10 + 3)
      for (step, phase) in [TouchEvent.Phase.began, .moved, .ended].enumerated() {
        let point = Point(x + Double(step) * 3, y + Double(step))
        try drawing.apply(.touch(TouchEvent(phase: phase, point: point, pressure: 1, time: Double(stroke * 3 + step))))
      }
      if stroke % 50 == 0 { renderer.bakeIfIdle(drawing) }
    }
    _ = drawing.finish()
    let expected = Bitmap(copying: ScratchRenderer(layout: layout).picture(of: drawing))
    #expect(try Bitmap(copying: renderer.finish(drawing)) == expected)
  }
}
