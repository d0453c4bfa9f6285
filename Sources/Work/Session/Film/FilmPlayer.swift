internal import Geometry
import Files
import Raster
import TouchLog
import Rendering

/// Draws the frames of a film. The time per frame depends on what changes in it, not on the drawing's size.
package struct FilmPlayer {
  /// A frame that differs from the one before it.
  package struct Frame: Hashable, Sendable {
    /// The frame's number, from 0.
    package var number: Int
    /// The number of frames for which it is shown, at least 1.
    package var duration: Int
    /// The smallest box that holds all pixels that changed; in the first frame, the whole frame.
    package var changed: PixelRect
    /// The number of pixels that changed.
    package var changedCount = 0
  }

  let schedule: FilmSchedule
  private var replay: Replay
  private var renderer: PictureRenderer
  private var buffer: FrameBuffer
  /// The number of scheduled frames drawn so far, and where to end.
  private var drawn = 0
  private var end: Int
  private var hasBegun = false
  /// The index of a frame that the renderer has drawn but the buffer does not show yet, and the tiles in which the two
  /// differ.
  private var ahead: (index: Int, tiles: [Tile])?
  /// Nil if this thread draws.
  private var team: FilmTeam?
  /// The frame of the team that the buffer does not show yet.
  private var piece: FilmPiece?
  /// The frames so far, to play them again; nil if they are not kept, or are too many.
  private var kept: [FilmPiece]?
  private var roomToKeep: Int
  /// The next of the frames that are played again.
  private var replayed: Int?

  /// - Parameters:
  ///   - showsPredictions: Whether ink continues to the predicted touches.
  ///   - memoryLimit: The most memory for a frame and the ink together, in bytes.
  ///   - threads: The most threads that draw.
  ///   - keptBytes: The most memory for frames that are played again, in bytes.
  /// - Throws: `RenderError` if a single frame exceeds `memoryLimit`.
  package init(
    _ recording: Recording, schedule: FilmSchedule, showsPredictions: Bool = false, memoryLimit: Int = .max,
    threads: Int = 1, keptBytes: Int = 0
  ) throws(RenderError) {
    self.schedule = schedule
    end = schedule.frames.count
    roomToKeep = keptBytes
    if keptBytes > 0 { kept = [] }
    replay = Replay(recording)
    let layout = recording.layout
    buffer = try FrameBuffer(width: layout.width, height: layout.height, memoryLimit: memoryLimit)
    renderer = PictureRenderer(
      layout: layout, backdrop: recording.backdrop, showsPredictions: showsPredictions,
      memoryLimit: memoryLimit - 4 * layout.width * layout.height)
    guard threads > 1 else { return }
    team = FilmTeam(
      recording, schedule, showsPredictions: showsPredictions, memoryLimit: memoryLimit / 2, threads: threads)
  }

  /// The pixels of the frame that `next` returned last.
  package var bitmap: Bitmap { buffer.bitmap }

  /// Draws up to the next frame that differs from the last one.
  /// - Returns: The frame; nil at the end.
  /// - Throws: `RenderError` if the ink takes more memory than allowed.
  package mutating func next() throws(RenderError) -> Frame? {
    if let replayed {
      guard let kept, replayed < kept.count else { return nil }
      self.replayed = replayed + 1
      buffer.replace(kept[replayed].frame.changed, with: kept[replayed].pixels)
      return kept[replayed].frame
    }
    guard let index = nextIndex, let frame = try team == nil ? drawNext() : takeNext() else { return nil }
    roomToKeep -= 4 * frame.changed.width * frame.changed.height + MemoryLayout<FilmPiece>.stride
    if roomToKeep < 0 { kept = nil }
    if kept != nil {
      let piece = FilmPiece(frame: frame, index: index, pixels: bitmap.copy(frame.changed))
      kept?.append(piece)
    }
    return frame
  }

  /// Goes back to the beginning, if all frames so far are kept. Their pixels are not drawn again.
  /// - Returns: Whether they are.
  package mutating func rewind() -> Bool {
    replayed = kept == nil ? nil : 0
    return replayed != nil
  }

  /// The index in the schedule of the frame that `next` draws; nil at the end.
  var nextIndex: Int? { hasBegun ? ahead?.index : 0 }

  private mutating func drawNext() throws(RenderError) -> Frame? {
    var frame: Frame
    if !hasBegun {
      _ = try draw()
      hasBegun = true
      frame = Frame(number: 0, duration: 0, changed: buffer.fill(with: renderer.picture))
    } else if let ahead {
      frame = Frame(
        number: schedule.frames[ahead.index].number, duration: 0,
        changed: buffer.update(ahead.tiles, from: renderer.picture))
    } else {
      return nil
    }
    frame.changedCount = buffer.changedCount
    try lookAhead()
    frame.duration = (ahead.map { schedule.frames[$0.index].number } ?? schedule.count) - frame.number
    return frame
  }

  /// Draws up to the next frame that differs.
  private mutating func lookAhead() throws(RenderError) {
    ahead = nil
    while drawn < end, ahead == nil {
      let tiles = try draw()
      if buffer.differs(from: renderer.picture, in: tiles) { ahead = (drawn - 1, tiles) }
    }
  }

  /// Goes to a part of the schedule that begins after the frames drawn so far, and ends there.
  mutating func seek(to part: Range<Int>) throws(RenderError) {
    end = part.upperBound
    guard part.lowerBound > 0 else { return }
    drawn = part.lowerBound - 1
    let tiles = try draw()
    if hasBegun { _ = buffer.update(tiles, from: renderer.picture) } else { _ = buffer.fill(with: renderer.picture) }
    hasBegun = true
    try lookAhead()
  }

  /// The next frame that the team has drawn.
  private mutating func takeNext() throws(RenderError) -> Frame? {
    guard let team else { return nil }
    let next = piece ?? team.next()
    piece = team.next()
    if let next { buffer.replace(next.frame.changed, with: next.pixels) }
    var following = piece?.frame.number
    if piece == nil, team.hasFailed {
      // With the memory of all threads, this one draws the rest.
      self.team = nil
      guard let next else { return try drawNext() }
      try seek(to: next.index + 1..<schedule.frames.count)
      following = ahead.map { schedule.frames[$0.index].number }
    }
    guard var frame = next?.frame else { return nil }
    frame.duration = (following ?? schedule.count) - frame.number
    return frame
  }

  /// Draws the next scheduled frame.
  /// - Returns: The tiles whose pixels may differ from the last frame.
  private mutating func draw() throws(RenderError) -> [Tile] {
    // After the last event, touches that are still down end, as in the recording's picture.
    replay.seek(toEvent: schedule.frames[drawn].events)
    drawn += 1
    return try renderer.drawFrame(replay.drawing).sorted()
  }
}

