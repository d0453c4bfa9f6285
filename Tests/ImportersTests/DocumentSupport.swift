import Files
import Geometry
import Importers
import Testing
import TouchLog

/// The strokes that a reader gives: the tool and the touches of each.
struct DocumentStroke {
  var tool: ToolChange?
  var touches: [TouchEvent] = []
  var points: [Point] { touches.map(\.point) }
}

/// The results of a reader: its header, strokes and report.
struct DocumentInk {
  var header: LogHeader?
  var strokes: [DocumentStroke] = []
  /// Texts and images, each with the number of strokes before it.
  var commands: [(command: LogCommand, strokeCount: Int)] = []
  var report: ImportReport

  init(_ bytes: [UInt8], from format: LogFormat? = nil, options: ImportOptions = ImportOptions()) throws {
    var reader = try openEventReader(MemorySource(bytes), name: "a", format: format, options: options)
    var tool: ToolChange?
    while let event = try reader.next() {
      switch event {
      case .header(let header): self.header = header
      case .tool(let change): tool = change
      case .touch(let touch):
        if touch.phase == .began { strokes.append(DocumentStroke(tool: tool)) }
        strokes[strokes.count - 1].touches.append(touch)
      case .command(let command): commands.append((command, strokes.count))
      case .revision: Issue.record("unexpected \(event)")
      }
    }
    report = reader.report
  }

  init(_ text: String, options: ImportOptions = ImportOptions()) throws {
    try self.init(Array(text.utf8), options: options)
  }

  var pointCount: Int { strokes.reduce(0) { $0 + $1.touches.count } }
  func omitted(_ what: String) -> Int { report.omissions.first { $0.what == what }?.count ?? 0 }
}

/// Errors.
extension DocumentInk {
  /// The error of a file that cannot be read; nil if it can.
  static func error(of bytes: [UInt8], options: ImportOptions = ImportOptions()) throws -> LogError? {
    do throws(LogReadError) {
      var reader = try openEventReader(MemorySource(bytes), name: "a", options: options)
      while try reader.next() != nil {}
      return nil
    } catch {
      guard case .malformed(let error) = error else { throw error }
      return error
    }
  }
}
