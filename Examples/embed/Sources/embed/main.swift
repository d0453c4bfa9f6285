// Draws with DoodleKit as an app would: touches come in, the picture follows, a step is taken back, and the drawing is
// written as a PNG.
//
//     swift run --package-path Examples/embed embed sketch.png
import DoodleKit

/// A page that a finger draws on.
struct Page {
  private(set) var drawing = Drawing()
  private var renderer: PictureRenderer

  init(width: Int, height: Int) {
    renderer = PictureRenderer(
      layout: CanvasLayout(width: width, height: height, transform: Transform(scale: 1), background: .white))
  }

  /// What has changed on the page since the last call, for a display to show.
  mutating func frame() throws -> Set<Tile> { try renderer.drawFrame(drawing) }

  var picture: Picture { renderer.picture }

  /// A touch that goes through some places, the page being brought up to date at each.
  mutating func drag(_ places: [Point]) throws {
    for (index, place) in places.enumerated() {
      let phase: TouchEvent.Phase = index == 0 ? .began : index == places.count - 1 ? .ended : .moved
      try drawing.apply(.touch(TouchEvent(phase: phase, point: place)))
      _ = try frame()
    }
  }

  mutating func choose(_ tool: String, _ color: String, width: Double) throws {
    var style = StyleChange()
    style.color = InkColor(color)
    style.width = width
    try drawing.apply(.tool(ToolChange(name: tool, style: style)))
  }

  mutating func perform(_ command: LogCommand) throws { try drawing.apply(.command(command)) }
}

var page = Page(width: 320, height: 200)
try page.choose("pen", "#1e66f5", width: 8)
try page.drag((0...40).map { Point(40 + 6 * Double($0), 100 + 50 * Double(($0 * 7) % 11 - 5) / 5) })
try page.choose("rect", "crimson", width: 3)
try page.drag([Point(20, 20), Point(300, 180)])
try page.drag([Point(60, 60), Point(260, 140)])
try page.perform(.undo(count: 1))
try page.perform(.text(NewText("one rectangle", at: Point(90, 150))))

let changed = try page.frame()
print("\(page.drawing.elements.count { $0.isPresent }) elements; the last step touched \(changed.count) tiles")
if let path = CommandLine.arguments.dropFirst().first {
  var file = try OutputFile(path: path)
  try writePNG(page.picture, to: &file)
  try file.commit()
}
