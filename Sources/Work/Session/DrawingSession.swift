public import Files
import ImportCore
import Importers
import PNG
public import Ink
public import TouchLog

/// Reads a recording into a drawing.
///
///     let session = try DrawingSession(path: "sketch.jsonl")
///     while try session.advance() {}
///     session.finish()
///
/// The log is read as a stream: after each call of `advance` the drawing holds all events read so far, and a renderer
/// may draw the changes. The session collects warnings until `takeDiagnostics` returns them.
///
/// A session is a class because it owns a file that is read once. It belongs to one thread; the drawing is a value that
/// may be copied to others.
public final class DrawingSession {
  /// The log's path; "-" for standard input.
  public let path: String
  /// The drawing after the events read so far.
  public var drawing: Drawing {
    current.updateInk(threads: threads)
    return current
  }
  /// The drawing after the events read so far. Its ink may lack late revisions and the last
  /// strokes: use it only for what is no ink.
  package var unrevisedDrawing: Drawing { current }
  /// The input's format, as it was named or recognized.
  package let format: InputFormat
  /// Whether the input is a saved drawing, which has elements instead of events.
  package let isSavedDrawing: Bool
  /// The choices that were made for reading the input but that its format does not leave open, so that they have no
  /// effect.
  package let idleChoices: [ImportOptions.Choice]

  /// The drawing, in which ink that revisions have changed is modeled again on request.
  private var current: Drawing
  /// The number of the page that is read, from 1.
  public private(set) var page: Int
  private let pages: PageSelection?
  /// The hash of the whole file, once a page of it has asked for it.
  private var fileHash: String??
  /// On the pages before; nil on the first.
  private var earlierReport: ImportReport?
  /// What the page names and the session could not read.
  private var pageOmissions = ImportReport()
  private let onError: ErrorAction
  private let isBesideOthers: Bool
  let memoryLimit: Int
  /// The most threads that model ink.
  var threads = 1
  private var usage = MemoryEstimate()
  /// Whether events of the page were passed over, so that touches may only seem to be down.
  private var isCut = false
  private let source: MeteredSource
  private var feed: EventFeed
  /// The images, fonts and saved drawings that the log names, as far as it has been read.
  package internal(set) var files: LogFiles
  /// Whether an event so far names a file, which may be missing.
  private(set) var namesFiles = false
  private var counts = SessionSummary()
  /// The counts of the pages before.
  private var skippedBefore = 0
  private var warningsBefore = 0
  private var diagnostics: [Diagnostic] = []

  /// Opens a log.
  /// - Parameter path: The log's path; "-" is standard input.
  /// - Throws: `SessionError` if the file cannot be read, or if it is an invalid saved drawing.
  public convenience init(path: String, options: SessionOptions = SessionOptions()) throws(SessionError) {
    var options = options
    let filesRead = options.filesRead ?? FilesRead()
    options.filesRead = filesRead
    try options.resolvePages(of: path)
    let file = try rethrowing(as: SessionError.file) { () throws(FileError) in
      try InputFile(path: path, notedIn: filesRead)
    }
    try self.init(file, size: file.size, path: path, options: options)
  }

  /// Reads a log from a source.
  /// - Parameters:
  ///   - size: The source's size in bytes, if it is known.
  ///   - path: The name of the log in messages. Paths in the log are relative to its folder.
  /// - Throws: `SessionError` if the source cannot be read, or if it is an invalid saved drawing.
  public init(
    _ source: any ByteSource, size: Int? = nil, path: String, options: SessionOptions = SessionOptions()
  ) throws(SessionError) {
    let source = MeteredSource(source, size: size, hashesBytes: options.hashesBytes)
    var files = LogFiles(
      besideLog: path, access: options.fileAccess, limits: options.imageLimits, isPostponing: options.isBesideOthers,
      filesRead: options.filesRead ?? FilesRead())
    let name = path == "-" ? "<stdin>" : path
    let first = options.pages?.first ?? 1
    var imports = options.imports
    imports.firstPage = first
    let input: OpenedInput
    do throws(LogReadError) {
      input = try OpenedInput(source, name: name, format: options.format, options: imports)
    } catch {
      throw SessionError(error)
    }
    switch input {
    case .log(let reader, let found):
      feed = EventFeed(reader, warnsOfMistakes: options.warnsOfMistakes)
      format = .log(found)
      isSavedDrawing = false
    case .drawing(let saved, let found):
      format = .drawing(found)
      // A saved drawing is read as a log whose only event opens it.
      files.keep(saved, as: path)
      let location = LogLocation(file: name, line: 1, column: 1)
      feed = EventFeed(NoEvents(location: location), after: (.command(.open(path: path)), location))
      isSavedDrawing = true
    }
    (self.path, self.source, self.files) = (path, source, files)
    let format = format
    idleChoices = imports.choices.filter { !format.leavesOpen($0) }
    (page, pages) = (format.leavesOpen(.page) ? first : 1, options.pages)
    onError = options.onError
    isBesideOthers = options.isBesideOthers
    memoryLimit = options.memoryLimit
    current = Drawing()
    start(model: options.model)
    // Readers of other formats begin with the first page.
    if format == .log(.doodle) { for number in 1..<first where try !movePage() { throw noPage(first, count: number) } }
  }

