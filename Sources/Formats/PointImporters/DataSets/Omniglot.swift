import Geometry
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// The strokes of Omniglot.
  package static let omniglot = LogFormat("omniglot", "Omniglot's strokes: START, then x,y,t, then BREAK") { glimpse in
    if glimpse.isJSON { return false }
    let lines = glimpse.contentLines.lazy.map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
    let isPoint = { (line: String) in
      let numbers = line.split(separator: ",", omittingEmptySubsequences: false)
      return numbers.count == 3 && numbers.allSatisfy { Double($0) != nil }
    }
    guard let first = lines.first else { return false }
    if first == "START" { return lines.dropFirst().first.map { isPoint($0) || $0 == "BREAK" } ?? true }
    return isPoint(first) && lines.contains("BREAK")
  } open: { input, name, options throws(LogReadError) in
    let text = try input.readAll(name: name, options: options)
    return StrokeReader(try readOmniglot(TextTable(text, name: name), name: name, options: options), name: name)
  }
}

/// Reads the strokes of a character: a line `x,y,t` for each point, in milliseconds, and `BREAK` after each stroke. y
/// grows upward from the upper edge of the image, which has 105 × 105 pixels.
private func readOmniglot(
  _ text: TextTable, name: String, options: ImportOptions
) throws(LogReadError) -> ImportedInk {
  var table = text
  let report = ImportReport(
    format: "Omniglot", ink: "lines x,y,t", unit: "pixels of the image", timeBase: "milliseconds, per point")
  var ink = ImportedInk(report, name: name, options: options)
  ink.header.size = Size(width: 105, height: 105)
  var time = TimeOrigin()
  var stroke = ImportedStroke()
  while table.nextLine() {
    guard let word = table.nextWord() else { continue }
    switch table.text(word) {
    case "START": break
    case "BREAK":
      try ink.append(stroke)
      stroke = ImportedStroke()
    default:
      let numbers = table.bytes[table.line].split { $0 == ASCII.comma || ASCII.isSpace($0) }.map {
        table.number($0.startIndex..<$0.endIndex)
      }
      guard numbers.count == 3, let x = numbers[0], let y = numbers[1] else {
        // The last line of a file that is cut off.
        if table.isCutOff {
          ink.report.omit("lines that are cut off", .damage)
          continue
        }
        throw table.error(at: word.lowerBound, .unexpected("\"\(table.text(word))\"", expected: "x,y,t or BREAK"))
      }
      if stroke.points.isEmpty { stroke.line = table.lineNumber }
      try ink.append(ImportedPoint(x, -y, time: time(numbers[2]).map { $0 / 1000 }), to: &stroke)
    }
  }
  if !stroke.points.isEmpty { try ink.append(stroke) }
  return ink
}
