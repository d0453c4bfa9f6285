import Files
import ImportCore
import Importers
import TestSupport
import TouchLog

/// The contents of a file: its strokes, and the tool of each.
struct WebInk {
  struct Stroke {
    var tool: ToolChange?
    var touches: [TouchEvent] = []

    var points: [[Double]] { touches.map { [$0.point.x, $0.point.y] } }
    var times: [Double?] { touches.map(\.time) }
    var pressures: [Double?] { touches.map(\.pressure) }
    var phases: [TouchEvent.Phase] { touches.map(\.phase) }
  }

  var header: LogHeader?
  var strokes: [Stroke] = []
  var errors: [LogError] = []
  var report = ImportReport()

  init(_ bytes: [UInt8], from format: LogFormat? = nil, options: ImportOptions = ImportOptions()) throws {
    do {
      let ink = try DocumentInk(bytes, from: format, options: options)
      (header, report) = (ink.header, ink.report)
      strokes = ink.strokes.map { Stroke(tool: $0.tool, touches: $0.touches) }
    } catch LogReadError.malformed(let error) {
      errors.append(error)
    }
  }

  init(_ text: String, from format: LogFormat? = nil, options: ImportOptions = ImportOptions()) throws {
    try self.init(Array(text.utf8), from: format, options: options)
  }

  /// The number of points in the file: a stroke of one point has two touches.
  var pointCount: Int {
    strokes.reduce(0) { $0 + ($1.touches.count == 2 && $1.points[0] == $1.points[1] ? 1 : $1.touches.count) }
  }

  /// How often something was left out.
  func omitted(_ what: String) -> Int? { report.omissions.first { $0.what == what }?.count }
}
