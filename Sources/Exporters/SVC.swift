import Geometry
import TouchLog

extension ExportFormat {
  /// Handwriting samples of the Brain Diseases Analysis Laboratory.
  public static let svc = ExportFormat(
    "svc", "handwriting samples in mm, with pressure and tilt", fileExtension: "svc"
  ) { drawing, losses in
    losses.lose(.looks, .background, .erasures, of: drawing)
    let strokes = drawing.inkStrokes
    // Readers refuse negative numbers.
    var bounds = Rect(
      minX: drawing.origin.x, minY: drawing.origin.y, maxX: drawing.origin.x + drawing.size.width,
      maxY: drawing.origin.y + drawing.size.height)
    for stroke in strokes { for point in stroke.points { bounds.include(point.point) } }
    let first = strokes.firstTime
    var rows: [UInt8] = []
    var count = 0
    for (index, stroke) in strokes.enumerated() {
      for point in stroke.points {
        append(point, isDown: true, in: bounds, from: first, to: &rows)
        count += 1
      }
      // A sample in the air ends the stroke.
      guard index < strokes.count - 1, let last = stroke.points.last else { continue }
      append(last, isDown: false, in: bounds, from: first, to: &rows)
      count += 1
    }
    return Array("\(count)\n".utf8) + rows
  }

  /// Appends x, y, time, pen, azimuth, altitude and pressure. The y axis points up, and azimuths count clockwise from
  /// it. Missing values are those of an upright pen and medium pressure.
  private static func append(
    _ point: ExportedPoint, isDown: Bool, in bounds: Rect, from first: Double, to rows: inout [UInt8]
  ) {
    // Readers take numbers above 1000 for a tablet's units.
    let isLarge = max(bounds.width, bounds.height) * 25.4 / 96 > 1000
    let unit = isLarge ? 5080.0 / 96 : 25.4 / 96
    let places = isLarge ? 0 : 6
    let tenthDegrees = 1800 / Double.pi
    rows.append((point.point.x - bounds.minX) * unit, places: places)
    rows.append(" ")
    rows.append((bounds.maxY - point.point.y) * unit, places: places)
    rows.append(" ")
    rows.append(point.time - first)
    rows.append(isDown ? " 1 " : " 0 ")
    let azimuth = point.azimuth.map { $0 * tenthDegrees + 900 } ?? 0
    rows.append(azimuth < 3600 ? azimuth : azimuth - 3600, places: 2)
    rows.append(" ")
    rows.append((point.altitude ?? .pi / 2) * tenthDegrees, places: 2)
    rows.append(" ")
    rows.append(isDown ? point.pressure ?? 0.5 : 0)
    rows.append("\n")
  }
}
