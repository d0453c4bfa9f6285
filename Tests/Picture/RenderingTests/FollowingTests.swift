import Geometry
import Ink
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

@Suite struct FollowingTests {
  private static let layout = CanvasLayout(
    width: 200, height: 200, transform: Transform(scale: 2), background: .white)

  private func scratch(_ drawing: Drawing, predicted: Bool = false) -> [UInt32] {
    pixels(ScratchRenderer(layout: Self.layout, showsPredictions: predicted).picture(of: drawing))
  }

  private func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, _ touch: Int, time: Double) -> LogEvent {
    .touch(TouchEvent(phase: phase, touch: .number(touch), point: Point(x, y), pressure: 0.7, time: time))
  }

  @Test(arguments: rounds(5))
  func `renderers that are updated at different rates end with the same picture`(seed: UInt64) throws {
    var drawing = Drawing()
    var renderers = (0..<3).map { _ in PictureRenderer(layout: Self.layout) }
    for (number, event) in RandomLog(seed: seed).events.enumerated() {
      try drawing.apply(event)
      try renderers[0].drawFrame(drawing)
      if number % 5 == 0 { try renderers[1].drawFrame(drawing) }
    }
    _ = drawing.finish()
    let expected = scratch(drawing)
    for i in renderers.indices {
      try renderers[i].drawFrame(drawing)
      #expect(pixels(renderers[i].picture) == expected, "renderer \(i)")
    }
  }

  @Test(arguments: 20..<25 as Range<UInt64>)
  func `a renderer made in the middle of a drawing catches up`(seed: UInt64) throws {
    let events = RandomLog(seed: seed).events
    var drawing = Drawing()
    var late: PictureRenderer?
    for (number, event) in events.enumerated() {
      try drawing.apply(event)
      if number == events.count / 2 { late = PictureRenderer(layout: Self.layout, showsPredictions: true) }
      try late?.drawFrame(drawing)
      if number % 10 == 0, let late { #expect(pixels(late.picture) == scratch(drawing, predicted: true)) }
    }
    _ = drawing.finish()
    try late?.drawFrame(drawing)
    #expect(late.map { pixels($0.picture) } == scratch(drawing))
  }

  @Test(arguments: 40..<43 as Range<UInt64>)
  func `two renderers of one drawing can have different layouts`(seed: UInt64) throws {
    var drawing = Drawing()
    let small = CanvasLayout(
      width: 40, height: 30, transform: Transform(scale: 0.4, origin: Point(5, 5)), background: .clear)
    var picture = PictureRenderer(layout: Self.layout)
    var thumbnail = PictureRenderer(layout: small)
    for event in RandomLog(seed: seed).events {
      try drawing.apply(event)
      try picture.drawFrame(drawing)
      if drawing.version % 9 == 0 { try thumbnail.drawFrame(drawing) }
    }
    _ = drawing.finish()
    try picture.drawFrame(drawing)
    try thumbnail.drawFrame(drawing)
    #expect(pixels(picture.picture) == scratch(drawing))
    #expect(pixels(thumbnail.picture) == pixels(ScratchRenderer(layout: small).picture(of: drawing)))
  }

  @Test func `strokes over a touch that stays down are drawn above it`() throws {
    var drawing = Drawing()
    var renderer = PictureRenderer(layout: Self.layout)
    try drawing.apply(.tool(ToolChange(name: "pen", color: .solid(Color(red: 200, green: 0, blue: 0)), width: 30)))
    try drawing.apply(touch(.began, 10, 50, 9, time: 0))
    try drawing.apply(touch(.moved, 90, 50, 9, time: 0.1))
    try drawing.apply(.tool(ToolChange(name: "pen", color: .solid(Color(red: 0, green: 0, blue: 200)), width: 3)))
    for i in 0..<12 {
      let x = 10 + Double(i) * 6
      for (step, phase) in [TouchEvent.Phase.began, .moved, .ended].enumerated() {
        let time: Double = Double(i) + Double(step) * 0.1
        try drawing.apply(touch(phase, x, 20 + Double(step) * 30, 1, time: time))
        try drawing.apply(touch(.stationary, 90, 50, 9, time: time + 0.05))
        try renderer.drawFrame(drawing)
      }
      #expect(pixels(renderer.picture) == scratch(drawing))
      #expect(renderer.picture[Int(x) * 2, 100] == Pixel(red: 0, green: 0, blue: 200))
    }
    try drawing.apply(touch(.cancelled, 90, 50, 9, time: 20))
    try renderer.drawFrame(drawing)
    #expect(renderer.picture[86, 112] == .white, "the cancelled touch is gone")
    #expect(pixels(renderer.picture) == scratch(drawing))
  }

  @Test func `an event without ink changes no tile`() throws {
    var drawing = Drawing()
    var renderer = PictureRenderer(layout: Self.layout)
    try drawing.apply(touch(.began, 10, 10, 1, time: 0))
    try drawing.apply(touch(.ended, 90, 90, 1, time: 1))
    try renderer.drawFrame(drawing)
    try drawing.apply(.tool(ToolChange(name: "marker")))
    #expect(try renderer.drawFrame(drawing).isEmpty)
  }
}
