extension CompressionMethod {
  /// The methods that may give the smallest file; if there are several, all must be tried.
  ///
  /// If a pixel has one byte, runs alone give smaller files of flat ink than matches at any level, in less time.
  /// Filters make ink larger, because they turn runs into gradients, but they make photographs below it smaller.
  static func candidates(_ compression: PNGOptions.Compression, for format: PixelFormat, width: Int)
    -> [CompressionMethod]
  {
    let level: Int32 =
      switch compression {
      case .fast: 1
      case .default: 6
      case .small: 9
      }
    let matches = CompressionMethod.zlib(Settings(level: level))
    // Narrow rows have no long runs, but many of them equal the row before.
    let isNarrow = format.rowBytes(width: width) < 64
    let runs = isNarrow ? .zlib(Settings(level: 1, strategy: .runs)) : CompressionMethod.runs
    switch (compression, format) {
    case (.fast, _): return [isNarrow ? matches : runs]
    case (_, .palette): return [runs, matches]
    case (_, .gray(let bits)) where bits < 8: return [runs, matches]
    default: return [runs, matches, .zlib(Settings(level: level, adaptiveFilters: true))]
    }
  }
}
