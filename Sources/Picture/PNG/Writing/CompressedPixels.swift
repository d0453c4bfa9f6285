import Deflate
import Raster

/// The zlib stream of a picture's rows, which the IDAT chunks of a PNG in `format` contain.
struct CompressedPixels<Source: PixelSource> {
  let source: Source
  let format: PixelFormat
  let threads: Int

  /// Passes the pieces of the stream to `body`, until it returns false. A stream of the package's own is always
  /// passed whole.
  ///
  /// - Returns: Whether all pieces have been passed.
  func make(
    _ method: CompressionMethod, _ body: (Span<UInt8>) throws(ImageError) -> Bool
  ) throws(ImageError) -> Bool {
    switch method {
    case .own:
      try makeOwn { piece throws(ImageError) in _ = try body(piece) }
      return true
    case .zlib(let settings): return try makeWithLibrary(settings, body)
    }
  }

  private func makeOwn(_ body: (Span<UInt8>) throws(ImageError) -> Void) throws(ImageError) {
    var stream = ZlibStream()
    try ParallelRowCompressor(source: source, format: format).run(threads: threads) { part throws(ImageError) in
      stream.append(part)
      guard stream.byteCount >= 1 << 16 else { return }
      try stream.take(body)
    }
    stream.end()
    try stream.take(body)
  }
}
