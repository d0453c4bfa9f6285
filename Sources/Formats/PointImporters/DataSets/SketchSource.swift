import ImportCore
import TouchLog

/// A file of many drawings, which are read one after another.
protocol SketchSource {
  /// Reads the next drawing; nil after the last one.
  ///
  /// - Throws: `LogReadError.malformed` if the drawing is wrong; the next call continues after it if its end is known.
  ///   `.file` if the source cannot be read.
  mutating func nextDrawing() throws(LogReadError) -> ImportedInk?

  /// Skips the next drawing, in constant memory and without checking it. Returns false after the last one.
  mutating func skipDrawing() throws(LogReadError) -> Bool

  /// Whether the bytes read so far show that another drawing follows.
  var hasAnotherDrawing: Bool { get }

  /// The location of the next drawing, or of the end of the file.
  var location: LogLocation { get }
}

extension SketchSource {
  /// Reads one drawing, and no part of the file after it.
  /// - Parameters:
  ///   - index: Counts from 0; nil for the first drawing.
  ///   - hasSkipped: Whether the drawings before it have been skipped.
  /// - Throws: `LogReadError.malformed` if there are fewer drawings.
  mutating func drawing(at choice: Int?, afterSkipping hasSkipped: Bool = false) throws(LogReadError) -> ImportedInk {
    let index = choice ?? 0
    if !hasSkipped { try skipDrawings(index) }
    guard var ink = try nextDrawing() else { throw noDrawing(index, count: index) }
    if hasAnotherDrawing { ink.report.chooseDrawing(choice) }
    return ink
  }

  /// Skips drawings.
  /// - Throws: `LogReadError.malformed` if there are fewer.
  mutating func skipDrawings(_ index: Int) throws(LogReadError) {
    var count = 0
    while count < index {
      guard try skipDrawing() else { throw noDrawing(index, count: count) }
      count += 1
    }
    if index < 0 { throw noDrawing(index, count: 0) }
  }

  private func noDrawing(_ index: Int, count: Int) -> LogReadError {
    let number = index < Int.max ? index + 1 : index
    return .malformed(LogError(location: location, reason: .noPart("drawing", number, count: count)))
  }
}

extension ImportReport {
  /// Adds to the report that one drawing of several is read.
  mutating func chooseDrawing(_ index: Int?) {
    choose("drawing \(index ?? 0), counted from 0, is read; an index picks another", isChosen: index != nil)
  }
}
