import DoodleKit

/// A recording that was read to its end, to be gone through again from its beginning.
struct RecordedEvents {
  let recording: Recording
  /// All events that the drawing took.
  let events: [LogEvent]
  /// Where each of them stands, if that was asked for.
  let places: [LogLocation]
  /// The canvas of the whole recording, on which each moment of it is shown.
  let layout: CanvasLayout
  /// A picture below the ink, of the layout's size.
  let backdrop: ImageSource?
  private let options: PictureOptions

  init(
    _ recording: consuming Recording, options: PictureOptions, resolution: PictureOptions.Resolution,
    limits: RenderLimits, keepsPlaces: Bool = false
  ) throws(CommandError) {
    var recording = recording
    var request = LayoutRequest(options, resolution)
    let header = try recording.header()
    let backdrop = try Backdrop.named(by: options, header, log: recording.path, limits)
    if let backdrop { request.size = backdrop.size(request, header) }
    var drawing = Drawing(options: options.modelOptions(scale: request.scale(header: header)))
    var events: [LogEvent] = []
    var places: [LogLocation] = []
    while let event = try recording.next() {
      let skipped = recording.skippedCount
      try recording.apply(event, to: &drawing)
      guard recording.skippedCount == skipped else { continue }
      events.append(event)
      if keepsPlaces { places.append(recording.place) }
    }
    recording.finish(&drawing)
    layout = try request.knownLayout(header, drawing, path: recording.path)
    self.backdrop = backdrop?.source(for: layout)
    self.recording = recording
    self.events = events
    self.places = places
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
    guard case .command = event else {
      _ = try? drawing.apply(event)
      return
    }
    // It holds what files gave the first time.
    var recording = recording
    recording.applyAgain(event, to: &drawing)
  }
}

extension Recording {
  /// Takes an event, which a drawing took before, into another drawing, without a word.
  fileprivate mutating func applyAgain(_ event: LogEvent, to drawing: inout Drawing) {
    switch event {
    case .command(.image(let image)):
      if let picture = try? pictures.load(image.source) { try? drawing.add(image, picture) }
    case .command(.open):
      guard let saved = opened?.drawing else { return }
      var loaded: [NewImage.Source: any PictureContent] = [:]
      for source in saved.pictures { loaded[source] = try? pictures.load(source) }
      try? drawing.open(saved, pictures: loaded)
    default: _ = try? drawing.apply(event)
    }
  }
}
