public import ImportCore
public import Ink
public import PNG
import Files

/// What happens to an invalid line.
public enum ErrorAction: String, Hashable, Sendable, CaseIterable {
  /// The session ends with an error.
  case stop
  /// The line is skipped and reported as a diagnostic.
  case skip
}

/// How a session reads a log.
public struct SessionOptions: Sendable {
  /// The input's format; nil to recognize it by content.
  public var format: InputFormat?
  /// The pages to read; nil for all.
  public var pages: PageSelection?
  /// Choices for what a file of another format leaves open.
  public var imports = ImportOptions()
  /// What happens to an invalid line.
  public var onError = ErrorAction.stop
  /// Whether the session warns of keys that are probably misspelled, once for each kind of line, and of a touch log whose
  /// times seem to be in milliseconds.
  public var warnsOfMistakes = true
  /// Which files the log may name; nil for those in its folder and below it, or none for standard input.
  public var fileAccess: FileAccess?
  /// Whether other sessions share the memory and write files at the same time. The session then ends with an error when
  /// it reaches a limit, even if invalid lines are skipped, and when the log has an image or names a file.
  package var isBesideOthers = false
  /// Receives the files that the session reads; nil to keep a list of its own.
  package var filesRead: FilesRead?
  /// The largest amount of memory for the drawing and its images together, in bytes. The session estimates it by the
  /// number of events, elements and letters.
  public var memoryLimit = Int.max
  /// The largest image that the log may place.
  public var imageLimits = ImageLimits()
  /// How the ink is modeled.
  public var model = ModelOptions()
  /// Whether `summary.hash` is computed.
  package var hashesBytes = false

  public init() {}
}

/// The result of reading a log.
public struct SessionSummary: Hashable, Sendable {
  /// The number of events.
  public var events = 0
  /// The number of invalid lines that were skipped.
  public var skipped = 0
  /// The number of warnings.
  public var warnings = 0
  /// The parts of a page of another format that its drawing lacks, as a phrase; nil if it lacks nothing. Available at
  /// the end.
  public var loss: String?
  /// The SHA-256 of the log's bytes in hexadecimal, available at the end; nil unless `hashesBytes` is set.
  package var hash: String?

  package init(events: Int = 0) { self.events = events }
}

extension SessionOptions {
  /// Counts the pages of a file if the selection names the last one.
  /// - Throws: `SessionError` if the file cannot be read, or is standard input, which can be read only once.
  package mutating func resolvePages(of path: String) throws(SessionError) {
    guard let pages, pages.namesLast else { return }
    guard path != "-" else { throw .lastPageOfPipe }
    var options = self
    options.pages = nil
    self.pages = pages.resolved(count: try DrawingSession(path: path, options: options).countPages())
  }
}
