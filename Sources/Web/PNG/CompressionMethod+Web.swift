extension CompressionMethod {
  /// There is no zlib in a browser: all rows are compressed by `RowCompressor`.
  static func candidates(_ compression: PNGOptions.Compression, for format: PixelFormat) -> [CompressionMethod] {
    [.own]
  }
}
