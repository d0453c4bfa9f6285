import DoodleKit

extension DrawnRecording {
  /// Draws a recording as it is in the end or, on the canvas of the whole, as it was at a moment.
  init(
    _ recording: consuming Recording, at moment: RequestedMoment?, options: PictureOptions,
    resolution: PictureOptions.Resolution, limits: RenderLimits
  ) throws(CommandError) {
    if let moment {
      let recorded = try RecordedEvents(recording, options: options, resolution: resolution, limits: limits)
      try self.init(recorded, at: moment, limits: limits)
    } else {
      try self.init(recording, options: options, resolution: resolution, limits: limits)
    }
  }

  private init(
    _ recorded: RecordedEvents, at moment: RequestedMoment, limits: RenderLimits
  ) throws(CommandError) {
    let position = try recorded.position(of: moment.moment, in: recorded.timeline(moment.syntheticTime))
    var drawing = Drawing(options: recorded.model)
    for event in recorded.events[..<position.events] { recorded.apply(event, to: &drawing) }
    // What never ended ends with the recording, as in its picture.
    if position.events == recorded.events.count { _ = drawing.finish() }
    var renderer = PictureRenderer(
      layout: recorded.layout, backdrop: recorded.backdrop, showsPredictions: moment.showsPredictions,
      memoryLimit: limits.memory)
    do throws(RenderError) {
      try renderer.drawFrame(drawing)
    } catch {
      throw .limit(path: recorded.recording.path, message: error.description)
    }
    recording = recorded.recording
    self.drawing = drawing
    picture = renderer.picture
    layout = renderer.layout
  }
}
