import Compare
import DataSets
import DoodleKit

/// The options of `batch`.
struct BatchSettings: Sendable {
  var options = BatchOptions()
  let output: OutputPattern
  let part: RunPart
  let overwrites: Bool
  let threads: Int
  /// The input files, in order.
  let files: [RecordFile]
  /// The number of files that runs have written beside their outputs, which are left out among other files.
  let ownFileCount: Int
  /// The files that list inputs and labels.
  let lists: [String]
  let identity: RunIdentity

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    output = try Self.output(arguments)
    part = try arguments[OptionTable.part] ?? .whole
    overwrites = arguments[OptionTable.overwrite]
    threads = try arguments[OptionTable.workers] ?? processorCount()
    let given = try Self.files(arguments, in: surroundings)
    var others: [RecordFile] = []
    for file in given where try !withFiles({ () throws(FileError) in try file.isOfRun() }) { others.append(file) }
    files = others.isEmpty ? given : others
    ownFileCount = given.count - files.count
    lists = [try arguments[OptionTable.filesFrom], try arguments[OptionTable.classes]].compactMap(\.self)
    options.form = try Self.form(arguments)
    try Self.readDataSet(arguments, into: &options)
    if output.kind == .npz, options.splits.splits.isEmpty { options.splits = .sketchRNN }
    try Self.readRecords(arguments, into: &options)
    options.fields =
      try arguments[OptionTable.fields] ?? (options.classes == nil ? [.png, .json] : [.png, .json, .cls])
    options.shardSize = try arguments[OptionTable.shardSize] ?? options.shardSize
    options.flushesLines = arguments[OptionTable.lineBuffered]
    options.onError = try arguments[OptionTable.recordErrors] ?? (output.kind == .lines ? .record : .stop)
    options.records.answersLines = options.onError == .record
    identity = try Self.identity(arguments, files, options, output)
    try check(arguments)
  }

  private static func output(_ arguments: Arguments) throws(CommandError) -> OutputPattern {
    guard let text = try arguments[OptionTable.dataSetOutput] else {
      throw .usage(.missingOutput(example: "'shards/{shard:05}.tar'"))
    }
    do throws(OutputPattern.Fault) {
      return try OutputPattern(text)
    } catch {
      throw .usage(.badPattern(text, error))
    }
  }

  private static func files(
    _ arguments: Arguments, in surroundings: Surroundings
  ) throws(CommandError) -> [RecordFile] {
    var paths = arguments.operands
    if let list = try arguments[OptionTable.filesFrom] {
      let bytes = try withFiles { () throws(FileError) in try InputFile(path: list).readAll() }
      paths += bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    } else {
      paths = try arguments.inputs(in: surroundings)
    }
    var files: [RecordFile] = []
    for path in paths { files += try withFiles { () throws(FileError) in try RecordFile.all(at: path) } }
    return files
  }

  private static func form(_ arguments: Arguments) throws(CommandError) -> PictureForm {
    var form = try arguments[OptionTable.preset]?.form ?? PictureForm()
    if let size = try arguments[OptionTable.pictureSize] { (form.width, form.height) = (size.width, size.height) }
    form.turn = try Turn(arguments)
    form.padding = try arguments[OptionTable.padding] ?? form.padding
    form.lineWidth = try arguments[OptionTable.lineWidth] ?? form.lineWidth
    form.fit = try arguments[OptionTable.pictureFit] ?? form.fit
    form.sourceSize = try arguments[OptionTable.sourceSize] ?? form.sourceSize
    form.align = try arguments[OptionTable.align] ?? form.align
    form.join = try arguments[OptionTable.join] ?? form.join
    form.pressure = try arguments[OptionTable.widthSource] ?? form.pressure
    form.inverts = arguments[OptionTable.invert]
    form.channels = try arguments[OptionTable.channels] ?? []
    form.mode = try arguments[OptionTable.mode] ?? form.mode
    return form
  }

  private static func readDataSet(
    _ arguments: Arguments, into options: inout BatchOptions
  ) throws(CommandError) {
    if let path = try arguments[OptionTable.classes] { options.classes = try classes(path) }
    options.splits = try arguments[OptionTable.split] ?? options.splits
    options.recognizedOnly = try arguments[OptionTable.selection] == .recognized
    options.partials = try arguments[OptionTable.partial] ?? options.partials
    options.augmentations = try arguments[OptionTable.augment] ?? 0
    options.seed = try arguments[OptionTable.seed] ?? 0
    options.jitter = try arguments[OptionTable.jitter] ?? .usual
    options.jitter.droppedStrokes = try arguments[OptionTable.dropStrokes] ?? 0
    options.jitter.droppedPoints = try arguments[OptionTable.dropPoints] ?? 0
  }

  /// The numbers of the labels that a file lists.
  private static func classes(_ path: String) throws(CommandError) -> [String: Int] {
    let bytes = try withFiles { () throws(FileError) in try InputFile(path: path).readAll() }
    var classes: [String: Int] = [:]
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (number, line) in lines.enumerated() {
      let label = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      if let first = classes.updateValue(number, forKey: label) {
        throw .input(
          path: path, message: "the label \(quoted(label)) is in lines \(first + 1) and \(number + 1); remove one")
      }
    }
    return classes
  }

  private static func readRecords(
    _ arguments: Arguments, into options: inout BatchOptions
  ) throws(CommandError) {
    options.limit = try arguments[OptionTable.limit] ?? .max
    options.records.labelSources = try arguments[OptionTable.labelFrom] ?? options.records.labelSources
    options.records.interleaves = arguments[OptionTable.interleave]
    options.records.format = try arguments[OptionTable.from]
    if let pointers = try arguments[OptionTable.pointer] { options.records.pointers = Set(pointers) }
    options.records.isStrict = arguments[OptionTable.strict]
    options.records.largestRecord = try arguments[OptionTable.recordLimit] ?? options.records.largestRecord
    options.records.memoryLimit = try arguments[OptionTable.memoryLimit] ?? OptionTable.defaultMemoryLimit
  }

  /// The input and the options that decide the bytes of the output.
  private static func identity(
    _ arguments: Arguments, _ files: [RecordFile], _ options: BatchOptions, _ output: OutputPattern
  ) throws(CommandError) -> RunIdentity {
    let others =
      [
        OptionTable.workers.entry, OptionTable.overwrite.entry, OptionTable.part.entry, OptionTable.lineBuffered.entry,
        OptionTable.filesFrom.entry, OptionTable.dataSetOutput.entry, OptionTable.classes.entry,
        OptionTable.memoryLimit.entry, OptionTable.timeLimit.entry,
      ] + OptionTable.global
    var values: [String: String] = ["output": String(output.text.dropFirst(output.folder.count))]
    for given in arguments.occurrences where !others.contains(where: { $0.name == given.option.name }) {
      values[given.option.name] = given.value ?? ""
    }
    if let classes = options.classes {
      var hash = SHA256()
      for label in classes.sorted(by: { $0.value < $1.value }) { hash.update(Array("\(label.key)\n".utf8).span) }
      values["classes"] = hash.finalized()
    }
    return try rethrowing(as: CommandError.file) { () throws(FileError) in
      try RunIdentity(program: Version.number, inputs: files, options: values.map { ($0.key, $0.value) })
    }
  }

  /// Throws a usage error if options cannot be combined.
  private func check(_ arguments: Arguments) throws(CommandError) {
    let form = options.form
    func given(_ option: some Option) -> Bool { arguments.occurrence(of: option) != nil }
    if options.onError == .record, output.kind != .lines {
      throw .usage(.without("--on-error record", "JSON lines: -o NAME.ndjson or -o -"))
    }
    if part.count > 1, !output.hasManyFiles, output.text != "-" {
      throw .usage(.without("--part", "{shard} in -o, or -o -"))
    }
    if output.kind == .pictures, options.copies > 1, !output.hasCopies {
      throw .usage(.without("--partial or --augment with .png files", "{copy} in -o"))
    }
    if output.hasSplits, options.splits.splits.isEmpty { throw .usage(.without("{split} in -o", "--split")) }
    if options.fields.contains(.pixels) {
      guard output.text == "-" else { throw .usage(.without("--fields pixels", "-o -")) }
      if options.fields.count > 1 { throw .usage(.exclusive("--fields pixels", "other fields")) }
    } else if given(OptionTable.fields), output.kind != .tar {
      throw .usage(.without("--fields", "a .tar in -o"))
    }
    if output.kind == .npz,
      let given = arguments.occurrences.first(where: { [.picture, .ink].contains($0.option.group) })
    {
      throw .usage(.exclusive("--\(given.option.name)", "an .npz in -o, which holds points"))
    }
    if options.fields.contains(.cls), options.classes == nil { throw .usage(.without("--fields cls", "--classes")) }
    if form.join == .straight, let source = form.pressure, source == .velocity {
      throw .usage(.exclusive("--pressure velocity", "--join straight"))
    }
    if !form.channels.isEmpty {
      let names = counted(form.channels.count, "name")
      if !options.hasSamples(output.kind), ![1, 3, 4].contains(form.channels.count) {
        throw .usage(.without("--channels with \(names)", "a .npy in -o; a PNG has 1, 3 or 4"))
      }
      if let mode = try arguments[OptionTable.mode], mode.sampleCount != form.channels.count {
        throw .usage(.exclusive("--mode \(mode.rawValue)", "\(names) in --channels"))
      }
    }
    for option in [
      OptionTable.seed.entry, OptionTable.jitter.entry, OptionTable.dropStrokes.entry,
      OptionTable.dropPoints.entry,
    ]
    where options.augmentations == 0 && arguments.occurrences.contains(where: { $0.option.name == option.name }) {
      throw .usage(.without("--\(option.name)", "--augment"))
    }
    if given(OptionTable.sourceSize), form.fit != .source { throw .usage(.without("--source-size", "--fit source")) }
    if options.records.interleaves, files.contains(where: { $0.path == "-" }), files.count > 1 {
      throw .usage(.exclusive("--interleave", "standard input (-)"))
    }
  }
}

extension PictureForm.Mode {
  /// The number of samples of a pixel.
  fileprivate var sampleCount: Int {
    switch self {
    case .gray: 1
    case .rgb: 3
    case .rgba: 4
    }
  }
}
