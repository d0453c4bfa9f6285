import DoodleKit

/// `doodle convert`: converts recordings between formats.
enum ConvertCommand {
  static let entry = Command(
    name: "convert",
    summary: "convert recordings to touch logs and other formats",
    description: """
      Reads each RECORDING, of any format, and writes its events as a touch log: JSON Lines, one event per line. With \
      --to, or if the name of OUT has the extension of another format, writes the strokes of the finished drawing in \
      that format, and the outlines of shapes and the letters of texts as strokes. A log and Xournal++ hold all pages of \
      a document; for other formats, name each, -o 'OUT-{page}.inkml', or choose one, --page. One line reports what the \
      format does not hold. With --strict that is an error, and so is everything that was left out of a file of \
      another format, even hovering; -v lists it.
      """,
    operands: "RECORDING…",
    operandCompletion: .files([]),
    tables: [
      Command.Table(title: "Formats that are read", rows: InputFormat.allCases.map { ($0.rawValue, $0.summary) }),
      Command.Table(title: "Formats that are written", rows: ConvertTarget.allCases.map { ($0.rawValue, $0.summary) }),
    ],
    options: [OptionTable.to.entry] + OptionTable.files + InputReading.entries,
    examples: [
      Command.Example(line: "doodle convert notes.xopp -o notes.jsonl", effect: "Convert handwriting of Xournal++."),
      Command.Example(
        line: "doodle convert --from uitouch a.json -o - | doodle render -o a.png",
        effect: "Convert and draw in one step."),
      Command.Example(line: "doodle convert sketch.jsonl -o sketch.inkml", effect: "Write InkML."),
      Command.Example(
        line: "doodle convert --to webdriver sketch.jsonl -o actions.json",
        effect: "Make a browser test of a recording."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try ConvertOptions(arguments, in: console.surroundings)
    var batch = try Batch(arguments, "converted", in: console)
    try batch.run(
      options.jobs, share: options.input.share, job: { $0 },
      namesFiles: { options.input.notesFiles(of: $0, in: console) }
    ) {
      (job, share, console) throws(CommandError) in
      var own = options
      own.input = options.input.sharing(share)
      let summary =
        switch own.target(of: job) {
        case .log: try writeLog(job, own, in: console)
        case .drawing(let format): try writeDrawing(job, as: format, own, in: console)
        }
      console.messages.note("\(shownName(job.input)) -> \(job.output)")
      return .afterReading(summary)
    }
    return batch.finish()
  }

  /// Writes a recording's events as they are read.
  private static func writeLog(
    _ job: Job, _ options: ConvertOptions, in console: Console
  ) throws(CommandError) -> SessionSummary {
    // A log holds all pages: the session gives the events of one after the other.
    var reporter = try SessionReporter(
      opening: job.input, options.input.sessionOptions, losses: options.losses, in: console)
    let session = reporter.session
    let file = try withFiles { () throws(FileError) in
      try console.create(job, replaces: options.replacesFiles)
    }
    var lines: [UInt8] = []
    let current = try withFiles { () throws(FileError) in try currentDirectory() }
    try session.requireRecording(job.input)
    if try !reporter.follow(session.beginsWithHeader) {
      LogWriter.append(.header(LogHeader().namingModel), to: &lines)
    }
    while let step = try reporter.follow(session.nextStep) {
      guard case .event(var event) = step else { continue }
      if case .header(let header) = event { event = .header(header.namingModel) }
      event.changePath { FilePath.moved($0, from: job.input, to: job.output, current: current) }
      LogWriter.append(event, to: &lines)
      guard lines.count > 1 << 16 else { continue }
      try withFiles { () throws(FileError) in try file.write(lines.span) }
      lines.removeAll(keepingCapacity: true)
    }
    try withFiles { () throws(FileError) in try file.write(lines.span) }
    try reporter.finish {}
    if options.input.isStrict { try ConversionLosses(of: session).refuse(job.input) }
    try withFiles { () throws(FileError) in try file.commit() }
    return session.totals
  }

  /// Writes the strokes of a recording's finished drawing.
  private static func writeDrawing(
    _ job: Job, as format: ExportFormat, _ options: ConvertOptions, in console: Console
  ) throws(CommandError) -> SessionSummary {
    let isPaged = job.pageTemplate != nil || format.holdsPages
    var reporter = try SessionReporter(
      opening: job.input, options.input.sessionOptions, losses: options.losses, isPaged: isPaged, in: console)
    let session = reporter.session
    var pages: [ExportedDrawing] = []
    repeat {
      let page = session.page
      if job.pageTemplate != nil,
        try job.forPage(page).keepsPage(replaces: options.replacesFiles, in: console)
      {
        continue
      }
      var export = DrawingExport(session)
      while try reporter.follow({ () throws(SessionError) in try export.advance() }) {}
      pages.append(try reporter.finish(export.finish))
      guard job.pageTemplate != nil else { continue }
      try write(pages, session, to: try job.forPage(page), as: format, options, in: console)
      pages.removeAll()
    } while try reporter.nextPage()
    if job.pageTemplate == nil { try write(pages, session, to: job, as: format, options, in: console) }
    return session.totals
  }

  /// Writes pages to a file.
  private static func write(
    _ pages: [ExportedDrawing], _ session: DrawingSession, to job: Job, as format: ExportFormat,
    _ options: ConvertOptions, in console: Console
  ) throws(CommandError) {
    let (bytes, lost) = format.file(of: pages)
    let losses = ConversionLosses(of: session, to: format, lost)
    if options.input.isStrict { try losses.refuse(job.input) }
    if let sentence = losses.inWriting { console.messages.warn(job.input, sentence) }
    if pages.allSatisfy(\.strokes.isEmpty) {
      console.messages.warn(job.input, "no strokes: the \(format.rawValue) file is empty")
    }
    try withFiles { () throws(FileError) in
      let file = try console.create(job, replaces: options.replacesFiles)
      try file.write(bytes.span)
      try file.commit()
    }
  }
}

/// The parts of a recording that a conversion loses.
struct ConversionLosses {
  /// The parts that the output format does not hold, as a sentence; nil if it holds everything.
  let inWriting: String?
  /// The parts of another format's file that were not read, as a sentence; nil if everything was read.
  private let inReading: String?

  /// - Parameters:
  ///   - session: A session that has read the recording to its end.
  ///   - format: Nil for the touch log.
  init(of session: DrawingSession, to format: ExportFormat? = nil, _ losses: Losses = Losses()) {
    inReading = session.report.wholeLoss
    inWriting = format.flatMap { losses.isEmpty ? nil : "\($0.rawValue) does not hold \(losses)" }
  }

  /// Throws if anything is lost.
  func refuse(_ path: String) throws(CommandError) {
    let sentences = [inReading, inWriting].compactMap(\.self)
    guard !sentences.isEmpty else { return }
    throw .lossy(path: path, sentences.joined(separator: "; "))
  }
}

/// The options of `doodle convert`.
struct ConvertOptions: Hashable, Sendable {
  var jobs: [Job]
  /// Nil to decide by the extension of the output.
  var to: ConvertTarget?
  var input: InputReading
  /// Parts that are not read and parts that are not written are reported in one error.
  var losses: LossHandling { input.isStrict ? .leave : .warn }
  var replacesFiles: Bool

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    to = try arguments[OptionTable.to]
    input = try InputReading(arguments)
    replacesFiles = !arguments[OptionTable.noClobber]
    let output = try arguments[OptionTable.output] ?? ""
    let target = to ?? ConvertTarget(named: output) ?? .log
    let known = to == nil ? ConvertTarget.namedByExtension.map(\.fileExtension) : nil
    jobs = try OutputPlan.jobs(arguments, in: surroundings, fileExtension: target.fileExtension, known: known)
    if target == .log, jobs.contains(where: { $0.pageTemplate != nil }) {
      throw .usage(.exclusive("{page}", "the touch log, which holds all pages"))
    }
  }

  func target(of job: Job) -> ConvertTarget { to ?? ConvertTarget(named: job.output) ?? .log }
}
