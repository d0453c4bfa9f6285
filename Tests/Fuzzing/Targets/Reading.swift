import Files
import ImportCore
import Importers
import Ink
import Session
import TestSupport
import TouchLog

extension FuzzTarget {
  /// The reader of touch logs.
  static let log = FuzzTarget("log", longest: 512, covers: [.input(.log(.doodle))]) { bytes in
    checkWriting(checkReading(bytes, as: .doodle))
  }

  /// The session that draws a touch log.
  static let session = FuzzTarget("session", longest: 512) { bytes in
    checkSession(bytes, as: .doodle, events: Reading(bytes, .doodle).events)
  }

  /// The importers. An input may begin with a line that names its format; otherwise its content is recognized.
  static let importers = FuzzTarget(
    "importers", longest: 768, covers: LogFormat.allCases.map { .input(.log($0)) }
  ) { bytes in
    let line = bytes.prefix(20).prefix { $0 != UInt8(ascii: "\n") }
    let format = LogFormat(rawValue: String(decoding: line, as: UTF8.self))
    let file = format == nil ? bytes : Array(bytes.dropFirst(line.count + 1))
    checkSession(file, as: format, events: checkReading(file, as: format))
  }

  /// The importer of one format.
  init(reading format: LogFormat) {
    self.init(format.rawValue, longest: 1024) { bytes in
      checkSession(bytes, as: format, events: checkReading(bytes, as: format))
    }
  }
}

// MARK: Properties

/// Checks that a recording is read to its end, with located errors, and that it reads the same in batches and from a
/// source that gives few bytes at a time.
private func checkReading(_ bytes: [UInt8], as format: LogFormat?) -> [LogEvent] {
  let whole = Reading(bytes, format)
  expect(whole.isComplete, "reading ends")
  let batches = Reading(bytes, format, piece: 7, inBatches: true)
  expect(batches == whole, "batches give \(batches), events \(whole)")
  let pens = Reading(bytes, format, pointers: [.pen])
  expect(pens == Reading(bytes, format, pointers: [.pen], piece: 7, inBatches: true), "batches give a pen's touches")
  return whole.events
}

/// The events and errors that a reader gives for a file.
private struct Reading: Equatable {
  private(set) var outcomes: [Outcome] = []
  /// The line of each event.
  private(set) var lines: [Int] = []
  private(set) var report: [String] = []
  private(set) var isComplete = false
  private let isCompressed: Bool

  var events: [LogEvent] { outcomes.compactMap(\.event) }

  /// - Parameters:
  ///   - piece: The most bytes that the source gives at a time.
  ///   - inBatches: Whether touches are read in batches where possible.
  init(
    _ bytes: [UInt8], _ format: LogFormat?, pointers: Set<PointerKind> = [], piece: Int = .max, inBatches: Bool = false
  ) {
    isCompressed = bytes.starts(with: [0x1F, 0x8B])
    // More results than a reader can give for this number of bytes. Compressed bytes can hold much ink, and a page of
    // Xournal 100,000 dashes.
    let limit = 500_000 + bytes.count * (isCompressed ? 1024 : 8)
    var options = smallImports
    options.pointers = pointers
    do throws(LogReadError) {
      var reader = try openEventReader(
        ChunkedSource(bytes, chunk: piece), name: "a", format: format, options: options)
      while outcomes.count <= limit {
        if inBatches, takeBatch(&reader) { continue }
        do throws(LogReadError) {
          guard let event = try reader.next() else {
            if try reader.nextPage() { continue }
            isComplete = true
            break
          }
          outcomes.append(.event(event))
          lines.append(reader.line)
          expect(reader.location.line == reader.line, "the location of an event is in its line")
        } catch {
          append(error)
        }
      }
      // Reports are complete at the end.
      report = reader.report.lines.map { "\($0)" }
    } catch {
      append(error)
      isComplete = true
    }
  }

  private mutating func takeBatch(_ reader: inout any EventReader) -> Bool {
    var touches: [TouchEvent] = []
    reader.nextTouches(into: &touches)
    outcomes += touches.map { .event(.touch($0)) }
    lines += touches.indices.map { reader.line(ofTouch: $0) }
    guard let last = touches.indices.last else { return false }
    expect(reader.location(ofTouch: last).line == reader.line(ofTouch: last), "the location of a touch is in its line")
    return true
  }

  private mutating func append(_ error: LogReadError) {
    switch error {
    case .malformed(var error):
      expect(
        error.location.file == "a" && error.location.line >= 0 && error.location.column >= 1,
        "an error has a location: \(error)")
      expect(!error.diagnostic.description.isEmpty, "an error has a message")
      // The excerpt of the line depends on how much of it is still in memory, and the location of damage in compressed
      // data on how much of it was read.
      error.location.excerpt = Excerpt()
      if isCompressed { error.location.column = 1 }
      outcomes.append(.error(error))
    case .file(let error): fatalError("memory is readable: \(error)")
    }
  }
}

/// Little memory, so that a reader that takes too much of it is found.
private var smallImports: ImportOptions {
  var options = ImportOptions()
  options.memoryLimit = 32 << 20
  return options
}

/// Checks that events that are written are read as equal events.
func checkWriting(_ events: [LogEvent]) {
  let text = events.reduce(into: [UInt8]()) { LogWriter.append($1, to: &$0) }
  let again = try? outcomes(LogReader(MemorySource(text), name: "a"))
  expect(
    again == events.map { .event($0) },
    "\(events) are written as \(String(decoding: text, as: UTF8.self)), which reads as \(String(describing: again))")
}

/// Checks that a session, which takes touches in batches, makes the drawing that single events make.
private func checkSession(_ bytes: [UInt8], as format: LogFormat?, events: [LogEvent]) {
  var options = SessionOptions()
  options.format = format.map(InputFormat.log)
  options.imports = smallImports
  options.imageLimits.maxBytes = 1 << 20
  options.onError = .skip
  // Without a format it may be a saved drawing.
  guard let session = try? DrawingSession(MemorySource(bytes), path: "-", options: options), !session.isSavedDrawing
  else { return }
  do throws(SessionError) {
    while try session.advance() {}
  } catch {
    guard case .file = error else { fatalError("invalid lines are skipped: \(error)") }
    return
  }
  session.finish()
  var drawing = Drawing()
  for (index, event) in events.enumerated() {
    // Only a session reads images, and no file.
    if case .command(.image, _) = event { return }
    // It gives one page after the other, and the pages of another format begin with headers.
    if case .command(.page, _) = event { break }
    if case .header = event, index > 0 { break }
    _ = try? drawing.apply(event)
  }
  _ = drawing.finish()
  let (one, other) = (SavedDrawing(session.drawing).text, SavedDrawing(drawing).text)
  expect(one == other, "\(String(decoding: one, as: UTF8.self)) is \(String(decoding: other, as: UTF8.self))")
}
