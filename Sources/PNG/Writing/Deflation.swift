/// How a picture's rows are compressed.
enum Deflation: Equatable {
  /// By this project: runs of pixels.
  case runs
  /// By libpng and zlib.
  case zlib(Settings)

  struct Settings: Equatable {
    enum Strategy: Int32 {
      /// zlib's numbers for them: matches anywhere, and only runs of a byte.
      case matches = 0
      case runs = 3
    }

    /// zlib's, 0...9.
    var level: Int32
    var strategy = Strategy.matches
    /// Whether libpng looks for the best filter row by row; otherwise none is used.
    var adaptiveFilters = false
  }

  /// What may serve best; where there are several, they have to be tried.
  ///
  /// Where a pixel is one byte, the runs of flat ink alone give smaller files than matches of any level, and sooner.
  /// Filters make ink larger, for they turn runs into gradients, but photographs beneath it smaller.
  static func candidates(_ compression: PNGOptions.Compression, for format: PixelFormat, width: Int) -> [Deflation] {
    let level: Int32 =
      switch compression {
      case .fast: 1
      case .default: 6
      case .small: 9
      }
    let matches = Deflation.zlib(Settings(level: level))
    // Rows of few bytes have no long runs, but many are like the one before.
    let isNarrow = format.rowBytes(width: width) < 64
    let runs = isNarrow ? .zlib(Settings(level: 1, strategy: .runs)) : Deflation.runs
    switch (compression, format) {
    case (.fast, _): return [isNarrow ? matches : runs]
    case (_, .palette): return [runs, matches]
    case (_, .grey(let bits)) where bits < 8: return [runs, matches]
    default: return [runs, matches, .zlib(Settings(level: level, adaptiveFilters: true))]
    }
  }
}
