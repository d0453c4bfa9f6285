import ImportCore
import TouchLog
import XML

extension LogFormat {
  /// The gestures of the recognizers $1, $N and $P.
  package static let gesture = LogFormat("gesture", "gestures of the $1, $N and $P recognizers") { glimpse in
    glimpse.xmlRoot == "Gesture"
  } open: { input, name, options throws(LogReadError) in
    let bytes = try input.readAll(name: name, options: options)
    return StrokeReader(try readGesture(bytes, name: name, options: options), name: name)
  }
}

/// Reads a `Gesture`: `Point` elements with `X`, `Y`, `T` in milliseconds and `Pressure`, in `Stroke` elements unless it
/// is a single stroke. y grows downward.
private func readGesture(_ bytes: [UInt8], name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
  var document = try XMLDocument(bytes, name: name)
  var ink = ImportedInk(
    ImportReport(format: "gesture", ink: "<Point> elements"), name: name, options: options)
  ink.hasUnit = false
  var time = TimeOrigin()
  var stroke: ImportedStroke?
  while let event = try document.next(&ink.report) {
    guard case .start(let element) = event else {
      if case .end(let element) = event, document.reader.has(element, "Stroke"), let ended = stroke {
        stroke = nil
        try ink.append(ended)
      }
      continue
    }
    let isPoint = document.reader.has(element, "Point")
    if document.reader.has(element, "Gesture") { ink.header.addNote("label", label(document)) }
    if document.reader.has(element, "Stroke") || isPoint && stroke == nil {
      let (line, column) = document.position()
      stroke = ImportedStroke(line: line, column: column)
    }
    guard isPoint, var open = stroke else { continue }
    stroke = nil
    let point = ImportedPoint(
      document.number("X") ?? .nan, document.number("Y") ?? .nan, pressure: document.number("Pressure"),
      time: time(document.number("T")).map { $0 / 1000 })
    try ink.append(point, to: &open)
    stroke = open
  }
  if let open = stroke { try ink.append(open) }
  if ink.origin != nil { ink.report.timeBase = "milliseconds, per point" }
  ink.guessPressure()
  return ink
}

/// The gesture's name, without the number of the sample at its end, such as "arrow" for "arrow07".
private func label(_ document: XMLDocument) -> String {
  let name = document.reader.value("Name") ?? ""
  let letters = name.prefix { !$0.isNumber }
  let number = document.reader.value("Number").flatMap { Int($0) }
  return number != nil && Int(name.dropFirst(letters.count)) == number ? String(letters) : name
}
