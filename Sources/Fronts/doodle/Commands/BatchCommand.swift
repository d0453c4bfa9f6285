import Files
import DataSets
import DoodleKit

/// `doodle batch`: makes training images of data sets of drawings.
enum BatchCommand {
  static let entry = Command(
    name: "batch",
    summary: "turn drawings into training images",
    description: """
      Draws each record of the INPUTS, and writes the pictures as shards of WebDataset, as an array of NumPy, as JSON \
      lines or as PNG files; or writes the points of each as an array for sketch-rnn. An INPUT is a file of lines that each hold a drawing (of Quick, Draw!, raw or simplified; \
      a saved drawing; or {"key": …, "label": …, "log": [EVENT, …]}), a recording of any format, a tar of recordings, \
      or a folder of them; each may be compressed with gzip. The output is the same for any number of threads and \
      parts. If a run was interrupted, the same command continues it.
      """,
    operands: "INPUT…",
    operandCompletion: .files(["ndjson", "jsonl", "tar", "gz"]),
    options: OptionTable.dataSets,
    examples: [
      Command.Example(
        line: "doodle batch --preset quickdraw-28 cat.ndjson -o cat.npy",
        effect: "Make the bitmaps of Quick, Draw! as an array of 28 × 28 bytes a row."),
      Command.Example(
        line: "doodle batch --interleave --split a=.9,b=.1 *.ndjson -o '{split}/{shard}.tar'",
        effect: "Make shards of WebDataset, with mixed classes and two splits."),
      Command.Example(
        line: "doodle batch --size 512x128 crohme/ -o 'png/{label}/{key}.png'",
        effect: "Draw a folder of recordings, a PNG each."),
      Command.Example(
        line: "doodle batch --partial 50%,100% --augment 4 cat.ndjson -o '{shard}.tar'",
        effect: "Make copies: as the drawing was half way, and with random changes."),
      Command.Example(
        line: "doodle batch --split train=.8,valid=.1,test=.1 cat.ndjson -o cat.npz",
        effect: "Write the points of the drawings for sketch-rnn, in three splits."),
      Command.Example(
        line: "doodle batch - -o - < cat.ndjson > cat.pictures.ndjson",
        effect: "Answer each line with a line that has a PNG in base64, or an error."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let settings = try BatchSettings(arguments, in: console.surroundings)
    if settings.ownFileCount > 0 {
      let files = counted(settings.ownFileCount, "file")
      let verb = settings.ownFileCount == 1 ? "is" : "are"
      console.messages.summarize("\(files) that 'doodle batch' wrote beside its output \(verb) left out")
    }
    for path in settings.files.map(\.path) + settings.lists { console.filesRead.note(path: path) }
    try withFiles { () throws(FileError) in try console.filesRead.check(settings.output.path(OutputPattern.Values())) }
    do throws(BatchRun.Failure) {
      return try run(settings, in: console)
    } catch {
      throw CommandError(error)
    }
  }

  private static func run(
    _ settings: BatchSettings, in console: Console
  ) throws(BatchRun.Failure) -> ExitCode {
    let start = monotonicTime()
    var progress = ProgressBar(in: console)
    if settings.threads > 1 { divideHeap(among: settings.threads) }
    var run = try BatchRun(
      settings.files, settings.options, settings.output, settings.part, threads: settings.threads,
      keeping: console.filesRead)
    run.worded = Advice.worded
    guard try run.begin(settings.identity, overwrites: settings.overwrites) else { return .done }
    var reporter = FaultReporter(console, settings)
    while try run.step() {
      progress?.update(fraction: run.fractionRead)
      reporter.report(run) { progress?.finish() }
    }
    reporter.report(run) { progress?.finish() }
    progress?.finish()
    try run.finish()
    if !run.lacks.isEmpty {
      let parts = run.lacks.sorted { $0.key < $1.key }.map { "\($0.key) of \(grouped($0.value))" }
      console.messages.warn(
        settings.output.text, "an .npz holds points alone; left out: \(parts.joined(separator: ", "))")
    }
    console.messages.summarize(summary(of: run.total, in: Double(monotonicTime() - start) * 1e-9))
    return settings.options.onError == .skip && !run.total.faults.isEmpty ? .badInput : .done
  }

  /// For example "8,603 records: 8,600 samples in 9 shards, 3 errors (no ink 1, malformed 2); 52,310/s".
  private static func summary(of total: ShardReport, in seconds: Double) -> String {
    var text =
      "\(grouped(total.records)) \(total.records == 1 ? "record" : "records"): "
      + "\(grouped(total.samples)) \(total.samples == 1 ? "sample" : "samples")"
    if total.files.count > 0 { text += " in \(counted(total.files.count, "file"))" }
    if total.left > 0 { text += ", \(grouped(total.left)) left out" }
    let errors = total.faults.values.reduce(0, +)
    if errors > 0 {
      let kinds = total.faults.sorted { $0.key < $1.key }.map { "\($0.key) \(grouped($0.value))" }
      text += ", \(grouped(errors)) \(errors == 1 ? "error" : "errors") (\(kinds.joined(separator: ", ")))"
    }
    return text + "; \(grouped(Int(saturating: Double(total.records) / max(seconds, 1e-6))))/s"
  }
}

/// Reports skipped records, parts of records that pictures lack, and how points were read: only the first ones, because
/// there may be millions.
private struct FaultReporter {
  private let console: Console
  private let settings: BatchSettings
  private var left = 10
  private var lossesLeft = 10
  private var decisionsLeft = 10

  init(_ console: Console, _ settings: BatchSettings) { (self.console, self.settings) = (console, settings) }

  /// Reports the faults and losses of the last step of a run.
  /// - Parameter clear: Called before a message is written.
  mutating func report(_ run: BatchRun, clear: () -> Void) {
    for (decision, record) in run.decisions where decisionsLeft > 0 {
      clear()
      console.messages.tell(record.file, decision)
      decisionsLeft -= 1
    }
    for (loss, record) in run.losses where lossesLeft >= 0 {
      clear()
      if lossesLeft > 0 {
        console.messages.warn(record.file, loss)
      } else {
        console.messages.summarize("parts of more records are left out; --strict --on-error skip lists them")
      }
      lossesLeft -= 1
    }
    report(run.faults, clear)
  }

  private mutating func report(_ faults: [(fault: RecordFault, record: Record)], _ clear: () -> Void) {
    guard settings.options.onError == .skip else { return }
    for (fault, record) in faults {
      left -= 1
      guard left >= -1 else { return }
      clear()
      if left == -1 {
        let listed = settings.output.text == "-" ? "not listed" : "only listed in errors.ndjson"
        console.messages.summarize("more bad records are \(listed)")
      } else {
        console.messages.report(Diagnostic(fault, in: record.file))
      }
    }
  }
}

extension Diagnostic {
  fileprivate init(_ fault: RecordFault, in file: String) {
    self.init(
      severity: .error, location: LogLocation(file: shownName(file), line: fault.line, column: fault.column),
      message: fault.message)
  }
}

extension CommandError {
  fileprivate init(_ failure: BatchRun.Failure) {
    switch failure {
    case .file(let error), .input(.file(let error)): self = .file(error)
    case .input(.damagedArchive(let path, let offset)):
      self = .input(path: path, message: "the archive is damaged at byte \(offset); expected the header of a file")
    case .input(.damaged(let diagnostic)): self = .malformed(diagnostic)
    case .input(.damagedGzip(let path)):
      self = .input(path: path, message: "the gzip file is damaged or cut off; what precedes was read")
    case .record(let fault, let file):
      let diagnostic = Diagnostic(fault, in: file)
      self = fault.kind == .tooLarge ? .beyondLimit(diagnostic) : .malformed(diagnostic)
    case .otherRun(let path, let differences):
      self = .usage(.otherRun(path: path, differences: differences))
    }
  }
}
