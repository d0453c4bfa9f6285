import Files
public import Ink
public import Raster
public import Rendering
public import TouchLog

/// A log in memory, which can be shown at any moment, replayed and filmed.
///
/// It holds the events that the drawing accepted, the files that they name, and the canvas of the whole log. Every
/// moment is shown on that canvas.
public struct Recording: Sendable {
  /// The log's path; "-" for standard input.
  public let path: String
  /// The number of the page, from 1.
  package let page: Int
  /// The counts of events and lines.
  public let summary: SessionSummary
  /// The events that the drawing accepted, in order.
  public let events: [LogEvent]
  /// The line of each event, from 1.
  public let lines: [Int]
  /// The location of each event; empty unless the reader was told to keep locations.
  package let locations: [LogLocation]
  /// The canvas of the whole log.
  public let layout: CanvasLayout
  /// The image between the background and the ink, in the layout's size.
  package let backdrop: ImageSource?
  /// How ink is modeled at the layout's scale.
  package let model: ModelOptions
  /// The line in which each element begins, by the element's index.
  package let elementLines: [Int]
  /// For each step, the number of events up to and including its last one, which can change the picture.
  let steps: [Int]
  private let files: LogFiles
  /// The files that were read.
  package var filesRead: FilesRead { files.filesRead }
  private let countsCancelled: Bool

  /// A resolved moment: a number of events and a time.
  package typealias Position = RecordingPosition

  /// Reads a log to its end.
  /// - Throws: `SessionError` if the log cannot be read, or its canvas has no size.
  public init(
    path: String, options: SessionOptions = SessionOptions(), picture: PictureOptions = PictureOptions(),
    limits: RenderLimits = RenderLimits()
  ) throws(SessionError) {
    var reader = try RecordingReader(DrawingSession(path: path, options: options), picture: picture, limits: limits)
    while try reader.advance() {}
    self = try reader.finish()
    try reader.session.requireLastPage()
  }

  /// Makes a recording of events in memory.
  /// - Parameters:
  ///   - events: Events that a drawing accepts in this order and that name no files.
  ///   - model: How ink is modeled; nil for the default at the layout's scale.
  public init(_ events: [LogEvent], layout: CanvasLayout, model: ModelOptions? = nil, backdrop: ImageSource? = nil) {
    (path, page) = ("-", 1)
    files = LogFiles(besideLog: path, access: .noFiles)
    summary = SessionSummary(events: events.count)
    (self.events, self.layout, self.backdrop) = (events, layout, backdrop)
    self.model = model ?? PictureOptions().modelOptions(scale: layout.transform.scale)
    lines = events.indices.map { $0 + 1 }
    locations = []
    elementLines = []
    steps = events.indices.filter { events[$0].canChangePicture }.map { $0 + 1 }
    countsCancelled = model?.keepsCancelled ?? false
  }

  fileprivate init(
    _ session: DrawingSession, _ read: RecordingReader, layout: CanvasLayout, backdrop: ImageSource?,
    options: PictureOptions
  ) {
    (path, page, summary, files) = (session.path, session.page, session.summary, session.files)
    (events, lines, locations, steps) = (read.events, read.lines, read.locations, read.steps)
    elementLines = read.elementLines
    (self.layout, self.backdrop) = (layout, backdrop)
    var model = options.modelOptions(scale: layout.transform.scale)
    // With the fonts, later drawings of the events read no file.
    model.fonts = session.unrevisedDrawing.options.fonts
    // Elements were turned before the layout was known.
    model.centerTolerance = session.unrevisedDrawing.options.tolerance
    self.model = model
    countsCancelled = options.keepsCancelled
  }

  /// The times of the events, strokes and marks.
  /// - Parameter synthetic: How to make up times for touches that have none.
  package func timeline(_ synthetic: SyntheticTime? = nil) -> RecordingTimeline {
    RecordingTimeline(of: events, synthetic: synthetic, countsCancelled: countsCancelled)
  }

  /// Resolves a moment to a number of events and a time.
  /// - Parameter synthetic: How to make up times for touches that have none.
  /// - Throws: `SessionError.moment` if the recording has no such moment.
  package func position(of moment: Moment, _ synthetic: SyntheticTime? = nil) throws(SessionError) -> Position {
    let timeline = timeline(synthetic)
    return try rethrowing(as: SessionError.moment) { () throws(MomentError) in try timeline.position(of: moment) }
  }

