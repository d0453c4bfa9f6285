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

/// What a reader gives: its header, strokes and report.
struct DocumentInk {
  var header: LogHeader?
  var strokes: [DocumentStroke] = []
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
      default: Issue.record("unexpected \(event)")
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

/// Damage.
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

  /// Reads damaged copies of a file: cut off at every `step`th byte, and with each byte of the first kilobyte changed,
  /// of a long file each 16th.
  /// Each gives events, or an error with a location.
  static func survivesDamage(_ file: [UInt8], step: Int = 100, _ sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    func check(_ bytes: [UInt8], _ what: @autoclosure () -> String) throws {
      if let error = try error(of: bytes), error.location.column < 1 {
        Issue.record("\(what()): \(error)", sourceLocation: sourceLocation)
      }
    }
    for count in stride(from: 0, to: file.count, by: step) { try check(Array(file[..<count]), "\(count) bytes") }
    for index in file.indices.prefix(1024) where file.count <= 4096 || index % 16 == 0 {
      for pattern: UInt8 in [0x01, 0x10, 0x80, 0xFF] {
        var damaged = file
        damaged[index] ^= pattern
        try check(damaged, "byte \(index) ^ \(pattern)")
      }
    }
  }

}
