import DoodleKit

/// How to read and draw logs: the options that all drawing commands share.
struct PictureReading: Hashable, Sendable {
  var picture: PictureOptions
  var input: InputReading
  /// The largest picture, in pixels.
  var pixelLimit: Int
  /// Whether the whole picture is drawn. A crop to the ink always draws it.
  var drawsWhole = true
  var threads: Int

  static var entries: [OptionEntry] {
    OptionTable.picture + OptionTable.resources + InputReading.entries
  }

  init(_ arguments: Arguments) throws(CommandError) {
    picture = try PictureOptions(arguments)
    input = try InputReading(arguments)
    pixelLimit = try arguments[OptionTable.pixelLimit] ?? CanvasLayout.defaultPixelLimit
    threads = try arguments[OptionTable.threads] ?? processorCount()
    input.imports.usesStoredPressure = picture.pressure == .recorded
  }

  var memoryLimit: Int { input.memoryLimit }

  var limits: RenderLimits {
    let pixels = drawsWhole || picture.fit == .content ? pixelLimit : .max
    return RenderLimits(memory: memoryLimit, pixels: pixels, threads: threads)
  }

  /// The share of threads and memory for a job beside others.
  var share: Share { Share(ofThreads: threads, memory: memoryLimit) }

  var imageLimits: ImageLimits { ImageLimits(maxBytes: memoryLimit) }

  func sessionOptions(hashesBytes: Bool = false) -> SessionOptions {
    var options = input.sessionOptions
    options.hashesBytes = hashesBytes
    return options
  }

  /// Whether a log names files; adds those that it may read to the files that the run reads, so that no output replaces
  /// them.
  func notesFiles(of job: Job, in console: Console) -> Bool {
    input.notesFiles(of: job, in: console)
  }

  /// Opens a log.
  /// - Parameters:
  ///   - source: Replaces the file, if given.
  ///   - hashesBytes: Whether the summary includes the hash of the log's bytes.
  ///   - isPaged: Whether the run reads page after page.
  func open(
    _ path: String, source: (any ByteSource)? = nil, size: Int? = nil, hashesBytes: Bool = false,
    isPaged: Bool = false, in console: Console
  ) throws(CommandError) -> SessionReporter {
    var options = sessionOptions(hashesBytes: hashesBytes)
    options.filesRead = console.filesRead
    return try SessionReporter(of: path, losses: input.losses, isPaged: isPaged, in: console) {
      () throws(SessionError) in
      guard let source else { return try DrawingSession(path: path, options: options) }
      try options.resolvePages(of: path)
      return try DrawingSession(source, size: size, path: path, options: options)
    }
  }

  /// Draws a page while it is read.
  /// - Returns: Nil for a page without ink that is left out.
  func drawPage(_ reporter: inout SessionReporter, skipsEmpty: Bool) throws(CommandError) -> DrawnLog? {
    let session = reporter.session
    let picture = try reporter.follow { () throws(SessionError) in
      try PictureSession(session, options: self.picture, limits: limits)
    }
    while try reporter.follow(picture.advance) {}
    if skipsEmpty, try reporter.skipsPage() { return nil }
    return try reporter.finish(picture.finish)
  }

  func drawPage(_ reporter: inout SessionReporter) throws(CommandError) -> DrawnLog {
    guard let drawn = try drawPage(&reporter, skipsEmpty: false) else { preconditionFailure("no page is left out") }
    return drawn
  }

  /// Draws a log of one page while it is read. `source` replaces the file, if given.
  func draw(
    _ path: String, source: (any ByteSource)? = nil, in console: Console, hashesBytes: Bool = false
  ) throws(CommandError) -> DrawnLog {
    var reporter = try open(path, source: source, hashesBytes: hashesBytes, in: console)
    return try drawPage(&reporter)
  }

  /// Reads a page, for renderers of any kind.
  /// - Parameters:
  ///   - moment: The moment to draw; nil for the end.
  ///   - defersInk: Whether the caller models the ink, with `RecordedMoment.modelInk`.
  /// - Returns: Nil for a page without ink that is left out.
  func readPage(
    _ reporter: inout SessionReporter, at moment: MomentRequest?, skipsEmpty: Bool, defersInk: Bool = false
  ) throws(CommandError) -> RecordedMoment? {
    if let moment {
      guard let recording = try recordPage(&reporter, onlyAt: moment, skipsEmpty: skipsEmpty) else { return nil }
      return try withSession(recording.path) { () throws(SessionError) in
        try RecordedMoment(recording, at: moment, limits: limits)
      }
    }
    let session = reporter.session
    let picture = try reporter.follow { () throws(SessionError) in
      try PictureSession(session, options: self.picture, limits: limits, drawsMeanwhile: false)
    }
    while try reporter.follow(picture.advance) {}
    if skipsEmpty, try reporter.skipsPage() { return nil }
    return try reporter.finish { () throws(SessionError) in try picture.finishReading(defersInk: defersInk) }
  }

