import Files
import JSON
import TouchLog

/// A text that is read from a stream, of which a part is in memory.
package struct StreamedText {
  /// The number of bytes to read at a time.
  private static let chunk = 1 << 17
  /// The number of bytes before the position that stay in memory, for the excerpt of its line.
  private static let kept = 2 * Excerpt.reach.before

  private let name: String
  private var source: InputBuffer
  package private(set) var isAtEnd = false
  /// The bytes in memory.
  package private(set) var bytes: [UInt8] = []
  /// The byte up to which the text has been consumed.
  package var position = LinePosition()

  /// - Parameter name: The file as the user named it, for messages.
  package init(_ input: InputBuffer, name: String) {
    self.name = name
    source = input
  }

  /// Consumes the bytes up to `offset`.
  package mutating func consume(to offset: Int) {
    let bytes = bytes
    position.advance(to: offset, in: bytes.span)
  }

  /// Consumes white space, reading as needed, and returns the byte after it; nil at the end.
  package mutating func nextByte() throws(LogReadError) -> UInt8? {
    while true {
      var offset = position.offset
      while offset < bytes.count, bytes[offset] == ASCII.newline || ASCII.isSpace(bytes[offset]) { offset += 1 }
      consume(to: offset)
      if offset < bytes.count { return bytes[offset] }
      if isAtEnd { return nil }
      dropConsumed()
      try readMore()
    }
  }

  /// Consumes the rest of the line.
  package mutating func skipLine() throws(LogReadError) {
    while true {
      let end = bytes.span.offset(of: ASCII.newline, in: position.offset..<bytes.count)
      consume(to: end)
      if end < bytes.count || isAtEnd { return }
      dropConsumed()
      try readMore()
    }
  }

  /// Drops a byte-order mark. Nothing must have been consumed.
  package mutating func dropMark() throws(LogReadError) {
    while bytes.count < 3, !isAtEnd { try readMore() }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
  }

  /// Drops bytes that are no longer needed.
  package mutating func dropConsumed() {
    let count = max(position.offset - Self.kept, 0)
    bytes.removeFirst(count)
    position.drop(count)
  }

  package mutating func readMore() throws(LogReadError) {
    let count = try rethrowing(as: LogReadError.file) { () throws(FileError) in
      try source.read(into: &bytes, atMost: Self.chunk)
    }
    if count == 0 { isAtEnd = true }
  }

  /// The error of a fault after the position.
  package mutating func located(_ fault: Fault) -> LogReadError {
    // The excerpt must not depend on the sizes of the chunks.
    while !isAtEnd, bytes.count <= fault.offset + Excerpt.reach.after {
      do { try readMore() } catch { break }
    }
    return .malformed(LogError(location: location(of: fault.offset), reason: fault.reason))
  }

  /// The location of an offset after the position.
  package func location(of offset: Int) -> LogLocation {
    position.location(of: offset, in: bytes.span, file: name)
  }
}
