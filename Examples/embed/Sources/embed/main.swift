// Draws with DoodleKit as an app would: a picture follows live touches, and recordings become pictures.
//
//     swift run --package-path Examples/embed embed sketch.png
//     swift run --package-path Examples/embed embed sketch.png sketch.jsonl
import DoodleKit

/// A page that a finger draws on.
struct Page {
  private(set) var drawing = Drawing()
  private var renderer: PictureRenderer

  init(width: Int, height: Int) {
    renderer = PictureRenderer(
      layout: CanvasLayout(width: width, height: height, transform: Transform(scale: 1), background: .white))
  }

  /// Draws what has changed since the last call.
  /// - Returns: The tiles that a display must redraw.
  mutating func frame() throws -> Set<Tile> { try renderer.drawFrame(drawing) }

  var picture: Picture { renderer.picture }

  /// Moves a finger through points and draws the page after each.
  mutating func drag(_ points: [Point]) throws {
    for (index, point) in points.enumerated() {
      let phase: TouchEvent.Phase = index == 0 ? .began : index == points.count - 1 ? .ended : .moved
      try drawing.apply(.touch(TouchEvent(phase: phase, point: point)))
      _ = try frame()
    }
  }

  mutating func choose(_ tool: String, _ color: String, width: Double) throws {
    var style = StyleChange()
    style[StyleKeys.color] = InkColor(color)
    style[StyleKeys.width] = width
    try drawing.apply(.tool(ToolChange(name: tool, style: style)))
  }

  mutating func perform(_ command: LogCommand) throws { try drawing.apply(.command(command)) }
}

/// Draws a page from touches like those of a screen.
func drawPage(to path: String?) throws {
  var page = Page(width: 320, height: 200)
  try page.choose("pen", "#1e66f5", width: 8)
  let zigzag = (0...40).map { step -> Point in
    let height = step * 7 % 11
    return Point(40 + 6 * Double(step), 50 + 10 * Double(height))
  }
  try page.drag(zigzag)
  try page.choose("rect", "crimson", width: 3)
  try page.drag([Point(20, 20), Point(300, 180)])
  try page.drag([Point(60, 60), Point(260, 140)])
  try page.perform(.undo(count: 1))
  try page.perform(.text(NewText("one rectangle", at: Point(90, 150))))

  let changed = try page.frame()
  print("\(page.drawing.elements.count { $0.isPresent }) elements; the last step touched \(changed.count) tiles")
  guard let path else { return }
  var file = try OutputFile(path: path)
  try writePNG(page.picture, to: &file)
  try file.commit()
}

/// Follows a log while it is read, as an app that shows a recording would.
func follow(_ log: String) throws {
  let live = try LivePicture(DrawingSession(path: log))
  var updates = 0
  while try live.advance() { if try live.update() != nil { updates += 1 } }
  _ = try live.finish()
  print("\(log): \(live.session.summary.events) events changed the picture \(updates) times")
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.count == 2, let output = arguments.first, let log = arguments.last {
  // The common case in one line.
  try DoodleKit.render(log: log, to: output)
  try follow(log)
} else {
  try drawPage(to: arguments.first)
}