  /// Reads a page into memory.
  /// - Parameters:
  ///   - keepsLocations: Whether the recording keeps the location of each event.
  ///   - moment: The only moment at which the recording will be shown, if any.
  ///   - canvas: The canvas of the whole page, if it was drawn before.
  /// - Returns: Nil for a page without ink that is left out.
  func recordPage(
    _ reporter: inout SessionReporter, keepsLocations: Bool = false, onlyAt moment: MomentRequest? = nil,
    on canvas: CanvasLayout? = nil, skipsEmpty: Bool
  ) throws(CommandError) -> Recording? {
    let session = reporter.session
    var reader = try reporter.follow { () throws(SessionError) in
      try RecordingReader(session, picture: picture, limits: limits, keepsLocations: keepsLocations, onlyAt: moment)
    }
    while try reporter.follow({ () throws(SessionError) in try reader.advance() }) {}
    if skipsEmpty, try reporter.skipsPage() { return nil }
    return try reporter.finish { () throws(SessionError) in try reader.finish(on: canvas) }
  }

  /// - Parameter last: The last moment at which the recording will be shown; nil for its end.
  func recordPage(
    _ reporter: inout SessionReporter, onlyUntil last: MomentRequest? = nil
  ) throws(CommandError) -> Recording {
    guard let recording = try recordPage(&reporter, onlyAt: last, skipsEmpty: false) else {
      preconditionFailure("no page is left out")
    }
    return recording
  }

  /// Reads a page into memory that has already been drawn, without repeating its warnings.
  /// - Returns: The recording; nil for standard input, which can be read only once.
  func recordAgain(_ drawn: DrawnLog, in console: Console) throws(CommandError) -> Recording? {
    guard drawn.path != "-" else { return nil }
    var (quiet, own) = (console, self)
    quiet.messages.isQuiet = true
    own.input.pages = PageSelection(drawn.page)
    var reporter = try own.open(drawn.path, in: quiet)
    return try own.recordPage(&reporter, on: drawn.layout, skipsEmpty: false)
  }
}

extension PictureOptions {
  /// The pictures under the ink and the font, which no output may replace.
  var files: [String] {
    var files = over.map { [$0] } ?? []
    if case .picture(let path) = background { files.append(path) }
    if let fontPath { files.append(fontPath) }
    return files
  }

  init(_ arguments: Arguments) throws(CommandError) {
    self.init()
    turn = try Turn(arguments)
    size = try arguments[OptionTable.size]
    fit = try arguments[OptionTable.fit] ?? fit
    margin = try arguments[OptionTable.margin] ?? margin
    resolution = try Resolution(arguments)
    background = try arguments[OptionTable.background]
    over = try arguments[OptionTable.over]
    model = try arguments[OptionTable.model]
    pressure = try arguments[OptionTable.pressure] ?? pressure
    pen.brush = try arguments[OptionTable.brush]
    pen.pressureCurve = try arguments[OptionTable.pressureCurve] ?? pen.pressureCurve
    pen.minWidth = try arguments[OptionTable.minWidth] ?? pen.minWidth
    if let font = try arguments[OptionTable.font] {
      try rethrowing(as: CommandError.init) { () throws(FontLoadError) in try read(font) }
    }
    keepsCancelled = arguments[OptionTable.keepCancelled]
    if over != nil {
      try arguments.exclude(OptionTable.over, OptionTable.size)
      if fit == .content { throw .usage(.exclusive("--over", "--fit content")) }
      if case .picture = background { throw .usage(.exclusive("--over", "--background with a picture")) }
    }
    if size != nil, fit == .content { throw .usage(.exclusive("--size", "--fit content")) }
  }
}

extension CommandError {
  fileprivate init(_ error: FontLoadError) {
    switch error {
    case .file(let error): self = .file(error)
    case .font(let path, let reason):
      self =
        error.isLimit
        ? .limit(path: path, message: reason.description) : .input(path: path, message: reason.description)
    }
  }
}

extension PictureOptions.Resolution {
  init(_ arguments: Arguments) throws(CommandError) {
    let scale = try arguments[OptionTable.scale]
    let dpi = try arguments[OptionTable.dpi]
    let width = try arguments[OptionTable.width]
    let height = try arguments[OptionTable.height]
    try arguments.exclude(OptionTable.scale, OptionTable.dpi)
    for side in [OptionTable.width, OptionTable.height] { try arguments.exclude(side, OptionTable.scale) }
    if let scale {
      self = .scale(scale)
    } else if width != nil || height != nil {
      self = .pixels(width: width, height: height)
    } else if let dpi {
      self = .dpi(dpi)
    } else {
      self = .ofLog
    }
  }
}

extension MomentRequest {
  /// Nil for the finished picture.
  init?(_ arguments: Arguments) throws(CommandError) {
    guard let moment = try arguments[OptionTable.moment] else {
      for option in [OptionTable.predicted as any Option, OptionTable.synthTime] {
        if let given = arguments.occurrence(of: option) { throw .usage(.without(given.spelling, "--at")) }
      }
      return nil
    }
    self.init(
      moment, syntheticTime: try arguments[OptionTable.synthTime], showsPredictions: arguments[OptionTable.predicted])
  }
}
