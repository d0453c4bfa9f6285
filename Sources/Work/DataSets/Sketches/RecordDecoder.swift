import Geometry
import ImportCore
import JSON
import PointImporters
import Session
import TouchLog

/// A drawing of the input that has been read.
package struct ReadRecord: Sendable {
  /// The contents of a record.
  package enum Content: Sendable {
    /// The points of a drawing in which all lines look alike.
    case sketch(Sketch)
    /// A recording of any format, or a saved drawing.
    case recording(HeldRecording)
  }

  /// The name under which the data set knows the drawing; nil if it has none.
  package var key: String?
  /// What it shows; nil if that is not known.
  package var label: String?
  /// Whether the data set says that it was recognized; nil if it does not say.
  package var isRecognized: Bool?
  /// The parts of the file that it lacks, as a phrase; nil if it lacks nothing.
  package var loss: String?
  /// What the reader of points decided, as a phrase; nil if there was nothing to decide.
  package var decision: String?
  package var content = Content.sketch(Sketch())

  /// Whether the file has a page after this one.
  package var hasMorePages: Bool {
    if case .recording(let recording) = content { recording.hasMorePages } else { false }
  }

  /// Whether it is a page without ink.
  package var isBlank: Bool {
    if case .recording(let recording) = content { recording.isBlank } else { false }
  }
}

/// Reads records as drawings. One instance reads one record after another and keeps its memory.
struct RecordDecoder {
  private let form: PictureForm
  private let options: RecordOptions
  private var quickDraw = QuickDrawParser()
  /// The drawing that was read last. After an error, only what was read before it.
  private(set) var result = ReadRecord()

  init(_ form: PictureForm, _ options: RecordOptions) { (self.form, self.options) = (form, options) }

  /// The page to read, from 1.
  private var page = 1

  /// Reads a record.
  /// - Parameter page: The page of a document of several, from 1.
  /// - Throws: `RecordFault`; the drawing's content then has no meaning.
  mutating func read(_ record: Record, page: Int = 1) throws(RecordFault) {
    self.page = page
    (result.key, result.label, result.isRecognized, result.loss, result.decision) = (nil, nil, nil, nil, nil)
    defer { result.label = label(of: record) }
    switch record.content {
    case .tooLong: throw RecordFault(.tooLong, "the record has more bytes than a record may have; raise the limit")
    case .invalid: throw record.fault ?? .noInk
    case .line: try readLine(record)
    case .drawing: if let ink = record.ink { try read(ink, of: record) }
    case .file:
      result.key = record.stem
      try readRecording(record.bytes, of: record, format: options.format)
    }
    if options.isStrict, let loss = result.loss {
      throw RecordFault(.incomplete, "\(loss); accept that to draw the rest")
    }
  }

  /// The label by the first source that has one.
  /// - Precondition: `result.label` is the record's own label.
  private func label(of record: Record) -> String? {
    for source in options.labelSources {
      let label: String? =
        switch source {
        case .record: result.label
        case .folder: RecordFile.folder(of: record.file)
        case .file: record.stem
        }
      if let label { return label }
    }
    return nil
  }

  private mutating func readLine(_ record: Record) throws(RecordFault) {
    switch LineForm(record.bytes) {
    case .quickDraw: try readQuickDraw(record)
    case .savedDrawing: try readRecording(record.bytes, of: record)
    case .log:
      let line = try RecordedLog(record.bytes)
      result.key = line.key
      result.label = line.label
      try readRecording(line.events, of: record)
    }
  }

  private mutating func readQuickDraw(_ record: Record) throws(RecordFault) {
    let drawing: QuickDrawSketch
    do throws(Fault) {
      drawing = try quickDraw.drawing(ofLine: record.bytes.span)
    } catch {
      // Other objects with strokes are records, too.
      let line = JSONGlimpse(Array(record.bytes.prefix(Glimpse.length)))
      if error.reason == QuickDrawParser.rowsOfPoints
        || PointLists.isRecord(line) && !LogFormat.quickDraw.recognizes(Glimpse(record.bytes))
      {
        return try readRecording(record.bytes, of: record)
      }
      throw RecordFault(.malformed, error.reason.description, column: error.offset + 1)
    }
    (result.key, result.isRecognized) = (drawing.key, drawing.isRecognized)
    (result.label, result.loss) = (drawing.word, drawing.loss)
    if drawing.surplusCoordinates > 0 {
      throw RecordFault(.malformed, "x and y of a stroke differ in number; each point needs both")
    }
    if drawing.missingTimes > 0 {
      throw RecordFault(.malformed, "the times of a stroke differ in number from its points; each point needs one")
    }
    guard form.drawsSketches, options.pointers.isEmpty else {
      // To recognize the format again takes as long as to draw a small picture.
      let isRecognized = drawing.isPlain && record.bytes.count <= Glimpse.length
      return try readRecording(record.bytes, of: record, format: isRecognized ? .log(.quickDraw) : nil)
    }
    try readStrokes(drawing.strokes)
  }

