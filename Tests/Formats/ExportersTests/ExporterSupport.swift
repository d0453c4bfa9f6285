import Exporters
import Files
import Foundation
import Geometry
import ImportCore
import Importers
import TestSupport
import Testing
import TouchLog

/// A drawing of a pen with pressure, a mouse without, a marker, an eraser and a dot.
func mixedDrawing() -> ExportedDrawing {
  func points(_ values: [(Double, Double, Double, Double?, Double)]) -> [ExportedPoint] {
    values.map { ExportedPoint(Point($0.0, $0.1), time: $0.2, pressure: $0.3, radius: $0.4) }
  }
  var pen = points([(10.5, 20, 1, 0.25, 1), (12, 21.25, 1.008, 0.5, 2), (15, 24, 1.0167, 1, 3)])
  for index in pen.indices { (pen[index].altitude, pen[index].azimuth) = (1.25, 0.5) }
  return ExportedDrawing(
    size: Size(width: 200, height: 100),
    strokes: [
      ExportedStroke(
        id: "e1", color: Color(red: 255, green: 0, blue: 16, alpha: 128), width: 4, pointer: .pencil, points: pen),
      ExportedStroke(
        id: "e2", width: 3, pointer: .mouse,
        points: points([(30, 40, 1.01, nil, 1.5), (60, 40, 1.2, nil, 1), (60, 80, 1.4, nil, 1.25)])),
      ExportedStroke(
        id: "e3", kind: .marker, color: Color(red: 255, green: 255, blue: 0, alpha: 120), width: 12, pointer: .finger,
        points: points([(0, 50, 2, nil, 6), (100, 50, 2.5, nil, 6)])),
      ExportedStroke(
        id: "e4", kind: .eraser, width: 8, pointer: .pencil,
        points: points([(50, 0, 3, 0.5, 4), (50, 100, 3.1, 0.5, 4)])),
      ExportedStroke(id: "e5", width: 4, pointer: .pencil, points: points([(90, 90, 4, 0.75, 2)])),
    ])
}

/// The text of a drawing in a format.
func text(_ format: ExportFormat, _ drawing: ExportedDrawing) -> String {
  String(decoding: format.file(of: drawing).bytes, as: UTF8.self)
}

/// The names of everything lost.
func losses(_ format: ExportFormat, _ drawing: ExportedDrawing) -> String {
  format.file(of: drawing).losses.description
}

/// What a Python script prints about a file, whose path it finds in `sys.argv[1]`.
func python(_ script: String, about bytes: [UInt8]) throws -> String {
  let program = try #require(ExternalProgram.python)
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: file) }
  try Data(bytes).write(to: file)
  let result = try ExternalProgram.run(program, ["-c", script, file.path])
  #expect(result.code == 0)
  return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
}

/// The strokes that an importer reads from a file, each with the tool at its beginning.
///
/// - Parameter format: The importer's name.
/// - Returns: Nil if there is no such importer.
func imported(_ bytes: [UInt8], from format: String) throws -> [(tool: ToolChange?, events: [TouchEvent])]? {
  guard let format = LogFormat(rawValue: format) else { return nil }
  var reader = try openEventReader(MemorySource(bytes), name: "a", format: format)
  var strokes: [(tool: ToolChange?, events: [TouchEvent])] = []
  var down: [TouchID: Int] = [:]
  var tool: ToolChange?
  while let event = try reader.next() {
    switch event {
    case .tool(let change): tool = change
    case .touch(let touch):
      if touch.phase == .began {
        down[touch.touch] = strokes.count
        strokes.append((tool, []))
      }
      strokes[try #require(down[touch.touch])].events.append(touch)
    default: break
    }
  }
  return strokes
}

/// Expects the points of strokes, with their times unless the format has none, moved by `offset`.
func expectPoints(
  _ strokes: [(tool: ToolChange?, events: [TouchEvent])], of expected: [ExportedStroke], offset: Vector = Vector(0, 0),
  hasTimes: Bool = true, hasPressure: Bool = true
) {
  let counts: [Int] = expected.map { max(2, $0.points.count) }
  #expect(strokes.map(\.events.count) == counts)
  let first = expected[0].points[0].time
  let origin = strokes.first?.events.first?.time ?? 0
  for (stroke, wanted) in zip(strokes, expected) {
    for (event, point) in zip(stroke.events, wanted.points) {
      #expect(abs(event.point.x - offset.dx - point.point.x) < 1e-5)
      #expect(abs(event.point.y - offset.dy - point.point.y) < 1e-5)
      if hasTimes { #expect(abs((event.time ?? .nan) - origin - (point.time - first)) < 1e-5) }
      guard hasPressure else { continue }
      #expect(event.pressure.map { ($0 * 1e5).rounded() } == point.pressure.map { ($0 * 1e5).rounded() })
    }
  }
}
