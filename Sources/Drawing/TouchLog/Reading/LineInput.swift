import Files

/// The part of a source's bytes that is still needed, as one array.
package struct InputBuffer {
  /// The number of bytes to read at a time.
  private static let chunk = 1 << 17

  /// Room for the rest of a chunk that is still needed when the next one is read.
  private static let rest = 1 << 12

  /// Reads from the source, as `ByteSource.read` does.
  private let readSource: (inout [UInt8], Int) throws(FileError) -> Int
  package private(set) var bytes: [UInt8] = []
  /// Whether the source has ended.
  package private(set) var isAtEnd = false

  package init(_ source: some ByteSource) {
    var source = source
    readSource = { bytes, count throws(FileError) in try source.read(into: &bytes, atMost: count) }
  }

  /// Removes the first `count` bytes.
  package mutating func drop(_ count: Int) {
    bytes.removeSubrange(..<count)
  }

  /// Removes a byte-order mark; returns whether there was one.
  package mutating func dropMark() -> Bool {
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return false }
    drop(3)
    return true
  }

  /// Appends the source's next bytes, or sets `isAtEnd`.
  package mutating func read() throws(FileError) {
    if bytes.isEmpty { bytes.reserveCapacity(Self.chunk + Self.rest) }
    if try readSource(&bytes, Self.chunk) == 0 { isAtEnd = true }
  }

  /// Appends the newline that the last line lacks.
  package mutating func appendNewline() {
    bytes.append(ASCII.newline)
  }
}

/// The buffered bytes, and then the rest of the source.
extension InputBuffer: ByteSource {
  package mutating func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
    guard bytes.isEmpty else {
      let available = min(count, bytes.count)
      buffer += bytes[..<available]
      drop(available)
      return available
    }
    return isAtEnd ? 0 : try readSource(&buffer, count)
  }
}

/// Splits a source into lines. It holds one chunk of the source and the beginning of a line.
package struct LineInput {
  private var input: InputBuffer
  /// The offset of the next line in `bytes`.
  package private(set) var next = 0
  /// The offset after the last newline in `bytes`. Every line before it is complete.
  private var completeEnd = 0
  /// The number of lines before `next`.
  package private(set) var lineCount = 0
  private var hasBegun = false
  /// Whether the rest of a line that is too long is still to be dropped.
  private var isDropping = false

  package init(_ input: InputBuffer) {
    self.input = input
  }

  /// The bytes in memory. Offsets into them are valid until the next `read`.
  package var bytes: [UInt8] { input.bytes }

  /// Whether the line at `next` is complete.
  package var hasLine: Bool { next < completeEnd }

  /// Whether the lines that were complete after the last `read` are the last ones.
  package var isAtEnd: Bool { hasBegun && input.isAtEnd && completeEnd >= input.bytes.count }

  /// Advances to the line at `offset`, `count` lines after the one at `next`.
  package mutating func advance(to offset: Int, count: Int = 1) {
    next = offset
    lineCount += count
  }

  /// Skips the line at `next`, which must be complete, if it is blank. Returns whether it was.
  package mutating func skipBlankLine() -> Bool {
    var offset = next
    while ASCII.isSpace(input.bytes[offset]) { offset += 1 }
    guard input.bytes[offset] == ASCII.newline, offset - next <= LogLimits.lineBytes else { return false }
    advance(to: offset + 1)
    return true
  }

  /// Skips the line at `next` and returns its bytes, without the newline.
  package mutating func skipLine() -> Range<Int> {
    let start = next
    let end = input.bytes[start...].firstIndex(of: ASCII.newline) ?? input.bytes.count
    advance(to: min(end + 1, input.bytes.count))
    return start..<end
  }

  /// The result of `read`.
  package enum Reading {
    case line, end
    /// The next line exceeds the limit; these are its first bytes. The following `read` drops the rest.
    case tooLong(Range<Int>)
  }

  /// Drops the bytes before `next` and reads until the next line is complete.
  package mutating func read() throws(FileError) -> Reading {
    if isAtEnd { return .end }
    if hasBegun { input.drop(next) } else { try begin() }
    (next, completeEnd) = (0, 0)
    // The bytes up to here have no newline, or lie before `completeEnd`.
    var searched = 0
    while true {
      if let newline = input.bytes[searched...].lastIndex(of: ASCII.newline) {
        completeEnd = newline + 1
      } else if input.isAtEnd && input.bytes.count > next {
        input.appendNewline()
        completeEnd = input.bytes.count
      }
      searched = input.bytes.count
      if isDropping { searched = dropRestOfLine() }
      if hasLine { return .line }
      if input.isAtEnd { return .end }
      if searched - next > LogLimits.lineBytes {
        lineCount += 1
        isDropping = true
        return .tooLong(next..<input.bytes.count)
      }
      try input.read()
    }
  }

  /// Reads the first bytes and skips a byte-order mark.
  private mutating func begin() throws(FileError) {
    while input.bytes.count < 3 && !input.isAtEnd { try input.read() }
    _ = input.dropMark()
    hasBegun = true
  }

  /// Drops the line that is too long, up to its newline, or all bytes if that has not been read.
  ///
  /// - Returns: The number of bytes that have been searched for newlines.
  private mutating func dropRestOfLine() -> Int {
    guard completeEnd > 0, let end = input.bytes.firstIndex(of: ASCII.newline) else {
      input.drop(input.bytes.count)
      return 0
    }
    next = end + 1
    isDropping = false
    return input.bytes.count
  }
}
