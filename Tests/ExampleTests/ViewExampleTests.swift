import DoodleKit
import Foundation
import TestSupport
import Testing

/// The views in Examples, beside what the library draws.
@Suite struct ViewExampleTests {
  private func view(_ name: String) -> URL { Example.folder.appending(path: "views/\(name)") }

  private func drawing(of example: Example, upTo count: Int? = nil, scale: Double = 1) throws -> Drawing {
    let events = try example.events()
    var drawing = Drawing(options: ModelOptions(tolerance: ModelOptions.tolerance(pixelsPerPoint: scale)))
    for event in events.prefix(count ?? events.count) { try drawing.apply(event) }
    if count == nil { _ = drawing.finish() }
    return drawing
  }

  @Test func `the SVG of the handwriting is what is written now`() throws {
    let drawing = try drawing(of: Example(name: "handwriting"))
    let layout = try LayoutRequest().layout(header: drawing.header, ink: drawing.inkBounds)
    var renderer = SVGRenderer(layout: layout)
    #expect(try Data(contentsOf: view("handwriting.svg")) == Data(renderer.document(of: drawing)))
  }

  @Test func `the debug view shows what it is drawn from now`() throws {
    let example = Example(name: "late-pressure")
    let timeline = RecordingTimeline(of: try example.events())
    // As `make goldens` has it.
    let position = try timeline.position(of: .fraction(0.62))
    let drawing = try drawing(of: example, upTo: position.events, scale: 2)
    var request = LayoutRequest()
    request.scale = 2
    let layout = try request.layout(header: drawing.header, ink: drawing.inkBounds)
    var renderer = DebugRenderer(RendererSetup(layout: layout))
    try renderer.update(to: drawing)
    #expect(
      try readPNG(from: try InputFile(path: view("late-pressure-debug.png").path))
        == Bitmap(copying: renderer.picture))
  }
}
