import JSON
import TouchLog

/// A byte in a text, and its line.
package struct LinePosition {
  package var offset = 0
  /// The line's number, from 1.
  package var line = 1
  /// The offset at which the line begins; negative if that is before the bytes in memory.
  package var start = 0

  /// The first byte.
  package init() {}

  /// The byte's number in the line, from 1.
  package var column: Int { offset - start + 1 }

  /// Moves forward to another byte.
  package mutating func advance(to end: Int, in bytes: Span<UInt8>) {
    while offset < end {
      let newline = bytes.offset(of: ASCII.newline, in: offset..<end)
      offset = min(newline + 1, end)
      guard newline < end else { break }
      line += 1
      start = newline + 1
    }
  }

  /// Follows the text when its first bytes are dropped from memory.
  mutating func drop(_ count: Int) {
    offset -= count
    start -= count
  }

  /// The location of a byte that is not before this one.
  /// - Parameter file: The file as the user named it, for messages.
  func location(of offset: Int, in bytes: Span<UInt8>, file: String) -> LogLocation {
    var position = self
    position.advance(to: min(offset, bytes.count), in: bytes)
    let end = bytes.offset(of: ASCII.newline, in: position.offset..<bytes.count)
    return LogLocation(
      file: file, line: position.line, column: offset - position.start + 1,
      excerpt: Excerpt(bytes, line: max(0, position.start)..<end, at: offset))
  }
}

/// The offsets of the lines of a text.
struct LineTable {
  private var starts = [0]

  init(_ bytes: [UInt8]) {
    for (offset, byte) in bytes.enumerated() where byte == ASCII.newline { starts.append(offset + 1) }
  }

  /// The line and column of a byte, from 1. Takes logarithmic time.
  func location(of offset: Int) -> (line: Int, column: Int) {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - starts[low] + 1)
  }
}
