extension CompressionMethod {
  /// There is no zlib in a browser: all rows are compressed by `RowCompressor`.
  static func candidates(_ compression: PNGOptions.Compression, for format: PixelFormat) -> [CompressionMethod] {
    [.own]
  }
}

extension CompressedPixels {
  func makeWithLibrary(
    _ settings: CompressionMethod.Settings, _ body: (Span<UInt8>) throws(ImageError) -> Bool
  ) throws(ImageError) -> Bool {
    throw .encoding("there is no zlib")
  }
}

/// There is no libpng either.
typealias PNGEncoder = PlainEncoder