  /// Applies one of the recording's events to a drawing that holds the events before it.
  package func apply(_ event: LogEvent, to drawing: inout Drawing) {
    applyDeferringInk(event, to: &drawing)
    drawing.updateInk()
  }

  /// Applies an event as `Drawing.applyDeferringInk` does.
  func applyDeferringInk(_ event: LogEvent, to drawing: inout Drawing) {
    // Reading the log already accepted each event and reported its warnings.
    switch event {
    case .command(.image, _), .command(.open, _):
      var files = files
      _ = try? files.applyDeferringInk(event, to: &drawing)
    default:
      _ = try? drawing.applyDeferringInk(event)
    }
  }
}

/// Reads a log into memory.
package struct RecordingReader {
  /// The session that reads the log. Advance the reader, not the session.
  package let session: DrawingSession
  private let options: PictureOptions
  private let plan: CanvasPlan
  fileprivate private(set) var events: [LogEvent] = []
  fileprivate private(set) var lines: [Int] = []
  fileprivate private(set) var locations: [LogLocation] = []
  fileprivate private(set) var steps: [Int] = []
  fileprivate private(set) var elementLines: [Int] = []
  private let keepsLocations: Bool
  private var watch: MomentWatch?
  /// Whether the moment has passed for which the recording is made.
  private var isPast = false

  /// - Parameters:
  ///   - session: A session of which no event has been read.
  ///   - keepsLocations: Whether the recording keeps the location of each event, for messages.
  ///   - moment: The only moment at which the recording will be shown, if any. Later events are read and counted, but
  ///     neither applied nor kept, unless the canvas depends on them.
  /// - Throws: `SessionError` if the log's beginning cannot be read, or the image under the ink cannot be loaded.
  package init(
    _ session: DrawingSession, picture options: PictureOptions = PictureOptions(),
    limits: RenderLimits = RenderLimits(), keepsLocations: Bool = false, onlyAt moment: MomentRequest? = nil
  ) throws(SessionError) {
    (self.session, self.options, self.keepsLocations) = (session, options, keepsLocations)
    plan = try CanvasPlan(session, options, limits)
    if plan.isKnown { watch = moment.flatMap { MomentWatch($0, countsCancelled: options.keepsCancelled) } }
  }

  /// Reads the next event, and those after it that only move a touch and are in memory.
  /// - Returns: False at the end of the log.
  /// - Throws: `SessionError` as `DrawingSession.step` does.
  package mutating func advance() throws(SessionError) -> Bool {
    if isPast { return try session.pass() }
    guard let step = try session.step() else { return false }
    guard case .event(let event) = step else { return true }
    isPast = watch?.hasPassed(after: event) ?? false
    events.append(event)
    lines.append(session.lineNumber)
    while elementLines.count < session.unrevisedDrawing.elements.count { elementLines.append(lines[lines.count - 1]) }
    if keepsLocations { locations.append(session.location) }
    if event.canChangePicture { steps.append(events.count) }
    if watch == nil, !keepsLocations {
      session.applyMoves { touch, line in
        events.append(.touch(touch))
        lines.append(line)
        steps.append(events.count)
      }
    }
    return true
  }

  /// Ends the drawing.
  /// - Parameter canvas: The canvas of the whole log, if it was drawn before.
  /// - Throws: `SessionError` if the canvas has no size, or is too large.
  package func finish(on canvas: CanvasLayout? = nil) throws(SessionError) -> Recording {
    // A known canvas does not depend on ink, which those who draw the recording model themselves.
    if canvas != nil || plan.isKnown { session.finishDeferringInk() } else { session.finish() }
    let layout =
      if let canvas {
        canvas
      } else if plan.isKnown {
        try plan.layout(ink: .empty, report: session.report)
      } else {
        try plan.layout(of: session.drawing, report: session.report)
      }
    defer { session.releaseDrawing() }
    return Recording(session, self, layout: layout, backdrop: plan.backdrop(for: layout), options: options)
  }
}

extension LogEvent {
  /// Whether the event itself can change pixels. A header or a tool only affects later events.
  fileprivate var canChangePicture: Bool {
    switch self {
    case .touch, .revision, .command: true
    case .header, .tool: false
    }
  }
}
