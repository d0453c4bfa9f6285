import Files
public import Ink
import Raster
public import Rendering
import TouchLog

/// The moment at which a recording is to be shown.
public struct MomentRequest: Hashable, Sendable {
  public var moment: Moment
  /// Times for touches that have none.
  public var syntheticTime: SyntheticTime?
  /// Whether ink continues to the touches that were predicted at the moment.
  public var showsPredictions: Bool

  public init(_ moment: Moment, syntheticTime: SyntheticTime? = nil, showsPredictions: Bool = false) {
    (self.moment, self.syntheticTime, self.showsPredictions) = (moment, syntheticTime, showsPredictions)
  }
}

/// A recording at a moment, for renderers of any kind.
public struct RecordedMoment: Sendable {
  public let recording: Recording
  public let drawing: Drawing
  private let showsPredictions: Bool
  private let memoryLimit: Int

  /// - Parameter request: Nil for the end of the recording.
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
    (self.recording, drawing) = (recording, replay.drawing)
    showsPredictions = request?.showsPredictions ?? false
    memoryLimit = limits.memory
  }

  /// What a renderer makes of the drawing.
  /// - Parameter configure: Changes the renderer's setup before it draws.
  /// - Throws: `SessionError.render` if the ink takes more memory than allowed.
  public func output(
    of kind: RendererKind, configure: (inout RendererSetup) -> Void = { _ in }
  ) throws(SessionError) -> RendererOutput {
    var setup = RendererSetup(layout: recording.layout, backdrop: recording.backdrop)
    setup.showsPredictions = showsPredictions
    setup.memoryLimit = memoryLimit
    configure(&setup)
    var renderer = kind.renderer(setup)
    do throws(RenderError) {
      return try renderer.output(of: drawing)
    } catch {
      throw .render(error)
    }
  }

  /// The picture, as `PictureSession` draws it.
  /// - Throws: `SessionError.render` if the ink takes more memory than allowed.
  public func drawn() throws(SessionError) -> DrawnLog {
    guard case .picture(let picture) = try output(of: .picture) else {
      preconditionFailure("a picture renderer makes pictures")
    }
    return DrawnLog(
      path: recording.path, summary: recording.summary, drawing: drawing, picture: picture, layout: recording.layout)
  }
}

/// Checks, event by event, that the picture that follows a recording equals a full redraw.
public struct RecordingVerifier {
  private let recording: Recording
  private var replay: Replay
  private var comparison: RendererComparison

  public init(_ recording: Recording, limits: RenderLimits = RenderLimits()) {
    self.recording = recording
    replay = Replay(recording)
    var setup = RendererSetup(layout: recording.layout, backdrop: recording.backdrop)
    setup.showsPredictions = true
    setup.memoryLimit = limits.memory
    comparison = RendererComparison(
      RendererKind.picture.renderer(setup), RendererKind.scratch.renderer(setup))
  }

  /// The result after an event.
  public enum Verdict: Hashable, Sendable {
    case equal
    case different(PixelDifference, event: Int)
  }

  /// The share of the recording that was checked, 0...1.
  public var fractionChecked: Double {
    recording.events.isEmpty ? 1 : Double(replay.events) / Double(recording.events.count)
  }

  /// Plays the next event and compares the pictures; nil at the end.
  /// - Throws: `SessionError.render` if the ink takes more memory than allowed.
  public mutating func next() throws(SessionError) -> Verdict? {
    let event = replay.events
    guard event < recording.events.count else { return nil }
    replay.seek(toEvent: event + 1)
    do throws(RenderError) {
      guard let difference = try comparison.difference(at: replay.drawing) else { return .equal }
      return .different(difference, event: event)
    } catch {
      throw .render(error)
    }
  }
}
