import ImportCore
import TouchLog

extension LogFormat {
  /// InkML, of the W3C: Office, OneNote, and data sets of handwriting.
  package static let inkml = LogFormat("inkml", "InkML, of Office and of data sets of handwriting") { glimpse in
    glimpse.xmlRoot == "ink" || InkMLMultipart.recognizes(glimpse)
  } open: { input, name, options throws(LogReadError) in
    try InkMLStrokes(try input.readAll(name: name, options: options), name: name, options: options)
  }
}

/// Gives the events of InkML, trace by trace. The text stays in memory, but the points of one trace only.
private struct InkMLStrokes: EventReader {
  private var reader: InkMLReader
  /// Gives the events of the trace that has been read last.
  private var stroke: StrokeReader
  let report: ImportReport

  /// Reads the document once for its errors, and for the rules that depend on all strokes.
  init(_ bytes: [UInt8], name: String, options: ImportOptions) throws(LogReadError) {
    var report = ImportReport(format: "InkML", ink: "<trace> elements with coordinates")
    let text = try InkMLMultipart.ink(in: bytes, name: name, &report)
    reader = try InkMLReader(text, report, name: name, options: options)
    var first = reader
    while let stroke = try first.nextStroke() { try first.ink.replaceStrokes(by: stroke) }
    first.finish()
    reader.correction = first.correction
    stroke = StrokeReader(first.ink, name: name)
    self.report = stroke.report
    _ = try readStroke()
  }

  /// Reads the next trace with points; returns false if there is none. Cannot fail after the first time.
  private mutating func readStroke() throws(LogReadError) -> Bool {
    while let next = try reader.nextStroke() {
      guard next.points.contains(where: \.hasValidCoordinates) else { continue }
      try stroke.replaceStrokes(by: next)
      return true
    }
    return false
  }

  mutating func next() throws(LogReadError) -> LogEvent? {
    repeat {
      if let event = stroke.next() { return event }
    } while try readStroke()
    return nil
  }

  mutating func nextTouches(into touches: inout [TouchEvent]) { stroke.nextTouches(into: &touches) }

  var line: Int { stroke.line }
  var location: LogLocation { stroke.location }
  func line(ofTouch index: Int) -> Int { stroke.line(ofTouch: index) }
  func location(ofTouch index: Int) -> LogLocation { stroke.location(ofTouch: index) }
}
