import Files
import Geometry
import ImportCore
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
  var report = ImportReport()

  init(_ bytes: [UInt8], from format: LogFormat? = nil, options: ImportOptions = ImportOptions()) throws {
    var reader = try openEventReader(MemorySource(bytes), name: "a", format: format, options: options)
    try self.init(page: &reader)
  }

  /// Reads a page to its end.
  init(page reader: inout any EventReader) throws {
    var tool: ToolChange?
    while let event = try reader.next() {
      switch event {
      case .header(let header): self.header = header
      case .tool(let change): tool = change
      case .touch(let touch):
        if touch.phase == .began { strokes.append(DocumentStroke(tool: tool)) }
        strokes[strokes.count - 1].touches.append(touch)
      case .command(let command, _): commands.append((command, strokes.count))
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

/// A zip archive whose members are not compressed.
func storedZip(_ members: [(name: String, bytes: [UInt8])]) -> [UInt8] {
  func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { (index: Int) -> UInt8 in UInt8(value >> (8 * index) & 255) }
  }
  var file: [UInt8] = []
  var directory: [UInt8] = []
  for member in members {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in member.bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    let size = number(member.bytes.count, 4)
    let common = number(0, 8) + number(Int(~sum), 4) + size + size + number(member.name.utf8.count, 2) + number(0, 2)
    directory += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + common
    directory += number(0, 10) + number(file.count, 4) + Array(member.name.utf8)
    file += number(0x0403_4B50, 4) + number(20, 2) + common + Array(member.name.utf8) + member.bytes
  }
  let start = number(file.count, 4)
  let counts = number(members.count, 2) + number(members.count, 2)
  return file + directory + number(0x0605_4B50, 4) + number(0, 4) + counts + number(directory.count, 4) + start
    + number(0, 2)
}
