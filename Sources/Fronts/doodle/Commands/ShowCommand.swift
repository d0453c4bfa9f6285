import DoodleKit

/// `doodle show`: shows recordings in the terminal.
enum ShowCommand {
  static let entry = Command(
    name: "show",
    summary: "show recordings in the terminal",
    description: """
      Draws each LOG in the terminal, as large as it fits: as pixels if the terminal has an image protocol, otherwise \
      as half blocks. With --follow, draws while the log is still being written.
      """,
    operands: "LOG…",
    operandCompletion: .files(["jsonl"]),
    options: [OptionTable.graphics.entry] + OptionTable.resources + OptionTable.picture + OptionTable.moments
      + [OptionTable.follow.entry] + InputReading.entries,
    examples: [
      Command.Example(line: "doodle show sketch.jsonl", effect: "Show a recording."),
      Command.Example(
        line: "record | tee live.jsonl | doodle show --follow", effect: "Show a drawing live, and keep the log."),
      Command.Example(
        line: "doodle show sketch.jsonl --at stroke:3 --protocol blocks",
        effect: "Show the first three strokes, in any terminal."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try ShowOptions(arguments, in: console.surroundings)
    let screen = TerminalScreen(graphics: options.graphics, size: options.size)
    let output = try withFiles { () throws(FileError) in try OutputFile(path: "-") }
    var isComplete = true
    for path in options.inputs {
      let skipped =
        options.follows
        ? try follow(path, options, on: screen, output, in: console)
        : try show(path, options, on: screen, output, in: console)
      if skipped > 0 { isComplete = false }
    }
    try withFiles { () throws(FileError) in try output.commit() }
    return isComplete ? .done : .badInput
  }

  /// - Returns: The number of skipped lines.
  private static func show(
    _ path: String, _ options: ShowOptions, on screen: TerminalScreen, _ output: OutputFile, in console: Console
  ) throws(CommandError) -> Int {
    var reading = options.reading
    reading.picture.resolution = options.resolution(on: screen)
    var reporter = try reading.open(path, isPaged: true, in: console)
    repeat {
      let drawn: DrawnLog
      if let moment = options.moment {
        guard let shown = try reading.readPage(&reporter, at: moment, skipsEmpty: false) else {
          preconditionFailure("no page is left out")
        }
        drawn = try withSession(path) { () throws(SessionError) in try shown.drawn() }
      } else {
        drawn = try reading.drawPage(&reporter)
      }
      try show(drawn, on: screen, output, memoryLimit: reading.memoryLimit)
    } while try reporter.nextPage()
    return reporter.session.totals.skipped
  }

  private static func show(
    _ drawn: DrawnLog, on screen: TerminalScreen, _ output: OutputFile, memoryLimit: Int
  ) throws(CommandError) {
    var buffer: FrameBuffer
    do throws(RenderError) {
      buffer = try FrameBuffer(
        width: drawn.picture.width, height: drawn.picture.height, memoryLimit: memoryLimit)
    } catch {
      throw .limit(path: drawn.path, message: error.description)
    }
    _ = buffer.fill(with: drawn.picture)
    let bytes: [UInt8]
    do throws(ImageError) {
      bytes = try screen.picture(buffer.bitmap)
    } catch {
      throw .limit(path: drawn.path, message: error.description)
    }
    try write(bytes, to: output)
  }

  /// - Returns: The number of skipped lines.
  private static func follow(
    _ path: String, _ options: ShowOptions, on screen: TerminalScreen, _ output: OutputFile, in console: Console
  ) throws(CommandError) -> Int {
    try write(screen.begin(), to: output)
    let view = LiveView(on: screen, path: path) { bytes throws(CommandError) in try write(bytes, to: output) }
    let file = try withFiles { () throws(FileError) in try FollowedFile(path: path, whenIdle: view.showProgress) }
    var reporter = try SessionReporter(of: path, losses: options.reading.input.losses, isPaged: true, in: console) {
      () throws(SessionError) in
      try DrawingSession(file, path: path, options: options.reading.sessionOptions())
    }
    let session = reporter.session
    var picture = options.reading.picture
    picture.resolution = options.resolution(on: screen)
    repeat {
      let live = try reporter.follow { () throws(SessionError) in
        try LivePicture(
          session, options: picture, limits: options.reading.limits, showsPredictions: options.showsPredictions)
      }
      view.begin(live)
      while try reporter.follow(live.advance) {}
      if let failure = view.failure { throw failure }
      try view.show(reporter.finish(live.finish))
    } while try reporter.nextPage()
    try view.end()
    return session.totals.skipped
  }

  private static func write(_ bytes: [UInt8], to output: OutputFile) throws(CommandError) {
    try withFiles { () throws(FileError) in
      try output.write(bytes.span)
      try output.flush()
    }
  }
}

/// The options of `doodle show`.
struct ShowOptions: Hashable, Sendable {
  /// The logs; "-" is standard input.
  var inputs: [String]
  var graphics: TerminalGraphics
  /// The size of the terminal.
  var size: TerminalSize
  var follows: Bool
  /// Nil for the finished picture.
  var moment: MomentRequest?
  var showsPredictions: Bool
  var reading: PictureReading

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    reading = try PictureReading(arguments)
    follows = arguments[OptionTable.follow]
    showsPredictions = arguments[OptionTable.predicted]
    if follows {
      for option in [OptionTable.moment as any Option, OptionTable.synthTime] {
        try arguments.exclude(OptionTable.follow, option)
      }
      moment = nil
    } else {
      moment = try MomentRequest(arguments)
    }
    let choice = try arguments[OptionTable.graphics] ?? .auto
    inputs = try arguments.inputs(in: surroundings)
    if follows, inputs.count > 1 { throw .usage(.tooManyOperands(inputs[1])) }
    graphics = try TerminalGraphics(choice, in: surroundings)
    size = surroundings.terminalSize() ?? TerminalSize(columns: 80, rows: 24)
  }

  /// The resolution of the options or, if they give none, the largest that fits the terminal.
  func resolution(on screen: TerminalScreen) -> PictureOptions.Resolution {
    let room = screen.room
    let resolution = reading.picture.resolution
    return resolution == .ofLog ? .within(width: room.width, height: room.height) : resolution
  }
}
