import DoodleKit

extension DrawnRecording {
  /// Draws a recording as it was at a moment, on the canvas of the whole.
  ///
  /// - Parameters:
  ///   - synthetic: Times for touches that have none.
  ///   - showsPredictions: Whether ink goes on to where touches were guessed to go then.
  init(
    _ recorded: RecordedEvents, at moment: Moment, synthetic: SyntheticTime?, showsPredictions: Bool,
    limits: RenderLimits
  ) throws(CommandError) {
    let position = try recorded.position(of: moment, in: recorded.timeline(synthetic))
    var drawing = Drawing(options: recorded.model)
    for event in recorded.events[..<position.events] { recorded.apply(event, to: &drawing) }
    // What never ended ends with the recording, as in its picture.
    if position.events == recorded.events.count { _ = drawing.finish() }
    var renderer = PictureRenderer(
      layout: recorded.layout, backdrop: recorded.backdrop, showsPredictions: showsPredictions,
      memoryLimit: limits.memory)
    do throws(RenderError) {
      try renderer.drawFrame(drawing)
    } catch {
      throw .limit(path: recorded.recording.path, message: error.description)
    }
    recording = recorded.recording
    self.drawing = drawing
    picture = renderer.picture
  }
}
