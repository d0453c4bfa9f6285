import Files
public import Ink
import Raster
import Rendering
package import SVG
import TouchLog

/// A request to show a recording at a moment.
public struct MomentRequest: Hashable, Sendable {
  public var moment: Moment
  /// How to make up times for touches that have none; nil to make up none.
  public var syntheticTime: SyntheticTime?
  /// Whether ink continues to the touches predicted at that moment.
  public var showsPredictions: Bool

  public init(_ moment: Moment, syntheticTime: SyntheticTime? = nil, showsPredictions: Bool = false) {
    (self.moment, self.syntheticTime, self.showsPredictions) = (moment, syntheticTime, showsPredictions)
  }
}

/// A recording at a moment, which any kind of renderer can draw.
public struct RecordedMoment: Sendable {
  /// The log's path; "-" for standard input.
  public let path: String
  /// The number of the page, from 1.
  public let page: Int
  /// The counts of events and lines of the whole log.
  public let summary: SessionSummary
  /// The canvas of the whole log.
  public let layout: CanvasLayout
  /// The drawing at the moment.
  public private(set) var drawing: Drawing
  /// The tolerance to which ink must still be modeled; nil if it is.
  private var missingTolerance: Double?
  /// The image between the background and the ink, in the layout's size.
  package let backdrop: ImageSource?
  private let showsPredictions: Bool
  private let memoryLimit: Int
  /// The files that were read.
  package let filesRead: FilesRead

  /// - Parameter request: The moment; nil for the end of the recording.
  /// - Throws: `SessionError.moment` if the recording has no such moment.
  public init(
    _ recording: Recording, at request: MomentRequest? = nil, limits: RenderLimits = RenderLimits()
  ) throws(SessionError) {
    var replay = Replay(recording)
    if let request {
      try replay.seek(to: request.moment, request.syntheticTime)
    } else {
      replay.seek(toEvent: recording.events.count)
    }
    drawing = replay.drawing
    (path, page, summary, filesRead) = (recording.path, recording.page, recording.summary, recording.filesRead)
    (layout, backdrop) = (recording.layout, recording.backdrop)
    showsPredictions = request?.showsPredictions ?? false
    memoryLimit = limits.memory
  }

  /// The end of a session, whose drawing is finished and modeled for the layout.
  /// - Parameter tolerance: That to which `modelInk` models the ink; nil if it is modeled.
  init(
    endOf session: DrawingSession, layout: CanvasLayout, backdrop: ImageSource?, limits: RenderLimits,
    modeledLaterTo tolerance: Double? = nil
  ) {
    drawing = tolerance == nil ? session.drawing : session.unrevisedDrawing
    missingTolerance = tolerance
    (path, page, summary, filesRead) = (session.path, session.page, session.summary, session.files.filesRead)
    (self.layout, self.backdrop) = (layout, backdrop)
    showsPredictions = false
    memoryLimit = limits.memory
  }

  /// Models the ink that `PictureSession.finishReading(defersInk:)` has left as it was.
  package mutating func modelInk() {
    guard let tolerance = missingTolerance else { return }
    drawing.refine(tolerance: tolerance)
    missingTolerance = nil
  }

  /// Renders the drawing with a renderer of a kind.
  /// - Parameter configure: Adjusts the renderer's setup before it draws.
  /// - Throws: `SessionError.render` if the ink takes more memory than allowed.
  package func output(
    of kind: RendererKind, configure: (inout RendererSetup) -> Void = { _ in }
  ) throws(SessionError) -> RendererOutput {
    var setup = RendererSetup(layout: layout, backdrop: backdrop)
    setup.showsPredictions = showsPredictions
    setup.memoryLimit = memoryLimit
    configure(&setup)
    var renderer = kind.renderer(setup)
    return try rethrowing(as: SessionError.render) { () throws(RenderError) in try renderer.output(of: drawing) }
  }

  /// What a document of the moment shows.
  package func figures(in layout: CanvasLayout) -> FigurePage {
    SVGRenderer.page(of: drawing, layout: layout, backdrop: backdrop, showsPredictions: showsPredictions)
  }

  /// The picture, with the same pixels as `PictureSession` draws.
  /// - Throws: `SessionError.render` if the ink takes more memory than allowed.
  public func drawn() throws(SessionError) -> DrawnLog {
    guard case .picture(let picture) = try output(of: .picture) else {
      preconditionFailure("a picture renderer makes pictures")
    }
    return drawn(picture)
  }

  /// The result of the session with a picture that a renderer of this moment has drawn.
  package func drawn(_ picture: Picture) -> DrawnLog {
    DrawnLog(
      path: path, page: page, summary: summary, drawing: drawing, picture: picture, layout: layout,
      filesRead: filesRead)
  }
}

/// Checks after each event of a recording that the incrementally drawn picture equals a full redraw.
package struct RecordingVerifier {
  private let recording: Recording
  private var replay: Replay
  private var comparison: RendererComparison

  package init(_ recording: Recording, limits: RenderLimits = RenderLimits()) {
    self.recording = recording
    replay = Replay(recording)
    var setup = RendererSetup(layout: recording.layout, backdrop: recording.backdrop)
    setup.showsPredictions = true
    setup.memoryLimit = limits.memory
    comparison = RendererComparison(
      RendererKind.picture.renderer(setup), RendererKind.scratch.renderer(setup))
  }

  /// The result after an event.
  package enum Verdict: Hashable, Sendable {
    case equal
    /// `event` is the index of the event.
    case different(PixelDifference, event: Int)
  }

  /// The fraction of the recording checked so far, 0...1.
  package var fractionChecked: Double {
    recording.events.isEmpty ? 1 : Double(replay.events) / Double(recording.events.count)
  }

  /// Plays the next event and compares the pictures.
  /// - Returns: The result; nil at the end.
  /// - Throws: `SessionError.render` if the ink takes more memory than allowed.
  package mutating func next() throws(SessionError) -> Verdict? {
    let event = replay.events
    guard event < recording.events.count else { return nil }
    replay.seek(toEvent: event + 1)
    let difference = try rethrowing(as: SessionError.render) { () throws(RenderError) in
      try comparison.difference(at: replay.drawing)
    }
    return difference.map { .different($0, event: event) } ?? .equal
  }
}
