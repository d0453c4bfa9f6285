import DoodleKit

/// A recording that was read to its end, to be gone through again from its beginning.
struct RecordedEvents {
  let recording: Recording
  /// All events that the drawing took.
  let events: [LogEvent]
  /// The canvas of the whole recording, on which each moment of it is shown.
  let layout: CanvasLayout
  /// A picture below the ink, of the layout's size.
  let backdrop: ImageSource?
  private let options: PictureOptions
  /// The pictures among the elements.
  private var pictures: [NewImage.Source: any PictureContent] = [:]

  init(
    _ recording: consuming Recording, options: PictureOptions, resolution: PictureOptions.Resolution,
    limits: RenderLimits
  ) throws(CommandError) {
    var recording = recording
    var request = LayoutRequest(options, resolution)
    let header = try recording.header()
    let backdrop = try Backdrop(options, header, log: recording.path, limits)
    if let backdrop { request.size = backdrop.size(request, header) }
    var drawing = Drawing(options: options.modelOptions(scale: request.scale(header: header)))
    var events: [LogEvent] = []
    while let event = try recording.next() {
      let skipped = recording.skippedCount
      try recording.apply(event, to: &drawing)
      guard recording.skippedCount == skipped else { continue }
      events.append(event)
      guard case .command(.image(let image)) = event, case .image(let element)? = drawing.elements.last?.content else {
        continue
      }
      pictures[image.source] = element.content
    }
    recording.finish(&drawing)
    layout = try request.knownLayout(header, drawing, path: recording.path)
    self.backdrop = backdrop?.source(for: layout)
    self.recording = recording
    self.events = events
    self.options = options
  }

  /// How ink is modelled for the layout.
  var model: ModelOptions { options.modelOptions(scale: layout.transform.scale) }

  /// - Parameter synthetic: Times for touches that have none.
  func timeline(_ synthetic: SyntheticTime?) -> RecordingTimeline {
    RecordingTimeline(of: events, synthetic: synthetic, countsCancelled: options.keepsCancelled)
  }

  func position(
    of moment: Moment, in timeline: RecordingTimeline
  ) throws(CommandError) -> RecordingTimeline.Position {
    do throws(MomentError) {
      return try timeline.position(of: moment)
    } catch {
      throw .input(path: recording.path, message: error.description)
    }
  }

  /// Takes an event, which a drawing took before, into another drawing.
  func apply(_ event: LogEvent, to drawing: inout Drawing) {
    if case .command(.image(let image)) = event, let picture = pictures[image.source] {
      try? drawing.add(image, picture)
    } else {
      _ = try? drawing.apply(event)
    }
  }
}