  private mutating func readStrokes(_ strokes: [ImportedStroke]) throws(RecordFault) {
    // The memory of the last sketch serves this one.
    var sketch = if case .sketch(let last) = result.content { last } else { Sketch() }
    result.content = .sketch(Sketch())
    sketch.removeAll()
    for stroke in strokes {
      for point in stroke.points {
        guard max(point.x.magnitude, point.y.magnitude) <= LogLimits.coordinate else {
          throw RecordFault(.malformed, "a coordinate is not between -1e7 and 1e7; give the points in smaller units")
        }
        sketch.append(Sketch.Point(x: point.x, y: point.y, time: point.time ?? .nan))
      }
      sketch.endStroke()
    }
    if sketch.isEmpty { throw RecordFault.noInk }
    result.content = .sketch(sketch)
  }

  /// Reads a drawing of a file of many.
  private mutating func read(_ ink: ImportedInk, of record: Record) throws(RecordFault) {
    (result.isRecognized, result.loss) = (ink.isRecognized, ink.report.loss)
    result.decision = ink.report.decision
    note(ink.header)
    guard form.drawsSketches, options.pointers.isEmpty else {
      return try readRecording(ink.log(name: record.file), of: record)
    }
    try readStrokes(ink.strokes)
  }

  /// Takes key and label from the header of a recording.
  private mutating func note(_ header: LogHeader?) {
    result.label = result.label ?? header?.label
    result.key = result.key ?? header?.key
  }

  /// - Parameter format: Nil to recognize it.
  private mutating func readRecording(
    _ bytes: [UInt8], of record: Record, format: InputFormat? = nil
  ) throws(RecordFault) {
    let recording = try HeldRecording(bytes, record, format: format, page: page, form, options)
    note(recording.header)
    (result.loss, result.decision) = (result.loss ?? recording.loss, result.decision ?? recording.decision)
    result.content = .recording(recording)
  }
}

/// The format of a line that holds a drawing.
private enum LineForm {
  /// A drawing of Quick, Draw!, or invalid text.
  case quickDraw
  /// A saved drawing of doodle.
  case savedDrawing
  /// An object with the events of a log.
  case log

  init(_ line: [UInt8]) {
    // The bytes after the key tell the format of most lines, wherever the key is; the other lines are parsed.
    self = .quickDraw
    guard let value = Self.value(of: "drawing", in: line.span) else {
      if Self.value(of: "log", in: line.span) == ASCII.openBracket { self = .log }
      return
    }
    if ASCII.isDigit(value) { self = .savedDrawing }
  }

  /// The first byte of the value of the first key with a name.
  private static func value(of name: StaticString, in line: Span<UInt8>) -> UInt8? {
    let key = Array("\"\(name)\"".utf8)
    var start = 0
    while true {
      let quote = line.offset(of: ASCII.quote, in: start..<line.count)
      guard quote + key.count < line.count else { return nil }
      if key.indices.allSatisfy({ line[quote + $0] == key[$0] }) {
        var next = quote + key.count
        while next < line.count, ASCII.isSpace(line[next]) { next += 1 }
        if next < line.count, line[next] == ASCII.colon {
          repeat { next += 1 } while next < line.count && ASCII.isSpace(line[next])
          return next < line.count ? line[next] : nil
        }
      }
      start = quote + 1
    }
  }
}

/// A line that holds a log: `{"key":…,"label":…,"log":[EVENT, …]}`.
private struct RecordedLog {
  let key: String?
  let label: String?
  /// The events as a touch log, one on each line.
  let events: [UInt8]

  init(_ line: [UInt8]) throws(RecordFault) {
    let root: JSONValue
    do throws(JSONFault) {
      root = try JSONDocument(scanning: line, name: "").root
    } catch {
      throw RecordFault(.malformed, "\(error.error)", column: error.offset + 1)
    }
    key = root["key"]?.text
    label = root["label"]?.text
    events = root["log"].map { $0.kind == .array ? Self.lines(of: $0.token, in: line) : [] } ?? []
  }

  /// The elements of an array that is valid, each on a line.
  private static func lines(of array: JSONToken, in line: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    lines.append(addingCapacity: array.end - array.start) { lines in
      let bytes = line.span
      var (depth, isText, offset) = (0, false, array.start + 1)
      while offset < array.end - 1 {
        let byte = bytes[offset]
        offset += 1
        if isText {
          lines.append(byte)
          if byte == ASCII.backslash {
            lines.append(bytes[offset])
            offset += 1
          }
          isText = byte != ASCII.quote
          continue
        }
        switch byte {
        case ASCII.quote: isText = true
        case ASCII.openBrace, ASCII.openBracket: depth += 1
        case ASCII.closeBrace, ASCII.closeBracket: depth -= 1
        default: break
        }
        if byte == ASCII.comma, depth == 0 {
          lines.append(ASCII.newline)
        } else if byte == ASCII.newline || ASCII.isSpace(byte) {
          if depth > 0 { lines.append(byte == ASCII.newline ? ASCII.space : byte) }
        } else {
          lines.append(byte)
        }
      }
      if !lines.isEmpty { lines.append(ASCII.newline) }
    }
    return lines
  }
}
