import DoodleKit

/// The options of `doodle replay`.
struct ReplayOptions: Hashable, Sendable {
  /// In the format `png` the output is a folder's path, which ends in a slash.
  var jobs: [Job]
  var format: FilmFormat
  var selection: MomentRange
  var rate: FrameRate
  var pace: FilmPace
  var plays: Int
  /// nil to use the recording's times or, if it has none, the default.
  var syntheticTime: SyntheticTime?
  var showsPredictions: Bool
  var reading: PictureReading
  var compression: PNGOptions.Compression
  var replacesFiles: Bool
  var printsJSON: Bool

  /// The last moment of the film, if later events cannot change which one it is; nil to read the whole log.
  var lastMoment: MomentRequest? {
    guard case .time? = selection.end else { return nil }
    if case .time = selection.start ?? .time(0) {
      return selection.end.map { MomentRequest($0, syntheticTime: syntheticTime) }
    }
    return nil
  }

  /// The default frame rate, in frames per second.
  static let defaultRate = 30

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    reading = try PictureReading(arguments)
    selection = try arguments[OptionTable.select] ?? MomentRange()
    plays = try arguments[OptionTable.loop] ?? 0
    syntheticTime = try arguments[OptionTable.synthTime]
    showsPredictions = arguments[OptionTable.predicted]
    compression = try arguments[OptionTable.compress] ?? .fast
    replacesFiles = !arguments[OptionTable.noClobber]
    printsJSON = arguments[OptionTable.json]
    let given = try arguments[OptionTable.filmFormat]

    let inputs = try arguments.inputs(in: surroundings)
    guard let output = try arguments[OptionTable.output] else {
      let fileExtension = (given ?? .apng).rawValue
      throw .usage(.missingOutput(example: OutputPlan.example(for: inputs, fileExtension: fileExtension)))
    }
    let isFolder = output != "-" && (output.hasSuffix("/") || surroundings.isDirectory(output))
    format = if let given { given } else { try FilmFormat(of: output, isFolder: isFolder) }
    jobs = try ReplayOptions.jobs(
      inputs, output, format, isFolder: isFolder, reading: reading.picture.files, in: surroundings)
    try ReplayOptions.checkOptions(arguments, suit: format)
    guard let rate = try arguments[OptionTable.fps] ?? FrameRate(format == .svg ? SVGFilm.rate : Self.defaultRate)
    else {
      preconditionFailure("30 and 60 are rates")
    }
    self.rate = rate
    pace = try FilmPace(arguments, rate)
    if output == "-" {
      if surroundings.terminals.contains(.output), format != .svg {
        throw .usage(
          .binaryToTerminal(example: OutputPlan.example(for: inputs, fileExtension: format.rawValue)))
      }
      if printsJSON { throw .usage(.exclusive("--json", "-o -")) }
    }
  }

  /// Throws a usage error if an option does not apply to the format.
  private static func checkOptions(_ arguments: Arguments, suit format: FilmFormat) throws(CommandError) {
    var spelling: String?
    switch format {
    case .apng: break
    case .svg:
      spelling = arguments.occurrence(of: OptionTable.fps)?.spelling
      if arguments[OptionTable.predicted] { spelling = spelling ?? "--predicted" }
    case .png, .y4m, .rgba: spelling = arguments.occurrence(of: OptionTable.loop)?.spelling
    }
    if let spelling { throw .usage(.exclusive(spelling, "the format \(format.rawValue)")) }
  }

  private static func jobs(
    _ inputs: [String], _ output: String, _ format: FilmFormat, isFolder: Bool, reading pictures: [String],
    in surroundings: Surroundings
  ) throws(CommandError) -> [Job] {
    guard format == .png else {
      return try OutputPlan.jobs(
        inputs, to: output, fileExtension: format.rawValue, reading: pictures, in: surroundings)
    }
    guard isFolder else { throw .usage(.framesNeedFolder(output)) }
    let folder = output.hasSuffix("/") ? output : output + "/"
    let template = OutputTemplate(folder)
    if inputs.count > 1, template == nil {
      throw .usage(.severalInputs(count: inputs.count, output: output, template: "{stem}/"))
    }
    return try inputs.map { input throws(CommandError) in
      Job(
        input: input, output: try template?.name(for: input) ?? folder, isNamedAfterInput: true,
        pageTemplate: template?.namesPages == true ? template : nil)
    }
  }

  /// The resolution of a job. The name of a film may set it, such as film@2x.apng.
  func resolution(of job: Job) -> PictureOptions.Resolution {
    if reading.picture.resolution == .ofLog, let scale = OutputPlan.scale(named: job.output) { return .scale(scale) }
    return reading.picture.resolution
  }
}

extension FilmFormat {
  /// The format that an output's name implies.
  init(of output: String, isFolder: Bool) throws(CommandError) {
    let found = FilePath.fileExtension(of: output)
    if isFolder {
      self = .png
    } else if output == "-" {
      self = .y4m
    } else if let format = FilmFormat(rawValue: found) {
      self = format
    } else {
      let known = FilmFormat.allCases.map(\.rawValue)
      throw .usage(.unknownExtension(output: output, found: found, known: known, canForce: true))
    }
  }
}

extension FilmPace {
  fileprivate init(_ arguments: Arguments, _ rate: FrameRate) throws(CommandError) {
    self.init(rate: rate.perSecond)
    speed = try arguments[OptionTable.speed] ?? 1
    idleLimit = try arguments[OptionTable.idleTimeLimit]
    lastFrameDuration = try arguments[OptionTable.lastFrameDuration] ?? FilmPace.usualLastFrameDuration
  }
}
