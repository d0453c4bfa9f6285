import Files

/// Something that yields a recording's events, whatever its format.
public protocol EventReader {
  /// The next event, nil at the end.
  ///
  /// - Throws: `LogReadError.malformed` where one is wrong, after which the next call goes on behind it where that is
  ///   possible; and `.file` where the source cannot be read.
  mutating func next() throws(LogReadError) -> LogEvent?

  /// Where the event last returned stands.
  var place: LogPlace { get }

  /// Passes the touches that come next, as many as are at hand, and puts them in the place of `touches`.
  ///
  /// It costs less an event than `next`. It reads nothing from the source: where it gives none, what comes next is for
  /// `next` to say: another event, a touch that is not at hand yet, what is wrong, or the end.
  mutating func nextTouches(into touches: inout [TouchEvent])

  /// Where a touch stands that `nextTouches` gave last, as long as nothing has been read since.
  ///
  /// - Parameter index: Its place among those.
  func place(ofTouch index: Int) -> LogPlace
}

extension EventReader {
  public mutating func nextTouches(into touches: inout [TouchEvent]) {
    touches.removeAll(keepingCapacity: true)
  }

  public func place(ofTouch index: Int) -> LogPlace { place }
}

/// The formats of recordings.
public enum LogFormat: String, CaseIterable, Sendable {
  /// The touch log, a JSON object a line.
  case doodle
  /// UIKit's touches, a JSON array.
  case uitouch
}

/// Opens a recording.
///
/// - Parameters:
///   - name: The file as the user named it, for messages.
///   - format: Nil to tell it by the first byte that is not white space: an array is `uitouch`, all else `doodle`.
/// - Throws: `FileError` where the first bytes cannot be read.
public func openEventReader(
  _ source: any ByteSource, name: String, format: LogFormat? = nil
) throws(FileError) -> any EventReader {
  var input = InputBuffer(source)
  let recognized = if let format { format } else { try recognizedFormat(&input) }
  switch recognized {
  case .doodle: return LogReader(input, name: name)
  case .uitouch: return UITouchReader(input, name: name)
  }
}

/// Reads as far as the first byte that tells the format, and leaves all bytes in `input`.
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
