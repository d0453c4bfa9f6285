import DoodleKit

/// The film of one recording.
struct Film {
  private let recording: Recording
  private let options: ReplayOptions
  private let schedule: FilmSchedule
  private let sounds: [(path: String, time: Double)]

  init(_ recording: Recording, _ options: ReplayOptions) throws(CommandError) {
    self.recording = recording
    self.options = options
    (schedule, sounds) = try withSession(recording.path) { () throws(SessionError) in
      let (start, end) = (options.selection.start, options.selection.end)
      return (
        try recording.schedule(from: start, to: end, pace: options.pace, options.syntheticTime),
        try recording.sounds(from: start, options.syntheticTime)
      )
    }
  }

  /// What the film lacks of the sounds that the recording names; nil if it names none.
  var silence: String? {
    if sounds.isEmpty { return nil }
    let names = sounds.map(\.path)
    guard options.pace.speed == 1, options.pace.idleLimit == nil else {
      return "the film is silent: \(names.joined(separator: ", ")) would fit one of speed 1 with all pauses"
    }
    let places = sounds.map { "\($0.path) begins \(plain((1000 * $0.time).rounded() / 1000)) s after its start" }
    return "the film is silent: \(places.joined(separator: ", ")); 'doodle replay --help' shows how ffmpeg adds it"
  }

  /// - Parameter job: Its output is a file, "-", or, for one file per frame, a folder that ends in a slash.
  func write(_ job: Job, in console: Console) throws(CommandError) {
    let output = job.output
    var progress = ProgressBar(in: console)
    defer { progress?.finish() }
    if memoryLimit <= 0 {
      try withMemory { () throws(RenderError) in throw .memoryLimit(options.reading.memoryLimit) }
    }
    guard options.format != .png else {
      let folder = FrameFolder(
        path: output, replacesFiles: options.replacesFiles, frameCount: schedule.count, console: console)
      let png = PNGOptions(compression: options.compression, threads: options.reading.threads)
      try play(PNGSequenceWriter(options: png, save: folder.save), to: output, &progress)
      let others = try withFiles { () throws(FileError) in try folder.others(than: schedule.count) }
      if let others {
        console.messages.warn(output, "the folder still has frames of another film, \(others.first) to \(others.last)")
      }
      return
    }
    var file = try withFiles { () throws(FileError) in
      try console.create(job, replaces: options.replacesFiles)
    }
    switch options.format {
    case .apng, .png: try writeAnimation(to: file, &progress)
    case .svg:
      let document = document()
      try withFiles { () throws(FileError) in try document.write(to: &file) }
    case .y4m:
      if recording.layout.background.alpha < 255 {
        console.messages.warn(recording.path, "y4m has no transparency: the film is drawn on white; use -f rgba")
      }
      let writer = Y4MWriter(
        width: recording.layout.width, height: recording.layout.height, rate: options.rate, to: file)
      try play(writer, to: output, &progress)
    case .rgba:
      let writer = RawWriter(width: recording.layout.width, height: recording.layout.height, to: file)
      try play(writer, to: output, &progress)
    }
    try withFiles { () throws(FileError) in try file.commit() }
  }

  /// The film as an SVG document that animates itself.
  private func document() -> GeneratedDocument {
    SVGFilm(
      recording.events, schedule, plays: options.plays, layout: recording.layout, options: recording.model,
      backdrop: recording.backdrop, apply: { [recording] event, drawing in recording.apply(event, to: &drawing) }
    ).document()
  }

  /// The most memory for what the frames of a film change.
  private static let mostKeptBytes = 32 << 20

  /// Plays the recording twice. The first pass collects the frames' sizes and durations, which the writer needs before
  /// the first frame. The second one draws only if the changes of the frames are too many to be kept.
  private func writeAnimation(to file: OutputFile, _ progress: inout ProgressBar?) throws(CommandError) {
    var outline = APNGOutline(rate: options.rate)
    var first: FilmPlayer? = try player(keptBytes: min(Self.mostKeptBytes, memoryLimit / 16))
    try play(&first, in: 0...0.9, &progress) { (frame, _) throws(CommandError) in
      outline.add(changed: frame.changed, changedCount: frame.changedCount, duration: frame.duration)
    }
    if first?.rewind() != true { first = nil }
    let colors = FilmColors(of: recording.events, on: recording.layout.background, backdrop: recording.backdrop)
    let writer = try withImages(recording.path) { () throws(ImageError) in
      try APNGWriter(
        width: recording.layout.width, height: recording.layout.height, colors: colors.frames, outline: outline,
        plays: options.plays, compression: options.compression, threads: options.reading.threads, to: file)
    }
    try play(writer, of: first.take(), to: recording.path, in: 0.9...1, &progress)
  }

