import DoodleKit
import Synchronization

/// `doodle render`: draws recordings as pictures.
enum RenderCommand {
  static let entry = Command(
    name: "render",
    summary: "draw recordings as pictures",
    description: """
      Draws each LOG, which is a recording of touches (JSON Lines) or a saved drawing, and writes the picture to OUT. \
      The extension of OUT chooses the format, PNG, SVG or PDF. A PDF has all pages of all LOGs. The same log and \
      options give the same pixels on every machine.
      """,
    operands: "LOG…",
    operandCompletion: .files(["jsonl", "json"]),
    options: OptionTable.files + [
      OptionTable.inPlace.entry, OptionTable.under.entry, OptionTable.format.entry, OptionTable.compress.entry,
      OptionTable.metadata.entry,
      OptionTable.skipEmpty.entry, OptionTable.json.entry,
    ] + OptionTable.resources + OptionTable.moments + OptionTable.renderers + OptionTable.picture
      + InputReading.entries,
    examples: [
      Command.Example(line: "doodle render sketch.jsonl -o sketch.png", effect: "Draw one recording."),
      Command.Example(
        line: "doodle render *.jsonl -o pictures/", effect: "Draw each recording to a picture of the same name."),
      Command.Example(
        line: "doodle render *.jsonl -o '{stem}@2x.png'", effect: "The same, beside the recordings and twice as large."),
      Command.Example(
        line: "doodle render notes.xopp -o 'notes-{page}.png'", effect: "Draw each page of a document."),
      Command.Example(line: "doodle render notes.xopp -o notes.pdf", effect: "The same as one document."),
      Command.Example(
        line: "doodle render notes.xopp --under lecture.pdf -o notes.pdf",
        effect: "The same over the pages of the PDF that the notes were written on."),
      Command.Example(line: "doodle render *.jsonl -o all.pdf", effect: "Draw each recording to a page of a document."),
      Command.Example(
        line: "doodle render sketch.jsonl --at 50% -o half.png", effect: "Draw the picture as it was at half time."),
      Command.Example(
        line: "doodle render sketch.jsonl -o sketch.svg", effect: "Write shapes, which scale to any size."),
      Command.Example(
        line: "doodle render sketch.jsonl -o debug.png --layers samples,cones --scale 4",
        effect: "Show how the ink is made, enlarged."),
      Command.Example(line: "doodle render sketch.jsonl --tiles map", effect: "Write map tiles for zooming."),
      Command.Example(
        line: "record | doodle render -o - --background none | display",
        effect: "Read from and write to a pipe, with a transparent background."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try RenderOptions(arguments, in: console.surroundings)
    if options.isInPlace, let over = options.reading.picture.over { console.filesRead.release(path: over) }
    let below = try options.under.map { path throws(CommandError) in
      try PagesBelow(path, memoryLimit: options.reading.memoryLimit, in: console)
    }
    var batch = try Batch(arguments, "drawn", in: console)
    let hasPages = options.pictures.contains { $0.format == .pdf || $0.job.pageTemplate != nil }
    if hasPages, options.reading.threads > 1 { divideHeap(among: options.reading.threads) }
    // Folders of tiles may contain each other, and with `--no-clobber` a file cannot be written twice.
    let runsAlone = options.renderer.tiles != nil || options.printsJSON && !options.replacesFiles
    let share = runsAlone ? .whole : options.reading.share
    try batch.run(
      options.pictures, share: share, job: { $0.job }, namesFiles: { options.reading.notesFiles(of: $0, in: console) }
    ) {
      (picture, share, console) throws(CommandError) in
      var own = options
      own.reading = options.reading.sharing(share)
      if share.isWhole { lastDrawn.withLock { $0 = nil } }
      if picture.format == .pdf {
        return .afterReading(try renderDocument(picture, own, over: below, in: console))
      }
      return .afterReading(try render(picture, own, share, in: console))
    }
    return batch.finish()
  }

  /// Kept until the process ends, because freeing its memory piece by piece takes time.
  private static let lastDrawn = Mutex<DrawnLog?>(nil)

  private static func render(
    _ picture: RenderOptions.Picture, _ options: RenderOptions, _ share: Share, in console: Console
  ) throws(CommandError) -> SessionSummary {
    var options = options
    options.reading.picture.resolution = picture.resolution
    // Boards may be too wide for a picture, but not for shapes or a small one.
    let isSmall = picture.renderer == .thumbnail || picture.renderer == .svg && !options.printsJSON
    options.reading.drawsWhole = !isSmall || options.renderer.isEnough
    let isPaged =
      (!options.writesPictures || picture.job.pageTemplate != nil)
      && (options.renderer.tiles == nil || options.renderer.namesPages)
    var reporter = try options.reading.open(
      picture.job.input, hashesBytes: options.hasMetadata, isPaged: isPaged, in: console)
    let isDrawn = picture.renderer == .picture && !options.renderer.isEnough && options.moment == nil
    let queue = PageQueue(threads: options.reading.threads)
    // The first page may be the only one: it is worth all threads.
    var isFirst = true
    do throws(CommandError) {
      repeat {
        var page = picture
        page.job = try picture.job.forPage(reporter.session.page)
        if picture.job.pageTemplate != nil, try page.job.keepsPage(replaces: options.replacesFiles, in: console) {
          continue
        }
        if !isDrawn {
          try renderRecording(page, options, &reporter, in: console)
        } else if isFirst || queue.threads == 1 || options.printsJSON {
          try renderPage(page, options, &reporter, share, in: console)
        } else {
          try add(page, options, &reporter, to: queue, in: console)
        }
        isFirst = false
      } while try reporter.nextPage()
    } catch {
      // A page before this one may have failed.
      try queue.finish()
      throw error
    }
    try queue.finish()
    return reporter.session.totals
  }

  /// Reads a page, which is drawn while the next ones are read.
  private static func add(
    _ picture: RenderOptions.Picture, _ options: RenderOptions, _ reporter: inout SessionReporter, to queue: PageQueue,
    in console: Console
  ) throws(CommandError) {
    var options = options
    guard
      let moment = try options.reading.readPage(&reporter, at: nil, skipsEmpty: options.skipsEmpty, defersInk: true)
    else { return }
    // Pages that take much memory are drawn one after another.
    let pixels = moment.layout.width * moment.layout.height
    let isLarge = pixels > options.reading.memoryLimit / 16 / (queue.threads + 1)
    if isLarge { try queue.finish() } else { options.reading.threads = 1 }
    let files = files(moment.summary, moment.drawing.model, picture, options, in: console)
    let (job, makesFolders) = (picture.job, picture.job.isNamedAfterInput)
    try queue.add { () throws(CommandError) -> [UInt8] in
      var moment = moment
      moment.modelInk()
      let drawn = try withSession(job.input) { () throws(SessionError) in try moment.drawn() }
      var png = MemorySink()
      try files.encode(drawn.picture, of: job.output, to: &png)
      return png.bytes
    } then: { (png: [UInt8]) throws(CommandError) in
      try files.write(png, to: job.output, makesFolders: makesFolders)
      console.messages.note("\(shownName(job.input)) -> \(job.output)")
    }
    if isLarge { try queue.finish() }
  }

  /// Draws a page while it is read.
  private static func renderPage(
    _ picture: RenderOptions.Picture, _ options: RenderOptions, _ reporter: inout SessionReporter, _ share: Share,
    in console: Console
  ) throws(CommandError) {
    guard let drawn = try options.reading.drawPage(&reporter, skipsEmpty: options.skipsEmpty) else { return }
    try files(drawn.summary, drawn.drawing.model, picture, options, in: console).write(
      drawn.picture, to: picture.job.output, makesFolders: picture.job.isNamedAfterInput)
    if options.printsJSON {
      try console.print("\(drawn.json(named: picture.job.input).onPage(reporter.isPaged ? drawn.page : nil))\n")
    }
    console.messages.note("\(shownName(picture.job.input)) -> \(picture.job.output)")
    if share.isWhole { lastDrawn.withLock { $0 = drawn } }
  }

  /// Draws a page after reading it to its end.
  private static func renderRecording(
    _ picture: RenderOptions.Picture, _ options: RenderOptions, _ reporter: inout SessionReporter, in console: Console
  ) throws(CommandError) {
    let input = picture.job.input
    guard
      let moment = options.renderer.verifies
        ? try verifiedMoment(input, options, &reporter, in: console)
        : try options.reading.readPage(&reporter, at: options.moment, skipsEmpty: options.skipsEmpty)
    else { return }
    if let side = options.renderer.thumbnailSide {
      try withSession(input) { () throws(SessionError) in
        try rethrowing(as: SessionError.layout) { () throws(LayoutError) in
          try moment.layout.scaled(toSide: side).check(pixelLimit: options.reading.pixelLimit)
        }
      }
    }
    let files = files(moment.summary, moment.drawing.model, picture, options, in: console)
    func output(of kind: RendererKind, notes: [String] = []) throws(CommandError) -> RendererOutput {
      try withSession(input) { () throws(SessionError) in
        try moment.output(of: kind) { setup in
          setup.debugLayers = Set(options.renderer.layers)
          if let side = options.renderer.thumbnailSide { setup.thumbnailSide = side }
          setup.notes = notes
        }
      }
    }
    var shown: Picture?
    if options.writesPictures {
      let notes = files.options.text.map { "\($0.key): \($0.value)" }
      let output = try output(of: picture.renderer, notes: notes)
      try files.write(output, to: picture.job.output, makesFolders: picture.job.isNamedAfterInput)
      if case .picture(let picture) = output { shown = picture }
      console.messages.note("\(shownName(input)) -> \(picture.job.output)")
    }
    if let folder = try options.renderer.tileFolder(for: input, page: moment.page) {
      try files.write(try output(of: .tiles), to: folder)
      console.messages.note("\(shownName(input)) -> \(folder)/")
    }
    if options.printsJSON {
      if shown == nil, picture.renderer.makesPicture, case .picture(let picture) = try output(of: picture.renderer) {
        shown = picture
      }
      let drawn = try withSession(input) { () throws(SessionError) in
        if let shown { moment.drawn(shown) } else { try moment.drawn() }
      }
      try console.print("\(drawn.json(named: input).onPage(reporter.isPaged ? drawn.page : nil))\n")
    }
  }

  /// Reads a page, and checks it as `verify` does.
  private static func verifiedMoment(
    _ input: String, _ options: RenderOptions, _ reporter: inout SessionReporter, in console: Console
  ) throws(CommandError) -> RecordedMoment? {
    let (reading, skipsEmpty) = (options.reading, options.skipsEmpty)
    guard let recording = try reading.recordPage(&reporter, keepsLocations: true, skipsEmpty: skipsEmpty) else {
      return nil
    }
    try verify(recording, reading.limits, in: console)
    let events = counted(recording.locations.count, "event")
    console.messages.summarize(
      "\(printable(shownName(input))): the picture equals a full redraw after each of \(events)")
    return try withSession(input) { () throws(SessionError) in
      try RecordedMoment(recording, at: options.moment, limits: reading.limits)
    }
  }

  /// Checks after each event that the incrementally drawn picture equals a full redraw.
  /// - Throws: `CommandError.different`, with the event's location, if it does not.
  private static func verify(
    _ recording: Recording, _ limits: RenderLimits, in console: Console
  ) throws(CommandError) {
    var progress = ProgressBar(in: console)
    defer { progress?.finish() }
    var verifier = RecordingVerifier(recording, limits: limits)
    while let verdict = try withSession(recording.path, { () throws(SessionError) in try verifier.next() }) {
      if case .different(let difference, let event) = verdict {
        throw .different(recording.locations[event].diagnostic(.error, message: "after this event, \(difference)"))
      }
      progress?.update(fraction: verifier.fractionChecked)
    }
  }

  private static func files(
    _ summary: SessionSummary, _ model: StrokeModel, _ picture: RenderOptions.Picture, _ options: RenderOptions,
    in console: Console
  ) -> RendererFiles {
    var png = PNGOptions(compression: options.compression, threads: options.reading.threads)
    png.dpi = options.dpi
    if let hash = summary.hash { png.text = PictureOrigin.texts(model: model, logHash: hash) }
    return RendererFiles(options: png, replacesFiles: options.replacesFiles, console: console)
  }
}

extension DrawnLog {
  /// The SHA-256 of the log's bytes; empty if the session did not compute it.
  var logHash: String { summary.hash ?? "" }

  /// What `--json` prints for a picture. Programs rely on the keys: add new ones, but keep these.
  func json(named file: String) -> JSON {
    [
      "file": .string(file),
      "strokes": .integer(drawing.strokes.count { $0.state != .cancelled }),
      "events": .integer(summary.events),
      "width": .integer(picture.width),
      "height": .integer(picture.height),
      "pixels_sha256": .string(PixelHash.of(picture)),
      "warnings": .integer(summary.warnings),
      "loss": summary.loss.map { .string($0) } ?? .null,
    ]
  }
}
