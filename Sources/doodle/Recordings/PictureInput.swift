import DoodleKit

/// How logs and PNGs become pictures.
struct PictureReading: Hashable, Sendable {
  /// How logs are drawn.
  var options: PictureOptions
  var from: InputFormat?
  var onError: ErrorAction
  /// In bytes.
  var memoryLimit: Int
  var threads: Int

  static var entries: [OptionEntry] {
    OptionTable.picture + OptionTable.resources + OptionTable.reading
  }

  init(_ arguments: Arguments) throws(CommandError) {
    options = try PictureOptions(arguments)
    from = try arguments[OptionTable.from]
    onError = try arguments[OptionTable.onError] ?? .stop
    memoryLimit = try arguments[OptionTable.memoryLimit] ?? OptionTable.defaultMemoryLimit
    threads = try arguments[OptionTable.threads] ?? processorCount()
  }

  var limits: ImageLimits { ImageLimits(maxBytes: memoryLimit) }

  /// Draws a log.
  /// - Parameter source: Its bytes; nil where the file is to be opened.
  func draw(
    _ path: String, source: (any ByteSource)? = nil, size: Int? = nil, in console: Console, hashesBytes: Bool = false
  ) throws(CommandError) -> DrawnRecording {
    let recording =
      if let source {
        try Recording(
          path, source: source, size: size, from: from, onError: onError, in: console, hashesBytes: hashesBytes)
      } else {
        try Recording(path, from: from, onError: onError, in: console, hashesBytes: hashesBytes)
      }
    return try DrawnRecording(
      recording, options: options, resolution: options.resolution,
      limits: RenderLimits(memory: memoryLimit, threads: threads))
  }
}

/// A picture that a file holds or describes.
enum PictureInput {
  case png(RowStream)
  case log(DrawnRecording)

  /// No recording begins with it.
  private static let pngFirstByte: UInt8 = 0x89

  /// Opens a log, a drawing or a PNG, which its first byte tells, unless its name says that it must be a PNG; "-" is
  /// standard input.
  /// - Parameter rule: What the pixels are wanted for; nil for their hash.
  init(
    _ path: String, _ reading: PictureReading, for rule: ComparisonRule? = nil, in console: Console
  ) throws(CommandError) {
    let file = try withFiles { () throws(FileError) in try InputFile(path: path) }
    let size = file.size
    var start: [UInt8] = []
    _ = try withFiles { () throws(FileError) in try file.read(into: &start, atMost: 1 << 16) }
    guard start.first == Self.pngFirstByte || OutputPlan.fileExtension(of: path) == "png" else {
      self = .log(try reading.draw(path, source: ResumedSource(start, file), size: size, in: console))
      return
    }
    do throws(ImageError) {
      self = .png(
        try RowStream(
          png: ResumedSource(start, file), limits: reading.limits, for: rule, isAhead: reading.threads > 1))
    } catch {
      throw CommandError(error, of: path)
    }
  }

  /// Its rows, to be read once.
  func rows(isAhead: Bool) -> RowStream {
    switch self {
    case .png(let stream): stream
    case .log(let drawn): RowStream(drawn.picture, isAhead: isAhead)
    }
  }

  var drawn: DrawnRecording? {
    if case .log(let drawn) = self { drawn } else { nil }
  }
}

extension CommandError {
  /// What is wrong with a picture at `path`.
  init(_ error: ImageError, of path: String) {
    switch error {
    case .file(let error): self = .file(error)
    case _ where error.isLimit: self = .limit(path: path, message: error.description)
    default: self = .input(path: path, message: error.description)
    }
  }
}