  /// - Parameter drawn: A film to be played again; nil to draw the frames.
  private func play(
    _ writer: some FilmWriter, of drawn: consuming FilmPlayer? = nil, to output: String,
    in part: ClosedRange<Double> = 0...1, _ progress: inout ProgressBar?
  ) throws(CommandError) {
    var (writer, player) = (writer, drawn)
    try play(&player, in: part, &progress) { (frame, bitmap) throws(CommandError) in
      try withImages(output) { () throws(ImageError) in
        try writer.append(bitmap, changed: frame.changed, duration: frame.duration)
      }
    }
    try withImages(output) { () throws(ImageError) in try writer.finish() }
  }

  /// - Parameter keptBytes: The most memory for frames that are played again, in bytes.
  private func player(keptBytes: Int = 0) throws(CommandError) -> FilmPlayer {
    try withMemory { () throws(RenderError) in
      try FilmPlayer(
        recording, schedule: schedule, showsPredictions: options.showsPredictions, memoryLimit: memoryLimit,
        threads: options.reading.threads, keptBytes: keptBytes)
    }
  }

  /// Calls `body` with each frame that differs from the one before it.
  /// - Parameters:
  ///   - drawn: A film to be played again; nil to draw the frames.
  ///   - part: The part of the progress bar that this pass fills.
  private func play(
    _ drawn: inout FilmPlayer?, in part: ClosedRange<Double>, _ progress: inout ProgressBar?,
    _ body: (FilmPlayer.Frame, Bitmap) throws(CommandError) -> Void
  ) throws(CommandError) {
    var player = if let player = drawn.take() { player } else { try player() }
    defer { drawn = player }
    while let frame = try withMemory({ () throws(RenderError) in try player.next() }) {
      try body(frame, player.bitmap)
      let done = Double(frame.number) / Double(schedule.count)
      progress?.update(fraction: part.lowerBound + done * (part.upperBound - part.lowerBound))
    }
  }

  /// The limit for the frame and the ink in bytes: the memory limit less a frame in the writer's format.
  private var memoryLimit: Int {
    let bytesPerPixel =
      switch options.format {
      case .svg: 0
      case .y4m: 3
      case .apng, .png, .rgba: 4
      }
    return options.reading.memoryLimit - bytesPerPixel * recording.layout.width * recording.layout.height
  }

  /// Runs `body` and turns its `RenderError` into a `CommandError`.
  private func withMemory<Result>(_ body: () throws(RenderError) -> Result) throws(CommandError) -> Result {
    do throws(RenderError) {
      return try body()
    } catch {
      // The message names the user's limit, not the smaller one that `body` was given.
      let error = RenderError.memoryLimit(options.reading.memoryLimit)
      throw .limit(path: recording.path, message: error.description)
    }
  }

  /// What `--json` prints for a film. Programs rely on the keys: add new ones, but keep these.
  var summary: JSON {
    [
      "file": .string(recording.path),
      "events": .integer(recording.summary.events),
      // For SVG: the number of key moments.
      "frames": .integer(schedule.count),
      "duration_s": .number(Double(schedule.count) / options.pace.rate),
      "width": .integer(recording.layout.width),
      "height": .integer(recording.layout.height),
      "warnings": .integer(recording.summary.warnings),
    ]
  }
}

/// Runs `body` and turns its `ImageError` into a `CommandError`.
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

/// A folder with one file per frame of a film: 0001.png, 0002.png and so on. Each file is complete or missing.
struct FrameFolder: Sendable {
  /// Ends in a slash.
  let path: String
  let replacesFiles: Bool
  /// Determines the number of digits in the names, at least four, so that sorting the names sorts the frames.
  let frameCount: Int
  let console: Console

  func name(ofFrame number: Int) -> String {
    let digits = String(number)
    let width = max(4, String(frameCount).count)
    return "\(path)\(String(repeating: "0", count: max(0, width - digits.count)))\(digits).png"
  }

  /// The first and the last frame in the folder that do not belong to a film of `count` frames; nil if there are none.
  func others(than count: Int) throws(FileError) -> (first: String, last: String)? {
    let own = Set((1...max(1, count)).map { name(ofFrame: $0) })
    let others = try Directory.entries(of: path).map(\.name).filter { file in
      let digits = String(file.dropLast(4))
      return file.hasSuffix(".png") && digits.count >= 4 && wholeNumber(digits) != nil && !own.contains(path + file)
    }
    guard let first = others.first, let last = others.last else { return nil }
    return (first, last)
  }

  func save(_ number: Int, _ png: [UInt8]) throws(ImageError) {
    do throws(FileError) {
      let file = try console.create(name(ofFrame: number), replaces: replacesFiles, makesFolders: true)
      try file.write(png.span)
      try file.commit()
    } catch {
      throw .file(error)
    }
  }
}