  /// The counts of all pages so far.
  package var totals: SessionSummary {
    var totals = summary
    totals.skipped += skippedBefore
    totals.warnings += warningsBefore
    return totals
  }

  /// The counts of events and lines of the page so far.
  public var summary: SessionSummary {
    var summary = counts
    summary.hash = hash
    summary.loss = pageReport.loss
    return summary
  }

  /// The number of events read so far.
  package var eventCount: Int { counts.events }

  /// The share of the log that was read, 0...1; nil for a pipe.
  public var fractionRead: Double? { source.fractionRead }

  /// The location of the event that was read last.
  package var location: LogLocation { feed.location }

  /// The line of the event that was read last, from 1.
  package var lineNumber: Int { feed.line }

  /// The keys of the line of the event that was read last that satisfy a condition, in their order. None if the format
  /// has no such lines.
  package func keys(where isMeant: (String) -> Bool) -> [LineKey] { feed.keys(where: isMeant) }

  /// Whether the line of the event that was read last may have keys that are not those of its kind of line.
  package var mayHaveOwnKeys: Bool { feed.mayHaveOwnKeys }

  /// How the input was understood, and what was left out, on this page and those before. Complete at the end of the log;
  /// empty for a touch log.
  package var report: ImportReport { earlierReport?.adding(pageReport) ?? pageReport }

  /// How the page was understood, and what was left out on it.
  package var pageReport: ImportReport { feed.report.adding(pageOmissions) }

  /// What a PDF keeps of the page, if `ImportOptions.keepsParts` asks for it.
  package var keptParts: [KeptPart] { feed.keptParts }

  /// Whether another program wrote the input.
  var isImported: Bool { !feed.report.format.isEmpty }

  /// Notes content that the page names and that is left out.
  /// - Parameter what: Its name, in the plural.
  package func omit(_ what: String, count: Int = 1, _ kind: ImportReport.Omission.Kind = .content) {
    pageOmissions.omit(what, count: count, kind)
  }

