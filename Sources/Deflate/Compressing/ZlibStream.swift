/// A stream in zlib's format (RFC 1950) put together from parts, and handed on in pieces.
package struct ZlibStream {
  private var writer = BitWriter()
  private var checksum = Adler32()

  package init() {
    // Deflate with a window of 32 KiB, the fastest of methods.
    writer.append(0x0178, count: 16)
  }

  package mutating func append(_ rows: DeflatedRows) {
    rows.append(to: &writer)
    checksum.append(rows.checksum)
  }

  /// Ends the stream.
  package mutating func end() {
    // The last block: fixed codes, and at once the end's, seven zeros.
    writer.append(0b011, count: 10)
    writer.align()
    writer.append(UInt64(checksum.value.byteSwapped), count: 32)
  }

  /// How many bytes can be taken.
  package var byteCount: Int { writer.wholeBytes }

  /// Hands the bytes that are whole to `body` and forgets them.
  package mutating func take<Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
    let count = writer.wholeBytes
    try body(writer.bytes.span.extracting(first: count))
    writer.removeFirst(bytes: count)
  }
}
