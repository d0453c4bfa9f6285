import DoodleKit

// The code that the README and the articles show, so that it is compiled. `DocumentationTests` compares both line by line.

private let events: [LogEvent] = []
private func show(_ picture: Picture, _ tile: Tile) {}
private func show(_ bitmap: Bitmap, _ area: PixelRect) {}

private func render() throws {
  try DoodleKit.render(log: "sketch.jsonl", to: "sketch.png")
}

private func renderWithOptions() throws {
  var picture = PictureOptions()
  picture.resolution = .scale(2)
  picture.background = Background.none
  var reading = SessionOptions()
  reading.onError = .skip
  reading.fileAccess = .noFiles
  try DoodleKit.render(log: "sketch.jsonl", to: "sketch@2x.png", options: picture, reading: reading)
}

private func renderStrangersLog() throws {
  var reading = SessionOptions()
  reading.fileAccess = .noFiles
  reading.imageLimits.maxBytes = 64 << 20
  reading.imports.memoryLimit = 256 << 20
  let limits = RenderLimits(memory: 256 << 20, pixels: 16 << 20)
  try DoodleKit.render(log: "theirs.jsonl", to: "theirs.png", reading: reading, limits: limits)
}

private func read() throws {
  let session = try DrawingSession(path: "sketch.jsonl")
  while try session.advance() {}
  session.finish()
  for diagnostic in session.takeDiagnostics() { print(diagnostic) }
  print(session.drawing.elements.count, "elements in", session.summary.events, "events")
}

private func drawWhileReading() throws {
  let picture = try PictureSession(DrawingSession(path: "sketch.jsonl"))
  while try picture.advance() {}
  let drawn = try picture.finish()
  print(PixelHash.of(drawn.picture))
}

private func replay() throws {
  let recording = try Recording(path: "sketch.jsonl")
  let half = try RecordedMoment(recording, at: MomentRequest(.fraction(0.5))).drawn()
  try half.write(to: "half.png")

  var replay = Replay(recording, keepsCheckpoints: true)
  try replay.seek(to: .stroke(1))
  while replay.advance() {
    print("event \(replay.events) of line \(recording.lines[replay.events - 1])")
  }
}

private func followTouches() throws {
  var drawing = Drawing()
  var renderer = PictureRenderer(layout: CanvasLayout(width: 320, height: 200))
  for event in events {
    try drawing.apply(event)
    for tile in try renderer.drawFrame(drawing) { show(renderer.picture, tile) }
  }
}

private func followLog() throws {
  let live = try LivePicture(DrawingSession(path: "live.jsonl"))
  while try live.advance() {
    if let change = try live.update() { show(live.bitmap, change.area) }
  }
  if let change = try live.finish() { show(live.bitmap, change.area) }
}
