import DoodleKit

/// The events of a log in memory, to be played again to any of them.
struct ReplayTape {
  let path: String
  private(set) var events: [LogEvent] = []
  /// Where each event stands, from 1.
  private(set) var lines: [Int] = []
  /// The ends of steps: of each event that draws, with those before it that do not.
  private(set) var steps: [Int] = []
  let layout: CanvasLayout
  /// Between the background and the ink.
  let backdrop: ImageSource?
  let options: ModelOptions

  /// The line in which each element begins, by the elements' places.
  private(set) var firstLines: [ElementIndex: Int] = [:]
  /// The drawing after events that take files in, by the events' places.
  fileprivate var opened: [Int: Drawing] = [:]

  /// Reads a log that was drawn before, and found right, once more.
  /// - Returns: nil for standard input, which is there only once.
  init?(_ drawn: DrawnRecording, _ reading: PictureReading, in console: Console) throws(CommandError) {
    path = drawn.recording.path
    guard path != "-" else { return nil }
    layout = drawn.layout
    backdrop = drawn.picture.backdrop
    options = drawn.drawing.options
    var quiet = console
    quiet.messages.isQuiet = true
    var recording = try Recording(path, from: reading.from, onError: reading.onError, in: quiet)
    var drawing = Drawing(options: options)
    while let event = try recording.next() {
      let (line, count) = (recording.place.line, drawing.elements.count)
      try recording.apply(event, to: &drawing)
      for element in drawing.elements.indices.dropFirst(count) { firstLines[element] = line }
      switch event {
      case .command(.image), .command(.open): opened[events.count] = drawing
      default: break
      }
      events.append(event)
      lines.append(line)
      switch event {
      case .touch, .revision, .command: steps.append(events.count)
      case .header, .tool: break
      }
    }
  }

  /// The line of the event that ends a step; of the last one for the end of the drawing.
  func line(ofStep step: Int) -> Int {
    steps.indices.contains(step) ? lines[steps[step] - 1] : lines.last ?? 1
  }
}

/// A tape that is played, and its picture.
struct ReplayCursor {
  private let tape: ReplayTape
  private(set) var drawing: Drawing
  private var renderer: PictureRenderer
  /// How many events were played, and how many steps.
  private var played = 0
  private(set) var step = 0

  init(_ tape: ReplayTape) {
    self.tape = tape
    drawing = Drawing(options: tape.options)
    renderer = PictureRenderer(layout: tape.layout, backdrop: tape.backdrop)
  }

  /// All steps, and that the drawing ends.
  static func stepCount(_ tape: ReplayTape) -> Int { tape.steps.count + 1 }

  var picture: Picture { renderer.picture }

  /// Plays up to a step.
  /// - Returns: The tiles that may look otherwise now.
  mutating func advance(to step: Int) throws(RenderError) -> Set<Tile> {
    skip(to: step)
    if step > tape.steps.count, self.step <= tape.steps.count { _ = drawing.finish() }
    self.step = max(self.step, min(step, tape.steps.count + 1))
    return try renderer.drawFrame(drawing)
  }

  /// Plays the events of a step without looking at the picture.
  mutating func skip(to step: Int) {
    let end = step > tape.steps.count ? tape.events.count : step == 0 ? 0 : tape.steps[step - 1]
    while played < end {
      if let opened = tape.opened[played] {
        drawing = opened
      } else {
        // What is wrong with an event was said when the log was read first.
        _ = try? drawing.apply(tape.events[played])
      }
      played += 1
    }
  }
}
