import DoodleKit
import PDF

/// PDF: a document with a page for each page of its inputs.
extension RenderCommand {
  /// - Parameter below: The pages under the ink, if any.
  static func renderDocument(
    _ picture: RenderOptions.Picture, _ options: RenderOptions, over below: PagesBelow?, in console: Console
  ) throws(CommandError) -> SessionSummary {
    var reading = options.reading
    switch picture.resolution {
    case .scale, .pixels: reading.picture.resolution = picture.resolution
    // The size of a page is in points.
    case .ofLog, .dpi, .within: reading.picture.resolution = .scale(1)
    }
    reading.input.imports.keepsParts = true
    reading.input.imports.keepsPagesBelow = below != nil
    reading.drawsWhole = false
    var document: PagedDocument?
    // A thread that is writing when the process ends would leave its temporary file.
    defer { document?.waitForPages() }
    var totals = SessionSummary()
    for input in picture.job.inputs {
      let read = try renderPages(of: input, picture, reading, options, over: below, to: &document, in: console)
      (totals.skipped, totals.warnings) = (totals.skipped + read.skipped, totals.warnings + read.warnings)
    }
    try close(&document, picture.job, in: console)
    return totals
  }

  /// Adds the pages of an input to a document, which the first page begins.
  private static func renderPages(
    of input: String, _ picture: RenderOptions.Picture, _ reading: PictureReading, _ options: RenderOptions,
    over below: PagesBelow?, to document: inout PagedDocument?, in console: Console
  ) throws(CommandError) -> SessionSummary {
    var reporter = try reading.open(input, hashesBytes: options.hasMetadata, isPaged: true, in: console)
    var namesPages = false
    repeat {
      let job = try picture.job.forPage(reporter.session.page)
      let isOnePage = picture.job.pageTemplate != nil
      if isOnePage, try job.keepsPage(replaces: options.replacesFiles, in: console) { continue }
      let parts = keptParts(of: reporter.session)
      let page = below?.page(under: reporter.session, &namesPages)
      let skipsEmpty = options.skipsEmpty && parts.isEmpty && page == nil
      guard let moment = try reading.readPage(&reporter, at: options.moment, skipsEmpty: skipsEmpty, defersInk: true)
      else {
        continue
      }
      let pdf = if let document { document } else { try open(job, moment, options, in: console) }
      document = pdf
      try pdf.add(
        PagedDocument.Page(
          moment: moment, keptParts: parts, below: page, size: size(of: moment, reading.picture),
          number: job.more.isEmpty ? moment.page : nil, memoryLimit: reading.memoryLimit))
      if isOnePage { try close(&document, job, in: console) }
    } while try reporter.nextPage()
    if let below, !namesPages {
      let message = "it does not say which pages of \(below.path) lie under its ink: none does"
      guard reading.input.losses != .refuse else { throw .lossy(path: input, message) }
      console.messages.warn(input, message)
    }
    return reporter.session.totals
  }

  /// What is kept of a page: links, and formulas whose pictures can be kept. Reports the others.
  private static func keptParts(of session: DrawingSession) -> [KeptPart] {
    var kept: [KeptPart] = []
    var lost: [String] = []
    for part in session.keptParts {
      switch part.content {
      case .formula(let picture, let source) where !PDFDocument.isKept(picture): lost.append(source)
      case .formula, .link: kept.append(part)
      case .pageBelow: break
      }
    }
    if let first = lost.first {
      let source = first.prefix(60).split(whereSeparator: \.isNewline).joined(separator: " ")
      session.omit("formulas whose pictures cannot be embedded, such as \"\(source)\"", count: lost.count)
    }
    return kept
  }

  /// The size of a page in points: that of the canvas, which need not be whole pixels.
  private static func size(of moment: RecordedMoment, _ picture: PictureOptions) -> Size {
    let layout = moment.layout
    if picture.over == nil, picture.fit == .canvas, let canvas = picture.size ?? moment.drawing.header?.size {
      let (factor, swaps) = (layout.transform.scale, picture.turn.swaps)
      let (width, height) = swaps ? (canvas.height, canvas.width) : (canvas.width, canvas.height)
      let exact = Size(width: width * factor, height: height * factor)
      // With a width and a height in pixels the canvas is centered on the page.
      if exact.width > Double(layout.width) - 1, exact.height > Double(layout.height) - 1 { return exact }
    }
    return Size(width: Double(layout.width), height: Double(layout.height))
  }

  private static func open(
    _ job: Job, _ moment: RecordedMoment, _ options: RenderOptions, in console: Console
  ) throws(CommandError) -> PagedDocument {
    var notes: [(key: String, value: String)] = []
    // The hash would be that of one input.
    if job.more.isEmpty, let hash = moment.summary.hash {
      let texts = PictureOrigin.texts(model: moment.drawing.model, logHash: hash)
      notes = [("Keywords", texts.map { "\($0.key): \($0.value)" }.joined(separator: ", "))]
    }
    return try withFiles { () throws(FileError) in
      PagedDocument(
        try PDFDocument(
          to: try console.create(job, replaces: options.replacesFiles),
          title: FilePath.stem(of: job.more.isEmpty || job.output == "-" ? job.input : job.output),
          notes: notes),
        threads: options.reading.threads)
    }
  }

  private static func close(
    _ document: inout PagedDocument?, _ job: Job, in console: Console
  ) throws(CommandError) {
    guard let complete = document else { return }
    try complete.finish()
    for input in job.inputs { console.messages.note("\(shownName(input)) -> \(job.output)") }
    document = nil
  }
}
