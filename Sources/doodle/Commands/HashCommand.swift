import DoodleKit

/// `doodle hash`: one line for the pixels of each picture.
enum HashCommand {
  static let entry = Command(
    name: "hash",
    summary: "print the SHA-256 of pixels",
    description: """
      Prints, for each FILE, a log, a drawing or a PNG, the SHA-256 of its size and its pixels, two spaces and its name. The hash \
      says nothing of how a file was compressed: two files with one hash show the same.
      """,
    operands: "FILE…",
    operandCompletion: .files(["jsonl", "json", "png"]),
    options: OptionTable.picture + [OptionTable.json.entry, OptionTable.memoryLimit.entry, OptionTable.threads.entry]
      + OptionTable.reading,
    examples: [
      Command.Example(line: "doodle hash sketch.jsonl sketch.png", effect: "Is the picture up to date?"),
      Command.Example(line: "doodle hash *.jsonl > goldens.txt", effect: "Note what all recordings look like."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in session: Session) throws(CommandError) -> ExitCode {
    let options = try HashOptions(arguments, in: session.surroundings)
    var isComplete = true
    for path in options.inputs {
      let file = try withFiles { () throws(FileError) in try InputFile(path: path) }
      var start: [UInt8] = []
      _ = try withFiles { () throws(FileError) in try file.read(into: &start, atMost: 1 << 16) }
      let source = ResumedSource(start, file)
      if start.first == pngFirstByte {
        try printHash(ofPNG: source, path, options, in: session)
      } else {
        let recording = try Recording(
          path, source: source, size: file.size, from: options.from, onError: options.onError, in: session)
        let drawn = try DrawnRecording(
          recording, options: options.options, resolution: options.options.resolution,
          limits: RenderLimits(memory: options.memoryLimit, threads: options.threads))
        if drawn.recording.skippedCount > 0 { isComplete = false }
        if options.printsJSON {
          try session.print("\(try drawn.summary(named: path))\n")
        } else {
          try session.print("\(PixelHash.of(drawn.picture))  \(path)\n")
        }
      }
    }
    return isComplete ? .done : .badInput
  }

  /// No recording begins with it.
  private static let pngFirstByte: UInt8 = 0x89

  private static func printHash(
    ofPNG source: any ByteSource, _ path: String, _ options: HashOptions, in session: Session
  ) throws(CommandError) {
    let hash: String
    let reader: PNGRowReader
    do throws(ImageError) {
      reader = try PNGRowReader(source, limits: ImageLimits(maxBytes: options.memoryLimit))
      hash = try PixelHash.of(reader)
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .tooLarge, .overMemoryLimit, .outOfMemory: throw .limit(path: path, message: error.description)
      default: throw .input(path: path, message: error.description)
      }
    }
    guard options.printsJSON else { return try session.print("\(hash)  \(path)\n") }
    let summary: JSON = [
      "file": .string(path), "width": .integer(reader.width), "height": .integer(reader.height),
      "pixels_sha256": .string(hash),
    ]
    try session.print("\(summary)\n")
  }
}

/// What `doodle hash` was asked to do.
struct HashOptions: Hashable, Sendable {
  /// Logs or PNGs, told apart by their first bytes; "-" is standard input.
  var inputs: [String]
  /// How logs are drawn.
  var options: PictureOptions
  var from: InputFormat?
  var onError: ErrorAction
  /// In bytes.
  var memoryLimit: Int
  var threads: Int
  var printsJSON: Bool

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    options = try PictureOptions(arguments)
    from = try arguments[OptionTable.from]
    onError = try arguments[OptionTable.onError] ?? .stop
    memoryLimit = try arguments[OptionTable.memoryLimit] ?? OptionTable.defaultMemoryLimit
    threads = try arguments[OptionTable.threads] ?? processorCount()
    printsJSON = arguments[OptionTable.json]
    inputs = try arguments.inputs(in: surroundings)
  }
}
