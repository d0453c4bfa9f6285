import Files
import ImportCore
import TouchLog

/// A file of many drawings that are not lines of JSON: a table of Quick, Draw!, its binary records, the arrays of
/// sketch-rnn, or a table of points that names their drawings.
package struct SketchFile {
  private var drawings: any SketchSource
  /// Whether the end of a drawing is not known, so that those after it cannot be read.
  package private(set) var isLost = false

  /// Opens a file of one of these formats, which is named or recognized by its beginning.
  /// - Parameters:
  ///   - start: The first bytes of the file; `rest` has those after them.
  /// - Returns: Nil if the file is of another format.
  /// - Throws: `LogReadError` if the file cannot be read or is damaged.
  package init?(
    _ format: LogFormat?, start: [UInt8], _ rest: any ByteSource, name: String, options: ImportOptions
  ) throws(LogReadError) {
    let isTable = start.first != UInt8(ascii: "{") && start.first != UInt8(ascii: "[")
    let glimpse = Glimpse(start)
    func isMeant(_ candidate: LogFormat) -> Bool {
      format == candidate || format == nil && candidate.recognizes(glimpse)
    }
    if format == .quickDrawBinary {
      drawings = QuickDrawBinary(InputBuffer(ResumedSource(start, rest)), name: name, options: options)
    } else if isTable, isMeant(.quickDraw) {
      drawings = QuickDrawText(InputBuffer(ResumedSource(start, rest)), name: name, options: options)
    } else if isTable, format == .points || format == nil,
      PointColumns(ofFile: start)?.mayHoldDrawings == true, LogFormat.points.recognizes(glimpse)
    {
      let input = InputBuffer(ResumedSource(start, rest))
      drawings = try PointInks(input.readAll(name: name, options: options), name: name, options: options)
    } else if isMeant(.sketchRNN) {
      let input = InputBuffer(ResumedSource(start, rest))
      drawings = try SketchRNNFile(try input.readAll(name: name, options: options), name: name, options: options)
    } else {
      return nil
    }
  }

  /// Reads the next drawing; nil after the last one.
  /// - Throws: `LogReadError.malformed` if the drawing is wrong; the next call continues after it unless `isLost` is true.
  ///   `.file` if the file cannot be read.
  package mutating func next() throws(LogReadError) -> ImportedInk? {
    try advance { drawings throws(LogReadError) in try drawings.nextDrawing() }
  }

  /// Skips the next drawing without checking it. Returns false after the last one.
  /// - Throws: `LogReadError` if its end cannot be found.
  package mutating func skip() throws(LogReadError) -> Bool {
    try advance { drawings throws(LogReadError) in try drawings.skipDrawing() }
  }

  private mutating func advance<Result>(
    _ body: (inout any SketchSource) throws(LogReadError) -> Result
  ) throws(LogReadError) -> Result {
    let start = drawings.location
    do throws(LogReadError) {
      return try body(&drawings)
    } catch {
      isLost = drawings.location == start
      throw error
    }
  }
}

extension ImportedInk {
  /// The events as the lines of a touch log.
  package consuming func log(name: String) -> [UInt8] {
    var reader = StrokeReader(self, name: name)
    var lines: [UInt8] = []
    while let event = reader.next() { LogWriter.append(event, to: &lines) }
    return lines
  }
}
