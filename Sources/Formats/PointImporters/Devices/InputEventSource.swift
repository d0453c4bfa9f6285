import Files
import ImportCore
import JSON
import TouchLog

/// Reads touches from a recording of input events, as a stream. It holds a chunk of the text, and one frame.
struct InputEventSource<Lexer: InputEventLexer>: TouchSource {
  private var lines: LineInput
  private var lexer: Lexer
  private let name: String
  private(set) var devices: RecordedDevices

  /// - Parameters:
  ///   - name: The file as the user named it, for messages.
  ///   - only: The device whose touches are given; nil for all.
  init(_ input: InputBuffer, _ lexer: Lexer, name: String, only: Int? = nil, options: ImportOptions) {
    // The bytes that have been read already are the first ones of this source.
    lines = LineInput(input)
    (self.lexer, self.name) = (lexer, name)
    devices = RecordedDevices(size: options.deviceSize, only: only)
  }

  var header: LogHeader { devices.header }

  var report: ImportReport { devices.report(format: Lexer.format) }

  mutating func read(into touches: inout [ImportedTouch]) throws(LogReadError) {
    let count = touches.count
    while touches.count == count {
      if !lines.hasLine {
        guard try readLines() else {
          if devices.lacksFrames, !devices.isAtEnd {
            devices.isAtEnd = true
            throw located(Fault(.cutOff(expected: "SYN_REPORT after the events of a frame"), at: 0), 0..<0)
          }
          devices.isAtEnd = true
          return
        }
      }
      try scanLines(into: &touches)
    }
  }

  /// Reads until the next line is complete; returns false at the end.
  private mutating func readLines() throws(LogReadError) -> Bool {
    switch try rethrowing(as: LogReadError.file, { () throws(FileError) in try lines.read() }) {
    case .line: return true
    case .end: return false
    case .tooLong(let line):
      throw located(Fault(.lineTooLong(limit: LogLimits.lineBytes), at: line.lowerBound), line)
    }
  }

  /// Reads all complete lines in memory, up to one that is wrong.
  private mutating func scanLines(into touches: inout [ImportedTouch]) throws(LogReadError) {
    let chunk = lines.bytes
    let bytes = chunk.span
    let end = (chunk.lastIndex(of: ASCII.newline) ?? -1) + 1
    var position = LineStart(offset: lines.next, number: lines.lineCount + 1)
    do throws(Fault) {
      try lexer.scanLines(bytes, &position, end: end, of: &devices, into: &touches)
      lines.advance(to: end, count: position.number - 1 - lines.lineCount)
    } catch {
      let line = position.offset..<bytes.endOfLine(from: position.offset)
      lines.advance(to: line.upperBound + 1, count: position.number - lines.lineCount)
      throw located(error, line)
    }
  }

  /// Converts a fault in the line that was read last to an error.
  private func located(_ fault: Fault, _ line: Range<Int>) -> LogReadError {
    let location = LogLocation(
      file: name, line: lines.lineCount, column: fault.offset - line.lowerBound + 1,
      excerpt: Excerpt(lines.bytes.span, line: line, at: fault.offset))
    return .malformed(LogError(location: location, reason: fault.reason))
  }
}
