import TouchLog

/// A drawing of the data set, as its text has it.
struct QuickDrawing {
  var strokes: [ImportedStroke] = []
  /// The name of what was to be drawn.
  var word: String?
  var key: String?
  var hasTimes = false
  /// Coordinates and times that belong to no point.
  var surplusCoordinates = 0
  var missingTimes = 0
  /// Arrays of strokes after x, y and t.
  var surplusArrays = 0

  /// Converts the drawing to points.
  /// - Parameter name: The file as the user named it, for messages.
  func ink(name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
    var ink = ImportedInk(report, name: name, options: options)
    if isSimplified { ink.header.size = Size(width: 256, height: 256) }
    if let word { ink.header.notes.append(LogHeader.Note("word", word)) }
    if let key { ink.header.notes.append(LogHeader.Note("key_id", key)) }
    for stroke in strokes { try ink.append(stroke) }
    return ink
  }

  private var isSimplified: Bool {
    !hasTimes && !strokes.isEmpty
      && strokes.allSatisfy { $0.points.allSatisfy { 0...255 ~= $0.x && 0...255 ~= $0.y } }
  }

  /// How the drawing was understood.
  var report: ImportReport {
    var report = ImportReport(
      format: "Quick, Draw!, \(hasTimes ? "raw" : "simplified")",
      ink: "arrays of x and y in \"drawing\"",
      unit: isSimplified ? "1/255 of the larger side" : "CSS pixels",
      timeBase: hasTimes ? "milliseconds, per point" : nil)
    let names = [word, key].compactMap(\.self).joined(separator: ", ")
    if !names.isEmpty { report.assume("the drawing is \(names)") }
    report.omit(
      "coordinates without the other one: x and y differ in number", count: surplusCoordinates, isDamage: true)
    report.omit("times that are missing or have no point", count: missingTimes, isDamage: true)
    report.omit("arrays of strokes after x, y and t", count: surplusArrays)
    return report
  }
}

/// A stroke of a drawing that is read by its strokes.
struct LongDrawingStroke {
  var stroke: ImportedStroke
  var isLast: Bool
  /// Whether the points are known to be valid.
  var isValid: Bool
}
