import DoodleKit

/// The options of `doodle render`.
struct RenderOptions: Hashable, Sendable {
  /// One picture to draw.
  struct Picture: Hashable, Sendable {
    var job: Job
    var format: PictureFormat
    /// The renderer that draws it.
    var renderer: RendererKind
    var resolution: PictureOptions.Resolution
  }

  var pictures: [Picture] = []
  var reading: PictureReading
  var renderer: RendererOptions
  /// Whether pictures are written; false if only `--tiles` or `--verify` was given.
  var writesPictures: Bool
  /// nil for the finished picture.
  var moment: MomentRequest?
  var compression: PNGOptions.Compression
  var replacesFiles: Bool
  var hasMetadata: Bool
  /// Whether pages without ink are left out.
  var skipsEmpty: Bool
  /// The pixels per inch that the picture names; nil for none.
  var dpi: Double?
  var printsJSON: Bool
  /// Whether the output may replace the picture under the ink.
  var isInPlace: Bool
  /// The PDF whose pages lie under the ink.
  var under: String?

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    reading = try PictureReading(arguments)
    renderer = try RendererOptions(arguments)
    moment = try MomentRequest(arguments)
    compression = try arguments[OptionTable.compress] ?? .fast
    replacesFiles = !arguments[OptionTable.noClobber]
    hasMetadata = arguments[OptionTable.metadata]
    skipsEmpty = arguments[OptionTable.skipEmpty]
    dpi = try arguments[OptionTable.dpi]
    printsJSON = arguments[OptionTable.json]
    let format = try arguments[OptionTable.format]
    let output = try arguments[OptionTable.output]
    let over = reading.picture.over
    isInPlace = arguments[OptionTable.inPlace]
    if isInPlace, over == nil { throw .usage(.without("--in-place", "--over")) }

    under = try arguments[OptionTable.under]
    if under != nil {
      try arguments.exclude(OptionTable.under, OptionTable.over)
      if case .picture = reading.picture.background {
        throw .usage(.exclusive("--under", "--background with a picture"))
      }
    }
    let inputs = try arguments.inputs(in: surroundings)
    let fileExtension = (format ?? .png).rawValue
    func example() -> String { OutputPlan.example(for: inputs, fileExtension: fileExtension) }
    writesPictures = output != nil
    try checkTiles(of: inputs)
    let tiles = renderer.namesPages ? nil : renderer.tiles
    guard let output else {
      if under != nil { throw .usage(.without("--under", "-o")) }
      guard renderer.isEnough else { throw .usage(.missingOutput(example: example())) }
      pictures = inputs.map {
        Picture(
          job: Job(input: $0, output: "", tiles: tiles), format: .png, renderer: renderer.kind,
          resolution: reading.picture.resolution)
      }
      return
    }
    let jobs = try OutputPlan.jobs(
      inputs, to: output, fileExtension: fileExtension,
      reading: reading.picture.files.filter { $0 != over } + (under.map { [$0] } ?? []),
      joins: (format ?? (try? PictureFormat(named: output))) == .pdf, in: surroundings)
    if let over, !isInPlace {
      let file = ReadFiles([over], in: surroundings)
      for job in jobs { try file.check(job.output, canReplace: true, in: surroundings) }
    }

    for var job in jobs {
      job.tiles = tiles
      var resolution = reading.picture.resolution
      if resolution == .ofLog, let scale = OutputPlan.scale(named: job.output) { resolution = .scale(scale) }
      let pictureFormat = if let format { format } else { try PictureFormat(named: job.output) }
      let unsuitable = [
        ("--json", printsJSON), ("--dpi", dpi != nil), ("--tiles", renderer.tiles != nil),
        ("--verify", renderer.verifies),
      ]
      if pictureFormat != .pdf, under != nil {
        throw .usage(.without("--under", "a PDF as output: only that can hold pages of another"))
      }
      if pictureFormat == .pdf, let (option, _) = unsuitable.first(where: { $0.1 }) {
        throw .usage(.exclusive(option, "the format pdf"))
      }
      pictures.append(
        Picture(
          job: job, format: pictureFormat, renderer: try renderer.kind(of: pictureFormat), resolution: resolution))
    }
    if output == "-" {
      if surroundings.terminals.contains(.output), pictures.first?.format != .svg {
        throw .usage(.binaryToTerminal(example: example()))
      }
      if printsJSON { throw .usage(.exclusive("--json", "-o -")) }
    }
  }

  /// Throws a usage error if several inputs would write tiles to one folder.
  private func checkTiles(of inputs: [String]) throws(CommandError) {
    guard let tiles = renderer.tiles else { return }
    var folders: [String: String] = [:]
    for input in inputs {
      let folder = try renderer.tileFolder(for: input, page: nil) ?? tiles
      if let other = folders.updateValue(input, forKey: FilePath.simplified(folder)) {
        throw .usage(.sameOutput(first: other, second: input, output: folder))
      }
    }
  }
}

extension PictureFormat {
  /// The format that an output's extension names; PNG for standard output and for devices.
  init(named output: String) throws(CommandError) {
    let found = FilePath.fileExtension(of: output)
    if output == "-" || found.isEmpty && output.hasPrefix("/dev/") {
      self = .png
    } else if let format = PictureFormat(rawValue: found) {
      self = format
    } else {
      let known = PictureFormat.allCases.map(\.rawValue)
      throw .usage(.unknownExtension(output: output, found: found, known: known, canForce: true))
    }
  }
}
