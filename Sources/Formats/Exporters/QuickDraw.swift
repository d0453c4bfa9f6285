import Geometry
import JSON
import TouchLog

extension ExportFormat {
  /// A line of the raw Quick, Draw! data.
  ///
  /// Programs learn from the points that a device reported, so these are the recorded ones, though the data set's
  /// pictures join them by straight segments.
  package static let quickdraw = ExportFormat(
    "quickdraw", "a raw drawing of Quick, Draw!, with times", fileExtension: "ndjson"
  ) { drawing, losses in
    losses.lose(.pressures, .tilts, .details, .looks, .size, .erasures, .background, .layers, .resolution, of: drawing)
    let strokes = drawing.inkStrokes
    let first = strokes.firstTime
    return quickDrawLine(
      strokes.map { stroke in
        [
          stroke.points.map { ($0.point.x, 6) }, stroke.points.map { ($0.point.y, 6) },
          stroke.points.map { ((($0.time - first) * 1000).rounded(), 0) },
        ]
      }, drawing)
  }

  /// A line of the simplified Quick, Draw! data.
  package static let quickdrawSimplified = ExportFormat(
    "quickdraw-simplified", "a simplified drawing of Quick, Draw!, 0 to 255", fileExtension: "ndjson"
  ) { drawing, losses in
    losses.lose(
      .pressures, .tilts, .details, .times, .looks, .size, .erasures, .background, .layers, .resolution, of: drawing)
    let strokes = drawing.inkStrokes.map { $0.points.map(\.point) }
    let simplified = QuickDrawSimplifier.simplified(strokes)
    losses.lose(
      "points near the simplified lines",
      count: zip(strokes, simplified).reduce(0) { $0 + max(0, $1.0.count - $1.1.count) })
    return quickDrawLine(simplified.map { [$0.map { ($0.x, 0) }, $0.map { ($0.y, 0) }] }, drawing)
  }
}

/// A drawing as the data set's lines have it. The properties that only the game knows are empty.
/// - Parameters:
///   - strokes: The arrays of each stroke: numbers with their decimal places.
///   - drawing: Has the word and the key, if the recording had them.
private func quickDrawLine(_ strokes: [[[(number: Double, places: Int)]]], _ drawing: ExportedDrawing) -> [UInt8] {
  var head = JSONObjectWriter(bytes: [])
  head.add("word", drawing.label ?? "")
  head.add("countrycode", "")
  head.add("timestamp", "")
  head.add("recognized", false)
  head.add("key_id", drawing.notes.first { $0.key == "key_id" }?.text ?? "0")
  var line = head.close()
  while let last = line.popLast(), last != UInt8(ascii: "}") {}
  line.append(#","drawing":["#)
  for (index, stroke) in strokes.enumerated() {
    line.append(index > 0 ? ",[" : "[")
    for (index, numbers) in stroke.enumerated() {
      line.append(index > 0 ? ",[" : "[")
      for (index, value) in numbers.enumerated() {
        if index > 0 { line.append(",") }
        line.append(value.number, places: value.places)
      }
      line.append("]")
    }
    line.append("]")
  }
  line.append("]}\n")
  return line
}
