import Geometry
import TouchLog

extension ExportFormat {
  /// Handwriting samples of the Brain Diseases Analysis Laboratory.
  ///
  /// Programs analyze and draw the samples of a tablet. The file therefore has the recorded points: other points would
  /// be measurements that nobody made.
  package static let svc = ExportFormat(
    "svc", "handwriting samples in mm, with pressure and tilt", fileExtension: "svc"
  ) { drawing, losses in
    losses.lose(.details, .looks, .size, .background, .layers, .erasures, .label, .resolution, of: drawing)
    let strokes = drawing.inkStrokes
    // Readers refuse negative numbers.
    var bounds = Rect(
      minX: drawing.origin.x, minY: drawing.origin.y, maxX: drawing.origin.x + drawing.size.width,
      maxY: drawing.origin.y + drawing.size.height)
    for stroke in strokes { for point in stroke.points { bounds.include(point.point) } }
    let notation = SVCNotation(strokes, in: bounds)
    var rows: [UInt8] = []
    var count = 0
    for (index, stroke) in strokes.enumerated() {
      for point in stroke.points {
        notation.append(point, isDown: true, to: &rows)
        count += 1
      }
      // A sample in the air ends the stroke.
      guard index < strokes.count - 1, let last = stroke.points.last else { continue }
      notation.append(last, isDown: false, to: &rows)
      count += 1
    }
    return Array("\(count)\n".utf8) + rows
  }
}

/// The units of a file. A file does not name them: readers infer them from large and from fractional numbers.
private struct SVCNotation {
  /// The strokes' first time, in seconds.
  private let first: Double
  /// The position that is 0, 0, in points.
  private let corner: Point
  /// The number of units per point.
  private let unit: Double
  private let places: Int
  /// Whether times are in milliseconds.
  private let hasMilliseconds: Bool

  /// - Parameter bounds: A box around all points.
  init(_ strokes: [ExportedStroke], in bounds: Rect) {
    first = strokes.firstTime
    let points = strokes.lazy.flatMap(\.points)
    let millimeter = 25.4 / 96
    // Readers take x above 1000 for a tablet's units.
    let isLarge = points.contains { ($0.point.x - bounds.minX) * millimeter > 999 }
    unit = isLarge ? 5080.0 / 96 : millimeter
    places = isLarge ? 0 : 6
    func isWhole(_ number: Double) -> Bool { decimal(number) == number.rounded() }
    // Readers take coordinates for millimeters, and times for seconds, only if one of them has a fraction.
    let isWholeInk = points.allSatisfy {
      isWhole(($0.point.x - bounds.minX) * millimeter) && isWhole((bounds.maxY - $0.point.y) * millimeter)
    }
    corner = Point(bounds.minX, bounds.maxY + (isWholeInk && !isLarge ? 0.5 / millimeter : 0))
    let first = first
    hasMilliseconds = points.allSatisfy { isWhole($0.time - first) }
  }

  /// Appends x, y, time, pen, azimuth, altitude and pressure. The y axis points up, and azimuths count clockwise from
  /// it. Missing values are those of an upright pen and medium pressure.
  func append(_ point: ExportedPoint, isDown: Bool, to rows: inout [UInt8]) {
    let tenthDegrees = 1800 / Double.pi
    rows.append((point.point.x - corner.x) * unit, places: places)
    rows.append(" ")
    rows.append((corner.y - point.point.y) * unit, places: places)
    rows.append(" ")
    rows.append((point.time - first) * (hasMilliseconds ? 1000 : 1))
    rows.append(isDown ? " 1 " : " 0 ")
    let azimuth = point.azimuth.map { ($0 * tenthDegrees + 900).truncatingRemainder(dividingBy: 3600) } ?? 0
    rows.append(azimuth < 0 ? azimuth + 3600 : azimuth, places: 2)
    rows.append(" ")
    rows.append((point.altitude ?? .pi / 2) * tenthDegrees, places: 2)
    rows.append(" ")
    rows.append(isDown ? point.pressure ?? 0.5 : 0)
    rows.append("\n")
  }
}