extension Recording {
  /// The frames of a film that shows a part of the recording. A recording without times gets synthetic ones.
  /// - Parameters:
  ///   - start: The first moment; nil for the beginning of the recording.
  ///   - end: The last moment; nil for the end of the recording.
  ///   - synthetic: How to make up times for touches that have none.
  /// - Throws: `SessionError.moment` if there is no such moment; `.film` if the film would be too long, or its end
  ///   comes before its start.
  package func schedule(
    from start: Moment? = nil, to end: Moment? = nil, pace: FilmPace, _ synthetic: SyntheticTime? = nil
  ) throws(SessionError) -> FilmSchedule {
    let timeline = filmTimeline(synthetic)
    let (first, last) = try rethrowing(as: SessionError.moment) { () throws(MomentError) in
      (try start.map(timeline.position) ?? timeline.start, try end.map(timeline.position) ?? timeline.end)
    }
    return try rethrowing(as: SessionError.film) { () throws(FilmError) in
      try FilmSchedule(times: timeline.times, from: first, to: last, pace: pace)
    }
  }

  /// The sounds that the recording names, and when each begins, in seconds after `start`, a moment of the recording or
  /// its beginning: negative for those before it.
  package func sounds(
    from start: Moment? = nil, _ synthetic: SyntheticTime? = nil
  ) throws(SessionError) -> [(path: String, time: Double)] {
    guard events.contains(where: { if case .command(.sound, _) = $0 { true } else { false } }) else { return [] }
    let timeline = filmTimeline(synthetic)
    let first = try rethrowing(as: SessionError.moment) { () throws(MomentError) in
      try start.map(timeline.position) ?? timeline.start
    }
    return zip(events, timeline.times).compactMap { event, time in
      guard case .command(.sound(let path?), _) = event else { return nil }
      return (path, time - first.time)
    }
  }

  /// The times of a film: made up if the recording has none.
  private func filmTimeline(_ synthetic: SyntheticTime?) -> RecordingTimeline {
    let timeline = self.timeline(synthetic)
    return timeline.isTimed ? timeline : self.timeline(SyntheticTime())
  }
}
