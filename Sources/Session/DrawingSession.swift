public import Files
public import PNG
public import Ink
public import TouchLog

/// What a session does with a line that is wrong.
public enum ErrorAction: String, Hashable, Sendable, CaseIterable {
  /// The session ends.
  case stop
  /// The line is left out and reported.
  case skip
}

/// How a session reads a log.
public struct SessionOptions: Sendable {
  /// Nil to recognize it by content.
  public var format: InputFormat?
  public var onError = ErrorAction.stop
  /// Which files the log may name.
  public var fileAccess = FileAccess.anywhere
  /// The largest image that the log may place.
  public var imageLimits = ImageLimits()
  /// How the ink is modeled.
  public var model = ModelOptions()
  /// Whether `summary.hash` is computed.
  public var hashesBytes = false

  public init() {}
}

/// What a session has read.
public struct SessionSummary: Hashable, Sendable {
  /// Lines with an event, or events of a foreign format.
  public var events = 0
  /// Lines that were left out because they are wrong.
  public var skipped = 0
  public var warnings = 0
  /// The SHA-256 of the log's bytes in hexadecimal, once all are read; nil unless the options ask for it.
  public var hash: String?
}

/// Reads a recording into a drawing.
///
///     let session = try DrawingSession(path: "sketch.jsonl")
///     while try session.advance() {}
///     session.finish()
///
/// The log is read as a stream: between two calls of `advance` the drawing holds all events read so far, and a renderer
/// may draw what has changed. Warnings collect in the session until `takeDiagnostics` fetches them.
///
/// A session is a class because it owns a file that is read once. It belongs to one thread; the drawing is a value that
/// may be copied to others.
public final class DrawingSession {
  /// The log's path; "-" for standard input.
  public let path: String
  /// The drawing after the events read so far.
  public private(set) var drawing: Drawing
  /// Whether the input is a saved drawing, which holds elements and no events.
  public let isSavedDrawing: Bool

  private let onError: ErrorAction
  private let source: MeteredSource
  private var feed: EventFeed
  /// What the log names, once it is read.
  package private(set) var files: LogFiles
  private var counts = SessionSummary()
  private var diagnostics: [Diagnostic] = []

  /// Opens a log.
  /// - Parameter path: "-" is standard input.
  /// - Throws: `SessionError` if it cannot be read, or is a saved drawing with errors.
  public convenience init(path: String, options: SessionOptions = SessionOptions()) throws(SessionError) {
    let file = try rethrowing(as: SessionError.file) { () throws(FileError) in try InputFile(path: path) }
    try self.init(file, size: file.size, path: path, options: options)
  }

  /// Reads a log from a source.
  /// - Parameters:
  ///   - size: The source's size in bytes, if it is known.
  ///   - path: Paths in the log are relative to its folder, and messages name it.
  /// - Throws: `SessionError` if it cannot be read, or is a saved drawing with errors.
  public init(
    _ source: any ByteSource, size: Int? = nil, path: String, options: SessionOptions = SessionOptions()
  ) throws(SessionError) {
    let source = MeteredSource(source, size: size, hashesBytes: options.hashesBytes)
    var files = LogFiles(besideLog: path, access: options.fileAccess, limits: options.imageLimits)
    let name = path == "-" ? "<stdin>" : path
    let input: OpenedInput
    do throws(LogReadError) {
      input = try OpenedInput(source, name: name, format: options.format)
    } catch {
      throw SessionError(error)
    }
    switch input {
    case .log(let reader):
      feed = EventFeed(reader)
      isSavedDrawing = false
    case .drawing(let saved):
      // Read as a log whose only event opens the drawing.
      files.keep(saved, as: path)
      let location = LogLocation(file: name, line: 1, column: 1)
      feed = EventFeed(NoEvents(location: location), after: (.command(.open(path: path)), location))
      isSavedDrawing = true
    }
    (self.path, self.source, self.files) = (path, source, files)
    onError = options.onError
    drawing = Drawing(options: options.model)
  }

  /// What was read so far.
  public var summary: SessionSummary {
    var summary = counts
    summary.hash = source.hash
    return summary
  }

  /// How many events were read.
  public var eventCount: Int { counts.events }

  /// The share of the log that was read, 0...1; nil for a pipe.
  public var fractionRead: Double? { source.fractionRead }

  /// The location of the event that was read last.
  public var location: LogLocation { feed.location }

