import TouchLog

/// A file of many drawings, which are read one after another.
protocol DrawingSource {
  /// Reads the next drawing; nil after the last one.
  ///
  /// - Throws: `LogReadError.malformed` if the drawing is wrong; the next call continues after it if its end is known.
  ///   `.file` if the source cannot be read.
  mutating func nextDrawing() throws(LogReadError) -> ImportedInk?

  /// Skips the next drawing, in constant memory and without checking it. Returns false after the last one.
  mutating func skipDrawing() throws(LogReadError) -> Bool

  /// Whether what has been read so far shows that another drawing follows.
  var hasAnotherDrawing: Bool { get }

  /// Where the next drawing begins, or the file ends.
  var location: LogLocation { get }
}

extension DrawingSource {
  /// Reads one drawing, and of the file no more than what precedes it.
  /// - Parameter index: Counts from 0.
  /// - Throws: `LogReadError.malformed` if there are fewer drawings.
  mutating func drawing(at index: Int) throws(LogReadError) -> ImportedInk {
    var count = 0
    while count < index, try skipDrawing() { count += 1 }
    guard count == index, var ink = try nextDrawing() else {
      let number = index < Int.max ? index + 1 : index
      throw .malformed(LogError(location: location, reason: .noPart("drawing", number, count: count)))
    }
    if hasAnotherDrawing {
      ink.report.assume("drawing \(index), counted from 0, is meant; the file has more, which --index picks")
    }
    return ink
  }
}