  /// Returns and removes the warnings and the errors of skipped lines since the last call.
  public func takeDiagnostics() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    defer { diagnostics.removeAll() }
    return diagnostics
  }

  /// The log's header, completed by the header of the saved drawing that the log opens; nil if there is none.
  ///
  /// Reads ahead as far as needed. Call it before reading the first event.
  public func header() throws(SessionError) -> LogHeader? {
    guard let first = try peek(0) else { return nil }
    if case .command(.open(let path), _) = first { return try? files.savedDrawing(path).header }
    guard case .header(let header) = first else { return nil }
    guard case .command(.open(let path), _) = try peek(1), let saved = try? files.savedDrawing(path) else {
      return header
    }
    return header.completed(by: saved.header)
  }

  /// The event that `step` applies next; nil at the end of the log. Invalid lines before it are skipped or thrown.
  package func nextEvent() throws(SessionError) -> LogEvent? { try peek(0) }

  /// Whether the log begins with a header line.
  package func beginsWithHeader() throws(SessionError) -> Bool {
    if case .header = try peek(0) { return true }
    return false
  }

  /// Replaces the drawing by an empty one with other options. Call it before reading the first event.
  package func start(model: ModelOptions) {
    var model = model
    // Texts of other programs never chose the built-in font.
    model.fonts.prefersFallback = format != .log(.doodle) && format != .drawing(.drawing)
    current = Drawing(options: model)
  }

  // MARK: Reading

  /// The result of reading a step of a log.
  package enum Step: Sendable {
    case event(LogEvent)
    /// An invalid line, which was skipped; `takeDiagnostics` returns the reason.
    case skipped
  }

  /// Reads the next event and applies it, together with the touches after it that are already in memory. Returns after
  /// each skipped line, so that its diagnostic can be shown before the log continues.
  /// - Returns: False at the end of the log.
  /// - Throws: `SessionError`. With `ErrorAction.skip`, an invalid line is skipped instead.
  public func advance() throws(SessionError) -> Bool {
    guard let step = try read() else { return false }
    guard case .event(let event) = step, try apply(event) else { return true }
    try checkMemory()
    while true {
      counts.events += feed.takeTouches { touches in current.applyMoves(touches) }
      guard let touch = feed.nextTouch() else { return true }
      do throws(EditError) {
        if let warning = try current.applyDeferringInk(touch) { warn(warning) }
        counts.events += 1
      } catch {
        try refuse(location, EventError.edit(error).description)
      }
    }
  }

  /// Reads the next event and applies it.
  /// - Returns: The event if the drawing accepted it; nil at the end of the log.
  /// - Throws: `SessionError`. With `ErrorAction.skip`, an invalid line is skipped instead.
  package func step() throws(SessionError) -> Step? {
    guard let step = try read() else { return nil }
    guard case .event(let event) = step, try apply(event) else { return .skipped }
    try checkMemory()
    return step
  }

  /// Applies the events after the one that was read last that only move a touch and are in memory, as `advance` does.
  /// - Parameter note: Called with each of them and its line.
  func applyMoves(_ note: (TouchEvent, _ line: Int) -> Void) {
    counts.events += feed.takeTouches({ touches in current.applyMoves(touches) }, noting: note)
  }

  /// Reads the next events without applying them: the drawing stays as it is.
  /// - Returns: False at the end of the log.
  /// - Throws: `SessionError`. With `ErrorAction.skip`, an invalid line is skipped instead.
  func pass() throws(SessionError) -> Bool {
    isCut = true
    guard let step = try read() else { return false }
    if case .event = step { counts.events += 1 }
    counts.events += feed.takeTouches { $0.count }
    return true
  }

  /// Reads the next event of all selected pages without applying it. A page after the first one begins with the command
  /// for it, instead of with a header.
  /// - Returns: The event; nil at the end of the file.
  /// - Throws: `SessionError`. With `ErrorAction.skip`, an invalid line is skipped instead.
  package func nextStep() throws(SessionError) -> Step? {
    if let step = try read() {
      if case .event = step { counts.events += 1 }
      return step
    }
    guard try nextPage() else { return nil }
    counts.events += 1
    guard case .header(let header) = try peek(0) else { return .event(.command(.page(NewPage()))) }
    _ = try read()
    // In a log, a page without a background has that of the page before.
    let background = header.background ?? (format == .log(.doodle) ? nil : .color(.white))
    return .event(.command(.page(NewPage(size: header.size, background: background))))
  }

  /// Frees the drawing of a page that has been read to its end.
  func releaseDrawing() { current = Drawing(options: current.options) }

  // MARK: Pages

  /// The hash of the log's bytes, of which the last may not have been read if another page follows.
  private var hash: String? {
    guard source.hashesBytes, feed.endsPage || page > 1 && format == .log(.doodle) else { return source.hash }
    if fileHash == nil { fileHash = .some(try? Self.hash(ofFile: path)) }
    return fileHash ?? nil
  }

  /// - Returns: Nil for a pipe, which cannot be read again.
  private static func hash(ofFile path: String) throws(FileError) -> String? {
    guard path != "-" else { return nil }
    let file = try InputFile(path: path)
    guard file.size != nil else { return nil }
    let whole = MeteredSource(file, size: nil, hashesBytes: true)
    var bytes: [UInt8] = []
    while try whole.read(into: &bytes, atMost: 1 << 16) > 0 { bytes.removeAll(keepingCapacity: true) }
    return whole.hash
  }

  /// Continues with the next selected page, whose drawing is empty at first. The rest of this one is skipped.
  /// - Returns: False if there is none; the drawing is then that of the last page.
  /// - Throws: `SessionError` if the file cannot be read, or has no page that the selection names.
  public func nextPage() throws(SessionError) -> Bool {
    guard format.leavesOpen(.page) else { return false }
    var next = page + 1
    if let pages {
      guard let selected = pages.next(after: page) else { return false }
      next = selected
    }
    let report = report
    for number in page..<next {
      guard try movePage() else {
        if let pages, pages.requires(next) { throw noPage(next, count: number) }
        return false
      }
    }
    (page, earlierReport, pageOmissions) = (next, report, ImportReport())
    current = Drawing(options: current.options)
    (usage, isCut) = (MemoryEstimate(), false)
    (skippedBefore, warningsBefore) = (skippedBefore + counts.skipped, warningsBefore + counts.warnings)
    counts = SessionSummary()
    return true
  }

  /// Whether the file has another page, selected or not. Call it at the end of a page; no event can be read after it.
  package func hasMorePages() throws(SessionError) -> Bool { format.leavesOpen(.page) ? try movePage() : false }

  /// Reads to the end of the file.
  /// - Returns: The number of its pages.
  package func countPages() throws(SessionError) -> Int {
    var count = page
    while try movePage() { count += 1 }
    return count
  }

  /// Throws `SessionError.severalPages` if there is another page to read: one of the selection, if there is one.
  package func requireLastPage() throws(SessionError) {
    if try nextPage() { throw .severalPages(count: try countPages()) }
  }

  private func movePage() throws(SessionError) -> Bool {
    // No output may replace a file that a page names which is left out.
    while try read() != nil {}
    while true {
      do throws(LogReadError) {
        return try feed.nextPage()
      } catch {
        try skip(error)
      }
    }
  }

  private func noPage(_ page: Int, count: Int) -> SessionError {
    let location = LogLocation(file: path == "-" ? "<stdin>" : path, line: 1, column: 1)
    return SessionError(.malformed(LogError(location: location, reason: .noPart("page", page, count: count))))
  }

  /// Ends the drawing: touches that are still down end at their last position.
  public func finish() {
    current.updateInk(threads: threads)
    for warning in current.finish() where !isCut { warn(warning) }
  }

  /// Ends the drawing as `finish()` does, except that ink may be left as it is: `unrevisedDrawing` then lacks it.
  package func finishDeferringInk() {
    for warning in current.finishDeferringInk() where !isCut { warn(warning) }
  }

  /// Models the ink again if `tolerance`, in points, differs from the current one.
  package func refine(tolerance: Double) {
    current.refine(tolerance: tolerance, threads: threads)
  }

  private func peek(_ offset: Int) throws(SessionError) -> LogEvent? {
    while true {
      do throws(LogReadError) {
        return try feed.peek(offset)
      } catch {
        try skip(error)
      }
    }
  }

  private func read() throws(SessionError) -> Step? {
    do throws(LogReadError) {
      let event = try feed.next()
      for warning in feed.takeWarnings() { warn(warning) }
      guard let event else { return nil }
      // Most events are touches, which name no files.
      switch event {
      case .touch, .revision: break
      default: if files.note(event) { namesFiles = true }
      }
      return .event(event)
    } catch {
      try skip(error)
      return .skipped
    }
  }

  private func skip(_ error: LogReadError) throws(SessionError) {
    switch error {
    case .file(let error): throw .file(error)
    case .malformed(let error): try refuse(error)
    }
  }

  /// Applies an event and counts it.
  /// - Returns: False if it was skipped.
  private func apply(_ event: LogEvent) throws(SessionError) -> Bool {
    usage.add(event)
    // One text can take more memory than everything before it.
    try checkMemory()
    do throws(EventError) {
      if let warning = try files.applyDeferringInk(event, to: &current) {
        warn(warning)
      } else if case .command(.duplicate, _) = event {
        usage.addCopy(in: current)
      }
      counts.events += 1
      return true
    } catch {
      usage.remove(event)
      switch error {
      case .edit(let error): try refuse(location, error.description)
      case .image(.file(let error)) where error.isSystemFailure: throw .file(error)
      case .image(.image(_, .file(let error))): throw .file(error)
      // A document of another program is drawn without an image that is missing or damaged.
      case .image(.file(let error)) where isImported && ImageLoadError.file(error).isOfImage:
        omit("images (\(error))")
      case .image(let error) where isImported && error.isOfImage: omit("images that are damaged", .damage)
      case .image(let error): try refuse(location, error.description, isLimit: error.isLimit)
      case .font(.file(let error)) where error.isSystemFailure: throw .file(error)
      case .font(let error): try refuse(location, error.description, isLimit: error.isLimit)
      case .savedDrawing(let error): try refuse(error)
      case .file(let error) where error.code == FileError.postponed: throw .file(error)
      case .file(let error): try refuse(location, error.description)
      }
      return false
    }
  }

  private func checkMemory() throws(SessionError) {
    let bytes = usage.bytes(events: counts.events, elements: current.elements.count) + files.memory
    if bytes > memoryLimit { throw .memoryLimit(memoryLimit) }
  }

  private func warn(_ warning: EditWarning) {
    warn(location.diagnostic(.warning, message: warning.description))
  }

  private func warn(_ warning: Diagnostic) {
    counts.warnings += 1
    diagnostics.append(warning)
  }

  private func refuse(_ error: LogError) throws(SessionError) {
    try refuse(error.location, error.reason.description, isLimit: error.reason.isLimit)
  }

  private func refuse(_ location: LogLocation, _ message: String, isLimit: Bool = false) throws(SessionError) {
    let diagnostic = location.diagnostic(.error, message: message)
    guard onError == .skip, !(isLimit && isBesideOthers) else { throw .log(diagnostic, isLimit: isLimit) }
    counts.skipped += 1
    diagnostics.append(diagnostic)
  }
}

extension SessionError {
  init(_ error: LogReadError) {
    switch error {
    case .file(let error): self = .file(error)
    case .malformed(let error): self = .log(error.diagnostic, isLimit: error.reason.isLimit)
    }
  }
}
