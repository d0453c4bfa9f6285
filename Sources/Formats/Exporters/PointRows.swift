import Geometry
import JSON
import TouchLog

extension ExportFormat {
  /// A table with a row for each sample. It has only the columns that some sample has.
  package static let csv = ExportFormat("csv", "a table, a row for each sample", fileExtension: "csv") {
    drawing, losses in
    losses.lose(.details, .looks, .size, .background, .erasures, .layers, .label, .resolution, of: drawing)
    let strokes = drawing.inkStrokes
    let points = strokes.lazy.flatMap(\.points)
    let first = strokes.firstTime
    let (hasPressure, hasTilt) = (points.contains { $0.pressure != nil }, points.contains { $0.altitude != nil })
    var rows = Array("stroke,touch,x,y".utf8)
    if drawing.isTimed { rows.append(",time_s") }
    if hasPressure { rows.append(",pressure") }
    if hasTilt { rows.append(",altitude_rad,azimuth_rad") }
    rows.append("\n")
    func add(_ number: Double?) {
      rows.append(",")
      if let number { rows.append(number) }
    }
    for (index, stroke) in strokes.enumerated() {
      for point in stroke.points {
        rows.append("\(index),\(stroke.touch.number ?? 0)")
        let time = drawing.isTimed ? [point.time - first] : []
        for number in [point.point.x, point.point.y] + time { add(number) }
        // A pressure of 0 within a stroke would be that of a pen in the air.
        if hasPressure { add(point.pressure.map { max($0, 1e-6) }) }
        if hasTilt { for number in [point.altitude, point.azimuth] { add(number) } }
        rows.append("\n")
      }
    }
    return rows
  }

  /// The differences of points, of which the third number is 1 at the last of a stroke: `[[dx,dy,end],…]`.
  package static let stroke3 = ExportFormat(
    "stroke-3", "a JSON list of dx, dy and the end of a stroke", fileExtension: "json"
  ) { drawing, losses in
    offsets(drawing, &losses, inside: ",0]", last: ",1]", end: "]\n")
  }

  /// The differences of points with three states: the pen is down, the stroke ends, the drawing ends.
  package static let stroke5 = ExportFormat(
    "stroke-5", "a JSON list of dx, dy and three states of the pen", fileExtension: "json"
  ) { drawing, losses in
    let isEmpty = drawing.inkStrokes.isEmpty
    return offsets(
      drawing, &losses, inside: ",1,0,0]", last: ",0,1,0]", end: isEmpty ? "[0,0,0,0,1]]\n" : ",[0,0,0,0,1]]\n")
  }

  /// - Parameters:
  ///   - inside: The text after the difference of a point that another one of its stroke follows.
  ///   - last: The text after the last one.
  ///   - end: The text after all points.
  private static func offsets(
    _ drawing: ExportedDrawing, _ losses: inout Losses, inside: String, last: String, end: String
  ) -> [UInt8] {
    losses.lose(
      .pressures, .tilts, .details, .times, .looks, .size, .background, .erasures, .layers, .label, .resolution,
      of: drawing)
    var bytes = Array("[".utf8)
    var before = Point(0, 0)
    for stroke in drawing.inkStrokes {
      for (index, sample) in stroke.points.enumerated() {
        // Differences of rounded coordinates, so that their errors do not add up.
        let point = Point(decimal(sample.point.x), decimal(sample.point.y))
        bytes.append(bytes.count > 1 ? ",[" : "[")
        bytes.append(point.x - before.x)
        bytes.append(",")
        bytes.append(point.y - before.y)
        bytes.append(index == stroke.points.count - 1 ? last : inside)
        before = point
      }
    }
    bytes.append(end)
    return bytes
  }
}
