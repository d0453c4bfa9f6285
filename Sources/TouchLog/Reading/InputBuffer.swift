import Files

/// The bytes of a source that are still needed, in one piece.
struct InputBuffer {
  /// How many bytes are asked for at a time.
  static let chunk = 1 << 17

  /// What most often is left of a chunk when the next is asked for, at most.
  private static let rest = 1 << 12

  private var source: any ByteSource
  private(set) var bytes: [UInt8] = []
  /// Whether the source has no more.
  private(set) var isAtEnd = false

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// Drops the first `count` bytes.
  mutating func drop(_ count: Int) {
    bytes.removeSubrange(..<count)
  }

  /// Appends what the source has next; at its end, sets `isAtEnd`.
  mutating func read() throws(FileError) {
    if bytes.isEmpty { bytes.reserveCapacity(Self.chunk + Self.rest) }
    if try source.read(into: &bytes, atMost: Self.chunk) == 0 { isAtEnd = true }
  }

  /// Ends the last line, which has no newline.
  mutating func appendNewline() {
    bytes.append(ASCII.newline)
  }
}
