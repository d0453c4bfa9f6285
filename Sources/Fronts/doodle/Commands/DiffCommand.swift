import DoodleKit

/// `doodle diff`: compares two pictures.
enum DiffCommand {
  static let entry = Command(
    name: "diff",
    summary: "compare two pictures, and show where and why they differ",
    description: """
      Compares A with B, which are logs or PNGs, and prints the rule, how many pixels differ, by how much and where. \
      For logs it also prints which elements the differing pixels belong to, and the first event after which the \
      pictures differ. The pages of documents are compared one by one. The exit code is 1 if they differ, and 3 if a PNG is damaged.
      """,
    operands: "A B",
    operandCompletion: .files(["jsonl", "json", "png"]),
    standardInput: .named,
    options: [
      OptionTable.differencePicture.entry, OptionTable.noClobber.entry, OptionTable.json.entry,
      OptionTable.first.entry, OptionTable.with.entry,
    ] + OptionTable.comparison + PictureReading.entries,
    examples: [
      Command.Example(
        line: "doodle diff sketch.jsonl sketch.png", effect: "Check that the log still draws the picture."),
      Command.Example(line: "doodle diff old.png new.png -o diff.png", effect: "Also draw where they differ."),
      Command.Example(
        line: "doodle diff --metric yiq --threshold 0.1 a.png b.png", effect: "Compare as pixelmatch does."),
      Command.Example(
        line: "doodle diff --first old.jsonl new.jsonl", effect: "Find the first event after which two logs differ."),
      Command.Example(
        line: "doodle diff --with build/old/doodle sketch.jsonl", effect: "Compare two versions of the program."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try DiffOptions(arguments, in: console.surroundings)
    if let program = options.otherProgram.flatMap(DrawingProgram.init) {
      return try compare(with: program, options, in: console)
    }
    if let program = options.otherProgram {
      return try ProgramComparison(program, options, arguments).run(in: console)
    }
    var first = try PictureInputs(options.first, options.reading, for: options.rule, in: console)
    var second = try PictureInputs(options.second, options.reading, for: options.rule, in: console)
    var code = ExitCode.done
    var count = 0
    while true {
      let (a, b) = (try first.next(), try second.next())
      guard let a, let b else {
        guard a != nil || b != nil else { return code }
        if options.printsJSON {
          let summary: JSON = [
            "a": .string(options.first), "b": .string(options.second), "same": .bool(false),
            "message": .string("the numbers of pages differ"),
          ]
          try console.print("\(summary)\n")
        } else if !options.wantsFirstOnly {
          let (short, long) = a == nil ? (options.first, options.second) : (options.second, options.first)
          try console.print(
            "\(printable(shownName(short))) has \(counted(count, "page")), \(printable(shownName(long))) has more\n")
        }
        return max(code, .different)
      }
      count += 1
      // Which page a PNG shows is not known.
      if first.hasMore, b.input.drawn == nil { throw first.severalPages }
      if second.hasMore, a.input.drawn == nil { throw second.severalPages }
      let isPaged = count > 1 || first.hasMore || second.hasMore
      code = max(code, try compare(a, b, options, isPaged: isPaged, in: console))
    }
  }

  /// Compares the picture of a log of one page with that which another program draws of it.
  private static func compare(
    with program: DrawingProgram, _ options: DiffOptions, in console: Console
  ) throws(CommandError) -> ExitCode {
    var pictures = try PictureInputs(options.first, options.reading, for: options.rule, in: console)
    guard let own = try pictures.next() else { preconditionFailure("a recording has a page") }
    if pictures.hasMore { throw pictures.severalPages }
    let png = try program.draw(options.first, in: console.surroundings.temporaryFolder).picture.get()
    let rows: RowStream
    do throws(ImageError) {
      rows = try RowStream(
        png: MemorySource(png), limits: options.reading.imageLimits, for: options.rule, isAhead: false)
    } catch {
      throw CommandError(error, of: options.first)
    }
    let other = PictureInputs.Picture(input: .png(rows), name: "the picture of \(program.name)", page: 1)
    return try compare(own, other, options, isPaged: false, in: console)
  }

  private static func compare(
    _ first: PictureInputs.Picture, _ second: PictureInputs.Picture, _ options: DiffOptions, isPaged: Bool,
    in console: Console
  ) throws(CommandError) -> ExitCode {
    if options.wantsFirstOnly, first.input.drawn == nil, second.input.drawn == nil { throw .usage(.noEventsToCompare) }
    let comparison = try Comparison(
      first.input, named: first.name, second.input, named: second.name, by: options.rule,
      isAhead: options.reading.threads > 1,
      output: try options.outputFile(ofPage: first.page, isPaged: isPaged, in: console))
    var report = DiffReport(comparison: comparison)
    if !comparison.isSame || comparison.difference?.count ?? 0 > 0 {
      try report.explain(options.reading, in: console)
    }
    return try report.finish(options, in: console)
  }
}

extension DiffReport {
  /// Finds the elements that own the differing pixels, and the first event after which the pictures differ.
  mutating func explain(_ reading: PictureReading, in console: Console) throws(CommandError) {
    let drawn = comparison.drawn
    guard !drawn.isEmpty else { return }
    let recordings = try drawn.map { drawn throws(CommandError) in try reading.recordAgain(drawn, in: console) }
    owners = comparison.owners(threads: reading.threads)
    for index in owners.indices {
      guard let drawing = owners[index].drawing, let element = owners[index].element,
        let recording = recordings[drawing]
      else { continue }
      (owners[index].file, owners[index].line) = (recording.path, recording.elementLines[element.rawValue])
    }
    if recordings.count == 2, let first = recordings[0], let second = recordings[1] {
      guard let parting = Parting(first, second, threads: reading.threads) else { return }
      firstEvent = [(first.path, parting.firstLine), (second.path, parting.secondLine)]
    } else if let recording = recordings[0],
      let line = recording.lineOfFirstFinalChange(of: comparison.runs, threads: reading.threads)
    {
      firstEvent = [(recording.path, line)]
    }
  }

  /// Puts the picture of the difference in place and prints the report in the requested form.
  func finish(_ options: DiffOptions, in console: Console) throws(CommandError) -> ExitCode {
    if comparison.difference == nil, let path = options.output {
      console.messages.warn(path, "not written: the pictures differ in size")
    }
    try withFiles { () throws(FileError) in try comparison.commit() }
    if options.wantsFirstOnly {
      if let event = firstEventText { try console.print(event) }
    } else {
      try console.print(options.printsJSON ? "\(json)\n" : text)
    }
    let code: ExitCode = comparison.isSame ? .done : .different
    return comparison.drawn.map { ExitCode.afterReading($0.summary) }.reduce(code, max)
  }

  /// Only the lines, each as "FILE:LINE:COLUMN".
  private var firstEventText: String? {
    firstEvent.isEmpty ? nil : firstEvent.map { "\(printable($0.file)):\($0.line):1\n" }.joined()
  }
}

/// The options of `doodle diff`.
struct DiffOptions: Hashable, Sendable {
  var first: String
  /// The same as the first with `--with`.
  var second: String
  var rule: ComparisonRule
  var reading: PictureReading
  var output: String?
  var replacesFiles: Bool
  var printsJSON: Bool
  var wantsFirstOnly: Bool
  var otherProgram: String?

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    rule = try ComparisonRule(arguments)
    reading = try PictureReading(arguments)
    output = try arguments[OptionTable.differencePicture]
    replacesFiles = !arguments[OptionTable.noClobber]
    printsJSON = arguments[OptionTable.json]
    wantsFirstOnly = arguments[OptionTable.first]
    otherProgram = try arguments[OptionTable.with]
    try arguments.exclude(OptionTable.first, OptionTable.json)
    try arguments.exclude(OptionTable.first, OptionTable.with)
    let operands = arguments.operands
    if operands.contains("") { throw .usage(.emptyOperand) }
    let expected = otherProgram == nil ? 2 : 1
    if operands.isEmpty { throw .usage(.noInput) }
    if operands.count > expected { throw .usage(.tooManyOperands(operands[expected])) }
    if operands.count < expected { throw .usage(.tooFewOperands(expected: "two pictures to compare: A and B")) }
    if operands.count == 2, operands[0] == "-", operands[1] == "-" { throw .usage(.standardInputTwice) }
    first = operands[0]
    second = operands[expected - 1]
    if let output {
      if output == "-", surroundings.terminals.contains(.output) {
        throw .usage(.binaryToTerminal(example: "diff.png"))
      }
      if output == "-" { throw .usage(.exclusive("-o -", "the report on standard output")) }
      let found = FilePath.fileExtension(of: output)
      if found != "png" {
        throw .usage(.unknownExtension(output: output, found: found, known: ["png"], canForce: false))
      }
      try ReadFiles(operands, in: surroundings).check(output, in: surroundings)
    }
  }

  /// The file for the picture of a page's difference; nil without `--output`.
  func outputFile(ofPage page: Int, isPaged: Bool, in console: Console) throws(CommandError) -> OutputFile? {
    guard var output else { return nil }
    if let template = OutputTemplate(output) {
      output = try template.name(for: first, page: page)
    } else if isPaged {
      throw .usage(.severalPages(input: first, count: nil, example: OutputPlan.pageName(for: output)))
    }
    return try withFiles { () throws(FileError) in try console.create(output, replaces: replacesFiles) }
  }
}
