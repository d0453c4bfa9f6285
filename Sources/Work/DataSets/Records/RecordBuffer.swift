import Files
import JSON

/// The bytes of a source that have been read and not yet taken.
struct RecordBuffer {
  private var source: any ByteSource
  private(set) var bytes: [UInt8] = []
  /// The index of the first byte that was not taken.
  private(set) var start = 0
  private(set) var isAtEnd = false

  private static let readSize = 1 << 18

  init(_ source: any ByteSource) { self.source = source }

  /// The number of bytes that can be taken.
  var count: Int { bytes.count - start }

  /// Whether a whole line can be taken, or the source has ended.
  var hasLine: Bool { isAtEnd || bytes.span.offset(of: ASCII.newline, in: start..<bytes.count) < bytes.count }

  /// Reads more bytes.
  /// - Returns: False at the end of the source.
  mutating func fill() throws(FileError) -> Bool {
    if isAtEnd { return false }
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      start = 0
    } else if start > Self.readSize {
      bytes.removeSubrange(..<start)
      start = 0
    }
    if try source.read(into: &bytes, atMost: Self.readSize) == 0 { isAtEnd = true }
    return !isAtEnd
  }

  /// Reads until `count` bytes can be taken.
  /// - Returns: False if the source has fewer.
  mutating func fill(_ count: Int) throws(FileError) -> Bool {
    while self.count < count { if try !fill() { return false } }
    return true
  }

  /// Takes bytes that can be taken.
  mutating func take(_ count: Int) -> [UInt8] {
    defer { start += count }
    return Array(bytes[start..<start + count])
  }

  mutating func drop(_ count: Int) { start += count }

  /// Whether a part of `bytes` has more than white space.
  func hasText(in range: Range<Int>) -> Bool {
    let bytes = bytes.span
    return range.contains { !ASCII.isSpace(bytes[$0]) }
  }

  /// Takes the bytes up to the end of the line, and the end of the line.
  /// - Parameter limit: The most bytes of a line.
  /// - Returns: Where the line without its end is in `bytes`, until more is read; nil at the end of the source. A line
  ///   that is longer than the limit is empty.
  mutating func takeLine(atMost limit: Int) throws(FileError) -> (line: Range<Int>, isTooLong: Bool)? {
    var searched = 0
    var isTooLong = false
    while true {
      let end = bytes.span.offset(of: ASCII.newline, in: start + searched..<bytes.count)
      if end < bytes.count {
        let length = end - start
        defer { start = end + 1 }
        if isTooLong || length > limit { return (end..<end, true) }
        let hasReturn = length > 0 && bytes[end - 1] == ASCII.carriageReturn
        return (start..<(hasReturn ? end - 1 : end), false)
      }
      searched = count
      if searched > limit {
        isTooLong = true
        drop(searched)
        searched = 0
      }
      if try !fill() {
        guard isTooLong || count > 0 else { return nil }
        defer { start = bytes.count }
        return (isTooLong ? bytes.count..<bytes.count : start..<bytes.count, isTooLong)
      }
    }
  }
}
