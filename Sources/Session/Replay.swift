public import Ink
import Raster
import Rendering

/// Plays a recording, forward or to any moment.
///
///     var replay = Replay(recording)
///     try replay.seek(to: .fraction(0.5))
///     let changed = try renderer.drawFrame(replay.drawing)
public struct Replay: Sendable {
  public let recording: Recording
  /// The drawing after the events played so far. Its `changes(since:)` tell what a step has changed.
  public private(set) var drawing: Drawing
  /// How many events have been played.
  public private(set) var events = 0
  private var hasFinished = false
  /// Earlier states, from which to play when seeking backwards.
  private var checkpoints: [(events: Int, drawing: Drawing)] = []
  private let keepsCheckpoints: Bool

  /// The most events between two checkpoints.
  private static let checkpointDistance = 4096

  /// - Parameter keepsCheckpoints: Whether seeking keeps earlier states, so that seeking backwards is fast, too.
  public init(_ recording: Recording, keepsCheckpoints: Bool = false) {
    (self.recording, self.keepsCheckpoints) = (recording, keepsCheckpoints)
    drawing = Drawing(options: recording.model)
  }

  /// Plays the next event; after the last one, touches that are down end.
  /// - Returns: False at the end.
  @discardableResult
  public mutating func advance() -> Bool {
    guard events < recording.events.count else { return false }
    recording.apply(recording.events[events], to: &drawing)
    events += 1
    return true
  }

  /// Plays so that the drawing holds the first `count` events, forward or backward. With all of them, touches that are
  /// down end, as in the recording's picture.
  ///
  /// After a step backward the drawing is an earlier value: a renderer that followed it must start anew.
  public mutating func seek(toEvent count: Int) {
    if count < events {
      let checkpoint = checkpoints.last { $0.events <= count }
      (events, drawing) = checkpoint ?? (0, Drawing(options: recording.model))
      hasFinished = false
    }
    while events < count {
      // A copy shares what does not change later.
      if keepsCheckpoints, events - (checkpoints.last?.events ?? 0) >= Self.checkpointDistance {
        checkpoints.append((events, drawing))
      }
      guard advance() else { break }
    }
    if events == recording.events.count { finish() }
  }

  /// Plays to a moment, forward or backward.
  /// - Parameter synthetic: Times for touches that have none.
  /// - Throws: `SessionError.moment` if the recording has no such moment; the replay is unchanged.
  public mutating func seek(to moment: Moment, _ synthetic: SyntheticTime? = nil) throws(SessionError) {
    seek(toEvent: try recording.position(of: moment, synthetic).events)
  }

  /// Ends the touches that are down.
  mutating func finish() {
    if !hasFinished { _ = drawing.finish() }
    hasFinished = true
  }
}

/// Plays a recording step by step and follows it with its picture. A step is an event that can change the picture,
/// with those before it that cannot; the last step ends the drawing.
struct PictureReplay {
  private var replay: Replay
  private var renderer: PictureRenderer
  /// How many steps were played.
  private(set) var step = 0

  init(_ recording: Recording) {
    replay = Replay(recording)
    renderer = PictureRenderer(layout: recording.layout, backdrop: recording.backdrop)
  }

  var drawing: Drawing { replay.drawing }

  var picture: Picture { renderer.picture }

  /// Plays up to a step.
  /// - Returns: The tiles whose pixels may have changed.
  mutating func advance(toStep step: Int) throws(RenderError) -> Set<Tile> {
    skip(toStep: step)
    return try renderer.drawFrame(replay.drawing)
  }

  /// Plays up to a step without drawing.
  mutating func skip(toStep step: Int) {
    let recording = replay.recording
    let isEnd = step >= recording.stepCount
    let events = isEnd ? recording.events.count : step == 0 ? 0 : recording.steps[step - 1]
    while replay.events < events { replay.advance() }
    if isEnd { replay.finish() }
    self.step = max(self.step, min(step, recording.stepCount))
  }
}

extension Recording {
  /// The number of steps, including the last one, which ends the drawing.
  var stepCount: Int { steps.count + 1 }

  /// The line of the event that ends a step; of the last event for the end of the drawing.
  func line(ofStep step: Int) -> Int {
    steps.indices.contains(step) ? lines[steps[step] - 1] : lines.last ?? 1
  }
}
