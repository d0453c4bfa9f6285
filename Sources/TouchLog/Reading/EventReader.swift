import Files

/// Reads the events of a recording, whatever its format.
public protocol EventReader {
  /// The next event; nil at the end.
  ///
  /// - Throws: `LogReadError.malformed` if the event is wrong; the next call continues after it if that is possible.
  ///   `.file` if the source cannot be read.
  mutating func next() throws(LogReadError) -> LogEvent?

  /// The line of the event returned last, from 1.
  var line: Int { get }

  /// The location of the event returned last.
  var location: LogLocation { get }

  /// Replaces `touches` by the next touches, as many as are available without reading from the source.
  ///
  /// This takes less time per event than `next`. If there are none, `next` gives what follows: another kind of event, a
  /// touch that is not available yet, an error, or the end.
  mutating func nextTouches(into touches: inout [TouchEvent])

  /// The line of a touch, from 1. Takes constant time.
  ///
  /// - Parameter index: The index of the touch in the array that the last call, `nextTouches`, gave.
  func line(ofTouch index: Int) -> Int

  /// The location of a touch. Takes time in proportion to the bytes of the touches before it.
  ///
  /// - Parameter index: The index of the touch in the array that the last call, `nextTouches`, gave.
  func location(ofTouch index: Int) -> LogLocation
}

/// A reader that gives single events only.
extension EventReader {
  public var line: Int { location.line }

  public mutating func nextTouches(into touches: inout [TouchEvent]) {
    touches.removeAll(keepingCapacity: true)
  }

  public func line(ofTouch index: Int) -> Int { line }

  public func location(ofTouch index: Int) -> LogLocation { location }
}

/// The formats of recordings.
public enum LogFormat: String, CaseIterable, Sendable {
  /// The touch log: one JSON object per line.
  case doodle
  /// UIKit's touches: a JSON array.
  case uitouch

  /// The table of importers: the reader of each format.
  fileprivate func reader(of input: InputBuffer, name: String) -> any EventReader {
    switch self {
    case .doodle: LogReader(input, name: name)
    case .uitouch: UITouchReader(input, name: name)
    }
  }
}

/// Opens a recording.
///
/// - Parameters:
///   - name: The file as the user named it, for messages.
///   - format: Nil to recognize the format by the first byte that is not white space: `[` begins `uitouch`, anything
///     else `doodle`.
/// - Throws: `FileError` if the first bytes cannot be read.
public func openEventReader(
  _ source: any ByteSource, name: String, format: LogFormat? = nil
) throws(FileError) -> any EventReader {
  var input = InputBuffer(source)
  let recognized = if let format { format } else { try recognizedFormat(&input) }
  return recognized.reader(of: input, name: name)
}

/// Reads up to the first byte that tells the format. All bytes remain in `input`.
private func recognizedFormat(_ input: inout InputBuffer) throws(FileError) -> LogFormat {
  var offset = 0
  while true {
    while offset < input.bytes.count {
      switch input.bytes[offset] {
      case ASCII.openBracket: return .uitouch
      case ASCII.space, ASCII.tab, ASCII.newline, ASCII.carriageReturn, 0xEF, 0xBB, 0xBF: offset += 1
      default: return .doodle
      }
    }
    if input.isAtEnd || offset > LogLimits.lineBytes { return .doodle }
    try input.read()
  }
}
