/// How libpng drives zlib.
struct Deflation: Equatable {
  enum Strategy: Int32 {
    /// zlib's numbers for them: matches anywhere, and only runs of a byte.
    case matches = 0
    case runs = 3
  }

  /// zlib's, 0...9.
  var level: Int32
  var strategy: Strategy
  /// Whether libpng looks for the best filter row by row; otherwise none is used.
  var adaptiveFilters: Bool

  private static func unfiltered(_ level: Int32, _ strategy: Strategy = .matches) -> Deflation {
    Deflation(level: level, strategy: strategy, adaptiveFilters: false)
  }

  private static func filtered(_ level: Int32) -> Deflation {
    Deflation(level: level, strategy: .matches, adaptiveFilters: true)
  }

  /// What may serve best; where there are several, they have to be tried.
  ///
  /// Where a pixel is one byte, the runs of flat ink alone give smaller files than matches of any level, and sooner.
  /// Filters make ink larger, for they turn runs into gradients, but photographs beneath it smaller.
  static func candidates(_ compression: PNGOptions.Compression, for format: PixelFormat) -> [Deflation] {
    let level: Int32 =
      switch compression {
      case .fast: 2
      case .default: 6
      case .small: 9
      }
    switch (format, compression) {
    case (.grey, .fast), (.palette, .fast): return [unfiltered(1, .runs)]
    case (_, .fast): return [unfiltered(level)]
    case (.palette, _): return [unfiltered(1, .runs), unfiltered(level)]
    case (.grey(let bits), _) where bits < 8: return [unfiltered(1, .runs), unfiltered(level)]
    case (.grey, _): return [unfiltered(1, .runs), unfiltered(level), filtered(level)]
    case (_, _): return [unfiltered(level), filtered(level)]
    }
  }
}
