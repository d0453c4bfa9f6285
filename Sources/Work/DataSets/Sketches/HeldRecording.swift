import Files
import Geometry
import ImportCore
import Ink
import Session
import TouchLog

/// A recording of any format in memory, which can be drawn as it was at any moment.
///
/// A class, because records are passed on by value, and most of them are no recordings.
package final class HeldRecording: Sendable {
  private let bytes: [UInt8]
  private let name: String
  private let options: SessionOptions
  private let isSaved: Bool
  /// The time from the first touch to the last, in seconds; nil if the recording has no times.
  private let seconds: Double?
  /// The number of touches, in all phases.
  private let touchCount: Int
  /// The header of the recording; nil if it has none.
  let header: LogHeader?
  /// The parts of the file that the drawing lacks, as a phrase; nil if it lacks nothing.
  let loss: String?
  /// What the reader of points decided, as a phrase; nil if there was nothing to decide.
  let decision: String?
  /// The drawing at the end of the recording. Its ink may not be modeled: what is drawn is a revision of it, whose lines
  /// have other widths.
  let drawing: Drawing
  /// Whether it has no ink.
  let isBlank: Bool
  /// Whether the file has a page after this one.
  let hasMorePages: Bool

  /// Reads a page of a recording.
  /// - Parameter format: Nil to recognize it.
  /// - Throws: `RecordFault` if it is invalid, or takes too much memory.
  init(
    _ bytes: [UInt8], _ record: Record, format: InputFormat?, page: Int, _ form: PictureForm, _ options: RecordOptions
  ) throws(RecordFault) {
    (self.bytes, name) = (bytes, record.file)
    var session = SessionOptions()
    session.pages = PageSelection(page)
    session.format = format
    session.warnsOfMistakes = false
    // Records of data sets are not trusted.
    session.fileAccess = .noFiles
    session.imports.pointers = options.pointers
    session.memoryLimit = options.memoryLimit
    session.imageLimits.maxBytes = options.memoryLimit
    session.model.widthSource = form.pressure ?? .auto
    self.options = session
    var reading = Reading(try Self.open(bytes, record.file, session))
    while try reading.advance() {}
    isSaved = reading.session.isSavedDrawing
    header = reading.header
    touchCount = reading.touches
    // Importers make up times for formats without times.
    let isTimed = reading.clock.isTimed && (reading.session.report.format.isEmpty || reading.session.report.hasTimes)
    seconds = isTimed ? reading.clock.now : nil
    var drawing = reading.finish()
    isBlank = !drawing.hasInk()
    self.drawing = drawing
    (loss, decision) = (reading.session.report.loss, reading.session.report.decision)
    hasMorePages = try reading.hasMorePages()
  }

  /// Whether points have measured times.
  var isTimed: Bool { seconds != nil }

  /// The drawing when a part of its time had passed, or of its touches if it has no times. Touches that were down then
  /// have ended.
  /// - Parameter part: 0...1.
  func drawing(at part: Double) throws(RecordFault) -> Drawing {
    if part >= 1 { return drawing }
    if isSaved { throw RecordFault(.unsupported, "a saved drawing has no past to draw in part") }
    var reading = Reading(try Self.open(bytes, name, options))
    let count = Swift.max(1, Int(saturating: (part * Double(touchCount)).rounded()))
    while try reading.advance(until: { clock, touches in seconds.map { clock.now > part * $0 } ?? (touches > count) }) {
    }
    return reading.finish()
  }

  private static func open(
    _ bytes: [UInt8], _ name: String, _ options: SessionOptions
  ) throws(RecordFault) -> DrawingSession {
    do throws(SessionError) {
      return try DrawingSession(MemorySource(bytes), size: bytes.count, path: name, options: options)
    } catch {
      throw RecordFault(error)
    }
  }
}

/// The reading of a recording.
private struct Reading {
  let session: DrawingSession
  private(set) var clock = RecordingClock()
  private(set) var touches = 0
  private(set) var header: LogHeader?

  init(_ session: DrawingSession) { self.session = session }

  /// Applies the next event.
  /// - Parameter isOver: Whether to apply only the events before the next touch.
  /// - Returns: False at the end.
  mutating func advance(until isOver: (RecordingClock, Int) -> Bool = { _, _ in false }) throws(RecordFault) -> Bool {
    do throws(SessionError) {
      guard let next = try session.nextEvent() else { return false }
      _ = clock.advance(to: next)
      if case .touch = next { touches += 1 }
      if case .header(let header) = next { self.header = header }
      if isOver(clock, touches) { return false }
      return try session.step() != nil
    } catch {
      throw RecordFault(error)
    }
  }

  /// Whether there is another page, after the last event.
  func hasMorePages() throws(RecordFault) -> Bool {
    do throws(SessionError) {
      return try session.hasMorePages()
    } catch {
      throw RecordFault(error)
    }
  }

  func finish() -> Drawing {
    session.finishDeferringInk()
    return session.unrevisedDrawing
  }
}

extension RecordFault {
  fileprivate init(_ error: SessionError) {
    switch error {
    case .log(let diagnostic, let isLimit):
      self.init(
        isLimit ? .tooLarge : .malformed, diagnostic.message, line: diagnostic.location.line,
        column: diagnostic.location.column)
    default: self.init(error.isLimit ? .tooLarge : .malformed, error.description)
    }
  }
}
