import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// Points in no format in particular: a table with columns x and y, or arrays of JSON.
  package static let points = LogFormat(
    "points", "points: a table with columns x and y, or JSON", leavesOpen: [.page, .index, .yAxis]
  ) { glimpse in
    guard glimpse.isText else { return false }
    guard let json = glimpse.json else {
      return MotionEvents.recognizes(glimpse) || PointColumns(ofFile: glimpse.bytes) != nil
    }
    // Lines may be points.
    let isLines =
      PointLists.isPoint(json) && (json.isObject || glimpse.contentLines.dropFirst().first?.first == "[")
    return (isLines || json.contains(where: PointLists.isDrawing))
      && !RefusedFormat.all.contains { $0.recognizes(glimpse) }
  } open: { input, name, options throws(LogReadError) in
    try PointInks(input.readAll(name: name, options: options), name: name, options: options).reader(options)
  }

  /// Differences of points, each with the end of its stroke, as sketch-rnn's.
  package static let stroke3 = LogFormat(
    "stroke-3", "lists of dx, dy and the end of a stroke, as JSON", leavesOpen: [.page, .yAxis]
  ) { _ in
    false
  } open: { input, name, options throws(LogReadError) in
    try PointInks(input.readAll(name: name, options: options), name: name, options: options, offsets: .three).reader(
      options)
  }

  /// Differences of points, each with three numbers of which one is 1.
  package static let stroke5 = LogFormat(
    "stroke-5", "lists of dx, dy and three states of the pen, as JSON", leavesOpen: [.page, .yAxis]
  ) { glimpse in
    func isOffsets(_ value: JSONGlimpse) -> Bool {
      let known = value.elements.filter { $0.elements.count == 5 }
      return known.count > 1 && known.count >= value.elements.count - 1
        && known.allSatisfy { point in
          let states = point.elements.suffix(3).compactMap { if case .number(let number) = $0 { number } else { nil } }
          return states.count == 3 && states.sorted() == [0, 0, 1]
        }
    }
    return glimpse.json?.contains(where: isOffsets) ?? false
  } open: { input, name, options throws(LogReadError) in
    try PointInks(input.readAll(name: name, options: options), name: name, options: options, offsets: .five).reader(
      options)
  }
}

/// The drawings of a file of points, all in memory.
package struct PointInks: SketchSource {
  private let name: String
  private let inks: [ImportedInk]
  private var next = 0

  /// - Throws: `LogReadError.malformed` if the file has no points, or exceeds the memory limit.
  init(
    _ text: [UInt8], name: String, options: ImportOptions, offsets: PointOffsets? = nil
  ) throws(LogReadError) {
    self.name = name
    let bytes = JSONDocument.withoutMark(text)
    var report = ImportReport(format: "points", ink: "lines with x and y")
    let rows: PointRows
    let first = bytes.first { !ASCII.isSpace($0) && $0 != ASCII.newline }
    if first == ASCII.openBrace || first == ASCII.openBracket {
      report.ink = "lists of points"
      rows = try PointLists.rows(bytes, name: name, options: options, offsets: offsets, &report)
    } else if MotionEvents.recognizes(Glimpse(bytes)) {
      rows = try MotionEvents.rows(bytes, name: name, options: options)
    } else {
      var table = PointTable(bytes, name: name, options: options)
      try table.read()
      rows = table.rows
    }
    guard let roles = PointRoles(rows) else {
      report.omit("points without valid coordinates", count: rows.count, .damage)
      report.assumeYAxis(isUp: options.yAxis == .up)
      var ink = ImportedInk(report, name: name, options: options)
      ink.hasUnit = false
      inks = [ink]
      return
    }
    var strokes = PointStrokes(rows, roles, report, name: name, options: options, offsets: offsets)
    try strokes.divide()
    inks = strokes.inks
  }

  /// A reader of all drawings, each a page.
  func reader(_ options: ImportOptions) throws(LogReadError) -> any EventReader {
    if inks.count == 1, options.firstPage == 1 { return StrokeReader(inks[0], name: name) }
    let inks = inks
    return try PagedReader(name, count: inks.count, from: options.firstPage, report: ImportReport()) { page in
      inks[page - 1]
    }
  }

  /// The only drawing, or the first one.
  var first: ImportedInk? { inks.first }

  mutating func nextDrawing() -> ImportedInk? {
    guard next < inks.count else { return nil }
    next += 1
    return inks[next - 1]
  }

  mutating func skipDrawing() -> Bool { nextDrawing() != nil }

  var hasAnotherDrawing: Bool { next < inks.count }

  var location: LogLocation { LogLocation(file: name, line: next + 1, column: 1) }
}
