import ImportCore
import TouchLog

/// Reads a long drawing by its strokes. Only drawings with times are read so: the others have a size that depends on
/// all of their points.
struct QuickDrawStrokes: EventReader {
  private var text: QuickDrawText
  /// Gives the events of the stroke that has been read last.
  private var stroke: StrokeReader
  private var isLast: Bool
  private var isAtEnd = false
  private let index: Int?
  private var hasAnotherDrawing = false

  init(
    _ text: QuickDrawText, first: (stroke: ImportedStroke, isLast: Bool), name: String, options: ImportOptions
  ) throws(LogReadError) {
    self.text = text
    var ink = ImportedInk(ImportReport(), name: name, options: options)
    try ink.append(first.stroke)
    stroke = StrokeReader(ink, name: name)
    isLast = first.isLast
    index = options.index
  }

  mutating func next() throws(LogReadError) -> LogEvent? {
    while true {
      if let event = stroke.next() { return event }
      if isAtEnd { return nil }
      // After an error, the rest of the drawing is not read.
      isAtEnd = true
      if isLast {
        try text.endLongDrawing()
        hasAnotherDrawing = text.hasAnotherDrawing
        return nil
      }
      let next = try text.nextStroke()
      try stroke.replaceStrokes(by: next.stroke)
      (isLast, isAtEnd) = (next.isLast, false)
    }
  }

  mutating func nextTouches(into touches: inout [TouchEvent]) { stroke.nextTouches(into: &touches) }

  var line: Int { stroke.line }
  var location: LogLocation { stroke.location }
  func line(ofTouch index: Int) -> Int { stroke.line(ofTouch: index) }
  func location(ofTouch index: Int) -> LogLocation { stroke.location(ofTouch: index) }

  var report: ImportReport {
    var report = text.parser.drawing.report
    for omission in stroke.report.omissions {
      report.omit(omission.what, count: omission.count, omission.kind)
    }
    if hasAnotherDrawing { report.chooseDrawing(index) }
    return report
  }
}