  /// The line of the event that was read last, from 1.
  public var lineNumber: Int { feed.line }

  /// The warnings, and the errors of lines left out, since the last call.
  public func takeDiagnostics() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    defer { diagnostics.removeAll() }
    return diagnostics
  }

  /// The header with which the log begins, completed by that of a saved drawing that it opens; nil if it has none.
  ///
  /// Reads ahead as far as needed. To be asked for before the first event is read.
  public func header() throws(SessionError) -> LogHeader? {
    guard let first = try peek(0) else { return nil }
    if case .command(.open(let path)) = first { return try? files.savedDrawing(path).header }
    guard case .header(let header) = first else { return nil }
    guard case .command(.open(let path)) = try peek(1), let saved = try? files.savedDrawing(path) else { return header }
    return header.completed(by: saved.header)
  }

  /// Whether the log begins with a header line.
  package func beginsWithHeader() throws(SessionError) -> Bool {
    if case .header = try peek(0) { return true }
    return false
  }

  /// Starts the drawing over with other options; to be called before the first event is read.
  package func start(model: ModelOptions) {
    drawing = Drawing(options: model)
  }

  // MARK: Reading

  /// Reads the next event and applies it, together with the touches at hand that follow it.
  /// - Returns: False at the end of the log.
  /// - Throws: `SessionError`. With `ErrorAction.skip`, a wrong line is left out instead.
  public func advance() throws(SessionError) -> Bool {
    guard let event = try nextEvent() else { return false }
    try apply(event)
    while true {
      counts.events += feed.takeTouches { touches in drawing.applyMoves(touches) }
      guard let touch = feed.nextTouch() else { return true }
      counts.events += 1
      do throws(EditError) {
        if let warning = try drawing.apply(touch) { warn(warning) }
      } catch {
        try refuse(location, error.description)
      }
    }
  }

  /// Reads the next event and applies it.
  /// - Returns: The event, and whether the drawing took it; nil at the end of the log.
  /// - Throws: `SessionError`. With `ErrorAction.skip`, a wrong line is left out instead.
  public func step() throws(SessionError) -> (event: LogEvent, isApplied: Bool)? {
    guard let event = try nextEvent() else { return nil }
    let skipped = counts.skipped
    try apply(event)
    return (event, counts.skipped == skipped)
  }

  /// Reads the next event without applying it; nil at the end of the log.
  /// - Throws: `SessionError`. With `ErrorAction.skip`, a wrong line is left out instead.
  public func nextEvent() throws(SessionError) -> LogEvent? {
    let event = try read { feed throws(LogReadError) in try feed.next() }
    if event != nil { counts.events += 1 }
    return event
  }

  /// Ends the drawing: touches that are down end where they are.
  public func finish() {
    for warning in drawing.finish() { warn(warning) }
  }

  /// Models the ink to another tolerance, in points, where it differs.
  package func refine(tolerance: Double) {
    drawing.refine(tolerance: tolerance)
  }

  private func peek(_ offset: Int) throws(SessionError) -> LogEvent? {
    try read { feed throws(LogReadError) in try feed.peek(offset) }
  }

  private func read(
    _ next: (inout EventFeed) throws(LogReadError) -> LogEvent?
  ) throws(SessionError) -> LogEvent? {
    while true {
      do throws(LogReadError) {
        return try next(&feed)
      } catch {
        switch error {
        case .file(let error): throw .file(error)
        case .malformed(let error): try refuse(error)
        }
      }
    }
  }

  private func apply(_ event: LogEvent) throws(SessionError) {
    do throws(EventError) {
      if let warning = try files.apply(event, to: &drawing) { warn(warning) }
    } catch {
      switch error {
      case .edit(let error): try refuse(location, error.description)
      case .image(let error): try refuse(location, error.description)
      case .savedDrawing(let error): try refuse(error)
      case .file(let error): throw .file(error)
      }
    }
  }

  private func warn(_ warning: EditWarning) {
    counts.warnings += 1
    diagnostics.append(location.diagnostic(.warning, message: warning.description))
  }

  private func refuse(_ error: LogError) throws(SessionError) {
    try refuse(error.location, error.reason.description, isLimit: error.reason.isLimit)
  }

  private func refuse(_ location: LogLocation, _ message: String, isLimit: Bool = false) throws(SessionError) {
    let diagnostic = location.diagnostic(.error, message: message)
    guard onError == .skip else { throw .log(diagnostic, isLimit: isLimit) }
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
