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
      let reader = try openEventReader(MemorySource(bytes), name: "a", format: format, options: options)
      report = reader.report
      var tool: ToolChange?
      for outcome in try outcomes(reader) {
        switch outcome {
        case .event(.header(let header)): self.header = header
        case .event(.tool(let change)): tool = change
        case .event(.touch(let touch)):
          if touch.phase == .began { strokes.append(Stroke(tool: tool)) }
          strokes[strokes.count - 1].touches.append(touch)
        case .event: break
        case .error(let error): errors.append(error)
        }
      }
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

/// Damages a file in many ways. Each must end with events or with an error that has a location.
func damagedFiles(of text: [UInt8], truncatedEvery step: Int = 100) -> [[UInt8]] {
  var files: [[UInt8]] = [[], Array("[]".utf8), Array("{}".utf8), Array("null".utf8)]
  for end in stride(from: 0, to: text.count, by: step) { files.append(Array(text[..<end])) }
  for offset in 0..<min(1024, text.count) {
    for bits: UInt8 in [0x01, 0x14, 0x80] {
      var file = text
      file[offset] ^= bits
      files.append(file)
    }
  }
  // Values of other types, and numbers beyond all ranges.
  for (index, offset) in text.indices.filter({ text[$0] == UInt8(ascii: ":") }).prefix(200).enumerated() {
    let values = ["null", "\"x\"", "[]", "{}", "1e999", "-1e300", "true", "NaN", "0", "1e17"]
    var file = text
    file.insert(contentsOf: Array("\(values[index % values.count]),\"q\(index)\":".utf8), at: offset + 1)
    files.append(file)
  }
  return files
}
