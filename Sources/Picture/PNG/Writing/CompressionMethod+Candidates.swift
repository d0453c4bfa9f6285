extension CompressionMethod {
  /// The methods that may give the smallest file; if there are several, all must be tried.
  ///
  /// The first is the fastest and often gives the smallest file of ink. Filters make ink larger, because they turn runs
  /// into gradients, but they make photographs below it smaller.
  static func candidates(_ compression: PNGOptions.Compression, for format: PixelFormat) -> [CompressionMethod] {
    let level: Int32
    switch compression {
    case .fast: return [.own]
    case .default: level = 6
    case .small: level = 9
    }
    let matches = CompressionMethod.zlib(Settings(level: level))
    switch format {
    case .palette: return [.own, matches]
    case .gray(let bits) where bits < 8: return [.own, matches]
    default: return [.own, matches, .zlib(Settings(level: level, adaptiveFilters: true))]
    }
  }
}
