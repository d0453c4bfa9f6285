import DoodleKit

/// How recordings are read: the options of every command that reads them.
struct InputReading: Hashable, Sendable {
  /// Nil to recognize the format by content.
  var format: InputFormat?
  var onError: ErrorAction
  /// Whether it is an error if the drawing lacks a part of the file.
  var isStrict: Bool
  var losses: LossHandling { isStrict ? .refuse : .warn }
  /// Which files a log may read; nil for the default.
  var files: FileAccess?
  /// The pages to read; nil for all.
  var pages: PageSelection?
  /// Choices for what the formats of other programs leave open.
  var imports = ImportOptions()
  /// The largest amount of memory for reading and drawing, in bytes.
  var memoryLimit: Int
  /// Whether other jobs run at the same time, which may write files that the log names.
  var isBesideOthers = false

  static var entries: [OptionEntry] { OptionTable.reading }

  init(_ arguments: Arguments) throws(CommandError) {
    format = try arguments[OptionTable.from]
    onError = try arguments[OptionTable.onError] ?? .stop
    isStrict = arguments[OptionTable.strict]
    files = try arguments[OptionTable.fileAccess]
    memoryLimit = try arguments[OptionTable.memoryLimit] ?? OptionTable.defaultMemoryLimit
    imports.memoryLimit = memoryLimit
    try arguments.exclude(OptionTable.page, OptionTable.pages)
    pages = try arguments[OptionTable.pages]
    if let page = try arguments[OptionTable.page] { pages = PageSelection(page) }
    imports.index = try arguments[OptionTable.index]
    imports.deviceSize = try arguments[OptionTable.deviceSize]
    imports.yAxis = try arguments[OptionTable.yAxis]
    if let pointers = try arguments[OptionTable.pointer] { imports.pointers = Set(pointers) }
  }

  var sessionOptions: SessionOptions {
    var options = SessionOptions()
    (options.format, options.onError, options.imports) = (format, onError, imports)
    (options.pages, options.fileAccess) = (pages, files)
    options.isBesideOthers = isBesideOthers
    options.memoryLimit = memoryLimit
    options.imageLimits = ImageLimits(maxBytes: memoryLimit)
    return options
  }
}

extension InputReading {
  /// Whether a log names files; adds those that it may read to the files that the run reads, so that no output replaces
  /// them.
  func notesFiles(of job: Job, in console: Console) -> Bool {
    var options = sessionOptions
    options.filesRead = console.filesRead
    return job.inputs.reduce(false) { namesFiles, input in
      // Standard input is read once, when it is drawn.
      if input == "-" { return namesFiles || files == .anywhere }
      return DrawingSession.notesFiles(namedBy: input, options: options) || namesFiles
    }
  }
}

extension ImportOptions.Choice {
  /// The option that makes the choice.
  var option: OptionEntry {
    switch self {
    case .page: OptionTable.page.entry
    case .index: OptionTable.index.entry
    case .deviceSize: OptionTable.deviceSize.entry
    case .yAxis: OptionTable.yAxis.entry
    }
  }

  /// Warns that the choice has no effect on files of a format.
  func idleWording(_ format: InputFormat) -> String {
    let reason =
      switch self {
      case .page: "has no pages"
      case .index: "has one drawing per file"
      case .deviceSize: "is not the format of a device's events"
      case .yAxis: "defines the direction of y"
      }
    return "--\(option.name) has no effect: \(format.rawValue) \(reason)"
  }
}

extension DrawingSession {
  /// Throws if the input is a saved drawing.
  func requireRecording(_ path: String) throws(CommandError) {
    if isSavedDrawing { throw .input(path: path, message: "a drawing has no touches; expected a recording") }
  }
}

extension LogHeader {
  /// The header with the name of the model, so that a later default does not change the picture.
  var namingModel: LogHeader {
    var header = self
    header.model = header.model ?? StrokeModel.newest.rawValue
    return header
  }
}
