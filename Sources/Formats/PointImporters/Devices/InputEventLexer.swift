import ImportCore
import TouchLog

/// Reads the lines of one text format of input events.
protocol InputEventLexer: Sendable {
  /// The name of the format, for reports.
  static var format: String { get }

  /// Reads a line.
  /// - Parameters:
  ///   - bytes: The line and its newline, among others.
  ///   - offset: The line's first byte. Afterward it may be a later byte of the line, at most its newline.
  /// - Throws: A fault if the line begins like an event or an axis but is malformed.
  mutating func scan(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> InputLine

  /// Reads the lines before `end`, which must be complete.
  ///
  /// Lexers use the default implementation. It is a requirement so that each lexer has its own copy, which calls `scan`
  /// directly.
  /// - Parameter position: The first line. Afterward the line after the last, or the invalid one.
  /// - Throws: The fault of a line that is wrong.
  mutating func scanLines(
    _ bytes: Span<UInt8>, _ position: inout LineStart, end: Int, of devices: inout RecordedDevices,
    into touches: inout [ImportedTouch]
  ) throws(Fault)
}

extension InputEventLexer {
  mutating func scanLines(
    _ bytes: Span<UInt8>, _ position: inout LineStart, end: Int, of devices: inout RecordedDevices,
    into touches: inout [ImportedTouch]
  ) throws(Fault) {
    while position.offset < end {
      var offset = position.offset
      let line = try scan(bytes, &offset)
      offset = bytes.endOfLine(from: offset)
      if offset - position.offset > LogLimits.lineBytes {
        throw Fault(.lineTooLong(limit: LogLimits.lineBytes), at: position.offset)
      }
      devices.take(line, number: position.number, bytes, into: &touches)
      position = LineStart(offset: offset + 1, number: position.number + 1)
    }
  }
}

/// A line among those in memory.
struct LineStart {
  /// The offset of its first byte.
  var offset: Int
  /// From 1.
  var number: Int
}

/// The content of a line.
enum InputLine: Hashable, Sendable {
  case event(InputEvent)
  /// The values of an axis so far.
  case axis(AxisRange, code: UInt16, device: Int)
  /// The device's name is in this range.
  case name(Range<Int>, device: Int)
  /// A comment, an empty line, or part of a description that touches do not depend on.
  case description
  /// Not a line of this format.
  case unknown
}
