import DoodleKit

/// `doodle save`: saves the finished drawings of recordings.
enum SaveCommand {
  static let entry = Command(
    name: "save",
    summary: "save the finished drawings of recordings",
    description: """
      Saves the finished drawing of each LOG as JSON, one element per line, without its history. It renders to the \
      same pixels as the log. Another log can start from it with the command "open".
      """,
    operands: "LOG…",
    operandCompletion: .files(["jsonl", "json"]),
    options: OptionTable.files + [OptionTable.keepCancelled.entry] + InputReading.entries,
    examples: [
      Command.Example(line: "doodle save sketch.jsonl -o sketch.json", effect: "Save the finished drawing."),
      Command.Example(
        line: "doodle save --from drawsana markup.json -o drawing.json",
        effect: "Convert a drawing of the library Drawsana."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try SaveOptions(arguments, in: console.surroundings)
    var batch = try Batch(arguments, "saved", in: console)
    try batch.run(
      options.jobs, share: options.input.share, job: { $0 },
      namesFiles: { options.input.notesFiles(of: $0, in: console) }
    ) {
      (job, share, console) throws(CommandError) in
      var own = options
      own.input = options.input.sharing(share)
      return .afterReading(try save(job, own, in: console))
    }
    return batch.finish()
  }

  private static func save(
    _ job: Job, _ options: SaveOptions, in console: Console
  ) throws(CommandError) -> SessionSummary {
    var reading = options.input.sessionOptions
    reading.model.keepsCancelled = options.keepsCancelled
    let isPaged = job.pageTemplate != nil
    var reporter = try SessionReporter(
      opening: job.input, reading, losses: options.input.losses, isPaged: isPaged, in: console)
    let session = reporter.session
    let current = try withFiles { () throws(FileError) in try currentDirectory() }
    repeat {
      let job = try job.forPage(session.page)
      if isPaged, try job.keepsPage(replaces: options.replacesFiles, in: console) { continue }
      while try reporter.follow(session.advance) {}
      try reporter.finish(session.finish)
      var saved = SavedDrawing(session.drawing)
      saved.changePaths { FilePath.moved($0, from: job.input, to: job.output, current: current) }
      let text = saved.text
      try withFiles { () throws(FileError) in
        let file = try console.create(job, replaces: options.replacesFiles)
        try file.write(text.span)
        try file.commit()
      }
      console.messages.note("\(shownName(job.input)) -> \(job.output)")
    } while try reporter.nextPage()
    return session.totals
  }
}

/// The options of `doodle save`.
struct SaveOptions: Hashable, Sendable {
  /// The extension of drawings.
  static let fileExtension = "json"

  var jobs: [Job]
  var input: InputReading
  var keepsCancelled: Bool
  var replacesFiles: Bool

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    input = try InputReading(arguments)
    keepsCancelled = arguments[OptionTable.keepCancelled]
    replacesFiles = !arguments[OptionTable.noClobber]
    jobs = try OutputPlan.jobs(arguments, in: surroundings, fileExtension: SaveOptions.fileExtension)
  }
}
