/// Where bytes come from, in order and once.
public protocol ByteSource {
  /// Appends the next bytes, at least one unless the source is at its end, to `buffer`.
  ///
  /// - Returns: How many were appended; 0 at the end.
  /// - Throws: `FileError` where the system refuses; `buffer` is then as it was.
  mutating func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int
}

/// Where bytes go, in order.
public protocol ByteSink {
  /// Writes all of `bytes`.
  mutating func write(_ bytes: Span<UInt8>) throws(FileError)
}
