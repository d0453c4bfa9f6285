public import Ink
import Raster
import Rendering
import TouchLog

/// Plays a recording forward, and seeks to any moment.
///
///     var replay = Replay(recording)
///     try replay.seek(to: .fraction(0.5))
///     let changed = try renderer.drawFrame(replay.drawing)
public struct Replay: Sendable {
  public private(set) var recording: Recording
  /// The drawing after the events played so far. Its `changes(since:)` returns what a step has changed.
  public private(set) var drawing: Drawing
  /// The number of events played so far.
  public private(set) var events = 0
  private var hasFinished = false
  /// Earlier states, from which playing starts when seeking backward.
  private var checkpoints: [(events: Int, drawing: Drawing)] = []
  private let keepsCheckpoints: Bool
  /// How many events are tried together: few as long as the drawing takes none.
  private var moveCount = 1

  /// The most events that are applied together.
  private static let mostMoves = 1024

  /// The smallest number of events between two checkpoints.
  private static let checkpointDistance = 4096

  /// - Parameter keepsCheckpoints: Whether seeking stores earlier states, which makes seeking backward fast.
  public init(_ recording: Recording, keepsCheckpoints: Bool = false) {
    (self.recording, self.keepsCheckpoints) = (recording, keepsCheckpoints)
    drawing = Drawing(options: recording.model)
  }

  /// Plays the next event. After the last one, touches that are still down end.
  /// - Returns: False at the end.
  @discardableResult
  public mutating func advance() -> Bool {
    guard events < recording.events.count else { return false }
    play(toEvent: events + 1)
    return true
  }

  /// Plays forward until `count` events are played, at most to the end.
  /// - Parameter threads: The most threads to model ink on.
  mutating func play(toEvent count: Int, threads: Int = 1) {
    while events < Swift.min(count, recording.events.count) {
      // Checkpoints take little memory, because a copy shares all storage that does not change later.
      if keepsCheckpoints, events - (checkpoints.last?.events ?? 0) >= Self.checkpointDistance {
        checkpoints.append((events, drawing))
      }
      recording.applyDeferringInk(recording.events[events], to: &drawing)
      events += 1
      events += applyMoves(upTo: Swift.min(count, recording.events.count, events + moveCount))
    }
    drawing.updateInk(threads: threads)
  }

  /// Applies the next events before `end` that only move a touch, together.
  /// - Returns: The number of these events.
  private mutating func applyMoves(upTo end: Int) -> Int {
    var moves: [TouchEvent] = []
    for event in recording.events[events..<end] {
      guard case .touch(let touch) = event, touch.phase == .moved else { break }
      moves.append(touch)
    }
    let applied = moves.isEmpty ? 0 : drawing.applyMoves(moves.span)
    moveCount = Swift.min(Self.mostMoves, 2 * applied + 1)
    return applied
  }

  /// Seeks forward or backward, so that the drawing holds the first `count` events. At the end of the recording,
  /// touches that are still down end, as in the recording's picture.
  ///
  /// After seeking backward, `drawing` is an earlier value: use a new renderer.
  public mutating func seek(toEvent count: Int) {
    if count < events {
      let checkpoint = checkpoints.last { $0.events <= count }
      (events, drawing) = checkpoint ?? (0, Drawing(options: recording.model))
      hasFinished = false
    }
    play(toEvent: count)
    if events == recording.events.count { finish() }
  }

  /// Seeks forward or backward to a moment.
  /// - Parameter synthetic: How to make up times for touches that have none.
  /// - Throws: `SessionError.moment` if the recording has no such moment. The replay is then unchanged.
  public mutating func seek(to moment: Moment, _ synthetic: SyntheticTime? = nil) throws(SessionError) {
    seek(toEvent: try recording.position(of: moment, synthetic).events)
  }

  /// The same state of another recording, whose events so far are equal.
  func continued(with other: Recording) -> Replay {
    var copy = self
    copy.recording = other
    return copy
  }

  /// Ends the touches that are still down.
  mutating func finish() {
    if !hasFinished { _ = drawing.finish() }
    hasFinished = true
  }
}

/// Plays a recording step by step and draws its picture. A step is an event that can change the picture, together with
/// the preceding events that cannot. The last step ends the drawing.
struct PictureReplay {
  private var replay: Replay
  private var renderer: PictureRenderer
  /// The number of steps played so far.
  private(set) var step = 0

  init(_ recording: Recording) {
    replay = Replay(recording)
    renderer = PictureRenderer(layout: recording.layout, backdrop: recording.backdrop)
  }

  /// The same state of another recording, whose steps so far are equal.
  func continued(with other: Recording) -> PictureReplay {
    var copy = self
    copy.replay = replay.continued(with: other)
    return copy
  }

  var picture: Picture { renderer.picture }

  /// Plays up to a step.
  /// - Parameter threads: The most threads to model ink on.
  /// - Returns: The tiles whose pixels may have changed.
  mutating func advance(toStep step: Int, threads: Int = 1) throws(RenderError) -> Set<Tile> {
    let recording = replay.recording
    let isEnd = step >= recording.stepCount
    let events = isEnd ? recording.events.count : step == 0 ? 0 : recording.steps[step - 1]
    replay.play(toEvent: events, threads: threads)
    if isEnd { replay.finish() }
    self.step = max(self.step, min(step, recording.stepCount))
    return try renderer.drawFrame(replay.drawing)
  }
}

extension Recording {
  /// The number of steps, including the last one, which ends the drawing.
  var stepCount: Int { steps.count + 1 }

  /// The event of a step, after those that cannot change the picture.
  func events(ofStep step: Int) -> ArraySlice<LogEvent> { events[(step == 0 ? 0 : steps[step - 1])..<steps[step]] }

  /// The line of the last event of a step. The last step, which ends the drawing, has the line of the last event.
  func line(ofStep step: Int) -> Int {
    steps.indices.contains(step) ? lines[steps[step] - 1] : lines.last ?? 1
  }
}
