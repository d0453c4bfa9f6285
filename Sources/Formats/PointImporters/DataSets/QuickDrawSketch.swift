import ImportCore
import TouchLog

/// A drawing of the data set, as its text has it.
package struct QuickDrawSketch {
  package var strokes: [ImportedStroke] = []
  /// The name of what was to be drawn.
  package var word: String?
  package var key: String?
  /// Whether the drawing was recognized; nil if it does not say.
  package var isRecognized: Bool?
  var hasTimes = false
  /// Whether the text has the keys of the data set alone, and the drawing is an array with points.
  package var isPlain: Bool { !hasOthers && strokes.contains { !$0.points.isEmpty } }
  /// Whether the text has other keys, or the drawing is a string.
  var hasOthers = false
  /// Coordinates and times that belong to no point.
  package var surplusCoordinates = 0
  package var missingTimes = 0
  /// Arrays of strokes after x, y and t.
  var surplusArrays = 0

  /// Converts the drawing to points.
  /// - Parameter name: The file as the user named it, for messages.
  func ink(name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
    var ink = ImportedInk(report, name: name, options: options)
    ink.isRecognized = isRecognized
    if isSimplified { ink.header.size = Size(width: 256, height: 256) }
    if let word = Self.plain(word) { ink.header.notes.append(LogHeader.Note("word", word)) }
    if let key = Self.plain(key) { ink.header.notes.append(LogHeader.Note("key_id", key)) }
    for stroke in strokes { try ink.append(stroke) }
    return ink
  }

  private var isSimplified: Bool {
    !hasTimes && !strokes.isEmpty
      && strokes.allSatisfy { $0.points.allSatisfy { 0...255 ~= $0.x && 0...255 ~= $0.y } }
  }

  /// A text that can be shown as it is; nil for others.
  private static func plain(_ text: String?) -> String? {
    guard let text else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      // Most names are ASCII, and looking up properties takes longer than all the rest.
      if scalar.isASCII {
        return ASCII.isLetter(UInt8(scalar.value)) || ASCII.isDigit(UInt8(scalar.value))
          || " -_.'()".unicodeScalars.contains(scalar)
      }
      return scalar.properties.isAlphabetic
    }
    return isPlain && !text.isEmpty && text.utf8.count <= 100 ? text : nil
  }

  /// The parts of the file that the drawing lacks, as a phrase; nil if it lacks nothing.
  package var loss: String? { surplusArrays > 0 ? report.loss : nil }

  /// How the drawing was understood.
  var report: ImportReport {
    var report = ImportReport(
      format: "Quick, Draw!, \(hasTimes ? "raw" : "simplified")",
      ink: "arrays of x and y in \"drawing\"",
      unit: isSimplified ? "1/255 of the larger side" : "CSS pixels",
      timeBase: hasTimes ? "milliseconds, per point" : nil)
    let names = [word, key].compactMap(Self.plain).joined(separator: ", ")
    if !names.isEmpty { report.assume("the drawing is \(names)") }
    report.omit(
      "coordinates without the other one: x and y differ in number", count: surplusCoordinates, .damage)
    report.omit("times that are missing or have no point", count: missingTimes, .damage)
    report.omit("arrays of strokes after x, y and t", count: surplusArrays)
    return report
  }
}
