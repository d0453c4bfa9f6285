import DoodleKit

/// The film of one recording.
struct Film {
  private let recorded: RecordedEvents
  private let options: ReplayOptions
  private let schedule: FilmSchedule

  init(_ recorded: RecordedEvents, _ options: ReplayOptions) throws(CommandError) {
    self.recorded = recorded
    self.options = options
    var timeline = recorded.timeline(options.syntheticTime)
    if !timeline.isTimed { timeline = recorded.timeline(SyntheticTime()) }
    let (start, end) = (options.selection.start, options.selection.end)
    let first = if let start { try recorded.position(of: start, in: timeline) } else { timeline.start }
    let last = if let end { try recorded.position(of: end, in: timeline) } else { timeline.end }
    do throws(FilmError) {
      schedule = try FilmSchedule(times: timeline.times, from: first, to: last, pace: options.pace)
    } catch {
      switch error {
      case .endsBeforeStart: throw .input(path: recorded.recording.path, message: error.description)
      case .tooLong: throw .limit(path: recorded.recording.path, message: error.description)
      }
    }
  }

  /// - Parameter output: A file, "-", or a folder for a file a frame, which ends in a slash.
  func write(to output: String, in console: Console) throws(CommandError) {
    var progress = ProgressBar(in: console)
    defer { progress?.finish() }
    if memoryLimit <= 0 {
      try withMemory { () throws(RenderError) in throw .memoryLimit(options.memoryLimit) }
    }
    guard options.format != .png else {
      let folder = FrameFolder(path: output, replacesFiles: options.replacesFiles, frameCount: schedule.count)
      let png = PNGOptions(compression: options.compression, threads: options.threads)
      try withFiles { () throws(FileError) in try createDirectory(output) }
      try play(PNGSequenceWriter(options: png, save: folder.save), to: output, &progress)
      let others = try withFiles { () throws(FileError) in try folder.others(than: schedule.count) }
      if let others {
        console.messages.warn(output, "frames of another film are left there, \(others.first) to \(others.last)")
      }
      return
    }
    let file = try withFiles { () throws(FileError) in
      try OutputFile(path: output, noClobber: !options.replacesFiles)
    }
    switch options.format {
    case .apng, .png: try writeAnimation(to: file, &progress)
    case .svg:
      let document = document()
      try withFiles { () throws(FileError) in try file.write(document.span) }
    case .y4m:
      let writer = Y4MWriter(
        width: recorded.layout.width, height: recorded.layout.height, rate: options.pace.rate, to: file)
      try play(writer, to: output, &progress)
    case .rgba:
      let writer = RawWriter(width: recorded.layout.width, height: recorded.layout.height, to: file)
      try play(writer, to: output, &progress)
    }
    try withFiles { () throws(FileError) in try file.commit() }
  }

  /// The film as a document that plays by itself.
  private func document() -> [UInt8] {
    SVGFilm(
      recorded.events, frames: schedule.frames.map { SVGFilm.Frame(number: $0.number, eventCount: $0.events) },
      frameCount: schedule.count, plays: options.plays, layout: recorded.layout, options: recorded.model,
      backdrop: recorded.backdrop, apply: { [recorded] event, drawing in recorded.apply(event, to: &drawing) }
    ).document()
  }

  /// Plays the recording twice, to know what the frames are like before the first is written: it takes less time than
  /// to compress them, and none of them has to be held.
  private func writeAnimation(to file: OutputFile, _ progress: inout ProgressBar?) throws(CommandError) {
    var outline = APNGOutline(rate: options.pace.rate)
    try play(in: 0...0.4, &progress) { (frame, _) throws(CommandError) in
      outline.add(changed: frame.changed, changedCount: frame.changedCount, duration: frame.duration)
    }
    let colors = FilmColors(of: recorded.events, on: recorded.layout.background, backdrop: recorded.backdrop)
    let path = recorded.recording.path
    let writer = try withImages(path) { () throws(ImageError) in
      try APNGWriter(
        width: recorded.layout.width, height: recorded.layout.height, colors: colors.frames, outline: outline,
        plays: options.plays, compression: options.compression, to: file)
    }
    try play(writer, to: path, in: 0.4...1, &progress)
  }

  private func play(
    _ writer: some FilmWriter, to output: String, in part: ClosedRange<Double> = 0...1, _ progress: inout ProgressBar?
  ) throws(CommandError) {
    var writer = writer
    try play(in: part, &progress) { (frame, bitmap) throws(CommandError) in
      try withImages(output) { () throws(ImageError) in
        try writer.append(bitmap, changed: frame.changed, duration: frame.duration)
      }
    }
    try withImages(output) { () throws(ImageError) in try writer.finish() }
  }

  /// Calls `body` with each frame that shows something new.
  /// - Parameter part: Of all there is to do.
  private func play(
    in part: ClosedRange<Double>, _ progress: inout ProgressBar?,
    _ body: (FilmPlayer.Frame, Bitmap) throws(CommandError) -> Void
  ) throws(CommandError) {
    var player = try withMemory { () throws(RenderError) in
      try FilmPlayer(
        recorded.events, schedule: schedule, layout: recorded.layout, options: recorded.model,
        backdrop: recorded.backdrop, showsPredictions: options.showsPredictions, memoryLimit: memoryLimit,
        apply: { [recorded] event, drawing in recorded.apply(event, to: &drawing) })
    }
    while let frame = try withMemory({ () throws(RenderError) in try player.next() }) {
      try body(frame, player.bitmap)
      let done = Double(frame.number) / Double(schedule.count)
      progress?.update(fraction: part.lowerBound + done * (part.upperBound - part.lowerBound))
    }
  }

  /// What the frame and the ink may take, in bytes: what is left beside the frame as it is written.
  private var memoryLimit: Int {
    let bytesPerPixel =
      switch options.format {
      case .svg: 0
      case .y4m: 3
      case .apng, .png, .rgba: 4
      }
    return options.memoryLimit - bytesPerPixel * recorded.layout.width * recorded.layout.height
  }

  /// Does what may take too much memory.
  private func withMemory<Result>(_ body: () throws(RenderError) -> Result) throws(CommandError) -> Result {
    do throws(RenderError) {
      return try body()
    } catch {
      // Of the whole, not of a part.
      let error = RenderError.memoryLimit(options.memoryLimit)
      throw .limit(path: recorded.recording.path, message: error.description)
    }
  }

  /// What `--json` prints of a film: keys are only ever added.
  var summary: JSON {
    [
      "file": .string(recorded.recording.path),
      "events": .integer(recorded.recording.eventCount),
      // Of a document, so many moments.
      "frames": .integer(schedule.count),
      "duration_s": .number(Double(schedule.count) / options.pace.rate.perSecond),
      "width": .integer(recorded.layout.width),
      "height": .integer(recorded.layout.height),
      "warnings": .integer(recorded.recording.warningCount),
    ]
  }
}

/// Does what an image file may refuse.
private func withImages<Result>(
  _ path: String, _ body: () throws(ImageError) -> Result
) throws(CommandError) -> Result {
  do throws(ImageError) {
    return try body()
  } catch {
    if case .file(let error) = error { throw .file(error) }
    throw .limit(path: path, message: error.description)
  }
}
