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
  func write(to output: String, in session: Session) throws(CommandError) {
    guard options.format != .png else {
      let folder = FrameFolder(path: output, replacesFiles: options.replacesFiles, frameCount: schedule.count)
      let png = PNGOptions(compression: options.compression, threads: options.threads)
      return try play(PNGSequenceWriter(options: png, save: folder.save), to: output, in: session)
    }
    let file = try withFiles { () throws(FileError) in
      try OutputFile(path: output, noClobber: !options.replacesFiles)
    }
    if options.format == .svg {
      let document = document()
      try withFiles { () throws(FileError) in try file.write(document.span) }
    } else {
      try play(writer(to: file), to: output, in: session)
    }
    try withFiles { () throws(FileError) in try file.commit() }
  }

  /// The film as a document that plays by itself.
  private func document() -> [UInt8] {
    SVGFilm(
      recorded.events, schedule: schedule, plays: options.plays, layout: recorded.layout, options: recorded.model,
      backdrop: recorded.backdrop, apply: { [recorded] event, drawing in recorded.apply(event, to: &drawing) }
    ).document()
  }

  private func writer(to file: OutputFile) -> any FilmWriter {
    let (width, height, rate) = (recorded.layout.width, recorded.layout.height, options.pace.rate)
    switch options.format {
    case .y4m: return Y4MWriter(width: width, height: height, rate: rate, to: file)
    case .rgba: return RawWriter(width: width, height: height, to: file)
    case .apng, .png, .svg:
      let colors = FilmColors(of: recorded.events, on: recorded.layout.background, backdrop: recorded.backdrop)
      return APNGWriter(
        width: width, height: height, colors: colors.frames, rate: rate, plays: options.plays,
        compression: options.compression, memoryLimit: options.memoryLimit, to: file)
    }
  }

  private func play(_ writer: any FilmWriter, to output: String, in session: Session) throws(CommandError) {
    var writer = writer
    var progress = ProgressBar(in: session)
    defer { progress?.finish() }
    var player = try withMemory { () throws(RenderError) in
      try FilmPlayer(
        recorded.events, schedule: schedule, layout: recorded.layout, options: recorded.model,
        backdrop: recorded.backdrop, showsPredictions: options.showsPredictions, memoryLimit: options.memoryLimit,
        apply: { [recorded] event, drawing in recorded.apply(event, to: &drawing) })
    }
    while let frame = try withMemory({ () throws(RenderError) in try player.next() }) {
      try withImages(output) { () throws(ImageError) in
        try writer.append(player.bitmap, changed: frame.changed, duration: frame.duration)
      }
      progress?.update(fraction: Double(frame.number) / Double(schedule.count))
    }
    try withImages(output) { () throws(ImageError) in try writer.finish() }
  }

  /// Does what may take too much memory.
  private func withMemory<Result>(_ body: () throws(RenderError) -> Result) throws(CommandError) -> Result {
    do throws(RenderError) {
      return try body()
    } catch {
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
private func withImages(_ path: String, _ body: () throws(ImageError) -> Void) throws(CommandError) {
  do throws(ImageError) {
    try body()
  } catch {
    if case .file(let error) = error { throw .file(error) }
    throw .limit(path: path, message: error.description)
  }
}
