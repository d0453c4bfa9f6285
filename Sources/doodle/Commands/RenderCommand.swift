import DoodleKit
import Synchronization

/// `doodle render`: recordings to pictures.
enum RenderCommand {
  static let entry = Command(
    name: "render",
    summary: "draw recordings as pictures",
    description: """
      Draws each LOG, a recording of touches as JSON lines or a saved drawing, and writes the picture to OUT. The extension of OUT says \
      the format. The same log and options give the same pixels everywhere.
      """,
    operands: "LOG…",
    operandCompletion: .files(["jsonl", "json"]),
    options: [
      OptionTable.output.entry, OptionTable.noClobber.entry, OptionTable.format.entry, OptionTable.compress.entry,
      OptionTable.metadata.entry,
      OptionTable.json.entry, OptionTable.memoryLimit.entry, OptionTable.threads.entry,
      OptionTable.moment.entry, OptionTable.predicted.entry, OptionTable.synthTime.entry,
    ] + OptionTable.picture + OptionTable.reading,
    examples: [
      Command.Example(line: "doodle render sketch.jsonl -o sketch.png", effect: "One recording, one picture."),
      Command.Example(line: "doodle render *.jsonl -o pictures/", effect: "Each recording to a picture of its name."),
      Command.Example(
        line: "doodle render *.jsonl -o '{stem}@2x.png'", effect: "The same, beside them and twice as large."),
      Command.Example(
        line: "doodle render sketch.jsonl --at 50% -o half.png", effect: "The picture as it was at half time."),
      Command.Example(
        line: "record | doodle render -o - --background none | display",
        effect: "From a pipe to a pipe, on a transparent background."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in session: Session) throws(CommandError) -> ExitCode {
    let options = try RenderOptions(arguments, in: session.surroundings)
    var isComplete = true
    for picture in options.pictures {
      lastDrawn.withLock { $0 = nil }
      let drawn = try render(picture, options, in: session)
      lastDrawn.withLock { $0 = (drawn.drawing, drawn.picture) }
      if drawn.recording.skippedCount > 0 { isComplete = false }
    }
    return isComplete ? .done : .badInput
  }

  /// Kept to the end of the process, which gives all memory back at once, and not piece by piece.
  private static let lastDrawn = Mutex<(Drawing, Picture)?>(nil)

  private static func render(
    _ picture: RenderOptions.Picture, _ options: RenderOptions, in session: Session
  ) throws(CommandError) -> DrawnRecording {
    let recording = try Recording(
      picture.job.input, from: options.from, onError: options.onError, in: session, hashesBytes: options.hasMetadata)
    let limits = RenderLimits(memory: options.memoryLimit, threads: options.threads)
    let drawn = try DrawnRecording(
      recording, at: options.moment, options: options.options, resolution: picture.resolution, limits: limits)
    try write(drawn, picture, options)
    if options.printsJSON {
      try session.print("\(try drawn.summary(named: picture.job.input))\n")
    }
    session.messages.note("\(shownName(picture.job.input)) -> \(picture.job.output)")
    return drawn
  }

  private static func write(
    _ drawn: DrawnRecording, _ picture: RenderOptions.Picture, _ options: RenderOptions
  ) throws(CommandError) {
    var png = PNGOptions(compression: options.compression, threads: options.threads)
    if case .dpi(let dpi) = picture.resolution { png.dpi = dpi }
    if options.hasMetadata {
      png.text = [
        ("Software", "doodle \(Version.number)"), ("Stroke model", (options.options.model ?? .newest).rawValue),
        ("Touch log SHA-256", drawn.recording.hash),
      ]
    }
    var file = try withFiles { () throws(FileError) in
      try OutputFile(path: picture.job.output, noClobber: !options.replacesFiles)
    }
    do throws(ImageError) {
      try writePNG(drawn.picture, options: png, to: &file)
    } catch {
      if case .file(let error) = error { throw .file(error) }
      throw .limit(path: picture.job.output, message: error.description)
    }
    try withFiles { () throws(FileError) in try file.commit() }
  }
}

/// What `doodle render` was asked to do.
struct RenderOptions: Hashable, Sendable {
  /// One picture to make.
  struct Picture: Hashable, Sendable {
    var job: Job
    var format: PictureFormat
    var resolution: PictureOptions.Resolution
  }

  var pictures: [Picture]
  var options: PictureOptions
  /// nil for the finished picture.
  var moment: RequestedMoment?
  var from: InputFormat?
  var onError: ErrorAction
  var compression: PNGOptions.Compression
  /// In bytes.
  var memoryLimit: Int
  var threads: Int
  var replacesFiles: Bool
  var hasMetadata: Bool
  var printsJSON: Bool

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    options = try PictureOptions(arguments)
    moment = try RequestedMoment(arguments)
    from = try arguments[OptionTable.from]
    onError = try arguments[OptionTable.onError] ?? .stop
    compression = try arguments[OptionTable.compress] ?? .fast
    memoryLimit = try arguments[OptionTable.memoryLimit] ?? OptionTable.defaultMemoryLimit
    threads = try arguments[OptionTable.threads] ?? processorCount()
    replacesFiles = !arguments[OptionTable.noClobber]
    hasMetadata = arguments[OptionTable.metadata]
    printsJSON = arguments[OptionTable.json]
    let format = try arguments[OptionTable.format]
    let output = try arguments[OptionTable.output]

    let inputs = try arguments.inputs(in: surroundings)
    let fileExtension = (format ?? .png).rawValue
    func example() -> String { OutputPlan.example(for: inputs, fileExtension: fileExtension) }
    guard let output else { throw .usage(.missingOutput(example: example())) }
    let jobs = try OutputPlan.jobs(
      inputs, to: output, fileExtension: fileExtension, isDirectory: surroundings.isDirectory)

    pictures = []
    for job in jobs {
      var resolution = options.resolution
      if resolution == .ofLog, let scale = OutputPlan.scale(named: job.output) { resolution = .scale(scale) }
      let pictureFormat = if let format { format } else { try PictureFormat(named: job.output) }
      pictures.append(Picture(job: job, format: pictureFormat, resolution: resolution))
    }
    if output == "-" {
      if surroundings.terminals.contains(.output) { throw .usage(.binaryToTerminal(example: example())) }
      if printsJSON { throw .usage(.exclusive("--json", "-o -")) }
    }
  }
}

extension PictureFormat {
  /// The format that an output's extension says; PNG for standard output.
  init(named output: String) throws(CommandError) {
    let found = OutputPlan.fileExtension(of: output)
    if output == "-" {
      self = .png
    } else if let format = PictureFormat(rawValue: found) {
      self = format
    } else {
      let known = PictureFormat.allCases.map(\.rawValue)
      throw .usage(.unknownExtension(output: output, found: found, known: known, canForce: true))
    }
  }
}
