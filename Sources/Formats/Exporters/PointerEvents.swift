import Geometry
import JSON
import TouchLog

extension ExportFormat {
  /// A log of PointerEvents, a JSON object a line.
  package static let pointerEvents = ExportFormat(
    "pointer-events", "PointerEvents of a web page, a JSON object a line", fileExtension: "jsonl"
  ) { drawing, losses in
    losses.lose(.looks, .size, .background, .order, .layers, .label, .resolution, of: drawing)
    var bytes: [UInt8] = []
    for moment in moments(drawing.strokes) { append(moment, of: drawing.strokes[moment.stroke], to: &bytes) }
    return bytes
  }

  /// The points of all strokes in the order of time; those of one stroke stay in order.
  private static func moments(_ strokes: [ExportedStroke]) -> [(time: Double, stroke: Int, point: Int)] {
    var moments: [(time: Double, stroke: Int, point: Int)] = []
    for (stroke, content) in strokes.enumerated() {
      var time = -Double.infinity
      for (point, value) in content.points.enumerated() {
        time = max(time, value.time)
        moments.append((time, stroke, point))
      }
    }
    return moments.sorted { ($0.time, $0.stroke, $0.point) < ($1.time, $1.stroke, $1.point) }
  }

  private static func append(
    _ moment: (time: Double, stroke: Int, point: Int), of stroke: ExportedStroke, to bytes: inout [UInt8]
  ) {
    let last = stroke.points.count - 1
    if moment.point == 0 { append("pointerdown", 0, moment, stroke, to: &bytes) }
    if moment.point > 0, moment.point < last { append("pointermove", moment.point, moment, stroke, to: &bytes) }
    if moment.point == last { append("pointerup", last, moment, stroke, to: &bytes) }
  }

  private static func append(
    _ type: String, _ index: Int, _ moment: (time: Double, stroke: Int, point: Int), _ stroke: ExportedStroke,
    to bytes: inout [UInt8]
  ) {
    let point = stroke.points[index]
    let isEraser = stroke.kind == .eraser
    var event = JSONObjectWriter(bytes: [])
    event.add("type", type)
    event.add("pointerId", moment.stroke + 1)
    event.add("pointerType", isEraser ? "pen" : stroke.pointer?.webName)
    event.add("isPrimary", true)
    event.add("timeStamp", decimal(moment.time * 1000, places: 3))
    event.add("x", decimal(point.point.x))
    event.add("y", decimal(point.point.y))
    event.add("button", type == "pointermove" ? -1 : isEraser ? 5 : 0)
    event.add("buttons", type == "pointerup" ? 0 : isEraser ? 32 : 1)
    event.addSensors(of: point)
    bytes += event.close()
  }
}

extension TouchEvent.Pointer {
  /// The name in PointerEvents and WebDriver.
  var webName: String {
    switch self {
    case .finger: "touch"
    case .pencil, .eraser: "pen"
    case .mouse: "mouse"
    }
  }
}

extension JSONObjectWriter {
  /// Adds the pressures, the angles and the contact of a point with the keys of PointerEvents and WebDriver, if it has them.
  mutating func addSensors(of point: ExportedPoint) {
    add("pressure", point.pressure.map { decimal($0) })
    add("altitudeAngle", point.altitude.map { decimal($0) })
    // 0...2π there.
    add("azimuthAngle", point.azimuth.map { decimal($0 - ($0 / (2 * .pi)).rounded(.down) * 2 * .pi) })
    // A whole number from 0 to 359 there.
    add("twist", point.twist.map { Int(saturating: ($0 - ($0 / 360).rounded(.down) * 360).rounded()) % 360 })
    add("tangentialPressure", point.details.tangentialPressure)
    add("width", point.details.contact?.width)
    add("height", point.details.contact?.height)
  }
}
